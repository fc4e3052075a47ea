"""Counts what becomes of simulated hands and of mutations, and writes it into fixtures/README.md, "Simulated hands".

    python -m tests.generate.simulated_counts 10000               that many hands of each rule set and number of seats,
    and as many
                                                       mutations: an hour and a half
    python -m tests.generate.simulated_counts 10000 kazhutha      of this rule set alone; what is told of the others
    stays

The hands are those of `dealproof simulate RULES --count N --seed "simulated hands"`. Every legal hand must be verified,
and every mutation judged as the slow reference judges it; what is not is printed, and then nothing is written.
"""

import sys
from collections import Counter

from dealproof.replay import rulesets
from dealproof.replay.simulation.mutations import mutate
from dealproof.replay.simulation.records import random_source, simulate
from tests.support.endings import WANTED, endings
from tests.support.judging import by_product, by_reference
from tests.support.paths import ROOT

README = ROOT / "fixtures" / "README.md"
HEADING = "## Simulated hands\n"
SEED = "simulated hands"
LEAST = 20
"""How often each ending of a family must come up."""


class Told:
    """What became of the hands of one rule set."""

    def __init__(self, rules_id):
        self.rules_id, self.family = rules_id, rulesets.games()[rules_id].family
        self.hands = self.mutations = self.verified = self.hidden = 0
        self.ends, self.redeals, self.matches = Counter(), Counter(), Counter()
        self.seats, self.shown = Counter(), Counter(dict.fromkeys(WANTED.get(self.family, ()), 0))
        self.verdicts, self.rules = Counter(), Counter()
        self.wrong = []

    def take(self, count):
        game = rulesets.builtin(self.rules_id)
        for number, hand in enumerate(simulate(game, SEED, count * len(game.seats)), 1):
            self.take_hand(hand)
            self.take_mutation(mutate(hand, random_source(game, SEED, number, "mutation")))
        self.wrong += [(self.rules_id, name, often) for name, often in self.shown.items() if often < LEAST]
        return self

    def take_hand(self, hand):
        told = by_product(hand.record)
        self.hands += 1
        if told["verdict"] != "verified":
            self.wrong.append((hand.record["header"]["hand"], hand.goal, told))
            return
        self.verified += 1
        if self.family == "gulan":
            self.take_game(hand, told)
        else:
            self.seats[f"{len(hand.record['header']['seats'])} seats"] += 1
            self.shown.update(endings(self.family, hand.record))

    def take_game(self, hand, told):
        self.ends[ending(told["result"])] += 1
        self.matches.update(won(hand.record["header"]["match"], told["result"]["match"]))
        self.redeals.update(event["reason"] for event in hand.record["events"] if event["do"] == "redeal")

    def take_mutation(self, mutated):
        told, expected = by_product(mutated.record), by_reference(mutated.record)
        self.mutations += 1
        self.hidden += mutated.hidden
        if told != expected:
            self.wrong.append((mutated.record["header"]["hand"], mutated.mutation, mutated.hidden, told, expected))
        self.verdicts[" + ".join(told["all"])] += 1
        if told["rule"] is not None:
            self.rules[told["rule"]] += 1


def ending(result):
    """How a hand ended, a thani that was made told apart."""
    if result["kind"] == "thani" and result["made"]:
        return "thani made"
    return result["ended"]


def won(match, after):
    """The slam or flag that a hand of a match brought."""
    if match is None:
        return ["no match"]
    brought = [name for name in ("slams", "flags") if after.get(name) != match["before"].get(name)]
    return brought or ["neither slam nor flag"]


def listed(counts):
    return ", ".join(f"{name} {count:,}" for name, count in counts.most_common()) or "none"


INTRODUCTION = f"""\
`python -m tests.generate.simulated_counts 10000` makes this section, from 10,000 for each number of seats:
hands of `dealproof simulate RULES --seed "{SEED}"`, all verified,
and as many with one thing changed (`--mutate`), all judged as the slow reference judges them:
verdict, every verdict that holds, checks, grade, event, first rule, result, remarks.
`tests/support/endings.py` says what came up: each at least {LEAST} times.
"""


def section(parts):
    """The section of the parts by rule set, each its own text."""
    ordered = [f"### {rules_id}\n\n{parts[rules_id]}\n" for rules_id in rulesets.ids() if rules_id in parts]
    return "\n".join([HEADING, INTRODUCTION, *ordered])


def part(told):
    return "\n".join(map("- {}".format, sentences(told)))


def parts_of(readme):
    """The parts of the section as it stands, by rule set."""
    old = readme.partition(HEADING)[2].partition("\n## ")[0].split("\n### ")[1:]
    headed = (each.split("\n", 1) for each in old)
    return {rules_id: text.strip() for rules_id, text in headed}


def sentences(told):
    if told.family == "gulan":
        yield f"{told.verified:,} of {told.hands:,} hands verified. Ends: {listed(told.ends)}."
        yield f"Matches: {listed(told.matches)}. Redeals: {listed(told.redeals)}."
    else:
        yield f"{told.verified:,} of {told.hands:,} hands verified: {listed(told.seats)}."
        yield f"Hands in which this came up: {listed(told.shown)}."
    yield f"{told.mutations:,} mutations, {told.hidden:,} with log head and signatures made right."
    yield f"Every verdict that holds of them: {listed(told.verdicts)}."
    yield f"First rules broken: {listed(told.rules)}."


def written(readme, text):
    """The README with the section replaced, or added at its end."""
    before, _, after = readme.partition(HEADING)
    _, heading, rest = after.partition("\n## ")
    return f"{before.rstrip()}\n\n{text.rstrip()}\n{heading}{rest}"


def main():
    count, chosen = int(sys.argv[1]), sys.argv[2:] or rulesets.ids()
    all_told = [Told(rules_id).take(count) for rules_id in chosen]
    wrong = [each for told in all_told for each in told.wrong]
    for each in wrong:
        print(*each)
    if wrong:
        sys.exit(f"{len(wrong)} hands or counts are not what they should be; nothing was written.")
    readme = README.read_text(encoding="utf-8")
    parts = parts_of(readme) | {told.rules_id: part(told) for told in all_told}
    README.write_text(written(readme, section(parts)), encoding="utf-8")


if __name__ == "__main__":
    main()
