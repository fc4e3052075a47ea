"""What a log serves: from the site and from a folder, recomputed whole, and refused for every byte that is changed."""

import gzip
import os
from pathlib import Path

import pytest

from dealproof.verifier.encoding import MAX_INTEGER
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
from dealproof.verifier.tlog.tiles import WIDTH, format_entries
from dealproof.web.log.errors import LogError, LogUnreadable
from dealproof.web.log.export import export
from dealproof.web.log.key_file import LogKey, create_key
from dealproof.web.log.publishing import Unpublished, append
from dealproof.web.log.reading import reader
from dealproof.web.log.verification import verify
from tests.support.logs import (
    NAME,
    commit,
    commits,
    deal,
    files,
    reading,
    result,
    running_log,
    signed_note,
    void,
    write_files,
)
from tests.unit.web.conftest import site_on

EACH_DATABASE = True

FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture
def key(tmp_path: Path) -> LogKey:
    return create_key(tmp_path / "a" / "log.key", NAME)


def inside(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("size", [1, 255, 256, 257, 600])
def test_the_site_and_the_export_serve_the_files_of_the_tree(database: str, tmp_path: Path, size: int) -> None:
    """C2SP tlog-tiles; what they must be is computed from the leaves alone."""
    leaves = commits(size)
    with running_log(database, tmp_path) as log:
        append(log, leaves)
        expected = files(log.key, leaves)
        export(log.database, tmp_path / "out")
        assert inside(tmp_path / "out") == expected
        assert len(verify(reader(str(tmp_path / "out")), log.key.public).leaves) == size
        with site_on(database) as site:
            for path, data in expected.items():
                answer = site.get(f"/log/{path}")
                assert (answer.status_code, answer.data) == (200, data), path
                tile = path != "checkpoint"
                assert answer.headers["Cache-Control"] == (FOREVER if tile else "no-cache")
                kind = "application/octet-stream" if tile else "text/plain; charset=utf-8"
                assert answer.headers["Content-Type"] == kind
                assert answer.headers["Access-Control-Allow-Origin"] == "*"
                packed = site.get(f"/log/{path}", headers={"Accept-Encoding": "gzip"})
                if path.startswith("tile/entries/"):
                    assert packed.headers["Content-Encoding"] == "gzip"
                    assert gzip.decompress(packed.data) == data
                    assert answer.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
                else:
                    assert (packed.data, packed.headers.get("Content-Encoding")) == (data, None)


def test_nothing_is_served_that_no_published_checkpoint_holds(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log, site_on(database) as site:
        assert site.get("/log/checkpoint").status_code == 404
        append(log, commits(3))
        (tmp_path / "log.key.last-signed").unlink()
        with pytest.raises(Unpublished):
            append(log, commits(300, first=4))
        for path in ("tile/0/000.p/3", "tile/0/000.p/1", "tile/entries/000.p/2"):
            assert site.get(f"/log/{path}").status_code == 200, path
        for path in (
            *("tile/0/000", "tile/entries/000", "tile/0/000.p/4", "tile/entries/000.p/4", "tile/1/000.p/1"),
            *("tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/03", "tile/0/0", "tile/00/000", "tile/64/000"),
            *("tile/entries/001.p/1", "tile/-1/000", "tile/0/x000/000", "tile/0/000/", "tile/", "nothing"),
        ):
            assert site.get(f"/log/{path}").status_code == 404, path


def test_an_export_writes_only_what_is_new_and_the_checkpoint_last(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with running_log(database, tmp_path) as log:
        append(log, commits(300))
        assert export(log.database, out)[:] == (300, 5)
        assert export(log.database, out)[:] == (300, 0)
        append(log, commits(2, first=301))
        assert export(log.database, out)[:] == (302, 2)
        append(log, commits(1, first=303))
        before, replaced = (out / "checkpoint").read_bytes(), []
        real = os.fsync
        monkeypatch.setattr(os, "fsync", lambda file: (replaced.append(file), real(file))[1])
        monkeypatch.setattr("dealproof.web.log.export.CHECKPOINT", "checkpoint/impossible")
        with pytest.raises(OSError, match="checkpoint"):
            export(log.database, out)
        assert (out / "checkpoint").read_bytes() == before
        assert replaced
        assert len(verify(reader(str(out)), log.key.public).leaves) == 302


def test_an_export_leaves_the_folder_of_another_log_alone(database: str, tmp_path: Path, key: LogKey) -> None:
    with running_log(database, tmp_path) as log:
        with pytest.raises(LogError) as refused:
            export(log.database, tmp_path / "out")
        assert refused.value.code == "nothing-published"
        append(log, commits(3))
        for at, leaves in enumerate((commits(2, "other"), commits(4))):
            write_files(tmp_path / f"{at}", files(key, leaves))
            with pytest.raises(LogError) as refused:
                export(log.database, tmp_path / f"{at}")
            assert refused.value.code == "export-other-log"
            assert inside(tmp_path / f"{at}") == files(key, leaves)


WHOLE = [*commits(2), deal("t.1"), result("t.1"), void("t.2", "seed-missing", (1,)), commit("u", 9, "u")]


def test_every_flipped_bit_of_every_file_is_refused(key: LogKey) -> None:
    served = files(key, WHOLE)
    assert len(verify(reading(served), key.public).leaves) == len(WHOLE)
    for path, data in served.items():
        for at in range(len(data)):
            changed = data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
            with pytest.raises((LogRefuted, MalformedLog)):
                verify(reading({**served, path: changed}), key.public)


@pytest.mark.parametrize(
    ("leaves", "code"),
    [
        ([commit("a", 1), commit("b", 3)], "number-out-of-order"),
        ([*WHOLE, WHOLE[0]], "duplicate-commit"),
        ([deal("a")], "commit-missing"),
        ([*WHOLE, result("t.1")], "hand-closed"),
        ([commit("a", 1), b"{}"], "bad-leaf"),
        ([commit("a", 1), deal("a"), result("a", server_seed="00" * 32)], "seed-mismatch"),
    ],
)
def test_a_log_that_accepted_what_it_had_to_refuse_is_refused(key: LogKey, leaves: list[bytes], code: str) -> None:
    with pytest.raises((LogRefuted, MalformedLog), match=rf"Leaf {len(leaves) - 1}: ") as refused:
        verify(reading(files(key, leaves)), key.public)
    assert refused.value.code == code


def test_of_a_log_that_claims_to_be_endless_only_the_first_fault_is_read(key: LogKey) -> None:
    """LOG.md, "Monitoring": a monitor reads logs that it does not trust."""
    asked: list[str] = []

    def read(path: str) -> bytes:
        asked.append(path)
        if path == "checkpoint":
            return signed_note(key, format_checkpoint(Checkpoint(NAME, MAX_INTEGER, bytes(32))))
        return format_entries([b""] * WIDTH)

    with pytest.raises(MalformedLog, match="Leaf 0: "):
        verify(read, key.public)
    assert asked == ["checkpoint", "tile/entries/000"]


def test_a_pipe_in_the_folder_of_a_log_is_not_waited_for(key: LogKey, tmp_path: Path) -> None:
    write_files(tmp_path / "out", files(key, commits(3)))
    (tmp_path / "out" / "tile" / "0" / "000.p" / "3").unlink()
    os.mkfifo(tmp_path / "out" / "tile" / "0" / "000.p" / "3")
    with pytest.raises(LogUnreadable):
        verify(reader(str(tmp_path / "out")), key.public)


def test_another_key_and_a_missing_file_are_told_apart(key: LogKey, tmp_path: Path) -> None:
    served = files(key, WHOLE)
    other = create_key(tmp_path / "b" / "log.key", NAME)
    with pytest.raises(LogRefuted, match="no line under the key"):
        verify(reading(served), other.public)
    for path in served:
        with pytest.raises(LogUnreadable):
            verify(reading({each: data for each, data in served.items() if each != path}), key.public)


def test_where_a_partial_tile_is_gone_the_full_one_is_read(key: LogKey) -> None:
    """C2SP tlog-tiles, "Partial Tiles": a log may delete them once the full tile is there."""
    small, large = files(key, commits(300)), files(key, commits(600))
    served = {**large, "checkpoint": small["checkpoint"], "tile/1/000.p/1": small["tile/1/000.p/1"]}
    assert not any(".p/44" in path for path in served)
    assert len(verify(reading(served), key.public).leaves) == 300
