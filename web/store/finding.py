"""Finds what a text in the search box mentions among the stored hands.

In this order: a link to a hand, a table or a match; the ID of a hand, as the whole text or in it; a hash of a hand, or
a seed that hashes to one; the beginning of such a hash; a table or a match, with a number a hand of it; the name of a
player. A hash beside a hand is compared with the hashes of that hand.

The number of statements is bounded, whatever the text and however many hands are stored: see `web.store.clues.queries`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import Connection

from dealproof.replay.record.record import MAX_NAME
from dealproof.web.intake import box
from dealproof.web.intake import found as ways
from dealproof.web.intake.found import Bound, Compared, Found
from dealproof.web.intake.mentions import Mentions, mentions
from dealproof.web.store import queries
from dealproof.web.store.clues import queries as clues
from dealproof.web.store.clues import rows
from dealproof.web.store.clues.names import key_of_name

SHARERS: Final = 100
"""Hands named at most."""
SHORTEST_SEED: Final = 8
"""Characters of a text that is looked up as the seed of a player."""
MOST_TRIED: Final = 8
"""Hashes, beginnings, and numbers of a table that are looked up."""

OF_KIND: Final = {
    rows.SERVER: ways.COMMITMENT,
    rows.SEAT: ways.PLAYER_COMMITMENT,
    rows.HEADER: ways.HEADER_HASH,
    rows.LOG: ways.LOG_HEAD,
    rows.RECORD: ways.RECORD_HASH,
}
"""How a hash of a kind leads to its hand."""


class Question(NamedTuple):
    """A text, what it mentions, and the codes of how it was read in vain."""

    text: str
    said: Mentions
    tried: list[str]


def find(connection: Connection, text: str, tried: list[str]) -> Found | Compared | None:
    """Returns what the text leads to; else None, and appends to `tried`."""
    asked = Question(text, mentions(text), tried)
    hands = named(connection, asked)
    if hands:
        return compared(connection, asked, hands) or hands
    for look in (by_link, by_hash, by_beginning, by_place, by_seed, by_player):
        if (found := look(connection, asked)) is not None:
            return found
    return None


def named(connection: Connection, asked: Question) -> Found | None:
    """The hands that the text names or links to."""
    took = ways.LINK if box.links(asked.text) else ways.HAND_ID
    whole = box.linked_ids(asked.text) if took == ways.LINK else box.possible_ids(asked.text)
    if there := queries.stored_among(connection, whole):
        return Found(took, (there[0],), event=box.linked_event(asked.text))
    if other := in_any_case(connection, (*whole, *asked.said.ids)):
        return Found(ways.HAND_ID, other)
    asked.tried.append(took if whole else f"no-{took}")
    return None


def in_any_case(connection: Connection, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The hands with one of the IDs, whatever the case of its letters; the very ID before others."""
    if not ids:
        return ()
    there = queries.stored_among(connection, [*dict.fromkeys(ids)])
    lower = {id.lower() for id in there}
    other = [*dict.fromkeys(id.lower() for id in ids if id.lower() not in lower)]
    hits = clues.exact(connection, [rows.HAND], other, SHARERS)
    return tuple(dict.fromkeys([*there, *(hit.name for hit in hits)]))


def compared(connection: Connection, asked: Question, hands: Found) -> Found | Compared | None:
    """The hand together with the hashes beside it: as found by one of them if they match, else compared with it."""
    typed = [
        each
        for each in (*asked.said.hashes, *asked.said.beginnings)[:MOST_TRIED]
        if not any(each in hand.lower() for hand in hands.hands)
    ]
    if not typed:
        return None
    stored = ((hand, queries.record(connection, hand)) for hand in hands.hands[:MOST_TRIED])
    every = [(hand, bound_by(found[1])) for hand, found in stored if found]
    matched = {each: [(hand, found) for hand, bound in every for found in matching(bound, each)] for each in typed}
    if all(matched.values()):
        hand, found = matched[typed[0]][0]
        return Found(found.how, (hand,), found.hash)
    if len(every) > 1:
        return None
    ((hand, bound),) = every
    wrong = next(each for each in typed if not matched[each])
    others = with_hash(connection, wrong) if len(wrong) == 64 else None
    if others is None:
        return Compared(hand, wrong, bound)
    return Compared(hand, others.commitment, bound, tuple(each for each in others.hands if each != hand))


def bound_by(record: bytes) -> tuple[Bound, ...]:
    """The hashes that the hand of a record is bound to; while it is hidden, those that are public."""
    return tuple(Bound(OF_KIND[kind], text) for kind, text in rows.clues_of(record) if kind in OF_KIND)


def matching(bound: tuple[Bound, ...], typed: str) -> list[Bound]:
    """The hashes that were typed, at least their beginning, and those of what was typed as a seed."""
    seeds = [*hashes_of_seed(typed)] if len(typed) == 64 else []
    of_seed = [each for each in seeds if Bound(ways.OF_SEED[each.how], each.hash) in bound]
    return [*(each for each in bound if each.hash.startswith(typed)), *of_seed]


