"""Archives made of facts alone, without records: decks from a random source, dealt as the rule set deals."""

import random
from collections.abc import Callable, Iterator, Sequence

from dealproof.replay import rulesets
from dealproof.replay.archive.analysis.whole import Archive
from dealproof.replay.archive.chunk import DECKS, OUTCOMES, count_decks, table_name
from dealproof.replay.archive.counts import Counts
from dealproof.replay.archive.facts import Facts
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.seats import Worths, count_seats
from dealproof.verifier.shuffle import Draws

RULES = "28-standard"
SEATS = 4
ACCOUNTS = tuple(f"{place:016x}" for place in range(12))

Order = Sequence[int]
Change = Callable[[Facts, random.Random], Facts | None]


def uniform(source: random.Random, n: int) -> Order:
    """An honest shuffle."""
    return source.sample(range(n), n)


def hands(seed: int, shuffled: Callable[[random.Random, int], Order] = uniform) -> Iterator[Facts]:
    """Hands of 28 at three tables, without an end; accounts change their seats."""
    source = random.Random(seed)
    game = rulesets.builtin(RULES)
    assert game is not None
    deck = game.deck(SEATS)
    number = 0
    while True:
        number += 1
        order = tuple(shuffled(source, len(deck)))
        table, dealer = f"t{number % 3}", number % SEATS
        stages = game.stages(SEATS, dealer, [deck[place] for place in order], Draws(bytes(32), b""))
        cards = [tuple(card for stage in stages for card in stage[seat]) for seat in range(SEATS)]
        facts = Facts(
            hand=f"{table}.{number}",
            table=table,
            number=(number + 2) // 3,
            rules=RULES,
            verdict="verified",
            accounts=tuple(source.sample(ACCOUNTS, SEATS)),
            decks=(("deal/0", order),),
            commitment=f"{seed:032x}{number:032x}",
        )
        yield facts.with_cards(game, cards)


def archive(facts: Sequence[Facts], plan: Plan) -> Archive:
    """What the first pass would leave of these hands."""
    counts, worths = Counts(), Worths()
    game = rulesets.builtin(RULES)
    assert game is not None
    deck = game.deck(SEATS)
    verdicts = counts.table("verdicts", len(OUTCOMES))
    for each in facts:
        verdicts[OUTCOMES.index(each.verdict)] += 1
        if each.decks:
            count_decks(each, plan.deck_statistics(), counts)
            stages = game.stages(SEATS, 0, [deck[place] for place in each.decks[0][1]], Draws(bytes(32), b""))
            cards = [tuple(card for stage in stages for card in stage[seat]) for seat in range(SEATS)]
            count_seats(game, cards, table_name(RULES, "deal/0", len(deck), ""), counts, worths)
    assert counts.tables.get(table_name(RULES, "deal/0", len(deck), DECKS), [0])[0] <= len(facts)
    rows = sorted(facts, key=lambda each: (each.table, each.number, each.hand))
    keys = sorted(line for each in facts for line in Facts.keys(each))
    return Archive(counts.tables, worths, rows, keys)
