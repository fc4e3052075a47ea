"""What a report leaves out: it is published, and what it is made of is not all public.

- Accounts of players are digests already (`replay.archive.facts`).
- A source is shown from the last part of the name that was given for it: folders above it say where an operator keeps
  its files, and a database or a site is an address, perhaps with a password. Of an address only its place in the list
  is shown.
- An IP address, e-mail address or URL inside the name of a file is replaced by `…`.
- A JSON pointer into a malformed record keeps the names that records have; any other key may be a name.

>>> privacy = Privacy(("/srv/club/hands", "postgresql://me:secret@10.0.0.7/hands"))
>>> privacy.source("/srv/club/hands/may/t1.jsonl:17")
'hands/may/t1.jsonl:17'
>>> privacy.source("postgresql://me:secret@10.0.0.7/hands")
'source-2'
>>> privacy.source("/srv/club/hands/biju@club.example.json")
'hands/….json'
>>> pointer("/header/seats/0"), pointer("/header/Ammu")
('/header/seats/0', '/header/…')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import Any, Final

from dealproof.replay.archive.chunk import Failure
from dealproof.replay.record.identifiers import ID
from dealproof.replay.record.schema import record_schema
from dealproof.replay.record.schema.other_kinds import import_schema, void_schema

GONE: Final = "…"

ADDRESS: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*://\S+"  # a URL
    r"|[^\s/@:]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*?(?=\.jsonl?\b|\.hand\b|[^A-Za-z0-9.-]|$)"  # an e-mail address
    r"|(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9])"  # IPv4
    r"|(?<![0-9A-Za-z:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![0-9A-Za-z:])"  # IPv6
)


@dataclass(frozen=True, slots=True)
class Privacy:
    """What of the `given` names of sources may be shown; with `names` all of it."""

    given: tuple[str, ...] = ()
    names: bool = False

    def source(self, source: str) -> str:
        """Where a record was found, as a report says it."""
        if self.names:
            return source
        for place, name in enumerate(self.given, start=1):
            if source == name or source.startswith((f"{name.rstrip('/')}/", f"{name}:", f"{name}#", f"{name} ")):
                return without_addresses(self.label(place, name) + source[len(name.rstrip("/")) :])
        return without_addresses(PurePath(source).name)

    def label(self, place: int, name: str) -> str:
        """What a source is called."""
        last = PurePath(name).name
        return f"source-{place}" if "://" in name or not last or last == ".." else last

    def failure(self, failure: Failure) -> Failure:
        """A failure as a report says it."""
        hand = failure.hand if failure.hand is not None and ID.fullmatch(failure.hand) else None
        what = pointer(failure.what) if failure.verdict == "malformed" else failure.what
        return Failure(self.source(failure.source), hand, failure.verdict, without_addresses(what))


def without_addresses(text: str) -> str:
    """The text with `…` in place of addresses."""
    return ADDRESS.sub(GONE, text)


def pointer(text: str) -> str:
    """A JSON pointer with `…` in place of keys that no record has."""
    return "/".join(part if not part or part.isdecimal() or part in keys() else GONE for part in text.split("/"))


@cache
def keys() -> frozenset[str]:
    """The names that the schemas of records have."""
    return frozenset(
        name for schema in (record_schema(), void_schema(), import_schema()) for name in properties(schema)
    )


def properties(schema: Any) -> Iterator[str]:
    """The names of the properties anywhere in a schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        schema = [*schema.values()]
    if isinstance(schema, list):
        for each in schema:
            yield from properties(each)