def hashes_of_seed(digits: str) -> Iterator[Bound]:
    """The hashes of 64 hex digits as a server seed, and as the text that a player sent."""
    yield Bound(ways.SERVER_SEED, box.commitment_of(digits))
    yield Bound(ways.PLAYER_SEED, sha256(digits.encode()).hexdigest())


def by_link(connection: Connection, asked: Question) -> Found | None:
    """The table or the match that the text links to."""
    for kind, id in box.linked_places(asked.text):
        if hits := clues.exact(connection, [kind], [id.lower()], SHARERS):
            exact = next((hit for hit in hits if hit.name == id), hits[0])
            return Found(kind, (), name=exact.name)
    if box.links_elsewhere(asked.text):
        asked.tried.append("elsewhere")
    return None


def by_hash(connection: Connection, asked: Question) -> Found | None:
    """The hands with a hash, or with the hash of a seed."""
    whole = box.hash_in(asked.text)
    digits = [*dict.fromkeys((*([whole] if whole else []), *asked.said.hashes))][:MOST_TRIED]
    if not digits:
        asked.tried.append("no-hash")
        return None
    found = next((found for each in digits if (found := with_hash(connection, each))), None)
    if found is None:
        asked.tried.extend((ways.COMMITMENT, ways.SERVER_SEED))
    return found


def with_hash(connection: Connection, digits: str) -> Found | None:
    """The hands with a hash, or with the hash of these digits as a seed."""
    for took, hash in ((ways.COMMITMENT, digits), *((each.how, each.hash) for each in hashes_of_seed(digits))):
        if took != ways.PLAYER_SEED and (hands := queries.hands_with_commitment(connection, hash, SHARERS)):
            return Found(took, tuple(hands), hash)
        if took == ways.PLAYER_SEED and (hits := clues.exact(connection, [rows.SEAT], [hash], SHARERS)):
            return Found(took, unique(hits), hash)
    return of_hits(clues.exact(connection, rows.HASHES, [digits], SHARERS))


def unique(hits: Iterable[clues.Hit]) -> tuple[str, ...]:
    """The names of clues, each once."""
    return tuple(dict.fromkeys(hit.name for hit in hits))


def of_hits(hits: list[clues.Hit]) -> Found | None:
    """The hands of clues that are hashes, None where there are none; by one hash if they have one."""
    if not hits:
        return None
    whole = {hit.text for hit in hits}
    return Found(OF_KIND[hits[0].kind], unique(hits), hits[0].text if len(whole) == 1 else "")


def by_beginning(connection: Connection, asked: Question) -> Found | None:
    """The hands with a hash that begins with 12 digits or more of the text."""
    for start in asked.said.beginnings[:MOST_TRIED]:
        if found := of_hits(clues.beginning(connection, rows.HASHES, start, SHARERS)):
            return found
    if asked.said.beginnings:
        asked.tried.append("beginning")
    return None


def by_place(connection: Connection, asked: Question) -> Found | None:
    """The table or the match that the text names; with a number the hands with this number at the table.
    Where more than one number fits, none of them is preferred."""
    ids = [*dict.fromkeys(id.lower() for id in (*box.possible_ids(asked.text), *asked.said.ids))]
    hits = clues.exact(connection, [rows.TABLE, rows.MATCH], ids, SHARERS)
    numbers = asked.said.numbers[:MOST_TRIED]
    tables = unique(hit for hit in hits if hit.kind == rows.TABLE)[:MOST_TRIED]
    places = [(table, clues.at_place(connection, table, number, SHARERS)) for table in tables for number in numbers]
    if there := [(table, hands) for table, hands in places if hands]:
        every = dict.fromkeys(hand for _, hands in there for hand in hands)
        return Found(ways.TABLE_NUMBER, tuple(every)[:SHARERS], name=there[0][0])
    if not hits:
        asked.tried.append("no-place")
        return None
    if numbers and {hit.kind for hit in hits} == {rows.TABLE}:
        asked.tried.append("no-number")
        return None
    best = min(hits, key=lambda hit: (hit.name not in asked.said.ids, ids.index(hit.text)))
    return Found(best.kind, (), name=best.name)


def by_seed(connection: Connection, asked: Question) -> Found | None:
    """The hands in which a player sent the whole text as a seed. A shorter one says too little to be looked up by."""
    if len(asked.text) < SHORTEST_SEED:
        return None
    hash = sha256(asked.text.encode()).hexdigest()
    hits = clues.exact(connection, [rows.SEAT], [hash], SHARERS)
    return Found(ways.PLAYER_SEED, unique(hits), hash) if hits else None


def by_player(connection: Connection, asked: Question) -> Found | None:
    """The player whose name is in the text, the longest name first: as it is written there, or as a hand has it where
    that is longer than a name can be."""
    keys = {key: name for name in reversed(asked.said.names) if (key := key_of_name(name))}
    order = [*dict.fromkeys(key for name in asked.said.names if (key := key_of_name(name)))]
    there = clues.known(connection, rows.PLAYER, order)
    if not there:
        asked.tried.append("no-player")
        return None
    name = keys[there[0]]
    return Found(ways.PLAYER, (), name=name if len(name) <= MAX_NAME else clues.spelling(connection, there[0]))
