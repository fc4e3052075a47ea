"""What a text mentions: IDs, hashes, beginnings of hashes, numbers and names, whatever else is written around them.

People copy a whole message: `Look at hand t1.2, please`, `my commitment was 3e23e816…`, in any language. Each kind is
taken out of the text by its form alone; `web.store.finding` looks at what is stored.

>>> mentions("കൈ T1.൨ നോക്കൂ (table kochi-7, no. 12)!").ids
('T1.2', 'table', 'kochi-7', 'no.', 'no', '12')
>>> mentions("table kochi-7, hand #12").numbers
(12,)
>>> mentions("[8:15 pm, 1/12/2026] Anu: table kochi-7 hand 9").numbers
(9,)
>>> mentions("hands of “Anu”").names
('hands of “Anu”', 'hands of “Anu', 'hands of', 'of “Anu”', 'of “Anu', 'hands', 'of', '“Anu”', 'Anu')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from dealproof.replay.record.identifiers import CHARACTERS
from dealproof.web.intake.unseen import with_hyphens, without_unseen

MOST: Final = 100
"""Mentions of one kind that are taken out of a text."""

MOST_WORDS: Final = 40
MOST_NAMES: Final = 400
"""Words that are read as parts of names, and names that are made of them."""

WORDS_OF_A_NAME: Final = 4

SHORTEST_HASH: Final = 12
"""Hex digits of the shortest beginning of a hash."""

WORD: Final = re.compile(f"[A-Za-z0-9][{CHARACTERS}]*", re.ASCII)
HASH: Final = re.compile(r"(?<![0-9a-z])(?:0x|sha-?256[:=-]?)?([0-9a-f]{64})(?![0-9a-z])", re.ASCII)
SPLIT: Final = re.compile(r"(?<![0-9a-z])[0-9a-f]{4,60}(?:\s+[0-9a-f]{4,60}){1,15}(?![0-9a-z])", re.ASCII)
BEGINNING: Final = re.compile(rf"(?<![0-9a-z])(?:0x)?([0-9a-f]{{{SHORTEST_HASH},63}})(?![0-9a-z])", re.ASCII)
NUMBER: Final = re.compile(rf"(?<![{CHARACTERS}])([0-9]{{1,16}})(?![{CHARACTERS}]*[A-Za-z0-9])", re.ASCII)
DATE: Final = re.compile(r"(?<![0-9/])[0-9]{1,4}/[0-9]{1,2}/[0-9]{1,4}(?![0-9/])", re.ASCII)
"""The day that messengers write before a copied message: none of its numbers is that of a hand."""
AROUND: Final = re.compile(r"^[^\w]+|[^\w\u0300-\u036f\u0a80-\u0aff\u0d00-\u0d7f]+$")
"""What is left out around a name; vowel signs and viramas belong to it."""
POSSESSIVE: Final = re.compile("['’]s$")


class Mentions(NamedTuple):
    """What a text mentions, each kind in the order of the text and bounded.

    `ids` may be IDs of hands, tables or matches; `hashes` have 64 lower-case hex digits, `beginnings` fewer; `names`
    may be names of players, the longest first.
    """

    ids: tuple[str, ...]
    hashes: tuple[str, ...]
    beginnings: tuple[str, ...]
    numbers: tuple[int, ...]
    names: tuple[str, ...]


def mentions(text: str) -> Mentions:
    """Returns what a text mentions outside of addresses."""
    typed = " ".join(each for each in without_unseen(text).split() if not is_address(each))
    plain = with_hyphens(western_digits(unicodedata.normalize("NFKC", typed)))
    lower = plain.lower()
    hashes = few([*HASH.findall(lower), *(each for each in map(joined, SPLIT.findall(lower)) if len(each) == 64)])
    return Mentions(
        few(ids(plain)),
        hashes,
        few(each for each in BEGINNING.findall(lower) if not any(each in hash for hash in hashes)),
        tuple(map(int, few(NUMBER.findall(DATE.sub(" ", plain))))),
        few(names(typed), MOST_NAMES),
    )


def is_address(word: str) -> bool:
    """Whether a word is a link, with or without its beginning."""
    return "://" in word or "hands/" in word


def few(found: Iterable[str], most: int = MOST) -> tuple[str, ...]:
    """Returns the first different texts."""
    return tuple(islice(dict.fromkeys(found), most))


def joined(text: str) -> str:
    """Returns the text without white space."""
    return "".join(text.split())


def western_digits(text: str) -> str:
    """Returns the text with decimal digits of any script as 0 to 9.

    >>> western_digits("൧૨३4")
    '1234'
    """
    return text if text.isascii() else "".join(map(western_digit, text))


def western_digit(char: str) -> str:
    """Returns a decimal digit of any script as 0 to 9, and any other character unchanged."""
    return str(unicodedata.decimal(char)) if unicodedata.category(char) == "Nd" else char


def ids(text: str) -> Iterator[str]:
    """Yields what may be an ID: a run of its characters, the same without signs at its end, and what follows a colon in
    it, as in `hand:t1.2`."""
    for found in WORD.findall(text):
        word = found.rstrip("._:-")
        if len(found) <= 64:
            yield from (found, word)
        _, colon, rest = word.rpartition(":")
        if colon and len(rest) <= 64:
            yield rest


def names(text: str) -> Iterator[str]:
    """Yields what may be a name: the whole text, and one to `WORDS_OF_A_NAME` words of it, the longest first."""
    words = text.split()[:MOST_WORDS]
    if len(words) > WORDS_OF_A_NAME:
        yield from bare(" ".join(words))
    for length in range(min(WORDS_OF_A_NAME, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            yield from bare(" ".join(words[start : start + length]))


def bare(name: str) -> Iterator[str]:
    """Yields a name as it is written, and without the signs around it."""
    inner = AROUND.sub("", name)
    yield from (each for each in (name, inner, POSSESSIVE.sub("", inner)) if each)
