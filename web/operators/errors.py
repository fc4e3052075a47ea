"""Why a request of an operator is refused: one exception, with the code of a sentence (section `problems`)."""

from __future__ import annotations

from typing import Final

MALFORMED: Final = "malformed"
FORBIDDEN: Final = "forbidden"
MISSING: Final = "missing"
CONFLICT: Final = "conflict"
UNABLE: Final = "unable"
"""This service does not do it at all, as it is set up."""
LATER: Final = "later"
"""The request cannot be answered now; it may be sent again as it is."""


class Refusal(Exception):
    """A request that is refused: its `kind`, one of the above, the `code` of a sentence, the `values` in it, and after
    how many seconds it may be sent again, None unless the kind is `LATER`. Nothing was changed, but that with `LATER` a
    leaf may be stored."""

    def __init__(self, kind: str, code: str, /, retry: int | None = None, **values: object) -> None:
        super().__init__(code)
        self.kind = kind
        self.code = code
        self.retry = retry
        self.values = values
