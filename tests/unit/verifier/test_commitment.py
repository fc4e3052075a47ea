"""Commitments and digests. Source: PROTOCOL.md, "Roles and order"; "Header"."""

from hashlib import sha256

import pytest

from dealproof.verifier.commitment import (
    check_commitment,
    check_player_seed,
    check_rules_digest,
    commit,
    commit_player_seed,
    rules_digest,
)
from dealproof.verifier.errors import CommitmentRefuted, PlayerSeedRefuted, RulesDigestRefuted
from dealproof.verifier.keys import is_weak

SEED = bytes(range(32))


def changed(digest: str) -> list[str]:
    """The digest with one digit changed, at each end; in upper case; shortened; followed by a blank; and none."""
    return [
        ("0" if digest[0] != "0" else "1") + digest[1:],
        digest[:-1] + "g",
        digest.upper(),
        digest[:-1],
        digest + " ",
        "",
    ]


def test_a_commitment_is_the_hash_of_the_bytes_and_no_other_text_is_accepted() -> None:
    digest = commit(SEED)
    assert digest == sha256(SEED).hexdigest()
    check_commitment(SEED, digest)
    for other in changed(digest):
        with pytest.raises(CommitmentRefuted):
            check_commitment(SEED, other)


def test_a_player_seed_is_hashed_as_utf_8_without_any_change() -> None:
    digest = commit_player_seed(" ñ\u0301 ")
    assert digest == sha256(" ñ\u0301 ".encode()).hexdigest()
    check_player_seed(" ñ\u0301 ", digest, seat=2)
    for other in changed(digest):
        with pytest.raises(PlayerSeedRefuted) as refuted:
            check_player_seed(" ñ\u0301 ", other, seat=2)
        assert refuted.value.seat == 2


def test_a_rules_digest_is_the_hash_of_canonical_json_and_no_other_is_accepted() -> None:
    digest = rules_digest({"b": 1, "a": [True]})
    assert digest == sha256(b'{"a":[true],"b":1}').hexdigest()
    check_rules_digest(digest, digest)
    for other in changed(digest):
        with pytest.raises(RulesDigestRefuted):
            check_rules_digest(digest, other)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_seeds_and_keys_of_another_size_are_a_fault_of_the_program(size: int) -> None:
    for takes_32_bytes in (commit, is_weak):
        with pytest.raises(AssertionError, match="32 bytes"):
            takes_32_bytes(bytes(size))
