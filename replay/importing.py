"""The builder of imported hands: who was dealt what becomes the lists of `deals` (RECORD.md, "Imported hands").

A log of another program has the cards that each seat got, not the order of the pack. `with_deals` puts the cards at the
places of the pack from which that deal takes them: packet by packet in 28, one by one in rummy, with the turned card,
the discards and the stock behind them. It undoes a cut among the events. Cards that nobody saw follow in the order of
the canonical deck.

    >>> hands = ["J9ATKQ87", "J9ATKQ87", "J9ATKQ87", "J9ATKQ87"]
    >>> dealt = Dealt([[rank + suit for rank in hand] for hand, suit in zip(hands, "shdc")])
    >>> record = {
    ...     "format": "dealproof/import/1", "hand": "h1", "table": "t1", "number": 1, "rules": "28-gulan",
    ...     "rule_set": None, "seats": ["Ammu", "Biju", "Chinnu", "Devan"], "dealer": 3, "match": None,
    ...     "events": [], "claim": None, "origin": "an example",
    ... }
    >>> " ".join(with_deals(record, [dealt])["deals"][0][:20])
    'Js 9s As Ts Jh 9h Ah Th Jd 9d Ad Td Jc 9c Ac Tc Ks Qs 8s 7s'

It does not build a seating: who gets which card depends on the aces. All its cards are dealt face up, so that its list
is what was dealt, in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from dealproof.replay.core import engine
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.engine import Game, Source
from dealproof.replay.core.given_deals import arranged
from dealproof.replay.record import imported
from dealproof.replay.record.events import read_events
from dealproof.replay.record.opening import FIRST_SEAT, read_opening
from dealproof.replay.record.record import MAX_EVENTS, member_of, read_list

Json = dict[str, Any]


class Dealt(NamedTuple):
    """What is known of one deal, or of one stock made from the discards.

    `hands` are the cards of each seat in the order in which it got them, as far as they are known. A stock has none.
    `then` are the cards behind those that were dealt, from the top: in rummy the turned card, the first discard, then
    what was drawn from the stock, one after the other.
    """

    hands: Sequence[Sequence[str]] = ()
    then: Sequence[str] = ()


def with_deals(record: Mapping[str, Any], known: Sequence[Dealt]) -> Json:
    """The record of an imported hand, which is given without `deals`, with them. `known` has one entry for each deal
    and each new stock. After an illegal event nothing is dealt.

    Raises `Malformed` if the rest of the record cannot be read, and ValueError if the cards are not those of the pack
    or the events deal another number of times than is known.
    """
    for deal, each in enumerate(known, 1):
        _check_texts(each, f"deal {deal}")
    made: Json = {**record, "deals": []}
    game, seats = read_opening(made)
    events = read_events(read_list(member_of(made, "", "events"), "/events", MAX_EVENTS), game.actions, len(seats))
    table = _Table(game, len(seats), made["dealer"], made.get(FIRST_SEAT), known, _cuts(made["events"]))
    stop = engine.play_out(game, game.start(seats, made["dealer"], table), events)
    if stop is None and len(table.deals) < len(known):
        raise ValueError(f"{len(known)} deals are given, but the events deal only {len(table.deals)} times.")
    made["deals"] = list(table.deals.values())
    return imported.from_json(made).json


def _check_texts(known: Dealt, where: str) -> None:
    """Raises ValueError for a card that is no text, such as the object of another program's log."""
    for card in (*(card for hand in known.hands for card in hand), *known.then):
        if not isinstance(card, str):
            raise ValueError(f'In {where}, a card is {card!r}; a card is a text such as "As".')


