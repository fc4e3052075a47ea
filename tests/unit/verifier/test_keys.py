"""Weak keys, by the product and straight from the curve: PROTOCOL.md, "Header"; RFC 8032, 5.1."""

import random

import pytest

from dealproof.verifier.keys import SMALL_ORDER, is_weak
from dealproof.verifier.signature import public_key
from tests.reference.gulan.protocol import BASE, L, P, ed25519, point, times, weak

MESSAGES = (b"", b"any", bytes(32))


def key(y, sign=0):
    return (y + (sign << 255)).to_bytes(32, "little")


def affine(projective):
    x, y, z = projective
    inverse = pow(z, -1, P)
    return x * inverse % P, y * inverse % P


def test_the_ys_of_small_order_are_those_of_the_multiples_of_a_point_of_order_8():
    """A point times L, the order of the base point, is in the group of eight that is left."""
    assert affine(times(L, BASE)) == (0, 1)
    points = (point(key(y)) for y in range(2, 40))
    cleared = (times(L, (*found, 1)) for found in points if found)
    torsion = next(each for each in cleared if affine(times(4, each)) != (0, 1))
    group = {affine(times(number, torsion)) for number in range(8)}
    assert len(group) == 8
    assert {y for _, y in group} == SMALL_ORDER


@pytest.mark.parametrize("sign", [0, 1])
def test_every_weak_y_is_weak_whatever_its_sign(sign):
    for y in (*SMALL_ORDER, P, P + 1, 2**255 - 1, *range(P, P + 19)):
        assert is_weak(key(y, sign)), y
        assert weak(key(y, sign)), y


def test_other_keys_are_not_weak_and_the_reference_says_the_same():
    rng = random.Random("keys")
    others = [public_key(rng.randbytes(32)) for _ in range(20)] + [rng.randbytes(32) for _ in range(40)]
    others += [key(y) for y in (2, 3, P - 2, P - 3, *(y ^ 1 for y in SMALL_ORDER if y > 1 and y != P - 1))]
    for each in others:
        assert not is_weak(each), each.hex()
        assert not weak(each), each.hex()


def test_a_weak_key_accepts_one_signature_for_every_message():
    """Why they are refused: R the neutral element and s nought, under the key of order 1."""
    sig = key(1) + bytes(32)
    assert all(ed25519(key(1), sig, message) for message in MESSAGES)
