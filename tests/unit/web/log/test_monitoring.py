"""What a monitor reports of a log: LOG.md, "Monitoring"."""

import json
from pathlib import Path

import pytest

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.fields import format_base64
from dealproof.verifier.tlog.note import format_key, parse_note
from dealproof.verifier.tlog.policy import Policy, Witness
from dealproof.verifier.tlog.tree import EMPTY_ROOT
from dealproof.web.log.forks import check_fork
from dealproof.web.log.key_file import LogKey, create_key
from dealproof.web.log.memory import Memory, Seen
from dealproof.web.log.monitoring import OVERDUE_AFTER, Report, monitor, overdue, seen_at
from dealproof.web.log.verification import WholeLog, verify
from tests.support.logs import NAME, NOW, FakeWitness, commit, commits, deal, files, reading, result, void, write_files
from tests.unit.web.conftest import Run


@pytest.fixture
def key(tmp_path: Path) -> LogKey:
    return create_key(tmp_path / "key" / "log.key", NAME)


def whole(key: LogKey, leaves: list[bytes]) -> WholeLog:
    return verify(reading(files(key, leaves)), key.public)


def read(key: LogKey, memory: Memory, leaves: list[bytes], now: int = NOW) -> Report:
    """One reading of a log, as `dealproof log monitor` does it."""
    log = whole(key, leaves)
    memory.see(now, log.note)
    memory.learn([log.tree.subtrees(0, at) for at in range(len(leaves))])
    return monitor(log, memory, now)


def test_a_hand_is_overdue_24_hours_after_its_commit_was_first_seen(key: LogKey) -> None:
    memory, leaves = Memory(), commits(1)
    assert read(key, memory, leaves).is_clean
    leaves += commits(1, first=2)
    assert read(key, memory, leaves, NOW + OVERDUE_AFTER - 1).is_clean
    late = read(key, memory, leaves, NOW + OVERDUE_AFTER)
    assert [each[:] for each in late.overdue] == [("t.1", "t", 1, NOW)]
    assert not late.is_clean
    leaves += [deal("t.1"), result("t.1"), void("t.2")]
    assert read(key, memory, leaves, NOW + 9 * OVERDUE_AFTER).is_clean


def test_a_commit_was_first_seen_with_any_checkpoint_that_holds_it(key: LogKey) -> None:
    memory, leaves = Memory(), commits(4)
    for size, time in ((2, 50), (4, 90), (3, 70), (1, 60), (2, 40)):
        log = whole(key, leaves[:size])
        memory.seen.append(Seen(time, log.note))
    late = overdue(whole(key, leaves).leaves, memory.seen, OVERDUE_AFTER + 90)
    assert [each.seen for each in late] == [40, 40, 70, 90]
    assert [each.seen for each in overdue(whole(key, leaves).leaves, (), OVERDUE_AFTER)] == []


def test_the_time_of_a_checkpoint_is_that_of_its_witnesses_where_they_suffice(key: LogKey) -> None:
    witness = FakeWitness("w.example", key.public)
    note = parse_note(files(key, commits(1))["checkpoint"])
    policy = Policy((), (Witness("w", witness.key),), (), "w")
    assert seen_at(note, policy, NOW + 500) == NOW + 500
    note = parse_note(files(key, commits(1))["checkpoint"] + witness.line(note))
    assert seen_at(note, policy, NOW + 500) == NOW
    assert seen_at(note, policy._replace(quorum="none"), NOW + 500) == NOW + 500
    assert seen_at(note, None, NOW + 500) == NOW + 500


def test_hands_that_were_given_up_are_counted_by_table_reason_and_missing_seat(key: LogKey) -> None:
    leaves = [*commits(4), commit("u", 1, "u")]
    leaves += [
        void("t.1", "seed-missing", (1, 3)),
        void("t.2", "seed-missing", (3,)),
        void("t.3"),
        void("u", "misdeal"),
    ]
    report = read(key, Memory(), leaves)
    assert [each[:] for each in report.voids] == [
        ("t", "players-left", None, 1),
        ("t", "seed-missing", 1, 1),
        ("t", "seed-missing", 3, 2),
        ("u", "misdeal", None, 1),
    ]
    assert report.is_clean


def test_a_server_seed_of_two_hands_is_reported_before_it_is_opened(key: LogKey) -> None:
    leaves = [commit("a", 1), commit("b", 2, server_commitment=json.loads(commit("a", 1))["server_commitment"])]
    report = read(key, Memory(), leaves)
    assert [each.hands for each in report.reused] == [("a", "b")]
    assert not report.is_clean


def test_the_time_from_commit_to_deal_is_summed_up(key: LogKey) -> None:
    assert read(key, Memory(), commits(2)).dealing is None
    assert read(key, Memory(), [*commits(2), deal("t.1")]).dealing == (60_000, 60_000, 60_000)


FORKS = {
    "same-size": (commits(3), commits(3, "other")),
    "grown": (commits(3), commits(5, "other")),
    "shrunk": (commits(5), commits(3, "other")),
    "one-leaf": (commits(1), commits(1, "other")),
    "large": (commits(300), commits(310, "other")),
}


@pytest.mark.parametrize("name", FORKS)
def test_a_fork_is_proved_to_anybody_who_has_the_key(key: LogKey, tmp_path: Path, name: str) -> None:
    before, after = FORKS[name]
    memory = Memory()
    assert read(key, memory, before).forks == ()
    report = read(key, memory, after)
    (proof,) = report.forks
    check_fork(proof, key.public)
    assert not report.is_clean
    other = create_key(tmp_path / "other.key", NAME)
    with pytest.raises(LogRefuted):
        check_fork(proof, other.public)