def _cuts(events: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """How many cards were cut in each deal that was cut, by its number from 0."""
    deal, cuts = 0, dict[int, int]()
    for event in events:
        if event["do"] == "redeal":
            deal += 1
        elif event["do"] == "cut":
            cuts.setdefault(deal, event["at"])
    return cuts


class _Table:
    """The draws of a hand, each composed of what is known when it is made. Engines take it as `draw`."""

    def __init__(
        self,
        game: Game,
        seats: int,
        dealer: int | None,
        first_seat: int | None,
        known: Sequence[Dealt],
        cuts: Mapping[int, int],
    ) -> None:
        self._game, self._seats, self._dealer, self._first_seat = game, seats, dealer, first_seat
        self._known, self._cuts = known, cuts
        self.deals: dict[str, list[str]] = {}

    def __call__(self, label: str) -> Source:
        return _Composed(self, label)

    def first_seat(self) -> int:
        """The first seat of the record, which has one."""
        assert self._first_seat is not None
        return self._first_seat

    def dealt(self, label: str) -> list[int]:
        """The places in the deck of the cards of a deal, from the top, before a cut."""
        deck = self._game.deck(self._seats)
        number = len(self.deals)
        if label not in self.deals:
            cards = self._in_order(self._next(number), deck, f"deal {number + 1}")
            at = self._cuts.get(number, 0)
            at = at if 0 < at < len(cards) else 0
            self.deals[label] = cards[len(cards) - at :] + cards[: len(cards) - at]
        return arranged(self.deals[label], deck, "")

    def stock(self, label: str, pile: Sequence[int]) -> list[int]:
        """A pile as a new stock, from the top."""
        texts = [TEXTS[kind] for kind in pile]
        number = len(self.deals)
        if label not in self.deals:
            known = self._next(number)
            where = f"deal {number + 1}, a new stock"
            if known.hands:
                raise ValueError(f"In {where}, nobody is dealt a hand.")
            self.deals[label] = [*known.then, *_rest(known.then, texts, where)]
        return [pile[place] for place in arranged(self.deals[label], texts, "")]

    def _next(self, number: int) -> Dealt:
        if number >= len(self._known):
            raise ValueError(f"The events deal {number + 1} times; what was dealt then is not given.")
        return self._known[number]

    def _in_order(self, known: Dealt, deck: Sequence[str], where: str) -> list[str]:
        """The cards in the order in which they were dealt."""
        places = list(self._places(len(deck), where))
        if len(known.hands) != len(places):
            raise ValueError(f"In {where}, there are {len(known.hands)} hands for {len(places)} seats.")
        cards: list[str | None] = [None] * len(deck)
        for seat, (hand, taken) in enumerate(zip(known.hands, places, strict=True)):
            if len(hand) > len(taken):
                raise ValueError(f"In {where}, seat {seat} has {len(hand)} cards; it gets {len(taken)}.")
            for place, card in zip(taken, hand, strict=False):
                cards[place] = card
        behind = sorted({*range(len(deck))} - {place for taken in places for place in taken})
        if len(known.then) > len(behind):
            raise ValueError(f"In {where}, {len(known.then)} cards follow; there are {len(behind)}.")
        for place, card in zip(behind, known.then, strict=False):
            cards[place] = card
        rest = iter(_rest([card for card in cards if card is not None], deck, where))
        return [next(rest) if card is None else card for card in cards]

    def _places(self, size: int, where: str) -> Iterator[list[int]]:
        """The places of the pack from which each seat gets its cards, in the order in which it gets them."""
        try:
            stages = self._game.stages(self._seats, self._dealer, [*map(str, range(size))], self)
        except StopIteration:
            raise ValueError(
                f"In {where}, who gets which card depends on the cards: write the list as it fell."
            ) from None
        for seat in range(self._seats):
            yield [int(place) for stage in stages for place in stage[seat]]


class _Composed:
    """One draw of a hand that is put together."""

    def __init__(self, table: _Table, label: str) -> None:
        self._table, self._label = table, label

    def order(self, n: int) -> list[int]:
        """The places of the cards in the canonical deck."""
        return self._table.dealt(self._label)

    def permuted(self, pile: Sequence[int]) -> list[int]:
        """A pile in the order of its cards."""
        return self._table.stock(self._label, pile)

    def uniform(self, m: int) -> int:
        """The first seat."""
        return self._table.first_seat()


def _rest(known: Sequence[str], pile: Sequence[str], where: str) -> list[str]:
    """The cards of a pile that are not among the known ones, in its order. Raises ValueError if the pile does not have
    the known ones."""
    taken = Counter(known)
    if wrong := next((card for card in taken if taken[card] > pile.count(card)), None):
        raise ValueError(f"In {where}, {wrong} is there {taken[wrong]} times, of {pile.count(wrong)} in the pack.")
    rest = []
    for card in pile:
        if taken[card]:
            taken[card] -= 1
        else:
            rest.append(card)
    return rest
