"""Input of the search box: an ID, a link, a hash or records, tried one after the other until something is found.

Hand records are judged and never stored (`web.store.lookup`); what any other text mentions (`web.intake.mentions`) is
looked up among the stored hands (`web.store.finding`).

Copied text often has brackets, quotes, a full stop or invisible characters around an ID, and programs turn hyphens
into dashes. An ID is first tried exactly as it is.

>>> plain(" ൧2\\u200b૩ ")
'123'
>>> possible_ids("(t1.2).")[:2]
('t1.2', 'T1.2')
>>> linked_ids("see <https://hands.example/at/hands/t1.2/record>.")[0]
't1.2'
"""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from dealproof.replay.judge import ESCAPED_LETTER, AnyRecord
from dealproof.replay.record.identifiers import CHARACTERS, HEX_32_PATTERN, ID
from dealproof.replay.several import EQUIVOCATION, Finding
from dealproof.replay.verdict import Verdict
from dealproof.verifier.commitment import commit
from dealproof.verifier.encoding import parse_loosely
from dealproof.verifier.errors import Malformed
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.intake.comparison import OnFile
from dealproof.web.intake.lookalikes import TEXT, any_object, elements, is_object, kind
from dealproof.web.intake.mentions import western_digits
from dealproof.web.intake.unseen import UNSEEN, with_hyphens, without_unseen
from dealproof.web.published.hand import PublicHand

MOST: Final = 2048
"""Characters of the longest text that is read as an ID, a link or a hash; a longer one can only be a record."""

MOST_RECORDS: Final = 1000
"""Records that are judged at once."""

MOST_MEANT: Final = 12
MOST_LINKED: Final = 4
"""IDs that are tried for one text, and links to tables and matches in one."""

HASH: Final = re.compile(rf"(?:0x|sha-?256[:=-]?)?({HEX_32_PATTERN})", re.ASCII)
LINK: Final = re.compile(r"(?:^|[^A-Za-z0-9._~-])hands/([^/?#\s<>\"'`]+)")
PLACE: Final = re.compile(r"(?:^|[^A-Za-z0-9._~-])(table|match)(?:es|s)/([^/?#\s<>\"'`]+)")
EVENT: Final = re.compile(r"#(e[0-9]{1,5})(?![0-9A-Za-z])", re.ASCII)
ELSEWHERE: Final = re.compile(r"\b(?:https?://|www\.)\S", re.IGNORECASE)
WITHIN: Final = re.compile(r"[A-Za-z0-9](?:.*[A-Za-z0-9])?", re.DOTALL)
BEGINS: Final = re.compile(rb"\s*(?:\[\s*)?\{")
OPENING: Final = re.compile(f"^[^{CHARACTERS}]+")
LINE: Final = re.compile(rb"\S[^\r\n]*")


@dataclass(frozen=True, slots=True)
class Judged:
    """A record that was judged: its bytes, the verdict, the hand as anybody may see it (None if the record cannot be
    read), and how it differs from the stored one (None if there is none). `mended` says whether invisible characters
    were removed from it.
    """

    data: bytes
    verdict: Verdict
    hand: PublicHand | None
    on_file: OnFile | None
    mended: bool = False

    @property
    def text(self) -> str:
        """The record as text for a page; bytes that are not UTF-8 are replaced."""
        return self.data.decode("utf-8", "replace")


class Reader(NamedTuple):
    """Whom a receipt is shown to: the policy says which logs and witnesses are trusted, the clock is in seconds since
    1970."""

    policy: Policy
    now: int


NOBODY: Final = Reader(Policy(), 0)
"""A reader who trusts no log."""


@dataclass(frozen=True, slots=True)
class JudgedReceipt:
    """A receipt that was checked: its bytes, the ID of its hand (None if it names none), and what it shows (the keys
    `publication` and `published` of a verdict). `record` is the record of its hand, judged together with it: the one
    that came with it (`pasted`), or the stored one; None if none is stored, or only one that is still hidden. `reader`
    is whom it was shown to."""

    data: bytes
    hand: str | None
    publication: str | None
    published: dict[str, Any] | None
    record: Judged | None
    reader: Reader
    pasted: bool = False

    @property
    def text(self) -> str:
        """The receipt as text for a page; bytes that are not UTF-8 are replaced."""
        return self.data.decode("utf-8", "replace")


