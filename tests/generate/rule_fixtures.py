"""Writes fixtures/rules/: for every rule that a rule set can print, a record that breaks it and its legal twin.

    python -m tests.generate.rule_fixtures                 all rule sets, and the rules that need an option
    python -m tests.generate.rule_fixtures 28-standard     this rule set only
    python -m tests.generate.rule_fixtures no-jack-discard this rule only, which needs an option

Hands are dealt from seeds made of the rule set and a number, and walked at whim by the slow reference, never by
`replay`. At every step wrong events are tried; of all that break a rule first, the one is kept that breaks it alone,
has the nearest legal event, and the shortest log, in this order. The whim is SHA-256: the same files, byte for byte,
wherever this runs.
"""

import functools
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from dealproof.replay import rulesets
from tests.reference.gulan import protocol
from tests.support.paths import ROOT
from tests.support.rule_ids import in_book, reached
from tests.support.under_work import UNDER_WORK
from tests.support.walks import gulan, kazhutha, rummy, seating
from tests.support.walks.whim import Json, Whim, digest

FIXTURES = ROOT / "fixtures"
FOLDER = FIXTURES / "rules"
WALKS = 240
MOST_WALKS = 2400  # as long as a rule has not been met: some deals come once in hundreds

SOURCES: dict[str, ModuleType] = {"gulan": gulan, "kazhutha": kazhutha, "rummy": rummy, "seating": seating}
"""Where the hands of each family come from."""


class Option(NamedTuple):
    """What makes a rule set print a rule that no built-in one prints: the rule set that is changed, and what is laid
    over it as its JSON has it (`own`) and as the reference calls it (`reference`)."""

    base: str
    own: Json
    reference: Json


SMALLEST = {"seats": 4, "packs": 1, "jokers": 3}
"""A table on which one card is left to draw after the deal."""

OPTIONS = {
    "no-jack-discard": Option("28-standard", {"no_jack_discard": True}, {"no_jack_discard": True}),
    "stock-empty": Option("rummy-13", {"tables": [SMALLEST]}, {"packs": 1, "jokers": 3}),
    "taken-card-returned": Option("rummy-13", {"return_taken_card": False}, {"return_taken_card": False}),
    "timeout-too-early": Option("rummy-13", {"turn_ms": 30_000}, {"turn_ms": 30_000}),
    "wild-not-from-discards": Option("rummy-13", {"wild_from_discards": False}, {"wild_from_discards": False}),
}
"""The rules that no built-in set prints."""

NAMES = (
    "അമ്മിണി",
    "Thomaskutty",
    "કોકિલા",
    "രാഘവൻ",
    "Aysha Beevi",
    "જયંતી",
    "കുഞ്ഞാലി",
    "Kochuthresia",
    "હંસરાજ",
    "സാറാമ്മ",
    "Unnikrishnan",
)
"""Players of Kerala, some of Mattancherry's Gujarati streets among them."""


class Table(NamedTuple):
    """A rule set as it is played here: its ID, the reference's table and options, the record's `rules`, the numbers of
    seats, and whether there is a dealer."""

    id: str
    base: str
    options: Json
    rules: Json | None
    seats: tuple[int, ...]
    has_dealer: bool

    @property
    def source(self) -> Any:
        return SOURCES[rulesets.games()[self.base].family]

    @property
    def digest(self) -> str | None:
        """Only a rule set of one's own binds its JSON: the pairs of the built-in ones are about the rules alone."""
        return None if self.rules is None else sha256(protocol.jcs(self.rules).encode()).hexdigest()


def built_in(rules_id: str) -> Table:
    game = rulesets.games()[rules_id]
    return Table(rules_id, rules_id, {}, None, tuple(game.seats), game.has_dealer)


def with_option(rule: str) -> Table:
    option = OPTIONS[rule]
    name = f"{option.base}.{rule}"
    rules = rulesets.games()[option.base].to_json() | {"id": name, **option.own}
    game = rulesets.read(rules, name, "/rules")
    return Table(name, option.base, option.reference, rules, tuple(game.seats), game.has_dealer)


# The hand before it is played


def deal(table: Table, number: int) -> Json:
    """A record without events: who sits there, who deals, seeds and commitments."""
    seats = table.seats[number % len(table.seats)]
    names = [NAMES[(number + step) % len(NAMES)] for step in range(seats)]
    seeds = [digest(f"{name} {table.id} {number}")[:32] for name in names]
    server_seed = digest(f"dealproof rules {table.id} {number}")
    header = {
        "format": "dealproof/hand/1",
        "hand": f"{table.id}.{number}",
        "table": "rules",
        "number": number,
        "rules": table.id,
        "rules_digest": table.digest,
        "seats": names,
        "dealer": number % seats if table.has_dealer else None,
        "server_commitment": sha256(bytes.fromhex(server_seed)).hexdigest(),
        "player_commitments": [digest(seed) for seed in seeds],
        "seat_keys": None,
        "match": None,
    }
    return {
        "header": header,
        "rules": table.rules,
        "server_seed": server_seed,
        "player_seeds": seeds,
        "claim": None,
    }


def start(table: Table, dealt: Json) -> Any:
    """The game of a dealt hand, in the reference."""
    seed, salt = bytes.fromhex(dealt["server_seed"]), protocol.salt(dealt["header"], dealt["player_seeds"])
    order = functools.partial(protocol.shuffled, seed, salt)
    seats, dealer = len(dealt["header"]["seats"]), dealt["header"]["dealer"]

    def uniform(label: str, n: int) -> int:
        return protocol.uniform(protocol.stream(seed, salt, label), n)

    return table.source.start(table.base, table.options, seats, dealer, order, uniform)


