"""Writes fixtures/rules/: for every rule that a rule set can print, a record that breaks it and its legal twin.

    python -m tests.generate_rule_fixtures                 all rule sets, and the rules that need an option
    python -m tests.generate_rule_fixtures 28-standard     these only

Hands are dealt from seeds made of the rule set and a number, and walked at whim by the slow reference, never by
`replay`. At every step wrong events are tried; of all that break a rule first, the one is kept that breaks it alone,
has the nearest legal event, and the shortest log, in this order. The whim is SHA-256: the same files, byte for byte,
wherever this runs.
"""

import functools
import json
import shutil
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from replay import rulesets
from tests.reference.gulan import auction, protocol
from tests.reference.gulan.game import Game
from tests.reference.gulan.tables import GULAN
from tests.reference.gulan.walk import ALONE, REASONS

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOLDER = FIXTURES / "rules"
WALKS = 240
MOST_WALKS = 2400  # as long as a rule has not been met: some deals come once in hundreds
Json = dict[str, Any]

OPTIONS = {"no-jack-discard": ("28-standard", "no_jack_discard")}
"""The rules that no built-in set prints: the rule set that gets the option, and the option as both sides call it."""

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

PASSIVE = {"cut": 0, "bid": 1, "pass": 9, "redeal": 1, "conceal": 1, "show_trump": 1, "play": 9}
MANNERS: tuple[dict[str, int], ...] = (
    PASSIVE,
    PASSIVE | {"ask_trump": 90, "reveal_trump": 90},
    PASSIVE | {"bid": 9, "pass": 5, "ask_trump": 20, "reveal_trump": 20},
    PASSIVE | {"claim_jodi": 3, "claim_marujodi": 3, "ask_jodi": 9, "ask_marujodi": 9},
    PASSIVE | {"decline_jodi": 9, "decline_marujodi": 9, "ask_jodi": 90, "ask_marujodi": 90},
    PASSIVE | {"bid": 9, "pass": 5, "cut": 9},
)
"""How often a kind of event is chosen where it is legal (1 where nothing is said), a manner of walking each."""


class Table(NamedTuple):
    """A rule set as it is played here: its ID, the reference's table and options, the record's `rules`."""

    id: str
    base: str
    options: Json
    rules: Json | None

    @property
    def digest(self) -> str | None:
        """Only a rule set of one's own binds its JSON: the pairs of the built-in ones are about the rules alone."""
        return None if self.rules is None else sha256(protocol.jcs(self.rules).encode()).hexdigest()


def built_in(rules_id: str) -> Table:
    return Table(rules_id, rules_id, {}, None)


def with_option(rule: str) -> Table:
    base, option = OPTIONS[rule]
    game = rulesets.builtin(base)
    assert game is not None
    name = f"{base}.{rule}"
    return Table(name, base, {option: True}, game.to_json() | {"id": name, option: True})


# The hand before it is played


def deal(table: Table, number: int) -> Json:
    """A record without events: who sits there, who deals, seeds and commitments."""
    seats = GULAN[table.base]["seats"]
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
        "dealer": number % seats,
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


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def start(table: Table, dealt: Json) -> Any:
    """The game of a dealt hand, in the reference."""
    salt = protocol.salt(dealt["header"], dealt["player_seeds"])
    order = functools.partial(protocol.shuffled, bytes.fromhex(dealt["server_seed"]), salt)
    seats, dealer = len(dealt["header"]["seats"]), dealt["header"]["dealer"]
    return Game(table.base, seats, dealer, order, table.options)


def closed(dealt: Json, events: list[Json]) -> bytes:
    """The whole record as canonical JSON on one line."""
    salt = protocol.salt(dealt["header"], dealt["player_seeds"])
    record = dealt | {"events": events, "log_head": protocol.log_hash(salt, events).hex()}
    return protocol.jcs(record).encode() + b"\n"


# The walk


