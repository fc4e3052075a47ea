"""An imported hand judged a second time, straight from RECORD.md, "Imported hands": by the slow games of this folder.

For well-formed records of a built-in rule set; only what the deals must be is looked at here. A list is compared with
its pile by sorting both. Imports nothing of `replay` and `verifier`.
"""

from .gulan import protocol, replay
from .gulan.game import Game as Gulan
from .gulan.seating import Seating
from .gulan.tables import SEATING, canonical_deck, table
from .kazhutha.game import PACK
from .kazhutha.game import Game as Kazhutha
from .rummy.game import Game as Rummy
from .rummy.game import pack

NOT_SHOWN = ("commitment", "player-seeds", "rules-digest", "log-head", "signatures", "published-before-play")


class WrongDeal(Exception):
    """The number of the list that is not what its draw would shuffle."""


class Table:
    """The game of a record, dealt from its lists."""

    def __init__(self, record):
        self.record, self.labels = record, []
        self.game = None
        rules, seats, dealer = record["rules"], len(record["seats"]), record["dealer"]
        if rules in SEATING:
            self.deck = canonical_deck(SEATING[rules])
            self.game = Seating(rules, seats, dealer, self.order)
        elif rules == "kazhutha":
            self.deck = PACK
            self.game = Kazhutha(seats, record["first_seat"], self.order)
        elif rules == "rummy-13":
            self.deck = pack(seats)
            self.game = Rummy(seats, self.order, lambda label, n: record["first_seat"])
        else:
            self.deck = canonical_deck(table(rules))
            self.game = Gulan(rules, seats, dealer, self.order)

    def order(self, label, n):
        """The places of the list's cards in the pile: the deck, or all discards but the top one."""
        pile = list(self.game.discards[:-1] if label.startswith("reshuffle/") else self.deck)
        assert len(pile) == n
        if label not in self.labels:
            self.labels.append(label)
        number = self.labels.index(label)
        if number >= len(self.record["deals"]) or sorted(self.record["deals"][number]) != sorted(pile):
            raise WrongDeal(number)
        places = []
        for card in self.record["deals"][number]:
            place = pile.index(card)
            places.append(place)
            pile[place] = None
        return places

    def is_over(self):
        game = self.game
        return game.may_stop if isinstance(game, Gulan | Seating) else bool(game.over)

    def result(self):
        if isinstance(self.game, Seating):
            return self.game.result(self.record["seats"])
        if isinstance(self.game, Gulan):
            return self.game.result(self.record["match"] and self.record["match"]["before"])
        return self.game.result()


def verdict(record):
    """`{"verdict", "all", "checks", "grade", "event", "rules", "result", "remarks", "pointer"}` of a record."""
    try:
        return judged(record)
    except WrongDeal as wrong:
        told = {"checks": {}, "event": None, "rules": [], "result": None, "remarks": []}
        named = {"verdict": "malformed", "all": ["malformed"], "grade": None, "pointer": f"/deals/{wrong.args[0]}"}
        return told | named


def judged(record):
    table = Table(record)
    fault = None
    for index, event in enumerate(record["events"]):
        broken = table.game.faults(event)
        if broken:
            fault = {"event": index, "rules": broken}
            break
        table.game.apply(event)
    if fault is None and len(table.labels) < len(record["deals"]):
        raise WrongDeal(len(table.labels))
    result = table.result() if fault is None and table.is_over() else None
    checks = dict.fromkeys(NOT_SHOWN, "not shown")
    checks["legal"] = "failed" if fault else "passed"
    checks["result"] = replay.claim_check(record["claim"], result)
    holds = {
        "illegal": fault is not None,
        "incomplete": fault is None and result is None,
        "mismatch": checks["result"] == "failed",
    }
    found = [name for name in holds if holds[name]] or ["verified"]
    return {
        "verdict": found[0],
        "all": found,
        "checks": checks,
        "grade": None,
        "event": fault and fault["event"],
        "rules": fault["rules"] if fault else [],
        "result": result,
        "remarks": [{"event": None, "remark": "imported"}, *getattr(table.game, "remarks", [])],
        "pointer": None,
    }


def differing(claim, result, pointer=""):
    """The pointers of the leaves in which a claim is not the result."""
    if isinstance(claim, dict) and isinstance(result, dict):
        return [each for key in result for each in differing(claim[key], result[key], f"{pointer}/{key}")]
    if isinstance(claim, list) and isinstance(result, list) and len(claim) == len(result):
        pairs = enumerate(zip(claim, result, strict=True))
        return [each for at, pair in pairs for each in differing(*pair, f"{pointer}/{at}")]
    return [] if protocol.jcs(claim) == protocol.jcs(result) else [pointer]
