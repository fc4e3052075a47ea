"""Leaves in the database: accepted and refused as LOG.md says, at one index each, on SQLite and PostgreSQL."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete

from dealproof.verifier.tlog.fields import format_base64
from dealproof.verifier.tlog.tree import EMPTY_ROOT, Tree, leaf_hash, root
from dealproof.web.log.growth import grow
from dealproof.web.log.sequencing import rounds, sequence, submitted
from dealproof.web.store.log_database import LogDatabase, log_database
from dealproof.web.store.models import LogHand, LogLeaf, LogNode, LogTable
from tests.support.logs import commit, commits, deal, result
from tests.support.paths import ROOT

EACH_DATABASE = True

VECTORS = [json.loads(line) for line in (ROOT / "fixtures/log/append.jsonl").read_text(encoding="utf-8").splitlines()]


def bytes_of(vector: dict[str, Any]) -> list[bytes]:
    return [bytes.fromhex(each["hex"]) if "hex" in each else each["leaf"].encode() for each in vector["leaves"]]


def append(log: LogDatabase, batch: list[bytes]) -> list[tuple[int | None, str | None]]:
    with log.writing() as tables:
        return [(each.index, each.code) for each in sequence(tables, [*map(submitted, batch)])]


def checked_root(log: LogDatabase) -> tuple[int, str]:
    """Size and root as the database has them; every entry must be a leaf of that tree."""
    with log.reading() as tables:
        size = tables.size()
        tree = Tree()
        for entry in tables.entries(0, size):
            tree.append(leaf_hash(entry))
        assert len(tree) == size
        for before in range(size + 1):
            assert tables.root(before) == root(before, tree.subtrees)
        return size, format_base64(tables.root(size))


def test_every_vector_is_taken_and_refused_as_stated_one_by_one_and_as_one_batch(database: str) -> None:
    """fixtures/log/append.jsonl; each vector in an empty log."""
    assert len(VECTORS) == 26
    with log_database(database) as log:
        for vector in VECTORS:
            stated = [each["refused"] for each in vector["leaves"]]
            for step in (1, len(stated)):
                batch = bytes_of(vector)
                outcomes = [
                    each for start in range(0, len(batch), step) for each in append(log, batch[start : start + step])
                ]
                assert [code for _, code in outcomes] == stated, vector["name"]
                assert checked_root(log) == (vector["size"], vector["root"]), vector["name"]
                empty(log)


def empty(log: LogDatabase) -> None:
    with log.engine.begin() as connection:
        for table in (LogLeaf, LogNode, LogHand, LogTable):
            connection.execute(delete(table))


def test_a_leaf_that_is_repeated_gets_its_first_index_in_the_same_batch_and_later(database: str) -> None:
    with log_database(database) as log:
        first, second = commits(2)
        assert append(log, [first, second, first]) == [(0, None), (1, None), (0, None)]
        assert append(log, [second, deal("t.1"), second]) == [(1, None), (2, None), (1, None)]
        assert checked_root(log)[0] == 3


def test_a_refused_leaf_changes_nothing(database: str) -> None:
    with log_database(database) as log:
        assert append(log, [commit("a", 7), commit("b", 9), commit("b", 8), b"{}"]) == [
            *[(0, None), (None, "number-out-of-order"), (1, None), (None, "bad-leaf")]
        ]
        assert append(log, [result("a"), deal("a"), result("a"), result("a", time=1)]) == [
            *[(None, "deal-missing"), (2, None), (3, None), (None, "hand-closed")]
        ]


def test_batches_that_come_at_once_get_one_index_a_leaf_without_gaps(database: str) -> None:
    with log_database(database) as log:
        batches = [commits(5, table) for table in "abcd"] * 2
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda batch: append(log, batch), batches))
        assert found[:4] == found[4:]
        assert sorted(index for batch in found[:4] for index, _ in batch if index is not None) == [*range(20)]
        assert checked_root(log)[0] == 20


def test_the_stored_nodes_are_those_of_the_tree_for_every_size_to_70_in_any_steps(
    tmp_path: Path, database: str
) -> None:
    with log_database(database) as log:
        leaves, size = commits(70), 0
        for step in (1, 2, 3, 5, 8, 13, 21, 17):
            append(log, leaves[size : size + step])
            size += step
            assert checked_root(log)[0] == size
        assert size == 70


@given(st.lists(st.integers(0, 40), max_size=8))
def test_a_tree_grows_the_same_in_any_steps(steps: list[int]) -> None:
    tree, size, edge = Tree(), 0, dict[int, bytes]()
    found: dict[tuple[int, int], bytes] = {}
    for step in steps:
        hashes = [leaf_hash(str(each).encode()) for each in range(size, size + step)]
        for each in hashes:
            tree.append(each)
        found |= {(node.level, node.position): node.hash for node in grow(size, edge, hashes)}
        size += step
    bits = [level for level in range(size.bit_length()) if size >> level & 1]
    assert edge == {level: tree.subtrees(level, (size >> level) - 1) for level in bits}
    assert found == {
        (level, at): tree.subtrees(level, at) for level in range(size.bit_length()) for at in range(size >> level)
    }
    assert root(size, lambda level, at: found[level, at]) == (root(size, tree.subtrees) if size else EMPTY_ROOT)


def test_leaves_of_one_hand_are_never_in_one_round() -> None:
    """LOG.md, "Running a log": if the order matters, the second is added after the first is published."""
    leaves = [*commits(2), deal("t.1"), deal("t.2"), result("t.2"), b"no leaf", commit("t.3", 3)]
    assert [[each.data for each in found] for found in rounds(leaves)] == [leaves[:2], leaves[2:4], leaves[4:]]
    assert [*rounds([])] == []


@pytest.mark.parametrize("count", [1, 499, 500, 501, 1200])
def test_batches_of_any_size_are_taken(database: str, count: int) -> None:
    with log_database(database) as log:
        assert [index for index, _ in append(log, commits(count))] == [*range(count)]
        assert [index for index, _ in append(log, commits(count))] == [*range(count)]
