"""Records with real seeds: a hand dealt from them, played by its own legal events, and bound as PROTOCOL.md says."""

import json
from hashlib import sha256

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.replay.record.events import read_events
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.encoding import format_base64
from dealproof.verifier.log_hash import log_hash, log_head
from dealproof.verifier.shuffle import Draws
from dealproof.verifier.signature import public_key, sign
from dealproof.verifier.stream import salt

CALM = ("redeal", "pass", "bid", "conceal", "show_trump", "play", "reveal_trump", "decline_jodi", "decline_marujodi")


def calm(legal):
    """The quietest of the legal events: who may pass passes, who may play plays."""
    return pick(min(legal, key=lambda each: (*CALM, each["do"]).index(each["do"])))


def pick(choice, above=0):
    """The event that a legal choice stands for; in a range of numbers `above` its lower end, if it goes so far."""
    if "from" not in choice:
        return choice
    number = min(choice["from"] + above, choice["to"])
    return {"seat": choice["seat"], "do": choice["do"], "at" if choice["do"] == "cut" else "value": number}


class Sealed:
    """A hand of one rule set from its seeds on. Seat 0 sends its seed openly; seat `signer`, if any, signs."""

    def __init__(self, rules, seed=0, dealer=0, before=None, signer=None):
        self.game = rulesets.builtin(rules)
        seats = range(self.game.seats[0])
        self.server_seed = sha256(b"server %d" % seed).digest()
        self.player_seeds = [f"seed {seed} of {seat}" for seat in seats]
        self.secret, self.signer = bytes(range(32)), signer
        key = format_base64(public_key(self.secret))
        self.header = {
            "format": "dealproof/hand/1",
            "hand": f"hand-{seed}",
            "table": "table",
            "number": 1,
            "rules": rules,
            "rules_digest": self.game.digest,
            "seats": [f"P{seat + 1}" for seat in seats],
            "dealer": dealer,
            "server_commitment": commit(self.server_seed),
            "player_commitments": [
                commit_player_seed(each) if seat else None for seat, each in enumerate(self.player_seeds)
            ],
            "seat_keys": None if signer is None else [key if seat == signer else None for seat in seats],
            "match": before and {"id": "match", "number": 2, "before": before},
        }
        self.salt = salt(self.header, self.player_seeds)
        self.events = []
        self.hand = self.start()

    def start(self):
        """The same hand from its beginning."""
        return self.game.start(self.header["seats"], self.header["dealer"], Draws(self.server_seed, self.salt))

    def read(self, events):
        return read_events(events, self.game.actions, len(self.player_seeds))

    def log(self, *events):
        """Writes events into the log, whatever they are, and plays those that are legal."""
        for each in events:
            self.events.append(dict(each))
            if each.get("seat") == self.signer is not None:
                self.events[-1]["sig"] = format_base64(sign(self.secret, log_hash(self.salt, self.events)))
            seen = self.read([each])[0]
            if self.game.fault(self.hand, seen) is None:
                self.hand.apply(seen)
        return self

    @property
    def cards_played(self):
        """The seats that have played a card since the last deal, in order."""
        seats = []
        for each in self.events:
            seats = [] if each["do"] == "redeal" else [*seats, *([each["seat"]] if each["do"] == "play" else [])]
        return seats

    def play(self, choose=calm, cards=None):
        """Plays by `choose`, a function of the legal events, to the end or until so many cards are played."""
        while len(self.cards_played) != cards and (legal := self.game.legal(self.hand)):
            self.log(choose(legal))
        return self

    def record(self, **changed):
        """The record as JSON; the claim is the true result, and None where there is none yet."""
        match = self.header["match"]
        return {
            "header": self.header,
            "rules": None,
            "server_seed": self.server_seed.hex(),
            "player_seeds": self.player_seeds,
            "events": self.events,
            "log_head": log_head(self.salt, self.events),
            "claim": self.game.outcome(self.hand, match and match["before"]),
        } | changed

    def verdict(self, **changed):
        return judged(self.record(**changed))


def judged(record):
    """The verdict on a record in JSON."""
    return audit(json.dumps(record).encode())
