"""Sorted files are merged into one sorted stream, with few files open (issue 15, point 1)."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.web.archive import sorting

IDS = st.text("Aa0.:-_", min_size=1, max_size=3)
ROWS = st.builds("{} {}\t[]".format, IDS, IDS)


@given(st.lists(st.lists(ROWS, max_size=4), max_size=12))
def test_any_division_of_rows_into_sorted_files_gives_all_rows_in_order(files: list[list[str]]) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sorting, "AT_ONCE", 2)
        paths = []
        for number, rows in enumerate(files):
            paths.append(Path(folder) / str(number))
            paths[-1].write_text("".join(row + "\n" for row in sorted(rows)), newline="")
        found = [*sorting.in_order(paths, Path(folder) / "scratch")]
        assert found == sorted(row.encode() for rows in files for row in rows)
        assert not (Path(folder) / "scratch").exists()


def test_what_was_merged_on_the_way_is_removed_where_reading_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "AT_ONCE", 2)
    paths = [tmp_path / str(number) for number in range(5)]
    for path in paths:
        path.write_bytes(b"row\n")
    rows = sorting.in_order(paths, tmp_path / "scratch")
    assert next(rows) == b"row"
    assert (tmp_path / "scratch").exists()
    rows.close()
    assert not (tmp_path / "scratch").exists()