def test_a_fork_is_reported_again_after_the_log_went_back(key: LogKey) -> None:
    memory = Memory()
    for leaves, count in ((commits(3), 0), (commits(2, "other"), 1), (commits(4), 1)):
        assert len(read(key, memory, leaves).forks) == count


def test_a_log_that_grew_proves_no_fork(key: LogKey) -> None:
    memory = Memory()
    assert [read(key, memory, commits(size)).forks for size in (0, 1, 2, 3, 7, 8, 300)] == [()] * 7
    back = read(key, memory, commits(5))
    assert (back.forks, back.shrunk, back.is_clean) == ((), 300, False)


@pytest.mark.parametrize("part", ["format", "first", "second", "root", "consistency"])
def test_every_changed_part_of_a_proof_is_refused(key: LogKey, part: str) -> None:
    memory = Memory()
    read(key, memory, commits(3))
    (proof,) = read(key, memory, commits(5, "other")).forks
    honest = files(key, commits(3))["checkpoint"].decode()
    wrong = {"format": "dealproof/fork/2", "root": "A" * 43 + "=", "consistency": [], "first": honest, "second": honest}
    wrong["first"] = files(key, commits(3, "other"))["checkpoint"].decode()
    for value in (wrong[part], None, 7, "", [None], {}):
        with pytest.raises((LogRefuted, MalformedLog)):
            check_fork({**proof, part: value}, key.public)
    with pytest.raises(MalformedLog):
        check_fork({each: value for each, value in proof.items() if each != part}, key.public)


def test_the_command_keeps_what_it_saw_and_writes_the_proof_of_a_fork(run: Run, key: LogKey, tmp_path: Path) -> None:
    arguments = ("--log-key", format_key(key.public), "--memory", "seen.json", "--now")
    write_files(tmp_path / "out", files(key, commits(3)))
    first = run("log", "monitor", "out", *arguments, str(NOW))
    assert (first.exit_code, first.stdout) == (0, f"The log {NAME} holds: 3 leaves.\n")
    late = run("log", "monitor", "out", *arguments, str(NOW + OVERDUE_AFTER), "--json")
    assert late.exit_code == 1
    assert [each["hand"] for each in json.loads(late.stdout)["overdue"]] == ["t.1", "t.2", "t.3"]
    write_files(tmp_path / "out", files(key, commits(4, "other")))
    forked = run("log", "monitor", "out", *arguments, str(NOW), "--json")
    assert forked.exit_code == 1
    (path,) = json.loads(forked.stdout)["forks"]
    check_fork(json.loads(Path(path).read_bytes()), key.public)


def test_two_roots_of_one_size_are_proved_even_if_nothing_else_is_served(run: Run, key: LogKey, tmp_path: Path) -> None:
    arguments = ("--log-key", format_key(key.public), "--memory", "seen.json", "--now", str(NOW))
    served = files(key, commits(3))
    write_files(tmp_path / "out", served)
    assert run("log", "monitor", "out", *arguments).exit_code == 0
    (tmp_path / "out" / "checkpoint").write_bytes(files(key, commits(3, "other"))["checkpoint"])
    forked = run("log", "monitor", "out", *arguments)
    assert forked.exit_code == 1
    (path,) = tmp_path.glob("seen.fork-*.json")
    assert "has forked" in forked.stderr
    check_fork(json.loads(path.read_bytes()), key.public)


def kept(time: str, text: str, leaves: str = "") -> str:
    note = json.dumps(f"{text}\n\n— a AAAAAAAA\n")
    return f'{{"format": "dealproof/monitor/1", "seen": [{{"time": {time}, "note": {note}}}], "leaves": "{leaves}"}}'


@pytest.mark.parametrize(
    "damage",
    [
        *(
            "",
            "{}",
            "[]",
            pytest.param("[" * 100_000, id="deep"),
            '{"format": "dealproof/monitor/1", "seen": [{}], "leaves": ""}',
        ),
        *(kept("1", "no checkpoint"), kept("1e999", f"a\n0\n{format_base64(EMPTY_ROOT)}")),
        kept("1", f"a\n0\n{format_base64(EMPTY_ROOT)}", leaves="AAAA"),
    ],
)
def test_a_damaged_memory_is_not_written_over(run: Run, key: LogKey, tmp_path: Path, damage: str) -> None:
    write_files(tmp_path / "out", files(key, commits(1)))
    (tmp_path / "seen.json").write_text(damage)
    result = run("log", "monitor", "out", "--log-key", format_key(key.public), "--memory", "seen.json")
    assert result.exit_code == 2
    assert "is not what a monitor keeps" in result.stderr
    assert (tmp_path / "seen.json").read_text() == damage


def test_what_was_kept_of_another_log_accuses_no_log_of_a_fork(run: Run, key: LogKey, tmp_path: Path) -> None:
    other = create_key(tmp_path / "key" / "other.key", "other.example")
    for each, size in ((other, 3), (key, 5)):
        write_files(tmp_path / each.public.name, files(each, commits(size)))
        result = run("log", "monitor", each.public.name, "--log-key", format_key(each.public), "--memory", "seen.json")
    assert result.exit_code == 2
    assert "is not what a monitor keeps of this log" in result.stderr
    assert not [*tmp_path.glob("*.fork-*")]
