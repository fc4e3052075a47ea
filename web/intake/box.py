"""What is put into the one box: read as one thing after the other until something is found.

In this order: the ID of a stored hand, or a link to one; a stored server commitment; the server seed of a stored
commitment; hand records, which are judged and never stored. `web.store.lookup` looks them up.

People copy more than they mean: brackets, quotes, the full stop of a sentence, characters that cannot be seen, and
programs turn hyphens into dashes. An ID is first tried exactly as it is.

>>> plain(" ൧2\\u200b૩ ")
'123'
>>> meant("(t1.2).")[:2]
('t1.2', 'T1.2')
>>> linked("see <https://hands.example/at/hands/t1.2/record>.")[0]
't1.2'
"""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple
from urllib.parse import unquote

from dealproof.replay.record.identifiers import CHARACTERS, ID
from dealproof.replay.record.record import Record
from dealproof.replay.several import EQUIVOCATION, Finding
from dealproof.replay.verdict import Verdict
from dealproof.web.intake.comparison import OnFile
from dealproof.web.intake.lookalikes import TEXT, any_object, elements, is_object, kind
from dealproof.web.intake.unseen import UNSEEN, with_hyphens, without_unseen
from dealproof.web.published.hand import PublicHand

MOST: Final = 2048
"""Characters of the longest text that is looked at as an ID, a link or a hash; anything longer can only be a record."""

MOST_RECORDS: Final = 1000
"""Records that are judged at once."""

MOST_MEANT: Final = 12
"""IDs that are tried for one text."""

