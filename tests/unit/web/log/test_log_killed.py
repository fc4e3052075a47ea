"""A log whose processes are killed at any moment: no accepted leaf is lost, no two checkpoints disagree, no leaf is
there twice."""

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.note import Note, parse_note
from dealproof.verifier.tlog.note_signature import check_note
from dealproof.verifier.tlog.tree import Tree, leaf_hash, root
from dealproof.web.log.key_file import create_key, read_key
from dealproof.web.log.last_signed import beside, read
from dealproof.web.log.publishing import LogService, Signed, append
from dealproof.web.log.verification import judged
from dealproof.web.store.log_database import LogDatabase, log_database
from tests.support.logs import NAME, commits

EACH_DATABASE = True

pytestmark = pytest.mark.slow

TIMES = 50
WRITERS = ("a", "b")
BATCH = 7
SMALLEST = 170
"""Bytes of a signed checkpoint, about."""

PROCESSES = multiprocessing.get_context("forkserver")
"""A process that has read the program once, and forks for every writer."""


def append_for_ever(database: str, folder: str, table: str) -> None:
    """An operator of one table: appends batches, notes what was accepted and what was signed, and after a crash goes on
    with the first leaf that it has not seen accepted."""
    accepted, signed = Path(folder, f"{table}.accepted"), Path(folder, f"{table}.signed")
    key = Path(folder, "log.key")

    def show(checkpoint: Signed, _: LogDatabase) -> Note:
        # What a witness would get: it has left the house, whether it is published or not.
        with signed.open("a") as file:
            file.write(f"{checkpoint.note.text}\n")
        return checkpoint.note

    with log_database(database) as opened:
        log = LogService(opened, read_key(key), beside(key), show)
        while True:
            first = len(indexes(accepted)) + 1
            outcomes = append(log, commits(BATCH, table, first))
            with accepted.open("a") as file:
                file.write("".join(f"{each.index}\n" for each in outcomes))


def indexes(accepted: Path) -> list[int]:
    """The indexes of a table's leaves of which an append has returned; a line that was cut off does not count."""
    return [int(line) for line in accepted.read_text().split("\n")[:-1]] if accepted.exists() else []


def checkpoints(signed: Path) -> set[str]:
    """The texts of all checkpoints that were shown to somebody."""
    texts = signed.read_text().split("\n\n")[:-1] if signed.exists() else []
    return {f"{text}\n" for text in texts}


def shown(folder: Path) -> int:
    """How often a checkpoint was shown to somebody."""
    return sum(each.stat().st_size for each in folder.glob("*.signed")) // SMALLEST


def test_a_log_killed_at_any_moment_keeps_its_word(database: str, tmp_path: Path) -> None:
    PROCESSES.set_forkserver_preload(["tests.unit.web.log.test_log_killed", "psycopg"])
    key = create_key(tmp_path / "log.key", NAME)
    with log_database(database):
        pass
    moments = random.Random(28)
    sizes: Counter[int] = Counter()
    for _ in range(TIMES):
        processes = [
            PROCESSES.Process(target=append_for_ever, args=(database, str(tmp_path), table)) for table in WRITERS
        ]
        for process in processes:
            process.start()
        # However slow the machine is, most of the runs come to sign something before they are killed.
        enough = shown(tmp_path) + moments.randrange(4)
        while shown(tmp_path) < enough and all(process.is_alive() for process in processes):
            time.sleep(0.002)
        time.sleep(moments.uniform(0, 0.05))
        for process in processes:
            assert process.is_alive(), "it ended by itself"
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
        for process in processes:
            process.join()
        sizes[keeps_its_word(database, tmp_path)] += 1
    assert max(sizes) > TIMES, sizes
    assert key == read_key(tmp_path / "log.key")


def keeps_its_word(database: str, folder: Path) -> int:
    """Checks everything that was said and shown so far; the number of leaves."""
    key = read_key(folder / "log.key")
    with log_database(database) as log, log.reading() as tables:
        entries, note = tables.entries(0, tables.size()), tables.checkpoint()
    assert len([*judged(entries)]) == len(entries)
    assert len(set(entries)) == len(entries)
    tree = Tree()
    for entry in entries:
        tree.append(leaf_hash(entry))
    last, published = read(beside(folder / "log.key")), 0
    texts = set().union(*(checkpoints(folder / f"{table}.signed") for table in WRITERS))
    for checkpoint in (last, *map(parse_checkpoint, texts)):
        assert checkpoint.size <= len(entries)
        assert root(checkpoint.size, tree.subtrees) == checkpoint.root
        assert checkpoint.size <= last.size
    if note is not None:
        check_note(parse_note(note), key.public)
        assert parse_note(note).text in texts
        published = parse_checkpoint(parse_note(note).text).size
    for table in WRITERS:
        found = indexes(folder / f"{table}.accepted")
        assert [entries[index] for index in found] == commits(len(found), table)
        assert all(index < published for index in found)
    return len(entries)
