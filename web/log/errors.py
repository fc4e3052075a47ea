"""Errors of the log, each with a sentence for its operator.

LogError(code, reason)
├── KeyUnusable         the file of the key cannot be read or written
├── NotSigned           the log must not sign; `would-fork` and the like
├── NotWitnessed        the quorum of the policy is not complete
└── LogUnreadable       an address or a folder does not give what a log serves
"""

from __future__ import annotations

from dealproof.web.presentation.translations import spoken


class LogError(Exception):
    """Something of the log cannot be done. `code` is that of a sentence (section `log`), the text is the sentence."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(spoken().say("log", code, **values))
        self.code = code


class KeyUnusable(LogError):
    """The file of the key cannot be read or written. The text never holds anything of the key."""


class NotSigned(LogError):
    """The log does not sign: it would contradict what it signed before, or cannot know whether it would."""


class NotWitnessed(LogError):
    """The witnesses that answered do not complete the quorum of the policy."""


class LogUnreadable(LogError):
    """An address or a folder does not give what a log serves."""
