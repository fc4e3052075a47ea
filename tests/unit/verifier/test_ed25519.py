"""Ed25519 in plain Python accepts exactly what OpenSSL accepts. Source: RFC 8032, 5.1."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.verifier import signature
from dealproof.verifier.ed25519 import verifies
from dealproof.verifier.errors import SignatureRefuted

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493


def by_openssl(key: bytes, sig: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 511), st.integers(0, 255))
def test_a_signature_holds_and_one_with_another_bit_does_not(secret: bytes, message: bytes, bit: int, at: int) -> None:
    private = Ed25519PrivateKey.from_private_bytes(secret)
    key, sig = private.public_key().public_bytes_raw(), private.sign(message)
    assert verifies(key, sig, message)
    other = (int.from_bytes(sig, "little") ^ 1 << bit).to_bytes(64, "little")
    assert verifies(key, other, message) == by_openssl(key, other, message) is False
    turned = (int.from_bytes(key, "little") ^ 1 << at).to_bytes(32, "little")
    assert verifies(turned, sig, message) == by_openssl(turned, sig, message)


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=64, max_size=64))
def test_any_bytes_are_judged_as_openssl_judges_them(key: bytes, sig: bytes) -> None:
    assert verifies(key, sig, b"") == by_openssl(key, sig, b"")


def forms_of(point: bytes) -> list[bytes]:
    """Small points and other ways to write them, with either sign."""
    return [point, bytes([*point[:31], point[31] ^ 0x80])]


EDGES = [number.to_bytes(32, "little") for number in (0, 1, 2, P - 1, P, P + 1, P + 2, 2**255 - 1)]


@pytest.mark.parametrize("key", [form for point in EDGES for form in forms_of(point)], ids=bytes.hex)
@pytest.mark.parametrize("s", [0, 1, ORDER - 1, ORDER, ORDER + 1, 2**256 - 1])
def test_keys_and_numbers_at_the_edge_are_judged_as_openssl_judges_them(key: bytes, s: int) -> None:
    """A number S of the order or more, a y of p or more, points of small order."""
    for r in (form for point in EDGES for form in forms_of(point)):
        sig = r + s.to_bytes(32, "little")
        assert verifies(key, sig, b"x") == by_openssl(key, sig, b"x")


def test_a_signature_with_the_order_added_to_its_number_does_not_hold() -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key, sig = private.public_key().public_bytes_raw(), private.sign(b"m")
    more = int.from_bytes(sig[32:], "little") + ORDER
    assert verifies(key, sig, b"m")
    assert not verifies(key, sig[:32] + more.to_bytes(32, "little"), b"m")


@pytest.mark.parametrize(("key", "sig"), [(31, 64), (33, 64), (32, 63), (32, 65), (32, 0), (0, 64)])
def test_a_key_or_a_signature_of_another_size_does_not_hold(key: int, sig: int) -> None:
    assert not verifies(bytes(key), bytes(sig), b"")


def test_without_cryptography_signatures_are_checked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key, sig = private.public_key().public_bytes_raw(), private.sign(bytes(32))
    monkeypatch.setattr(signature, "_INSTALLED", False)
    signature.check_signature(key, sig, bytes(32), 0)
    with pytest.raises(SignatureRefuted):
        signature.check_signature(key, sig, bytes(31) + b"x", 0)
