"""Receipts: what a player keeps of a hand's entries in the log, enough to check them with every server gone.

A receipt is one JSON object of at most 256 KiB: the header, the entries `commit`, `deal` and `close`, and the seed
receipts. An entry is a leaf, its proof text, and, but for the first, the consistency proof from the checkpoint before.

    >>> parse_receipt(b'{"format": "dealproof/receipt/1"}')
    Traceback (most recent call last):
    dealproof.verifier.errors.MalformedLog: The keys of a receipt are close, commit, deal, format, header, seed_receipts.

A seed receipt is a note of the log: five lines that say that the operator had a player's seed.

    >>> text = "dealproof/seed-receipt/1\\nhand-1\\n2\\n" + "00" * 32 + "\\n1790000000000\\n"
    >>> parse_seed_receipt(text)
    SeedReceipt(hand='hand-1', seat=2, commitment='0000000000000000000000000000000000000000000000000000000000000000', time=1790000000000)

Reading checks no hash and no signature: `publication` does. Source: LOG.md, "Receipts". Needs only the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dealproof.verifier.encoding import Json, canonical, parse_json
from dealproof.verifier.errors import Malformed, MalformedLog
from dealproof.verifier.tlog.fields import MAX_HASHES, format_base64, parse_hash, parse_number
from dealproof.verifier.tlog.leaf import Leaf, check_leaf
from dealproof.verifier.tlog.note import Note, format_note, parse_note
from dealproof.verifier.tlog.proof_text import ProofText, format_proof_text, parse_proof_text

FORMAT: Final = "dealproof/receipt/1"
SEED_FORMAT: Final = "dealproof/seed-receipt/1"
MAX_RECEIPT_BYTES: Final = 1 << 18
BAD: Final = "bad-receipt"

KEYS: Final = frozenset({"format", "header", "commit", "deal", "close", "seed_receipts"})
TYPES: Final = {"commit": ("commit",), "deal": ("deal",), "close": ("result", "void")}
"""The types of leaf in each place."""


class Entry(NamedTuple):
    """A leaf, its proof with the checkpoint, and the consistency proof from the checkpoint before (empty for the first)."""

    leaf: Leaf
    proof: ProofText
    consistency: tuple[bytes, ...] = ()


class Receipt(NamedTuple):
    """A receipt: the header as JSON, its entries in the log, the notes that are seed receipts."""

    header: Mapping[str, Json]
    commit: Entry
    deal: Entry | None
    close: Entry | None
    seed_receipts: tuple[Note, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that are there, in order."""
        return tuple(each for each in (self.commit, self.deal, self.close) if each is not None)


class SeedReceipt(NamedTuple):
    """The hand ID, the seat, the hash of its seed (64 hex digits), and the operator's time in ms since 1970."""

    hand: str
    seat: int
    commitment: str
    time: int


def parse_receipt(data: bytes) -> Receipt:
    """Reads a receipt. Raises MalformedLog, code `bad-receipt`, whatever is wrong and however deep."""
    if len(data) > MAX_RECEIPT_BYTES:
        raise MalformedLog(BAD, f"The receipt is larger than {MAX_RECEIPT_BYTES} bytes.")
    try:
        return _read(parse_json(data))
    except Malformed as fault:
        raise MalformedLog(BAD, f"The receipt cannot be read: {fault}") from None
    except MalformedLog as fault:
        raise MalformedLog(BAD, fault.reason) from None


def format_receipt(receipt: Receipt) -> bytes:
    """The canonical JSON of a receipt."""
    return canonical(
        {
            "format": FORMAT,
            "header": receipt.header,
            "commit": _entry_json(receipt.commit, first=True),
            "deal": None if receipt.deal is None else _entry_json(receipt.deal, first=False),
            "close": None if receipt.close is None else _entry_json(receipt.close, first=False),
            "seed_receipts": [format_note(each).decode() for each in receipt.seed_receipts],
        }
    )


def parse_seed_receipt(text: str) -> SeedReceipt:
    """Reads the text of a seed receipt. Raises MalformedLog, code `bad-receipt`."""
    lines = text.split("\n")
    if len(lines) != 6 or lines[0] != SEED_FORMAT or lines[5]:
        raise MalformedLog(BAD, f"A seed receipt has five lines, the first of which is {SEED_FORMAT}.")
    _, hand, seat, commitment, time, _ = lines
    return SeedReceipt(hand, parse_number(seat, BAD), commitment, parse_number(time, BAD))


def format_seed_receipt(receipt: SeedReceipt) -> str:
    """The text of a seed receipt, as it is signed."""
    return "".join(f"{line}\n" for line in (SEED_FORMAT, *receipt))


def _read(value: Json) -> Receipt:
    root = _object(value, KEYS, "receipt")
    if root["format"] != FORMAT:
        raise MalformedLog(BAD, f"The format must be {FORMAT}.")
    if type(root["header"]) is not dict:
        raise MalformedLog(BAD, "The header must be an object.")
    notes = _list(root["seed_receipts"], "seed receipts")
    return Receipt(
        root["header"],
        _entry(root["commit"], "commit"),
        None if root["deal"] is None else _entry(root["deal"], "deal"),
        None if root["close"] is None else _entry(root["close"], "close"),
        tuple(parse_note(_text(each, "seed receipt").encode()) for each in notes),
    )


def _entry(value: Json, place: str) -> Entry:
    first = place == "commit"
    entry = _object(value, frozenset({"leaf", "proof"} if first else {"leaf", "proof", "consistency"}), place)
    leaf = check_leaf(entry["leaf"])
    if leaf["type"] not in TYPES[place]:
        raise MalformedLog(BAD, f"The leaf of {place} has the type {leaf['type']}.")
    consistency = [] if first else _list(entry["consistency"], "consistency")
    if len(consistency) > MAX_HASHES:
        raise MalformedLog(BAD, f"There are more than {MAX_HASHES} hashes in a consistency proof.")
    proof = parse_proof_text(_text(entry["proof"], "proof").encode())
    return Entry(leaf, proof, tuple(parse_hash(_text(each, "hash"), BAD) for each in consistency))


def _entry_json(entry: Entry, first: bool) -> dict[str, Json]:
    consistency: dict[str, Json] = {} if first else {"consistency": [*map(format_base64, entry.consistency)]}
    return {"leaf": entry.leaf, "proof": format_proof_text(entry.proof).decode(), **consistency}


def _object(value: Any, keys: frozenset[str], what: str) -> dict[str, Any]:
    if type(value) is not dict or value.keys() != keys:
        raise MalformedLog(BAD, f"The keys of a {what} are {', '.join(sorted(keys))}.")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if type(value) is not list:
        raise MalformedLog(BAD, f"{what} must be a list.")
    return value


def _text(value: Any, what: str) -> str:
    if type(value) is not str:
        raise MalformedLog(BAD, f"A {what} must be a string.")
    return value
