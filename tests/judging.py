"""Verdicts of the product beside verdicts of the slow reference, in the same words."""

from hashlib import sha256

from replay import rulesets
from replay.audit import audit
from tests.reference.gulan import protocol, replay
from verifier.encoding import canonical

COMPARED = ("verdict", "all", "grade", "checks", "event", "rule", "result", "remarks")
DIGESTS = {game.id: sha256(protocol.jcs(game.to_json()).encode()).hexdigest() for game in rulesets.BUILT_IN.values()}


def by_product(record):
    """What the product says of a record."""
    verdict = audit(canonical(record)).to_json()
    fault = verdict["fault"] or {"event": None, "rule": None}
    told = verdict | {"event": fault["event"], "rule": fault["rule"]}
    return {key: told[key] for key in COMPARED}


def by_reference(record):
    """What the reference says of a well-formed record, with the digest of the rules, which is the product's own."""
    told = replay.verdict(record)
    with_digest(told, record["header"])
    told["rule"] = told["rules"][0] if told["rules"] else None
    return {key: told[key] for key in COMPARED}


def with_digest(told, header):
    """Adds the check that the reference leaves out."""
    if header["rules_digest"] is None:
        return
    if header["rules_digest"] == DIGESTS[header["rules"]]:
        told["checks"]["rules-digest"] = "passed"
        return
    told["checks"]["rules-digest"] = "failed"
    told["grade"] = "F"
    every = {*told["all"], "tampered"} - {"verified"}
    told["all"] = [name for name in replay.ORDER if name in every]
    told["verdict"] = told["all"][0]
