"""A void record judged a second time, straight from LOG.md and RECORD.md, "Void records": by the slow games of this
folder. What a rule set's digest is, is the product's own, as in `tests.reference.gulan.replay`.
"""

from .gulan import protocol, replay

ORDER = ["tampered", "void", "illegal"]


def verdict(record, judge, deck):
    """As `replay.verdict`, with `decks`; `judge` answers as `replay.judge` does. `deck` is the canonical deck, and the
    label of its draw."""
    seeds, dealt = record["player_seeds"], record["log_head"] is not None
    checks = hash_checks(record, dealt)
    failed = "failed" in checks.values()
    known = None not in seeds
    judged = judge(record) if known else {"fault": None, "complete": False, "remarks": []}
    checks |= {"legal": "not shown", "result": "not shown"}
    if dealt:
        checks["legal"] = "failed" if judged["fault"] else "passed"
    holds = {"tampered": failed, "void": True, "illegal": judged["fault"] is not None}
    found = [name for name in ORDER if holds[name]]
    ended = judged["fault"] is None and judged["complete"]
    fault = judged["fault"] or {"event": None, "rules": []}
    return {
        "verdict": found[0],
        "all": found,
        "checks": checks,
        "grade": "F" if failed else "C",
        "event": fault["event"],
        "rules": fault["rules"],
        "result": None,
        "remarks": [
            *replay.remarks([seed for seed in seeds if seed is not None]),
            *judged.get("remarks", []),
            *([{"event": None, "remark": "void-after-the-end"}] if ended else []),
        ],
        "first_deck": first_deck(record, *deck) if known else None,
    }


def hash_checks(record, dealt):
    header, seeds = record["header"], record["player_seeds"]
    opened = [pair for pair in zip(seeds, header["player_commitments"], strict=True) if pair[0] is not None]
    player_seeds = replay.seeds([seed for seed, _ in opened], [committed for _, committed in opened])
    if player_seeds == "passed" and None in seeds:
        player_seeds = "not shown"
    checks = {
        "commitment": replay.commitment(record["server_seed"], header["server_commitment"]),
        "player-seeds": player_seeds,
        "rules-digest": "not shown",
        "log-head": "not shown",
        "signatures": "not shown",
        "published-before-play": "not shown",
    }
    if dealt:
        salt = protocol.salt(header, seeds)
        right = protocol.log_hash(salt, record["events"]).hex() == record["log_head"]
        checks["log-head"] = replay.passed(right)
        checks["signatures"] = replay.signatures(record["events"], header["seat_keys"], salt)
    return checks


def first_deck(record, deck, label):
    """The cards of the first deal, before any cut."""
    salt = protocol.salt(record["header"], record["player_seeds"])
    return [deck[place] for place in protocol.shuffled(bytes.fromhex(record["server_seed"]), salt, label, len(deck))]
