"""What the doctor does not do: explain what is honest or merely changed, change a verdict, or work without bound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.replay import rulesets
from dealproof.replay.doctor import MOST_HASHES, explain, trial
from dealproof.replay.doctor.trial import LEAST_SALTS, MOST_BYTES
from dealproof.replay.hashes import check_hashes, hand_salt
from dealproof.replay.judge import judged
from dealproof.replay.record.record import MAX_EVENTS, from_json
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from tests.support.mistakes import SEED, explained, honest, played, sha

IDS = (*rulesets.ids(), *rulesets.presets())
HEX = "0123456789abcdef"


@pytest.mark.parametrize("rules", IDS)
def test_honest_records_of_every_rule_set_give_none(rules):
    game = rulesets.builtin(rules) or rulesets.preset(rules)
    hands = [hand.record for hand in simulate(game, "doctor", 8)]
    for record, other in zip(hands, [*hands[1:], hands[0]], strict=True):
        assert explained(record, other) == ()


def flipped(text, place, step):
    """A hex text with one other digit."""
    place %= len(text)
    return text[:place] + HEX[(HEX.index(text[place]) + step) % 16] + text[place + 1 :]


def seed_of_the_server(record, place, step):
    record["server_seed"] = flipped(record["server_seed"], place, step)


def commitment(record, place, step):
    record["header"]["server_commitment"] = flipped(record["header"]["server_commitment"], place, step)


def digest(record, place, step):
    record["header"]["rules_digest"] = flipped(record["header"]["rules_digest"], place, step)


def head(record, place, step):
    record["log_head"] = flipped(record["log_head"], place, step)


def seed_of_a_seat(record, place, step):
    seat = place % len(record["player_seeds"])
    seed = record["player_seeds"][seat]
    place %= len(seed)
    record["player_seeds"][seat] = seed[:place] + "#%&*"[step % 4] + seed[place + 1 :]


def commitment_of_a_seat(record, place, step):
    commitments = record["header"]["player_commitments"]
    seat = place % len(commitments)
    commitments[seat] = flipped(commitments[seat], place, step)


def event(record, place, step):
    """One event is missing in the middle of the log, and not at an end, where that is a mistake with a name."""
    if len(record["events"]) > 2:
        del record["events"][1 + place % (len(record["events"]) - 2)]


TAMPERED = (seed_of_the_server, commitment, digest, head, seed_of_a_seat, commitment_of_a_seat, event)


@given(st.sampled_from(IDS), st.sampled_from(TAMPERED), st.integers(0, 999), st.integers(1, 15), st.booleans())
def test_random_tampering_gives_none(rules, tamper, place, step, during_play):
    record = honest(rules)
    tamper(record, place, step)
    if during_play and tamper not in {head, event}:
        played(record)
    assert explained(record, honest(rules, 2)) == ()


def test_an_explanation_changes_neither_verdict_nor_grade():
    record = honest("28-gulan")
    record["header"]["server_commitment"] = sha(record["server_seed"])
    played(record)
    found, verdict = judged(canonical(record))
    assert explain(found, verdict.checks)
    assert judged(canonical(record))[1] == verdict
    assert (verdict.verdict, verdict.grade) == ("tampered", "F")


class Counted:
    """A function that counts its calls, and the bytes that it is given."""

    def __init__(self, function):
        self.function, self.calls, self.bytes = function, 0, 0

    def __call__(self, *data):
        self.calls += 1
        self.bytes += sum(map(len, data))
        return self.function(*data)


@pytest.fixture
def hashes(monkeypatch):
    """The hashes that the doctor computes, by the function that it asks."""
    counted = {name: Counted(getattr(trial, name)) for name in ("sha256", "log_hash_of", "salt_of")}
    for name, function in counted.items():
        monkeypatch.setattr(trial, name, function)
    return counted


def unexplained(seats, events):
    """A record as large as it can be in which every hash fails and nothing explains it."""
    record = honest("kazhutha", seats - 1)
    assert len(record["header"]["seats"]) == seats
    record["player_seeds"] = [f"{SEED} {seat}" * 8 for seat in range(seats)]
    header = record["header"]
    header["server_commitment"] = header["rules_digest"] = "1" * 64
    header["player_commitments"] = ["2" * 64 if seat % 2 else None for seat in range(seats)]
    record["events"] = [{"do": "play", "seat": 0, "card": "As", "t": n} for n in range(events)]
    record["log_head"] = "3" * 64
    return from_json(record)


@pytest.mark.parametrize("events", [0, 50, MAX_EVENTS])
def test_the_number_of_hashes_is_bounded_whatever_the_record(hashes, events):
    record = unexplained(8, events)
    checks = check_hashes(record, hand_salt(record))
    assert explain(record, checks, [record] * 100) == ()
    calls = sum(each.calls for each in hashes.values())
    assert 50 < calls <= MOST_HASHES
    most = max(LEAST_SALTS, MOST_BYTES // len(canonical(record.json["events"])))
    assert hashes["log_hash_of"].calls <= 3 * most
    # Each event is hashed under few salts where there are many of them: not every event with every other.
    assert hashes["log_hash_of"].bytes <= 3 * max(MOST_BYTES, LEAST_SALTS * len(canonical(record.json["events"])))


def test_nothing_is_hashed_for_a_record_whose_hashes_match(hashes):
    record = from_json(honest("rummy-13"))
    assert explain(record, check_hashes(record, hand_salt(record))) == ()
    assert sum(each.calls for each in hashes.values()) == 0


def test_no_more_than_a_few_other_records_are_looked_at(hashes):
    record, others = honest("28-gulan", 9), [honest("28-gulan", number) for number in range(1, 9)]
    record["server_seed"] = others[-1]["server_seed"]
    assert explained(record, *others) == ()
    assert explained(record, *others[-4:])[0].code == "seed-of-another-hand"
