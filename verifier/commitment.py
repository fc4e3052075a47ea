"""Commitments: hashes that are published before a card is dealt.

    server_commitment     = hex(SHA-256(server_seed))            over the 32 bytes themselves, never their hex text
    player_commitments[i] = hex(SHA-256(UTF-8(player_seed[i])))  the text as it is: no trimming, no normalisation
    rules_digest          = hex(SHA-256(canonical JSON of the rule set))

    >>> commit(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    >>> commit_player_seed("b")
    '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d'
    >>> check_player_seed("B", commit_player_seed("b"), seat=1)
    Traceback (most recent call last):
    dealproof.verifier.errors.PlayerSeedRefuted: The SHA-256 of the seed of seat 1 does not match its commitment in the header.

Hashes are compared in constant time. Source: PROTOCOL.md, "Roles and order"; "Header".
"""

import hmac
from hashlib import sha256

from dealproof.verifier.encoding import Json, canonical
from dealproof.verifier.errors import CommitmentRefuted, PlayerSeedRefuted, RulesDigestRefuted

SEED_BYTES = 32


def commit(server_seed: bytes) -> str:
    """Returns the commitment to the 32 bytes of `server_seed`: 64 hex digits."""
    assert len(server_seed) == SEED_BYTES, "a server seed has 32 bytes"
    return sha256(server_seed).hexdigest()


def check_commitment(server_seed: bytes, commitment: str) -> None:
    """Raises CommitmentRefuted unless `commitment` is the one to `server_seed`."""
    if not same(commit(server_seed), commitment):
        raise CommitmentRefuted


def commit_player_seed(seed: str) -> str:
    """Returns the commitment to a player's seed, a text of 1 to 256 UTF-8 bytes: 64 hex digits."""
    return sha256(seed.encode()).hexdigest()


def check_player_seed(seed: str, commitment: str, seat: int) -> None:
    """Raises PlayerSeedRefuted(seat) unless `commitment` is the one to `seed`."""
    if not same(commit_player_seed(seed), commitment):
        raise PlayerSeedRefuted(seat)


def rules_digest(rules: Json) -> str:
    """Returns the digest of a rule set with every option resolved: 64 hex digits."""
    return sha256(canonical(rules)).hexdigest()


def check_rules_digest(computed: str, digest: str) -> None:
    """Raises RulesDigestRefuted unless `digest` is the one computed from the rule set by `rules_digest`. Many hands
    have the same rule set, so its digest is computed once and not here."""
    if not same(computed, digest):
        raise RulesDigestRefuted


def same(computed: str, claimed: str) -> bool:
    """Whether two hex texts are equal, compared in constant time."""
    return claimed.isascii() and hmac.compare_digest(computed, claimed)
