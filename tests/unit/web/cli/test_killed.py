"""An import that is killed at any moment: what was accepted is there, and of no file there is a part."""

import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy import text as sql

from dealproof.web.cli.main import main
from dealproof.web.store.engine import engine, opened
from tests.unit.web.conftest import GOOD, record

TIMES = 50
FILES = 6
HANDS = 25

PROCESSES = multiprocessing.get_context("forkserver")
"""A process that has read the program once, and forks for every import."""


EACH_DATABASE = True


@pytest.fixture
def made(database: str) -> Iterator[Engine]:
    opened(database).dispose()
    found = engine(database)
    yield found
    found.dispose()


def write_files(folder: Path) -> list[str]:
    """Files of hands, each hand with the name of its file in its ID."""
    told = record(GOOD)
    for file in range(FILES):
        lines = []
        for number in range(1, HANDS + 1):
            told["header"] |= {"hand": f"f{file}.{number}", "table": f"f{file}", "number": number}
            lines.append(json.dumps(told))
        (folder / f"f{file}.hands.jsonl").write_text("\n".join(lines))
    return sorted(each.name for each in folder.glob("*.jsonl"))


def run_import(database: str, folder: str, files: list[str], said: str) -> None:
    """What `dealproof import` does in a folder, its standard output in a file."""
    os.chdir(folder)
    sys.stdout = Path(said).open("w", buffering=1)  # noqa: SIM115  # the process ends with it open
    main(["import", "--database", database, *files])


def stored(made: Engine) -> Counter[str]:
    """How many hands of each file are stored."""
    with made.connect() as connection:
        rows = connection.execute(sql("SELECT table_id, count(*) FROM hands GROUP BY table_id")).all()
    return Counter(dict(map(tuple, rows)))


def accepted(said: Path) -> set[str]:
    """The files of which the import said that they are stored."""
    lines = said.read_text().splitlines() if said.exists() else []
    return {line.partition(".")[0] for line in lines if f"{HANDS} stored" in line}


def test_an_import_killed_at_any_moment_loses_nothing_accepted_and_shows_nothing_half(
    database: str, made: Engine, tmp_path: Path
) -> None:
    PROCESSES.set_forkserver_preload(["tests.unit.web.cli.test_killed"])
    files = write_files(tmp_path)
    moments = random.Random(28)
    whole = 0.0
    ends: Counter[int] = Counter()
    for round in range(TIMES + 2):
        said = tmp_path / f"said{round}"
        process = PROCESSES.Process(target=run_import, args=(database, str(tmp_path), files, str(said)))
        began = time.monotonic()
        process.start()
        # The first run starts the process that forks; the second shows how long a whole one takes.
        process.join(None if round < 2 else moments.uniform(0, whole))
        during = stored(made)
        if process.is_alive():
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
        process.join()
        whole = time.monotonic() - began if round < 2 else whole
        after = stored(made)
        assert set(during.values()) | set(after.values()) <= {HANDS}
        assert accepted(said) <= set(after)
        assert set(during) <= set(after)
        ends[len(after)] += 1
        if len(after) == FILES:
            with made.begin() as connection:
                connection.execute(sql("DELETE FROM hands"))
    assert process.exitcode is not None
    assert sum(ends[count] for count in range(1, FILES)) > 5, ends
    assert len(ends) > 2, ends
