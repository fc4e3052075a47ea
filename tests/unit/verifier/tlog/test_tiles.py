"""Tiles: paths, widths, contents, and the tree read from them (LOG.md, "Tiles"; C2SP tlog-tiles)."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.tiles import (
    ENTRIES,
    Tile,
    format_entries,
    format_path,
    hashes,
    parse_entries,
    parse_path,
    subtrees,
    tiles,
)
from dealproof.verifier.tlog.tree import Tree, leaf_hash, prove_consistency, prove_inclusion, root

TILES = st.builds(Tile, st.sampled_from([ENTRIES, *range(64)]), st.integers(0, 2**53 - 1), st.integers(1, 256))


@cache
def tree() -> Tree:
    found = Tree()
    for index in range(70_000):
        found.append(leaf_hash(b"%d" % index))
    return found


def paths(size: int, since: int = 0) -> list[str]:
    return [format_path(tile) for tile in tiles(size, since)]


def code(path: str) -> str:
    with pytest.raises(MalformedLog) as fault:
        parse_path(path)
    return fault.value.code


@given(TILES)
def test_a_path_is_read_as_it_is_written(tile: Tile) -> None:
    assert parse_path(format_path(tile)) == tile


@given(st.text(st.sampled_from("tile/entrsx.p0123456789"), max_size=24).map(lambda text: f"tile/{text}"))
def test_no_other_path_is_read(path: str) -> None:
    try:
        assert format_path(parse_path(path)) == path
    except MalformedLog as fault:
        assert fault.code == "bad-tile"  # noqa: PT017 (either may happen)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/0/x000/000",
        "tile/0/x000/x001/000",
        "tile/0/001/000",
        "tile/0/x1/000",
        "tile/0/x001/x000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/0/-01",
        "tile/0/000.p/0",
        "tile/0/000.p/01",
        "tile/0/000.p/256",
        "tile/0/000.p/999",
        "tile/0/000.p/",
        "tile/0/000.p",
        "tile/0/000/",
        "/tile/0/000",
        "tile//0/000",
        "tile/0/../000",
        "tile/0/000\n",
        "tile/0/٠٠٠",
        "tile/Entries/000",
        "tile/0/x009/x007/x199/x254/x740/992",
        "tile/0/" + "x000/" * 10**5 + "000",
    ],
)
def test_a_path_that_would_not_be_written_is_not_read(path: str) -> None:
    assert code(path) == "bad-tile"


def test_the_tiles_of_the_specification_s_example() -> None:
    """C2SP tlog-tiles, "Partial Tiles": 70,000 leaves, and 256."""
    found = [tile for tile in tiles(70_000) if tile.level != ENTRIES]
    assert [sum(tile.level == 0 and tile.width == 256 for tile in found), found[273].width] == [273, 112]
    assert [(tile.level, tile.width) for tile in found[274:]] == [(1, 256), (1, 17), (2, 1)]
    assert paths(256) == ["tile/entries/000", "tile/0/000", "tile/1/000.p/1"]
    assert paths(0) == []
    assert paths(1) == ["tile/entries/000.p/1", "tile/0/000.p/1"]


@given(st.integers(0, 70_000), st.integers(0, 70_000))
def test_what_a_growing_log_writes_is_what_it_had_not(one: int, other: int) -> None:
    before, after = sorted((one, other))
    assert set(paths(after, before)) == set(paths(after)) - set(paths(before))


@given(st.integers(1, 70_000), st.data())
def test_proofs_from_tiles_are_those_of_the_tree(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    whole = set(tiles(size))

    def read(tile: Tile) -> bytes:
        assert tile in whole
        return hashes(tile, tree().subtrees)

    found = subtrees(size, read)
    assert root(size, found) == root(size, tree().subtrees)
    assert prove_inclusion(index, size, found) == prove_inclusion(index, size, tree().subtrees)
    assert prove_consistency(index + 1, size, found) == prove_consistency(index + 1, size, tree().subtrees)


def test_a_tile_of_a_wrong_length_is_refused() -> None:
    for length in (0, 31, 32, 63, 65, 96):
        with pytest.raises(MalformedLog, match="A tile of 2 hashes has"):
            root(2, subtrees(2, lambda _, length=length: bytes(length)))


@given(st.lists(st.binary(max_size=5), max_size=6))
def test_a_bundle_is_read_as_it_is_written(entries: list[bytes]) -> None:
    data = format_entries(entries)
    assert parse_entries(data, len(entries)) == entries
    for wrong, width in ((data + b"\0", len(entries)), (data, len(entries) + 1), (data[:-1], len(entries))):
        if wrong or width:
            with pytest.raises(MalformedLog):
                parse_entries(wrong, width)