def closed(dealt: Json, events: list[Json]) -> bytes:
    """The whole record as canonical JSON on one line."""
    salt = protocol.salt(dealt["header"], dealt["player_seeds"])
    record = dealt | {"events": events, "log_head": protocol.log_hash(salt, events).hex()}
    return protocol.jcs(record).encode() + b"\n"


# The twin


THANI = 99
"""As what height thani counts where the nearest bid is looked for."""
FAR = 1 << 31
"""How far an event with a time is from one without."""


def distance(wrong: Json, right: Json) -> tuple[int, int]:
    """How far two events are apart: keys that differ, the word counting for three; then how far their numbers."""
    differing = [key for key in wrong.keys() | right.keys() if wrong.get(key) != right.get(key)]
    apart = len(differing) + (2 if "do" in differing else 0)
    a, b = number_in(wrong), number_in(right)
    if wrong["do"] != right["do"] or a == b:
        return apart, 0
    return apart, FAR if a is None or b is None else abs(a - b)


def number_in(event: Json) -> int | None:
    """The one number of an event: of a bid, of a cut, or its time."""
    number: int | None = event.get("value", event.get("at", event.get("t")))
    return THANI if event.get("value") == "thani" else number


def twin(wrong: Json, legal: list[Json]) -> tuple[tuple[int, int], list[Json]]:
    """The nearest legal event and how near it is; none where the hand is over: the twin then lacks the event."""
    if not legal:
        return (0, 0), []
    redeals = [event for event in legal if event["do"] == "redeal"]
    best = min(redeals or legal, key=lambda right: distance(wrong, right))
    return distance(wrong, best), [best]


# The search


class Pair(NamedTuple):
    """A wrong event and its twin: `cost` is less the better the pair is."""

    cost: tuple[int, tuple[int, int], int]
    dealt: Json
    before: list[Json]
    wrong: Json
    right: list[Json]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / "breaks.hand.json").write_bytes(closed(self.dealt, [*self.before, self.wrong]))
        (folder / "inside.hand.json").write_bytes(closed(self.dealt, [*self.before, *self.right]))


def search(table: Table, wanted: frozenset[str], most: int) -> dict[str, Pair]:
    """The best pair that the walks show for each rule that is wanted."""
    found: dict[str, Pair] = {}
    for number in range(1, most + 1):
        if number > WALKS and found.keys() == wanted:
            break
        walk(table, number, wanted, found)
    return found


def walk(table: Table, number: int, wanted: frozenset[str], found: dict[str, Pair]) -> None:
    """Walks one hand, and keeps every pair that is better than the one that stands in `found`."""
    dealt, source = deal(table, number), table.source
    game, whim, events = start(table, dealt), Whim(f"{table.id} {number}"), list[Json]()
    while True:
        legal = source.legal(game)
        for wrong in source.tries(game):
            broken = game.faults(wrong)
            if broken and broken[0] in wanted and may_be_better(len(broken), len(events), found.get(broken[0])):
                near, right = twin(wrong, legal)
                assert not any(map(game.faults, right)), f"the reference lists {right} as legal and finds a fault in it"
                pair = Pair((len(broken), near, len(events)), dealt, events[:], wrong, right)
                if broken[0] not in found or pair.cost < found[broken[0]].cost:
                    found[broken[0]] = pair
        if game.over:
            return
        events.append(source.choose(game, legal, whim, number))
        game.apply(events[-1])


def may_be_better(rules: int, length: int, best: Pair | None) -> bool:
    """Whether a pair of this many rules and events can beat the best: its twin is at least one key away."""
    nearest = (0, 0) if best and not best.right else (1, 0)
    return best is None or (rules, nearest, length) < best.cost


def make(table: Table, wanted: frozenset[str], folder: Path) -> None:
    """Writes the pairs of the rules wanted. Of a rule set under work, the walks show which rules it can print."""
    under_work = table.id in UNDER_WORK
    found = search(table, wanted, WALKS if under_work else MOST_WALKS)
    missing = ", ".join(sorted(wanted - found.keys()))
    assert under_work or not missing, f"{table.id}: no walk shows {missing}"
    for rule, pair in found.items():
        shutil.rmtree(folder / rule, ignore_errors=True)
        pair.write(folder / rule)
    print(f"{table.id}: {len(found)} rules, longest log {max(len(pair.before) for pair in found.values()) + 1}")
    if missing:
        print(f"{table.id}: in its rule book, but shown by no walk: {missing}")


def make_set(rules_id: str) -> None:
    wanted = in_book(rules_id) if rules_id in UNDER_WORK else reached(rules_id)
    make(built_in(rules_id), wanted, FOLDER / rules_id)


def make_option(rule: str) -> None:
    make(with_option(rule), frozenset({rule}), FOLDER / "options")


def main(chosen: list[str]) -> None:
    known = {**dict.fromkeys(rulesets.ids(), make_set), **dict.fromkeys(OPTIONS, make_option)}
    if unknown := [name for name in chosen if name not in known]:
        sys.exit(f"Neither a built-in rule set nor a rule of OPTIONS: {', '.join(unknown)}.")
    for name in chosen or known:
        known[name](name)


if __name__ == "__main__":
    main(sys.argv[1:])
