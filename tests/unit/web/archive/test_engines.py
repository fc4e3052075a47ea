"""Every engine gives the same bytes, also where workers are killed (issue 15, point 1)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from dealproof.web.archive.engines import AHEAD, TRIES
from dealproof.web.archive.engines.choice import ENGINES, engine
from dealproof.web.archive.engines.processes import Processes
from dealproof.web.archive.errors import EngineUnusable
from dealproof.web.workers import AHEAD as OUT_OF_ORDER
from tests.support import archive_runs
from tests.support.paths import ROOT

PATIENCE = 300
"""Seconds that a run may take on a busy machine; it takes 5 to 30."""
RUN = "from tests.support.archive_runs import main; main()"


def run(name: str) -> dict[str, Any]:
    """What the runs of an engine came to."""
    with TemporaryDirectory() as folder:
        arguments = [sys.executable, "-W", "error", "-c", RUN, name, folder]
        ended = subprocess.run(arguments, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr.decode()
    # One line and nothing else: what an engine says of its workers does not come between.
    said: dict[str, Any] = json.loads(ended.stdout)
    return said


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one process comes to."""
    with Processes(1) as by:
        return archive_runs.audited(archive_runs.honest, by, tmp_path_factory.mktemp("alone"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_two_workers_of_every_engine_give_the_bytes_of_one_process_killed_or_not(
    name: str, alone: dict[str, Any]
) -> None:
    """One test an engine, whose cluster is then started once, however tests are shared out."""
    said = run(name)
    assert said["honest"]["sum"] == alone["sum"]
    assert said["honest"]["files"] == alone["files"]
    # A worker was killed in the middle of a chunk.
    assert said["kills"] == 1
    assert said["killed"]["sum"] == alone["sum"]
    # Every worker was killed that had a chunk: the audit ends, with a sentence that says where.
    assert said["lost"] == archive_runs.KILLED
    assert said["all kills"] == 1 + TRIES
    pieces = [*archive_runs.chunks()][archive_runs.KILLED].pieces
    assert f"{TRIES} times at the records from {pieces[0].source} to {pieces[-1].source}" in said["sentence"]
    # It goes on from what was finished.
    assert 0 < said["kept"] < alone["chunks"]
    assert said["resumed"]["sum"] == alone["sum"]
    # No more chunks were read than workers had in hand.
    most = 2 * (OUT_OF_ORDER if name == "processes" else AHEAD) + 1
    assert all(said[each]["most"] <= most for each in ("honest", "killed", "resumed"))


def test_one_process_reads_a_chunk_when_the_last_one_is_taken_in(alone: dict[str, Any]) -> None:
    assert alone["most"] == 1


@pytest.mark.parametrize(("name", "module"), [("ray", "ray"), ("dask", "distributed")])
def test_an_engine_that_is_not_installed_is_named_with_its_extra(
    name: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"dealproof.web.archive.engines.{name}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(EngineUnusable, match=rf"pip install 'dealproof\[{name}\]'"):
        engine(name, 2, None)


def test_processes_take_no_address() -> None:
    with pytest.raises(EngineUnusable, match="--address is for"):
        engine("processes", 2, "tcp://127.0.0.1:8786")


def test_processes_need_neither_ray_nor_dask() -> None:
    code = "import sys; from dealproof.web.archive.engines.choice import engine; engine('processes', 2, None); "
    code += "sys.exit(bool({'ray', 'dask', 'distributed'} & {*sys.modules}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=PATIENCE)


UNREACHABLE = """
import sys
from dealproof.web.archive.engines.choice import engine
from dealproof.web.archive.errors import EngineUnusable
try:
    engine(sys.argv[1], 2, sys.argv[2]).__enter__()
except EngineUnusable as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "address"), [("dask", "tcp://127.0.0.1:1"), ("dask", "nowhere://x")])
def test_a_cluster_that_does_not_answer_is_named(name: str, address: str) -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from dealproof.web.archive.engines import dask\ndask.PATIENCE = 1\n{UNREACHABLE}",
            name,
            address,
        ],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
    ).stdout.decode()
    assert f"Dask does not answer at {address}: " in said


def test_ray_asks_for_a_folder_in_which_it_can_name_its_sockets(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 10)
    deep.mkdir()
    said = subprocess.run(
        [sys.executable, "-c", UNREACHABLE.replace("sys.argv[2]", "None"), "ray"],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "TMPDIR": str(deep)},
    ).stdout.decode()
    assert f"Ray cannot open its sockets in {deep}. Set TMPDIR" in said
