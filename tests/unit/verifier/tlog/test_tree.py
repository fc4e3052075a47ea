"""The Merkle tree: every size and index up to 64, and every single bit flipped (LOG.md, "Tree"; RFC 6962, 2.1)."""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.errors import LogRefuted
from dealproof.verifier.tlog import tree
from dealproof.verifier.tlog.tree import (
    EMPTY_ROOT,
    Tree,
    check_consistency,
    check_inclusion,
    leaf_hash,
    prove_consistency,
    prove_inclusion,
    root,
)
from tests.reference import merkle

MOST = 64
PAIRS = [(index, size) for size in range(1, MOST + 1) for index in range(size)]
ENTRIES = [str(number).encode() for number in range(MOST)]


def grown(entries: list[bytes]) -> Tree:
    found = Tree()
    for entry in entries:
        found.append(leaf_hash(entry))
    return found


@cache
def full() -> Tree:
    return grown(ENTRIES)


def refused(check: Callable[..., None], code: str, *args: object) -> bool:
    try:
        check(*args)
    except LogRefuted as fault:
        return fault.code == code
    return False


def flips(value: bytes) -> Iterator[bytes]:
    """The value with one bit flipped, for each of its bits."""
    number = int.from_bytes(value, "big")
    for bit in range(8 * len(value)):
        yield (number ^ 1 << bit).to_bytes(len(value), "big")


def changes(hashes: tuple[bytes, ...]) -> Iterator[tuple[bytes, ...]]:
    """A proof with one bit flipped, one hash left out, one twice, one more at an end."""
    for place, each in enumerate(hashes):
        yield from ((*hashes[:place], flipped, *hashes[place + 1 :]) for flipped in flips(each))
        yield hashes[:place] + hashes[place + 1 :]
        yield hashes[:place] + hashes[place:][:1] + hashes[place:]
    yield (*hashes, hashes[-1] if hashes else b"")
    yield (b"", *hashes)


def test_an_empty_tree_has_the_hash_of_nothing() -> None:
    assert root(0, full().subtrees) == EMPTY_ROOT == sha256(b"").digest() == merkle.mth([])


def test_every_root_is_that_of_the_definition() -> None:
    for size in range(1, MOST + 1):
        assert root(size, full().subtrees) == merkle.mth(ENTRIES[:size])


def test_every_inclusion_proof_is_that_of_the_definition_and_is_accepted() -> None:
    for index, size in PAIRS:
        proof = prove_inclusion(index, size, full().subtrees)
        assert list(proof) == merkle.path(index, ENTRIES[:size])
        check_inclusion(index, size, leaf_hash(ENTRIES[index]), merkle.mth(ENTRIES[:size]), proof)


def test_every_consistency_proof_is_that_of_the_definition_and_is_accepted() -> None:
    for index, new in PAIRS:
        old = index + 1
        proof = prove_consistency(old, new, full().subtrees)
        assert list(proof) == merkle.proof(old, ENTRIES[:new])
        check_consistency(old, new, merkle.mth(ENTRIES[:old]), merkle.mth(ENTRIES[:new]), proof)


@pytest.fixture
def short_hashes(monkeypatch: pytest.MonkeyPatch) -> Tree:
    """A tree with hashes of three bytes, so that each bit of each can be flipped at every size and index."""
    monkeypatch.setattr(tree, "HASH_BYTES", 3)
    monkeypatch.setattr(tree, "node_hash", lambda left, right: sha256(left + right).digest()[:3])
    found = Tree()
    for entry in ENTRIES:
        found.append(sha256(entry).digest()[:3])
    return found


@pytest.mark.slow
def test_an_inclusion_proof_with_anything_changed_is_refused(short_hashes: Tree) -> None:
    read, code = short_hashes.subtrees, "not-included"
    for index, size in PAIRS:
        proof, leaf, top = prove_inclusion(index, size, read), read(0, index), root(size, read)
        check_inclusion(index, size, leaf, top, proof)
        for changed in changes(proof):
            assert refused(check_inclusion, code, index, size, leaf, top, changed)
        for changed_leaf in flips(leaf):
            assert refused(check_inclusion, code, index, size, changed_leaf, top, proof)
        for changed_root in flips(top):
            assert refused(check_inclusion, code, index, size, leaf, changed_root, proof)


@pytest.mark.slow
def test_a_consistency_proof_with_anything_changed_is_refused(short_hashes: Tree) -> None:
    read, code = short_hashes.subtrees, "not-consistent"
    for index, new in PAIRS:
        old = index + 1
        proof, before, after = prove_consistency(old, new, read), root(old, read), root(new, read)
        check_consistency(old, new, before, after, proof)
        for changed in changes(proof):
            assert refused(check_consistency, code, old, new, before, after, changed)
        for changed_root in flips(before):
            assert refused(check_consistency, code, old, new, changed_root, after, proof)
        for changed_root in flips(after):
            assert refused(check_consistency, code, old, new, before, changed_root, proof)