HASH: Final = re.compile(r"(?:0x|sha-?256[:=-]?)?([0-9a-f]{64})", re.ASCII)
LINK: Final = re.compile(r"(?:^|[^A-Za-z0-9._~-])hands/([^/?#\s<>\"'`]+)")
WITHIN: Final = re.compile(r"[A-Za-z0-9](?:.*[A-Za-z0-9])?", re.DOTALL)
BEGINS: Final = re.compile(rb"\s*(?:\[\s*)?\{")
OPENING: Final = re.compile(f"^[^{CHARACTERS}]+")
LINE: Final = re.compile(rb"\S[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Found:
    """Stored hands: what the text was taken for ("hand-id", "link", "commitment", "server-seed"), and their IDs.
    `commitment` is the one that was matched, "" where it was no hash."""

    took: str
    hands: tuple[str, ...]
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was judged: its bytes, the verdict, the hand as anybody may see it (None where the record cannot
    be read), and how it differs from the one on file (None where none is). `mended` says whether characters that
    cannot be seen were left out around its parts.
    """

    data: bytes
    verdict: Verdict
    hand: PublicHand | None
    on_file: OnFile | None
    mended: bool = False

    @property
    def text(self) -> str:
        """The record as a page shows it. What can be read is UTF-8."""
        return self.data.decode("utf-8", "replace")


class OneOf(NamedTuple):
    """One of several records: its number from 1, the verdict, what was read of it (None where nothing was), how it
    differs from the one on file, and what the others say about it."""

    number: int
    verdict: Verdict
    record: Record | None
    on_file: OnFile | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Several records that were judged together, in their original order."""

    records: tuple[OneOf, ...]
    mended: bool = False

    @property
    def verified(self) -> bool:
        """Whether every record is verified and none says anything about another."""
        return all(each.verdict.verdict == "verified" and not each.findings for each in self.records)

    @property
    def equivocates(self) -> bool:
        """Whether two of the records cannot both be true."""
        return any(finding.name == EQUIVOCATION for each in self.records for finding in each.findings)


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing was found; `tried` are codes of what the text was taken for, in order, and why that led nowhere.
    `lookalike` is the code of what it is in place of a record (`web.intake.lookalikes`), None where that is not
    known."""

    tried: tuple[str, ...]
    lookalike: str | None = None


def text_of(data: bytes) -> str:
    """The bytes as a text that may be an ID, a link or a hash; "" where they are none."""
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError:
        return ""
    return text if len(text) <= MOST else ""


def plain(text: str) -> str:
    """The text without white space and what cannot be seen, its digits, of whatever script, as 0 to 9, and letters of
    full width as others."""
    if text.isascii():
        return "".join(text.split())
    return "".join(digit(char) for char in unicodedata.normalize("NFKC", without_unseen(text)) if not char.isspace())


def digit(char: str) -> str:
    """A decimal digit of any script as 0 to 9; any other character as it is."""
    return str(unicodedata.decimal(char)) if unicodedata.category(char) == "Nd" else char


def possible_ids(text: str) -> tuple[str, ...]:
    """The hand IDs that a text may mean, the text itself first where it is one, `MOST_MEANT` at most; none where the
    text is longer than `MOST`."""
    if len(text) > MOST:
        return ()
    found = (each for each in guesses(text.strip()) if ID.fullmatch(each))
    return tuple(dict.fromkeys(found))[:MOST_MEANT]


def guesses(text: str) -> Iterator[str]:
    """The text itself, then with less and less around it, then in other letters."""
    typed = with_hyphens(plain(text))
    yield from (text, typed)
    part = OPENING.sub("", typed)
    core = bare(typed)
    # A full stop may be part of an ID, so characters are removed from the end one by one.
    while len(part) > 1 and not part[-1].isalnum():
        part = part[:-1]
        yield part
    yield from (core, core.lower(), core.upper())


def bare(text: str) -> str:
    """The text from its first ASCII letter or digit to its last; "" where there is none."""
    found = WITHIN.search(text)
    return found[0] if found else ""


def linked_ids(text: str) -> tuple[str, ...]:
    """The hand IDs that links to a hand in the text may mean: of whatever is at /hands/<id> or below; empty where
    there is no link, or where the text is longer than `MOST`."""
    if len(text) > MOST:
        return ()
    text = without_unseen(text)
    parts = [*LINK.findall(text), *LINK.findall("".join(text.split()))]
    found = (id for part in reversed(dict.fromkeys(parts)) for id in possible_ids(unquote(part)))
    return tuple(dict.fromkeys(found))[:MOST_MEANT]


def links(text: str) -> bool:
    """Whether the text, of `MOST` characters at most, has something like a link to a hand."""
    return len(text) <= MOST and LINK.search(without_unseen(text)) is not None


def hash_in(text: str) -> str | None:
    """The 64 hex digits that the text is, None where it is none. Capitals are read too."""
    if len(text) > MOST:
        return None
    found = HASH.fullmatch(bare(plain(text).lower()))
    return found[1] if found else None


def commitment_of(seed: str) -> str:
    """The commitment to a server seed: over its 32 bytes, never over their hex text."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def records(data: bytes) -> list[bytes]:
    """The records of the bytes: one however it is laid out, one a line, those of an array, or one after another. Of
    more than `MOST_RECORDS` only one more is returned."""
    lines = first_lines(data)
    if len(lines) > 1 and (is_object(lines[0]) or (not is_object(data) and any_object(lines[1:]))):
        return lines
    return elements(data, MOST_RECORDS + 1) or [data.strip()]


def first_lines(data: bytes) -> list[bytes]:
    """The first lines that are not blank, without white space around them: one more than are judged at most."""
    return [found[0].rstrip() for found in islice(LINE.finditer(data), MOST_RECORDS + 1)]


def may_be_records(data: bytes) -> bool:
    """Whether the bytes look like JSON objects, a list of them, or lines of which one is such an object."""
    if BEGINS.match(data):
        return True
    return kind(data) is None and any_object(first_lines(data))


def mend(data: bytes) -> bytes:
    """The bytes without what cannot be seen before, between and after the parts of JSON. Texts stay as they are."""
    data = data.removeprefix(BOM_UTF8)
    if data.isascii():
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return "".join(mended(text)).encode()


def mended(text: str) -> Iterable[str]:
    """The parts of JSON, mended."""
    place = 0
    for found in TEXT.finditer(text):
        yield from (UNSEEN.sub("", text[place : found.start()]), found[0])
        place = found.end()
    yield UNSEEN.sub("", text[place:])
