"""What a plain game gets from its deck, its book of rules and its hands (`replay.core.plain_game`)."""

from collections.abc import Iterator

import pytest

from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.events import Event
from dealproof.replay.core.plain_policy import AnyLegal
from dealproof.replay.core.random_source import RandomSource
from dealproof.replay.record.events import PILES
from dealproof.verifier.shuffle import Draws
from tests.support.toy_game import BOOK, HIGHEST, Hand, RuleSet, Toy

DRAWS = Draws(bytes(32), bytes(32))


def hands() -> Iterator[Hand]:
    """A hand of every number of seats at every point, played at random."""
    random = RandomSource(DRAWS, "moves")
    for seats in HIGHEST.seats:
        hand = HIGHEST.start([str(seat) for seat in range(seats)], None, DRAWS)
        yield hand.copy()
        while events := list(AnyLegal(HIGHEST).proposals(hand, "any", random)):
            hand.apply(events[0])
            yield hand.copy()


def with_actions(id: str, *actions: str) -> Toy:
    """The toy game with these actions and no rules."""
    game = Toy(RuleSet(id))
    game.book = dict.fromkeys(actions, ())
    return game


def test_legal_is_every_event_that_no_rule_refuses() -> None:
    for hand in hands():
        legal = [
            {"seat": seat, "do": "play", "card": card}
            for seat in range(len(hand.hands))
            for kind, card in enumerate(TEXTS[:52])
            if not any(rule(hand, Event("play", seat, kind)) for rule in BOOK["play"])
        ]
        assert HIGHEST.legal(hand) == legal
        assert bool(legal) == bool(HIGHEST.to_act(hand))


def test_piles_and_actions_without_a_field_are_candidates_too() -> None:
    game = with_actions("drawing", "draw", "drop")
    assert game.legal(game.start(["A", "B"], None, DRAWS)) == [
        *({"seat": seat, "do": "draw", "from": pile} for seat in (0, 1) for pile in PILES),
        *({"seat": seat, "do": "drop"} for seat in (0, 1)),
    ]


@pytest.mark.parametrize("do", ["bid", "cut", "redeal"])
def test_actions_that_cannot_be_listed_are_refused_by_name(do: str) -> None:
    game = with_actions("bidding", do)
    with pytest.raises(NotImplementedError, match=f"'{do}' of bidding"):
        game.legal(game.start(["A", "B"], None, DRAWS))


def test_the_narrative_has_the_deal_the_cards_left_and_the_score_of_a_finished_hand() -> None:
    for hand in hands():
        narrative = HIGHEST.narrator(hand).narrative(None)
        assert narrative.deals[0].stages == (hand.dealt,)
        held = [set(dealt) - {TEXTS[kind] for kind in hand.played} for dealt in hand.dealt]
        assert [set(cards) for cards in narrative.hands] == held
        assert [line.code for line in narrative.score] == ([] if narrative.to_act else ["takes-it-all"])


def test_a_copy_of_a_hand_changes_independently() -> None:
    hand = HIGHEST.start(["A", "B"], None, DRAWS)
    copy = hand.copy()
    copy.apply(Event("play", 0, TEXTS.index(copy.hands[0][0])))
    assert (len(hand.hands[0]), len(copy.hands[0]), hand.played) == (5, 4, [])