class Whim:
    """Choices that look like chance and are the same everywhere."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0

    def below(self, limit: int) -> int:
        self.count += 1
        return int(digest(f"{self.name} {self.count}")[:15], 16) % limit


def choose(game: Any, legal: list[Json], whim: Whim, manner: dict[str, int]) -> Json:
    """A legal event: its kind by the manner, a low bid or the highest of all, any card."""
    kinds: dict[str, list[Json]] = {}
    for event in legal:
        kinds.setdefault(event["do"], []).append(event)
    tickets = [do for do in kinds for _ in range(manner.get(do, 1))]
    chosen = kinds[tickets[whim.below(len(tickets))] if tickets else next(iter(kinds))]
    if chosen[0]["do"] == "bid":
        bids = [bid for bid in chosen if bid["seat"] == game.caller]
        at_honors = [bid for bid in bids if bid["value"] == "thani" or bid["value"] >= game.rules["honors"]]
        return (bids[0], bids[0], at_honors[0], bids[-1])[whim.below(4)]
    return chosen[whim.below(len(chosen))]


# Wrong events


def tries(game: Any) -> Iterator[Json]:
    """Events worth trying now: every word by every seat, numbers at their limits, cards held and not held."""
    yield from card_tries(game)
    for seat in range(game.seats):
        yield from ({"seat": seat, "do": "bid", "value": value} for value in bid_tries(game))
        yield from ({"seat": seat, "do": do} for do in ALONE)
        yield from ({"seat": seat, "do": "cut", "at": at} for at in (1, 0, len(game.pack)))
    yield from ({"do": "redeal", "reason": reason} for reason in REASONS)


def card_tries(game: Any) -> Iterator[Json]:
    acting = game.to_act[0] if game.to_act else 0
    for seat in range(game.seats):
        following = game.hands[(seat + 1) % game.seats]
        held = game.hands[seat] if seat == acting else game.hands[seat][:1]
        cards = [*held, *game.hands[acting][:1], *following[:1], *([game.concealed] if game.concealed else [])]
        for do in ("play", "conceal", "show_trump"):
            yield from ({"seat": seat, "do": do, "card": card} for card in dict.fromkeys(cards))


def bid_tries(game: Any) -> list[int | str]:
    rules, standing = game.rules, game.standing
    least = auction.least(rules, game.phase, game.seats, game.calls)
    values = {least - 1, least, rules["honors"] - 1, rules["honors"], rules["total"], rules["total"] + 1}
    if standing and standing[1] != "thani":
        values |= {standing[1], standing[1] + 1}
    return [*sorted(values), "thani"]


THANI = 99
"""As what height thani counts where the nearest bid is looked for."""


def distance(wrong: Json, right: Json) -> tuple[int, int]:
    """How far two events are apart: keys that differ, the word counting for three; then how far their numbers."""
    differing = [key for key in wrong.keys() | right.keys() if wrong.get(key) != right.get(key)]
    apart = len(differing) + (2 if "do" in differing else 0)
    if wrong["do"] != right["do"] or wrong["do"] not in ("bid", "cut"):
        return apart, 0
    a, b = (THANI if event.get("value") == "thani" else event.get("value", event.get("at")) for event in (wrong, right))
    return apart, abs(a - b)


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


def search(table: Table, wanted: set[str]) -> dict[str, Pair]:
    """The best pair that the walks show for each rule that is wanted."""
    found: dict[str, Pair] = {}
    for number in range(1, MOST_WALKS + 1):
        if number > WALKS and found.keys() == wanted:
            break
        walk(table, number, wanted, found)
    return found


def walk(table: Table, number: int, wanted: set[str], found: dict[str, Pair]) -> None:
    """Walks one hand, and keeps every pair that is better than the one that stands in `found`."""
    dealt = deal(table, number)
    game, whim, events = start(table, dealt), Whim(f"{table.id} {number}"), list[Json]()
    while True:
        legal = game.legal()
        for wrong in tries(game):
            broken = game.faults(wrong)
            if broken and broken[0] in wanted and may_be_better(len(broken), len(events), found.get(broken[0])):
                near, right = twin(wrong, legal)
                pair = Pair((len(broken), near, len(events)), dealt, events[:], wrong, right)
                if broken[0] not in found or pair.cost < found[broken[0]].cost:
                    found[broken[0]] = pair
        if game.over:
            return
        events.append(choose(game, legal, whim, MANNERS[number % len(MANNERS)]))
        game.apply(events[-1])


def may_be_better(rules: int, length: int, best: Pair | None) -> bool:
    """Whether a pair of this many rules and events can beat the best: its twin is at least one key away."""
    nearest = (0, 0) if best and not best.right else (1, 0)
    return best is None or (rules, nearest, length) < best.cost


def reached(rules_id: str) -> set[str]:
    """The rules that this set can print (fixtures/rule_ids.json)."""
    known = json.loads((FIXTURES / "rule_ids.json").read_text())["gulan"]
    return {rule for rule, entry in known.items() if rules_id in entry["sets"]}


def make(table: Table, wanted: set[str], folder: Path) -> None:
    found = search(table, wanted)
    assert found.keys() == wanted, f"{table.id}: no walk shows {sorted(wanted - found.keys())}"
    for rule, pair in found.items():
        shutil.rmtree(folder / rule, ignore_errors=True)
        pair.write(folder / rule)
    print(f"{table.id}: {len(found)} rules, longest log {max(len(pair.before) for pair in found.values()) + 1}")


def main(chosen: list[str]) -> None:
    for rules_id in chosen or GULAN:
        make(built_in(rules_id), reached(rules_id), FOLDER / rules_id)
    if not chosen:
        for rule in OPTIONS:
            make(with_option(rule), {rule}, FOLDER / "options")


if __name__ == "__main__":
    main(sys.argv[1:])
