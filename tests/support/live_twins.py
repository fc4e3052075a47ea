"""Twins: two hands in play that differ only in cards that one seat has not seen.

What a seat has seen is taken from the state of the engine and from the events, never from a view: its own cards at
every moment, cards that lie open or did, and whose turn it was. All other cards change places, and other cards lie face
down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from dealproof.replay.core.cards import KINDS, TEXTS
from dealproof.replay.core.given_deals import GivenDeals
from dealproof.replay.live import IllegalMove, LiveHand, state
from dealproof.replay.live.cards_in_play import CardsInPlay, Next
from dealproof.replay.record.events import ACTIONS
from dealproof.verifier.errors import Malformed
from tests.support.live_hands import Json, dealt, move

Deals = Mapping[str, Sequence[str]]
Seen = Callable[[Any, int], Iterator[str]]


def seen_in_gulan(hand: Any, seat: int) -> Iterator[str]:
    own = hand.trump.concealed if seat == hand.declarer else 0
    yield from hand.table.deck.texts(hand.hands[seat] | own)
    yield from (TEXTS[kind] for kind in hand.trick.cards)
    if hand.trump.shown >= 0:
        yield TEXTS[hand.trump.shown]


def seen_in_kazhutha(hand: Any, seat: int) -> Iterator[str]:
    yield from (text for kind, text in enumerate(TEXTS) if hand.hands[seat] >> kind & 1)
    yield from (TEXTS[kind] for kind, _ in hand.laid)


def seen_in_rummy(hand: Any, seat: int) -> Iterator[str]:
    yield from (TEXTS[kind] for kind in (*hand.hands[seat], *hand.discards, hand.turned))


def seen_in_a_seating(hand: Any, seat: int) -> Iterator[str]:
    if hand.was_cut:
        yield from KINDS


SEEN: dict[str, Seen] = {
    "gulan": seen_in_gulan,
    "kazhutha": seen_in_kazhutha,
    "rummy": seen_in_rummy,
    "seating": seen_in_a_seating,
}


def cards_of(hand: LiveHand) -> CardsInPlay:
    """The cards of a dealt hand."""
    played_cards = hand._state.played
    assert played_cards is not None
    return played_cards


def seen(cards: CardsInPlay, seat: int) -> set[str]:
    """The cards that lie before a seat now; none while the pack may be cut."""
    return set(SEEN[cards.game.family](cards.hand, seat)) if cards.may_cut is None else set()


def twins(record: Json, count: int, seat: int, random: Random, tries: int = 40) -> tuple[LiveHand, LiveHand] | None:
    """The hand of a record after `count` events, and a twin of it, or None where none is found in so many tries."""
    known, turns, first = followed(record, count, seat)
    cards = cards_of(first)
    uniform = cards.deals.first_seat
    deck = cards.game.deck(cards.seats)
    for _ in range(tries):
        deals = [*changed(cards.deals.deals, known, random).values()]
        draws = partial(given_deals, GivenDeals(deck, deals, uniform))
        with patch.object(state, "Draws", draws), patch.object(CardsInPlay, "check_signature", unsigned):
            twin = replayed(record, count, seat, known, turns, random)
        if twin is not None and cards_of(twin).deals.deals != cards.deals.deals:
            return first, twin
    return None


def given_deals(deals: GivenDeals, server_seed: bytes, salt: bytes) -> GivenDeals:
    """In place of the draws from the seeds."""
    return deals


def unsigned(cards: CardsInPlay, next: Next) -> None:
    """In place of a check of signatures: those of the record are over cards that lie face down in it."""


def followed(record: Json, count: int, seat: int) -> tuple[set[str], list[tuple[int, ...]], LiveHand]:
    """The cards that a seat has seen by then, whose turn it was at each moment, and the hand."""
    hand = dealt(record)
    cards = cards_of(hand)
    known, turns = seen(cards, seat), [cards.to_act]
    for event in record["events"][:count]:
        move(hand, event)
        known |= seen(cards, seat)
        if "card" in event and (not ACTIONS[event["do"]].face_down or event["seat"] == seat):
            known.add(event["card"])
        turns.append(cards.to_act)
    return known, turns, hand


def changed(deals: Deals, known: set[str], random: Random) -> Deals:
    """The same deals with cards that the seat has not seen in other places: all of them in one try of two, or a few."""
    new = {}
    for label, deck in deals.items():
        hidden = [place for place, card in enumerate(deck) if card not in known]
        moved = hidden if random.random() < 0.5 else random.sample(hidden, min(len(hidden), random.randint(2, 6)))
        cards = [deck[place] for place in moved]
        random.shuffle(cards)
        order = [*deck]
        for place, card in zip(moved, cards, strict=True):
            order[place] = card
        new[label] = order
    return new


def replayed(
    record: Json, count: int, seat: int, known: set[str], turns: list[tuple[int, ...]], random: Random
) -> LiveHand | None:
    """The twin after the same open events, or None if they are not legal for it or the turns are others'."""
    try:
        hand = dealt(record)
        cards = cards_of(hand)
        if cards.to_act != turns[0]:
            return None
        for event, turn in zip(record["events"][:count], turns[1:], strict=True):
            move(hand, face_down(cards, event, seat, known, random))
            if cards.to_act != turn:
                return None
    except (IllegalMove, Malformed):
        return None
    return hand


def face_down(cards: CardsInPlay, event: Json, seat: int, known: set[str], random: Random) -> Json:
    """The event, with another card if it lies face down and the seat never saw it."""
    if not ACTIONS[event["do"]].face_down or event["seat"] == seat or event["card"] in known:
        return event
    legal = [each["card"] for each in cards.game.legal(cards.hand) if each["do"] == event["do"]]
    free = [card for card in legal if card not in known]
    return {**event, "card": random.choice(free)} if free else event