class OneOf(NamedTuple):
    """One of several records: its number from 1, the verdict, the record (None if it cannot be read), how it differs
    from the stored one, and the findings from the other records."""

    number: int
    verdict: Verdict
    record: AnyRecord | None
    on_file: OnFile | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Several records that were judged together, in their original order."""

    records: tuple[OneOf, ...]
    mended: bool = False

    @property
    def verified(self) -> bool:
        """Whether every record is verified and there are no findings."""
        return all(each.verdict.verdict == "verified" and not each.findings for each in self.records)

    @property
    def equivocates(self) -> bool:
        """Whether two of the records contradict each other."""
        return any(finding.name == EQUIVOCATION for each in self.records for finding in each.findings)


def text_of(data: bytes) -> str:
    """Returns the bytes as text, or "" if they are too long for an ID, a link or a hash, or not UTF-8."""
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError:
        return ""
    return text if len(text) <= MOST else ""


def plain(text: str) -> str:
    """Returns the text without white space and invisible characters, with digits of any script as 0 to 9, and
    full-width letters as ordinary ones."""
    if text.isascii():
        return "".join(text.split())
    return western_digits("".join(unicodedata.normalize("NFKC", without_unseen(text)).split()))


def possible_ids(text: str) -> tuple[str, ...]:
    """Returns the hand IDs that a text may stand for, the text itself first if it is an ID: `MOST_MEANT` at most, and
    none if the text is longer than `MOST`."""
    if len(text) > MOST:
        return ()
    found = (each for each in guesses(text.strip()) if ID.fullmatch(each))
    return tuple(dict.fromkeys(found))[:MOST_MEANT]


def guesses(text: str) -> Iterator[str]:
    """Yields the text itself, then with fewer and fewer characters around it, then in lower and upper case."""
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
    """Returns the text from its first ASCII letter or digit to its last; "" if it has none."""
    found = WITHIN.search(text)
    return found[0] if found else ""


def linked_ids(text: str) -> tuple[str, ...]:
    """Returns the hand IDs that links in the text may stand for, of addresses /hands/<id> and below; empty if there is
    no link, or the text is longer than `MOST`."""
    if len(text) > MOST:
        return ()
    text = without_unseen(text)
    parts = [*LINK.findall(text), *LINK.findall("".join(text.split()))]
    found = (id for part in reversed(dict.fromkeys(parts)) for id in possible_ids(unquote(part)))
    return tuple(dict.fromkeys(found))[:MOST_MEANT]


def links(text: str) -> bool:
    """Whether the text has a link to a hand, and not more than `MOST` characters."""
    return len(text) <= MOST and LINK.search(without_unseen(text)) is not None


def linked_event(text: str) -> str:
    """Returns the event of a hand that a link in the text leads to, as in `e17`; "" if there is none."""
    found = EVENT.search(text) if links(text) else None
    return found[1] if found else ""


def linked_places(text: str) -> Iterator[tuple[str, str]]:
    """Yields what the first links in the text to a table or a match may stand for: "table" or "match", and an ID."""
    for place, part in PLACE.findall(without_unseen(text[:MOST]))[:MOST_LINKED]:
        yield from ((place, id) for id in possible_ids(unquote(part)))


def links_elsewhere(text: str) -> bool:
    """Whether the text has an address that is no link to a hand."""
    return not links(text) and ELSEWHERE.search(text) is not None


def hash_in(text: str) -> str | None:
    """Returns the 64 lower-case hex digits of a hash, or None if the text is none. Capitals are accepted."""
    if len(text) > MOST:
        return None
    found = HASH.fullmatch(bare(plain(text).lower()))
    return found[1] if found else None


def commitment_of(seed: str) -> str:
    """Returns the commitment to a server seed that is given as 64 hex digits."""
    return commit(bytes.fromhex(seed))


def records(data: bytes) -> list[bytes]:
    """Splits the bytes into records: a single one in any layout, one per line, an array, or one after another. Returns
    at most one more than `MOST_RECORDS`."""
    lines = first_lines(data)
    if len(lines) > 1 and (is_object(lines[0]) or (not is_object(data) and any_object(lines[1:]))):
        return lines
    return elements(data, MOST_RECORDS + 1) or [data.strip()]


def first_lines(data: bytes) -> list[bytes]:
    """Returns the first lines that are not blank, stripped: at most one more than `MOST_RECORDS`."""
    return [found[0].rstrip() for found in islice(LINE.finditer(data), MOST_RECORDS + 1)]


def is_receipt(data: bytes) -> bool:
    """Whether the bytes are a JSON object that says that it is a receipt."""
    if b"receipt" not in data and ESCAPED_LETTER not in data:
        return False
    try:
        value = parse_loosely(data)
    except (Malformed, RecursionError):
        return False
    format = value.get("format") if isinstance(value, dict) else None
    return isinstance(format, str) and format.startswith("dealproof/receipt/")


def may_be_records(data: bytes) -> bool:
    """Whether the bytes look like JSON objects, a list of them, or lines of which one is such an object."""
    if BEGINS.match(data):
        return True
    return kind(data) is None and any_object(first_lines(data))


def mend(data: bytes) -> bytes:
    """Returns the bytes without invisible characters outside of JSON strings."""
    data = data.removeprefix(BOM_UTF8)
    if data.isascii():
        return data
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return data
    return "".join(mended(text)).encode()


def mended(text: str) -> Iterable[str]:
    """Yields the parts of the text: what is outside of strings without invisible characters, strings unchanged."""
    place = 0
    for found in TEXT.finditer(text):
        yield from (UNSEEN.sub("", text[place : found.start()]), found[0])
        place = found.end()
    yield UNSEEN.sub("", text[place:])
