"""Finds what is stored that is similar to a text with which nothing was found.

An ID is similar if one character is different, missing, too much or swapped with the next; or if it begins with what
was typed; or if it is that of a hand beside the number that was typed, at the same table. A name is similar if one of
the two begins with the other: in Malayalam and Gujarati, endings are written onto a name.

Every similar text that is thought of is looked up in the index: the work does not depend on how many hands are stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from sqlalchemy import Connection

from dealproof.web.intake.found import Near
from dealproof.web.intake.mentions import Mentions, mentions
from dealproof.web.store.clues import queries as clues
from dealproof.web.store.clues import rows
from dealproof.web.store.clues.names import key_of_name

MOST: Final = 12
"""Similar things that are named."""
FEW: Final = 4
"""Those of one kind that begin with a text."""
MOST_IDS: Final = 3
"""IDs of a text that are compared."""
MOST_SIMILAR: Final = 2000
"""IDs with one mistake that are looked up for one."""
MOST_WORDS: Final = 12
"""Words that names may begin with."""
SHORTEST: Final = 3
SHORTEST_NAME: Final = 2
"""Characters of the shortest text that an ID or a name is looked up by."""
VIRAMA: Final = "\u0d4d"
LETTERS: Final = "0123456789-.:_abcdefghijklmnopqrstuvwxyz"
"""The characters of an ID in lower case, those that are likely first."""
NUMBERED: Final = re.compile(r"(.+[._:-])[0-9]{1,16}", re.ASCII)
NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)
PLACES: Final = (rows.HAND, rows.TABLE, rows.MATCH)


def near(connection: Connection, text: str) -> tuple[Near, ...]:
    """Returns up to `MOST` stored things that are similar to what a text mentions, the most similar first."""
    said = mentions(text)
    ids = likely_ids(said)
    found = (each for look in (mistyped, numbered, begun) for id in ids for each in look(connection, id))
    every = (near for part in (found, at_tables(connection, said), named(connection, said)) for near in part)
    return tuple(islice(dict.fromkeys(every), MOST))


def likely_ids(said: Mentions) -> list[str]:
    """The texts that are most likely IDs, in lower case: those with a digit or a sign, the longest first."""
    ids = {id.lower().rstrip("._:-") for id in said.ids}
    long = sorted((id for id in ids if SHORTEST <= len(id) <= 64), key=lambda each: (each.isalpha(), -len(each), each))
    return long[:MOST_IDS]


def mistyped(connection: Connection, id: str) -> Iterator[Near]:
    """Hands, tables and matches whose ID has one mistake."""
    hits = clues.exact(connection, PLACES, [*islice(dict.fromkeys(mistakes(id)), MOST_SIMILAR)], MOST)
    yield from (Near(hit.kind, hit.name) for hit in hits)


def mistakes(id: str) -> Iterator[str]:
    """Yields IDs with one mistake in them: characters swapped, left out, replaced, added."""
    parts = [(id[:place], id[place:]) for place in range(len(id) + 1)]
    yield from (before + after[1] + after[0] + after[2:] for before, after in parts if len(after) > 1)
    yield from (before + after[1:] for before, after in parts if after)
    yield from (before + letter + after[1:] for letter in LETTERS for before, after in parts if after)
    yield from (before + letter + after for letter in LETTERS for before, after in parts)


def begun(connection: Connection, id: str) -> Iterator[Near]:
    """Hands, tables and matches whose ID begins with a text."""
    for kind in PLACES:
        yield from (Near(kind, hit.name) for hit in clues.beginning(connection, [kind], id, FEW))


def numbered(connection: Connection, id: str) -> Iterator[Near]:
    """Hands whose ID is the same up to the number at its end, or that are at the table before that number."""
    if found := NUMBERED.fullmatch(id):
        table, number = found[1].rstrip("._:-"), int(NUMBER.findall(id)[-1])
        yield from at_table(connection, [table], number)
        yield from (Near(rows.HAND, hit.name) for hit in clues.beginning(connection, [rows.HAND], found[1], FEW))


def at_tables(connection: Connection, said: Mentions) -> Iterator[Near]:
    """Hands around the number that the text mentions beside a table."""
    for number in said.numbers[:1]:
        yield from at_table(connection, [id.lower() for id in said.ids], number)


def at_table(connection: Connection, ids: list[str], number: int) -> Iterator[Near]:
    """The table with one of these IDs, and its hands around a number."""
    for table in clues.exact(connection, [rows.TABLE], ids, 1):
        yield from (Near(rows.HAND, hand) for hand in clues.around_place(connection, table.name, number, FEW))
        yield Near(rows.TABLE, table.name)


def named(connection: Connection, said: Mentions) -> Iterator[Near]:
    """Players whose name begins with a word of the text, or is the beginning of one."""
    words = [key for name in said.names if (key := key_of_name(name)) and len(key) >= SHORTEST_NAME]
    single = [word for word in dict.fromkeys(words) if " " not in word][:MOST_WORDS]
    shorter = [each for word in single for each in stems(word)]
    keys = [*clues.known(connection, rows.PLAYER, shorter)[:MOST]]
    for word in [*dict.fromkeys((*words[:1], *single))][:MOST_WORDS]:
        keys += clues.texts(connection, rows.PLAYER, word, FEW)
    for key in [*dict.fromkeys(keys)][:MOST]:
        yield Near(rows.PLAYER, clues.spelling(connection, key))


def stems(word: str) -> Iterator[str]:
    """Yields the beginnings of a word, the longest first; in Malayalam also with virama, which an ending that begins
    with a vowel replaces."""
    for length in range(len(word) - 1, SHORTEST_NAME - 1, -1):
        yield word[:length]
        if "\u0d15" <= word[length - 1] <= "\u0d39":
            yield f"{word[:length]}{VIRAMA}"
