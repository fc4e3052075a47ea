"""Counts of chunks add up to the same bytes, however an archive is divided (issue 15, point 1)."""

import json
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.archive.chunk import ChunkResult, Piece, audit_chunk
from dealproof.replay.archive.counts import Counts
from dealproof.replay.archive.statistics import DECK_STATISTICS
from tests.support.paths import ROOT


@cache
def pieces() -> tuple[Piece, ...]:
    """Some vectors of each game, those with faults among them, and bytes that are no record."""
    found = [Piece("none:1", b""), Piece("none:2", b"\xff{")]
    for name in ("28-standard", "56-gulan", "kazhutha", "rummy-13"):
        lines = (ROOT / "fixtures" / "records" / f"{name}.jsonl").read_bytes().splitlines()
        step = max(1, len(lines) // 4)
        for number, line in enumerate(lines[::step], 1):
            found.append(Piece(f"{name}:{number}", json.dumps(json.loads(line)["record"]).encode()))
    return tuple(found)


def merged(results: list[ChunkResult]) -> bytes:
    """Everything that an audit makes of chunks: counts, rows, keys and failures."""
    counts = Counts()
    for result in results:
        counts.merge(Counts(json.loads(json.dumps(result.counts))))
    rows = sorted(row for result in results for row in result.rows)
    keys = sorted(key for result in results for key in result.keys)
    failures = sorted(failure for result in results for failure in result.failures)
    worths = {name: worth for result in results for name, worth in result.worths.items()}
    return repr((json.dumps(counts.to_json()), sorted(worths.items()), rows, keys, failures)).encode()


@cache
def whole() -> bytes:
    return merged([audit_chunk(pieces(), DECK_STATISTICS)])


@settings(max_examples=15)
@given(st.data())
def test_any_division_into_chunks_in_any_order_gives_the_same_bytes(data: st.DataObject) -> None:
    order = data.draw(st.permutations(pieces()))
    cuts = sorted(data.draw(st.sets(st.integers(1, len(order) - 1), max_size=5)))
    chunks = [order[first:last] for first, last in zip([0, *cuts], [*cuts, len(order)], strict=True)]
    assert merged([audit_chunk(chunk, DECK_STATISTICS) for chunk in chunks]) == whole()


@given(
    st.lists(st.dictionaries(st.sampled_from("abc"), st.lists(st.integers(0, 9), min_size=2, max_size=2)), max_size=6)
)
def test_counts_are_added_whatever_the_order_and_grouping(tables: list[dict[str, list[int]]]) -> None:
    def total(parts: list[dict[str, list[int]]]) -> dict[str, list[int]]:
        counts = Counts()
        for part in parts:
            counts.merge(Counts(part))
        return counts.to_json()

    half = len(tables) // 2
    assert total(tables) == total(tables[::-1]) == total([total(tables[:half]), total(tables[half:])])


def test_what_the_seats_are_dealt_is_counted_for_every_deal_of_a_hand() -> None:
    """Each deal of a hand that is dealt again has its own tables, with one count for each seat."""
    lines = (ROOT / "fixtures" / "records" / "28-standard.jsonl").read_bytes().splitlines()
    again = next(
        record
        for record in (json.loads(line)["record"] for line in lines)
        if [event["do"] for event in record["events"]].count("redeal") == 1
    )
    counts = audit_chunk([Piece("a", json.dumps(again).encode())], ()).counts
    rules = again["header"]["rules"]
    for label in ("deal/0", "deal/1"):
        assert [sum(counts[f"{rules} {label} 32 dealt jacks {seat} 4 8"]) for seat in range(4)] == [1, 1, 1, 1]
