"""Frames as a page carries them: each as what changed since the one before, in flat objects with short keys.

A hand is one text, two characters a card. A key that is null is no longer there. The keys:

    h0 g0 o0   hand, cards that left with it, cards dealt face up; a number a seat
    m0         groups of seat 0: pairs of a name and cards
    w0 x0      what seat 0 said, what it is
    a          seats to act
    t k v c    the trick: triples of seat, card and 1 if with trump power; its name; who took it; 1 if into its hand
    f          seat and card of the concealed trump
    u n d      suit of the trump, 1 if it is open, who declared it
    s p q      cards in the stock; cards and top of the discards; the card turned up
    r e        seat and card just drawn; 1 if all saw it
    i j        cards out of play; what happened to the whole deal
    l b        headings and values of the score; sentences
    z          the illegal event: seat, card, place, words

>>> changes({"h0": "JsTd", "w0": "15"}, {"h0": "Js", "a": [1]})
{'h0': 'Js', 'a': [1], 'w0': None}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from dealproof.web.presentation.board.frame import Frame

Flat = dict[str, Any]

TOP: Final = 3
"""How many of the discards are shown."""


def wire(frames: Sequence[Frame]) -> list[Flat]:
    """The first frame, and what changed in each of the others."""
    every = [flat(frame) for frame in frames]
    return [*every[:1], *(changes(before, after) for before, after in pairwise(every))]


def changes(before: Flat, after: Flat) -> Flat:
    """What turns one flat object into another."""
    new = {key: value for key, value in after.items() if before.get(key) != value}
    return new | {key: None for key in before if key not in after}


def flat(frame: Frame) -> Flat:
    """A frame without what is empty."""
    return {key: value for key, value in entries(frame) if value not in (None, "", 0, [], ())}


def entries(frame: Frame) -> Iterator[tuple[str, Any]]:
    """The keys of a frame with their values."""
    for name, cards in (("h", frame.hands), ("g", frame.gone), ("o", frame.faced)):
        yield from ((f"{name}{seat}", "".join(each)) for seat, each in enumerate(cards))
    for seat, groups in enumerate(frame.groups):
        yield f"m{seat}", [[group.kind, "".join(group.cards)] for group in groups]
    yield from ((f"w{seat}", said) for seat, said in enumerate(frame.words))
    yield from ((f"x{seat}", status) for seat, status in enumerate(frame.statuses))
    yield "a", [*frame.acts]
    yield "t", [[laid.seat, laid.card, int(laid.power)] for laid in frame.table]
    yield "k", frame.trick
    yield "v", None if frame.winner is None else [frame.winner]
    yield "c", int(frame.taken)
    yield "f", [*frame.concealed] if frame.concealed else None
    yield "u", frame.trump
    yield "n", int(frame.trump_open)
    yield "d", None if frame.declarer is None else [frame.declarer]
    if frame.piles:
        yield "s", [frame.piles.stock]
        yield "p", [len(frame.piles.discards), "".join(frame.piles.discards[-TOP:])]
        yield "q", frame.piles.turned
    yield "r", [frame.fresh.seat, frame.fresh.card] if frame.fresh else None
    yield "e", int(frame.fresh_open)
    yield "i", frame.aside
    yield "j", frame.banner
    yield "l", [[*row] for row in frame.score]
    yield "b", [*frame.notes]
    yield "z", [*frame.wrong] if frame.wrong else None
