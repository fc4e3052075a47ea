"""Verdicts of the product beside verdicts of the slow reference, in the same words."""

from hashlib import sha256

from dealproof.replay import rulesets
from dealproof.replay.audit import audit
from dealproof.replay.imported import audit_import
from dealproof.replay.void import audit_void
from dealproof.verifier.encoding import canonical
from tests.reference import imported as slow_import
from tests.reference import void as slow_void
from tests.reference.gulan import protocol, replay
from tests.reference.kazhutha.game import Game as Kazhutha
from tests.reference.rummy.replay import judge as judge_rummy

COMPARED = ("verdict", "all", "grade", "checks", "event", "rule", "result", "remarks")
DIGESTS = {game.id: sha256(protocol.jcs(game.to_json()).encode()).hexdigest() for game in rulesets.games().values()}


def by_product(record):
    """What the product says of a record."""
    verdict = audit(canonical(record)).to_json()
    fault = verdict["fault"] or {"event": None, "rule": None}
    told = verdict | {"event": fault["event"], "rule": fault["rule"]}
    return {key: told[key] for key in COMPARED}


def by_reference(record):
    """What the reference says of a well-formed record, with the digest of the rules, which is the product's own."""
    told = replay.verdict_by(JUDGES[rulesets.games()[record["header"]["rules"]].family], record)
    with_digest(told, record["header"])
    told["rule"] = told["rules"][0] if told["rules"] else None
    return {key: told[key] for key in COMPARED}


def import_by_product(record):
    """What the product says of an imported hand, in the words of its reference."""
    verdict = audit_import(canonical(record)).to_json()
    fault = verdict["fault"] or {"event": None, "rule": None}
    told = verdict | {"event": fault["event"], "rule": fault["rule"]}
    found = {key: told[key] for key in COMPARED}
    found["pointer"] = verdict["malformed"] and verdict["malformed"]["pointer"]
    return found | {"differing": [each["field"] for each in verdict["differences"]]}


def import_by_reference(record):
    """What the reference says of an imported hand that is well formed but for its deals."""
    told = slow_import.verdict(record)
    differing = told["result"] and record["claim"] and slow_import.differing(record["claim"], told["result"])
    told |= {"rule": told["rules"][0] if told["rules"] else None, "differing": differing or []}
    return {key: told[key] for key in (*COMPARED, "pointer", "differing")}


def void_by_product(record):
    """What the product says of a void record, in the words of its reference."""
    verdict = audit_void(canonical(record)).to_json()
    fault = verdict["fault"] or {"event": None, "rule": None}
    told = verdict | {"event": fault["event"], "rule": fault["rule"]}
    decks = verdict["decks"]
    return {key: told[key] for key in COMPARED} | {"first_deck": decks and next(iter(decks.values()))}


def void_by_reference(record):
    """What the reference says of a well-formed void record."""
    header = record["header"]
    game = rulesets.games()[header["rules"]]
    told = slow_void.verdict(record, JUDGES[game.family], (game.deck(len(header["seats"])), game.draw_of(0)))
    with_digest(told, header, slow_void.ORDER)
    told["rule"] = told["rules"][0] if told["rules"] else None
    return {key: told[key] for key in (*COMPARED, "first_deck")}


def rummy(record):
    """Rummy by its reference, as `replay.judge` answers."""
    told = judge_rummy(record)
    fault = None if told["event"] is None else {"event": told["event"], "rules": told["rules"]}
    complete = told["result"] is not None
    return {"fault": fault, "complete": complete, "result": told["result"], "remarks": told["remarks"]}


def kazhutha(record):
    """Kazhutha by its reference likewise."""
    game = start_kazhutha(record)
    for index, event in enumerate(record["events"]):
        if broken := game.faults(event):
            fault = {"event": index, "rules": broken}
            return {"fault": fault, "complete": False, "result": None, "remarks": game.remarks}
        game.apply(event)
    return {"fault": None, "complete": game.over, "result": game.result(), "remarks": game.remarks}


def start_kazhutha(record):
    """The hand of a record at its first event, in the reference."""
    seed, salt = bytes.fromhex(record["server_seed"]), protocol.salt(record["header"], record["player_seeds"])
    seats = len(record["header"]["seats"])
    first = protocol.uniform(protocol.stream(seed, salt, "first-seat"), seats)
    return Kazhutha(seats, first, lambda label, n: protocol.shuffled(seed, salt, label, n))


JUDGES = {"gulan": replay.judge, "seating": replay.judge, "kazhutha": kazhutha, "rummy": rummy}
"""The slow reference of each family."""


def with_digest(told, header, order=replay.ORDER):
    """Adds the check that the reference leaves out."""
    if header["rules_digest"] is None:
        return
    if header["rules_digest"] == DIGESTS[header["rules"]]:
        told["checks"]["rules-digest"] = "passed"
        return
    told["checks"]["rules-digest"] = "failed"
    told["grade"] = "F"
    every = {*told["all"], "tampered"} - {"verified"}
    told["all"] = [name for name in order if name in every]
    told["verdict"] = told["all"][0]
