"""What binds what: one flipped bit of a bound value is refused. Source: PROTOCOL.md, "What binds what"."""

from collections.abc import Iterator

import pytest

from dealproof.verifier.commitment import (
    check_commitment,
    check_player_seed,
    check_rules_digest,
    commit,
    commit_player_seed,
    rules_digest,
)
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.errors import (
    CommitmentRefuted,
    LogHeadRefuted,
    Malformed,
    PlayerSeedRefuted,
    Refuted,
    RulesDigestRefuted,
    SignatureRefuted,
)
from dealproof.verifier.log_hash import LogHash, check_log_head, log_hash, log_head
from dealproof.verifier.signature import check_signature, public_key, sign

SEED = bytes(range(32))
SALT = bytes(range(32, 64))
SECRET = bytes(range(64, 96))
EVENTS = [{"seat": 0, "do": "cut", "at": 5}, {"seat": 1, "do": "bid", "value": 16, "t": 20}, {"seat": 2, "do": "pass"}]


def flips(data: bytes) -> Iterator[bytes]:
    """The bytes with one bit flipped, for each bit."""
    for at in range(8 * len(data)):
        byte, bit = divmod(at, 8)
        yield data[:byte] + bytes([data[byte] ^ 1 << bit]) + data[byte + 1 :]


def texts(data: bytes) -> Iterator[str]:
    for flipped in flips(data):
        yield flipped.decode("ascii", "replace")


def test_every_bit_of_a_server_seed_and_of_its_commitment() -> None:
    check_commitment(SEED, commit(SEED))
    for flipped in flips(SEED):
        with pytest.raises(CommitmentRefuted):
            check_commitment(flipped, commit(SEED))
    for text in texts(commit(SEED).encode()):
        with pytest.raises(CommitmentRefuted):
            check_commitment(SEED, text)


def test_every_bit_of_a_player_seed_and_of_its_commitment() -> None:
    commitment = commit_player_seed("a player's seed")
    check_player_seed("a player's seed", commitment, seat=3)
    for text in texts(b"a player's seed"):
        with pytest.raises(PlayerSeedRefuted) as refusal:
            check_player_seed(text, commitment, seat=3)
        assert refusal.value.seat == 3
    for text in texts(commitment.encode()):
        with pytest.raises(PlayerSeedRefuted):
            check_player_seed("a player's seed", text, seat=3)


def test_every_bit_of_a_rules_digest() -> None:
    rules = {"id": "28-standard", "seats": [4], "jodi": False}
    check_rules_digest(rules_digest(rules), rules_digest(rules))
    with pytest.raises(RulesDigestRefuted):
        check_rules_digest(rules_digest({**rules, "jodi": 0}), rules_digest(rules))
    for text in texts(rules_digest(rules).encode()):
        with pytest.raises(RulesDigestRefuted):
            check_rules_digest(rules_digest(rules), text)


def test_every_bit_of_salt_events_and_log_head() -> None:
    head = log_head(SALT, EVENTS)
    check_log_head(SALT, EVENTS, head)
    for flipped in flips(SALT):
        with pytest.raises(LogHeadRefuted):
            check_log_head(flipped, EVENTS, head)
    for text in texts(head.encode()):
        with pytest.raises(LogHeadRefuted):
            check_log_head(SALT, EVENTS, text)
    refused = 0
    for flipped in flips(canonical(EVENTS)):
        try:
            events = parse_json(flipped)
        except Malformed:
            continue
        with pytest.raises(LogHeadRefuted):
            check_log_head(SALT, events, head)  # type: ignore[arg-type]
        refused += 1
    assert refused > 100


def test_events_left_out_doubled_or_moved() -> None:
    head = log_head(SALT, EVENTS)
    for events in (EVENTS[:-1], EVENTS[1:], [*EVENTS, EVENTS[-1]], EVENTS[::-1], []):
        with pytest.raises(LogHeadRefuted):
            check_log_head(SALT, events, head)


def test_sig_alone_is_bound_by_nothing() -> None:
    signed = [{**event, "sig": "any"} for event in EVENTS]
    assert log_head(SALT, signed) == log_head(SALT, EVENTS)
    assert signed[0]["sig"] == "any"


@pytest.mark.parametrize("length", range(6))
def test_the_running_hash_is_the_hash_at_every_length(length: int) -> None:
    events = (EVENTS * 2)[:length]
    running = LogHash(SALT)
    for i, event in enumerate(events):
        assert running.digest() == log_hash(SALT, events[:i])
        running.append(event)
    assert running.digest() == running.digest() == log_hash(SALT, events)


def test_every_bit_of_signature_digest_and_key() -> None:
    digest = log_hash(SALT, EVENTS)
    key, sig = public_key(SECRET), sign(SECRET, digest)
    check_signature(key, sig, digest, event=2)
    changed = [(key, sig, flipped) for flipped in flips(digest)]
    changed += [(key, flipped, digest) for flipped in flips(sig)]
    changed += [(flipped, sig, digest) for flipped in flips(key)]
    for arguments in changed:
        with pytest.raises(SignatureRefuted) as refusal:
            check_signature(*arguments, event=2)
        assert refusal.value.event == 2


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_or_signature_of_another_length_signs_nothing(length: int) -> None:
    digest = log_hash(SALT, EVENTS)
    with pytest.raises(SignatureRefuted):
        check_signature(bytes(length), sign(SECRET, digest), digest, event=0)
    with pytest.raises(SignatureRefuted):
        check_signature(public_key(SECRET), bytes(length), digest, event=0)


def test_refusals_are_sentences() -> None:
    refusals = [CommitmentRefuted(), PlayerSeedRefuted(1), RulesDigestRefuted(), LogHeadRefuted(), SignatureRefuted(4)]
    assert all(isinstance(refusal, Refuted) and str(refusal).endswith(".") for refusal in refusals)
    assert "seat 1" in str(refusals[1])
    assert "Event 4" in str(refusals[4])