def test_a_bit_of_a_whole_hash_cannot_be_flipped_either() -> None:
    read = full().subtrees
    for index, size in PAIRS:
        if size in (1, 2, 7, 8):
            proof, leaf, top = prove_inclusion(index, size, read), read(0, index), root(size, read)
            for changed in changes(proof):
                assert refused(check_inclusion, "not-included", index, size, leaf, top, changed)
            old, proof = index + 1, prove_consistency(index + 1, size, read)
            for changed in changes(proof):
                assert refused(check_consistency, "not-consistent", old, size, root(old, read), top, changed)


def test_a_proof_holds_for_no_other_index() -> None:
    read = full().subtrees
    for index, size in PAIRS:
        proof, leaf, top = prove_inclusion(index, size, read), read(0, index), root(size, read)
        for other in {*range(size + 1), -1, 2**53, 2**63, 2**64 - 1} - {index}:
            assert refused(check_inclusion, "not-included", other, size, leaf, top, proof)


def test_a_consistency_proof_holds_for_no_other_old_size() -> None:
    read = full().subtrees
    for index, new in PAIRS:
        old = index + 1
        proof, before, after = prove_consistency(old, new, read), root(old, read), root(new, read)
        for other in {*range(-1, new + 2), 2**63} - {old}:
            assert refused(check_consistency, "not-consistent", other, new, before, after, proof)


def test_an_inner_node_is_no_leaf() -> None:
    """RFC 6962, 2.1: leaves and nodes are hashed apart, so that a node cannot pass for an entry."""
    read = full().subtrees
    pair = read(0, 0) + read(0, 1)
    assert leaf_hash(pair) != read(1, 0)
    assert refused(check_inclusion, "not-included", 0, 2, leaf_hash(pair), root(4, read), (read(1, 1),))


def test_nothing_is_consistent_with_an_empty_tree_or_a_smaller_one() -> None:
    assert refused(check_consistency, "not-consistent", 0, 0, EMPTY_ROOT, EMPTY_ROOT, ())
    assert refused(check_consistency, "not-consistent", 0, 1, EMPTY_ROOT, b"", ())
    assert refused(check_consistency, "not-consistent", 2, 1, b"", b"", ())


def test_a_huge_tree_is_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof of the wrong length is refused before anything is hashed; a right one has at most 63 hashes."""

    def none(*_: bytes) -> bytes:
        raise AssertionError("nothing need be hashed")

    monkeypatch.setattr(tree, "node_hash", none)
    one = bytes(32)
    for proof in ([], [one] * 10**5):
        assert refused(check_inclusion, "not-included", 2**53 - 2, 2**53 - 1, one, one, proof)
        assert refused(check_consistency, "not-consistent", 2**52, 2**53 - 1, one, one, proof)


def test_what_is_no_hash_of_32_bytes_is_refused() -> None:
    """Else the border between two hashes could be moved, and nothing would be a root of nothing."""
    read = full().subtrees
    left, right, two = read(0, 0), read(0, 1), root(2, read)
    assert refused(check_inclusion, "not-included", 0, 2, left + right[:1], two, (right[1:],))
    assert refused(check_inclusion, "not-included", 0, 2, left[:-1], two, (left[-1:] + right,))
    assert refused(check_inclusion, "not-included", 0, 1, b"", b"", ())
    assert refused(check_consistency, "not-consistent", 1, 2, left + right[:1], two, (right[1:],))


@given(st.lists(st.binary(max_size=5), min_size=1, max_size=70), st.data())
def test_a_log_that_only_grows_can_always_show_it(entries: list[bytes], data: st.DataObject) -> None:
    old = data.draw(st.integers(1, len(entries)))
    read = grown(entries).subtrees
    assert root(old, read) == merkle.mth(entries[:old])
    proof = prove_consistency(old, len(entries), read)
    check_consistency(old, len(entries), merkle.mth(entries[:old]), root(len(entries), read), proof)


@given(st.lists(st.binary(max_size=5), min_size=1, max_size=70), st.data())
def test_a_log_that_changed_an_entry_cannot_show_that_it_only_grew(entries: list[bytes], data: st.DataObject) -> None:
    """Whatever proof it gives for its new tree: RFC 6962's own, for either tree."""
    old = data.draw(st.integers(1, len(entries)))
    place = data.draw(st.integers(0, old - 1))
    changed = [*entries[:place], entries[place] + b"!", *entries[place + 1 :]]
    top = root(len(entries), grown(changed).subtrees)
    for each in (entries, changed):
        proof = prove_consistency(old, len(each), grown(each).subtrees)
        assert refused(check_consistency, "not-consistent", old, len(each), merkle.mth(entries[:old]), top, proof)
