"""The Gulan Parish family: 28, 40 and 56 (gulan/RULES.md).

One engine plays all of it. A rule set (`ruleset`, the built-in ones in `variants`) is a table of values, and `tables`
is what hands look up under it. Each of these modules imports from the lines above it, or from its left:

    ruleset                     the options, with the built-in rule sets in `variants`, others in `presets`
    deck auction situations     cards and calls
    consistency                 options that contradict each other
    tables state                what is known of a hand, as plain data
    ruling_marks redeal endings which rulings take part, why a hand is dealt again, what ends it
    play transitions hand       what each event does: `transitions` up to the first trick, `play` from then on
    rules promises              one function a rule
    rulebook                    which rules apply to which action in which situation, and in which order
    match scoring rulings       what a hand is worth, and which rulings took part
    seat_view legal_events narrative
    game                        faults, legal events, results of a hand: it holds the rule book
    grounds                     what each rule rests on: sentences and rulings
    schema                      the JSON Schema of the rule sets
    goals policy                how simulated hands are played
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealproof.replay.core.cards import SUITS
from dealproof.replay.core.family import Family, SchemaParts, by_id
from dealproof.replay.core.grounds import Ground
from dealproof.replay.core.ruleset import read as read_rule_set
from dealproof.replay.games.gulan.advantage import ADVANTAGE
from dealproof.replay.games.gulan.consistency import contradictions
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.presets import PRESETS
from dealproof.replay.games.gulan.redeal import REASONS
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.variants import VARIANTS
from dealproof.verifier.encoding import Json

if TYPE_CHECKING:
    from dealproof.replay.games.gulan.policy import GulanPolicy

GAMES: Final = tuple(Gulan(rules) for rules in VARIANTS)
"""The built-in rule sets of the family."""


def read(value: Json, id: str, pointer: str) -> Gulan:
    """A house's own rule set from its JSON. Raises `Malformed` with the pointer of what is wrong in it."""
    return Gulan(read_rule_set(RuleSet, contradictions, value, id, pointer))


def _policy(game: Gulan) -> GulanPolicy:
    from dealproof.replay.games.gulan.policy import GulanPolicy

    return GulanPolicy(game)


def _schema() -> SchemaParts:
    from dealproof.replay.games.gulan.schema import parts

    return parts()


def _grounds(game: Gulan) -> tuple[Ground, ...]:
    from dealproof.replay.games.gulan.grounds import grounds

    return grounds(game)


FAMILY: Final[Family] = Family(
    name="gulan",
    games=by_id(GAMES),
    read=read,
    presets=by_id(map(Gulan, PRESETS)),
    policy=_policy,
    schema=_schema,
    grounds=_grounds,
    advantage=ADVANTAGE,
    texts=tuple(REASONS),
    nullable={"fresh": (None, 0, 1), "trump": (None, *SUITS)},
)
"""All that the rest of the program asks of the family."""
