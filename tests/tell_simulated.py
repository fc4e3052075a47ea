"""Counts what becomes of simulated hands and of mutations, and writes it into fixtures/README.md, "Simulated hands".

    python -m tests.tell_simulated 10000      that many hands and as many mutations a rule set: a quarter of an hour

The hands are those of `dealproof simulate RULES --count N --seed "simulated hands"`. Every legal hand must be verified,
and every mutation judged as the slow reference judges it; what is not is printed, and then nothing is written.
"""

import sys
from collections import Counter
from pathlib import Path

from replay import rulesets
from tests.judging import by_product, by_reference
from tests.reference.gulan.tables import GULAN
from web.mutate import mutate
from web.simulate import chances, simulate

README = Path(__file__).parent.parent / "fixtures" / "README.md"
HEADING = "## Simulated hands\n"
SEED = "simulated hands"


class Told:
    """What became of the hands of one rule set."""

    def __init__(self, rules_id):
        self.rules_id = rules_id
        self.hands = self.mutations = self.verified = self.hidden = 0
        self.ends, self.redeals, self.matches = Counter(), Counter(), Counter()
        self.verdicts, self.rules = Counter(), Counter()
        self.wrong = []

    def take(self, count):
        game = rulesets.builtin(self.rules_id)
        for number, hand in enumerate(simulate(game, SEED, count), 1):
            self.take_hand(hand)
            self.take_mutation(mutate(hand, chances(game, SEED, number, "mutation")))
        return self

    def take_hand(self, hand):
        told = by_product(hand.record)
        self.hands += 1
        if told["verdict"] != "verified":
            self.wrong.append((hand.record["header"]["hand"], hand.goal, told))
            return
        self.verified += 1
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


def section(all_told, count):
    lines = [
        HEADING,
        f"`python -m tests.tell_simulated {count}` made this section:",
        f'{count:,} hands of `dealproof simulate RULES --seed "{SEED}"` a rule set, all verified,',
        "and as many with one thing changed (`--mutate`), all judged as the slow reference judges them:",
        "verdict, every verdict that holds, checks, grade, event, first rule, result, remarks.",
        "",
    ]
    for told in all_told:
        lines += [f"### {told.rules_id}", "", *map("- {}".format, sentences(told)), ""]
    return "\n".join(lines)


def sentences(told):
    yield f"{told.verified:,} of {told.hands:,} hands verified. Ends: {listed(told.ends)}."
    yield f"Matches: {listed(told.matches)}. Redeals: {listed(told.redeals)}."
    yield f"{told.mutations:,} mutations, {told.hidden:,} with log head and signatures made right."
    yield f"Every verdict that holds of them: {listed(told.verdicts)}."
    yield f"First rules broken: {listed(told.rules)}."


def written(readme, text):
    """The README with the section replaced, or added at its end."""
    before, _, after = readme.partition(HEADING)
    _, heading, rest = after.partition("\n## ")
    return f"{before.rstrip()}\n\n{text.rstrip()}\n{heading}{rest}"


def main():
    count = int(sys.argv[1])
    all_told = [Told(rules_id).take(count) for rules_id in GULAN]
    wrong = [each for told in all_told for each in told.wrong]
    for each in wrong:
        print(*each)
    if wrong:
        sys.exit(f"{len(wrong)} hands are not judged as they should be; nothing was written.")
    README.write_text(written(README.read_text(encoding="utf-8"), section(all_told, count)), encoding="utf-8")


if __name__ == "__main__":
    main()
