"""`dealproof log`: what it prints, its exit status, and that no secret is printed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dealproof.verifier.tlog.note import format_key, parse_key
from dealproof.verifier.tlog.policy import Log, Policy, Witness, format_policy
from dealproof.web.log.key_file import create_key, parse_secret, read_key
from dealproof.web.log.last_signed import beside
from dealproof.web.log.publishing import Unpublished
from dealproof.web.log.sequencing import Outcome
from tests.support.logs import NAME, FakeWitness, commits, deal, listening
from tests.unit.web.conftest import Run, running, site_on


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of the key."""
    path = tmp_path / "keys" / "log.key"
    monkeypatch.setenv("DEALPROOF_LOG_KEY", str(path))
    return path


def lines(*leaves: bytes) -> bytes:
    return b"".join(leaf + b"\n" for leaf in leaves)


def test_a_log_from_its_key_to_a_verified_folder(run: Run, secret: Path) -> None:
    made = run("log", "init", NAME)
    assert made.exit_code == 0
    public = run("log", "key").stdout.strip()
    assert made.stdout.splitlines()[-1] == public
    assert parse_key(public).name == NAME
    assert read_key(secret).secret.hex() not in made.output
    assert secret.read_text().split("+", 4)[4].strip() not in made.output

    appended = run("log", "append", "-", stdin=lines(*commits(2), deal("t.1")))
    assert appended.stdout.splitlines() == [f"Line {line}: appended as leaf {line - 1}." for line in (1, 2, 3)]
    again = run("log", "append", "-", stdin=lines(*commits(2)))
    assert again.stdout.splitlines()[1] == "Line 2: in the log already, as leaf 1."

    assert run("log", "checkpoint").stdout.startswith(f"{NAME}\n3\n")
    assert run("log", "export", "out").exit_code == 0
    verified = run("log", "verify", "out", "--log-key", public)
    assert verified.exit_code == 0
    assert "3 leaves" in verified.stdout
    assert "signed by its key" in verified.stdout
    assert "was not checked" in run("log", "verify", "out").stdout


def test_a_refused_leaf_is_status_1_and_says_why(run: Run) -> None:
    run("log", "init", NAME)
    result = run("log", "append", "-", stdin=lines(*commits(1), deal("t.9"), b"{}"))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == [
        "Line 2: refused (commit-missing). The log has no commit of this hand.",
        "Line 3: refused (bad-leaf). The type of a leaf is one of commit, deal, result, void.",
    ]
    told = [
        json.loads(line) for line in run("log", "append", "-", "--json", stdin=lines(deal("t.9"))).stdout.splitlines()
    ]
    assert told == [
        {"index": None, "new": False, "code": "commit-missing", "reason": "The log has no commit of this hand."}
    ]


def test_a_blank_line_counts_as_a_line(run: Run, secret: Path) -> None:
    run("log", "init", NAME)
    result = run("log", "append", "-", stdin=lines(b"", *commits(1), b"", b"{}"))
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["Line 2", "Line 4"]
    beside(secret).unlink()
    stopped = run("log", "append", "-", stdin=lines(b"", *commits(2), b"", *commits(1, first=3)))
    assert "Lines 2 to 5: not stored" in " ".join(stopped.stderr.split())


def test_without_a_key_and_with_one_that_others_can_read_the_log_does_nothing(run: Run, secret: Path) -> None:
    assert "There is no key" in run("log", "append", "-", stdin=lines(*commits(1))).stderr
    run("log", "init", NAME)
    secret.chmod(0o644)
    for command in ("key", "checkpoint", "append"):
        result = run("log", command, *(["-"] if command == "append" else []))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "chmod 600" in result.stderr
    assert run("log", "init", NAME).exit_code == 2


@pytest.mark.parametrize("place", ["key", "log-key", "policy", "log-line"])
def test_no_error_repeats_a_secret_key_that_is_in_the_wrong_place(
    run: Run, secret: Path, tmp_path: Path, place: str
) -> None:
    run("log", "init", "a")
    key = secret.read_text().strip()
    (tmp_path / "line").write_text(f"log {key}\nquorum none\n")
    result = {
        "key": lambda: run("log", "key", "--key", key),
        "log-key": lambda: run("log", "verify", str(tmp_path), "--log-key", key),
        "policy": lambda: run("log", "verify", str(tmp_path), "--policy", str(secret)),
        "log-line": lambda: run("log", "verify", str(tmp_path), "--policy", str(tmp_path / "line")),
    }[place]()
    assert result.exit_code == 2
    assert not any(key[at : at + 6] in result.output for at in range(len("PRIVATE+KEY+"), len(key) - 6))


def test_a_witness_of_the_policy_cosigns_and_without_its_quorum_the_status_is_2(
    run: Run, secret: Path, tmp_path: Path
) -> None:
    run("log", "init", NAME)
    key = read_key(secret).public
    witness = FakeWitness("one.example", key)
    policy = Policy((Log(key),), (Witness("w", witness.key),), (), "w")
    (tmp_path / "policy").write_bytes(format_policy(policy))
    with listening(witness) as address:
        arguments = ("--policy", "policy", "--witness", address)
        assert run("log", "append", "-", *arguments, stdin=lines(*commits(1))).exit_code == 0
        assert "— one.example " in run("log", "checkpoint", *arguments).stdout
        run("log", "export", "out")
        assert run("log", "verify", "out", "--policy", "policy").exit_code == 0
    result = run("log", "append", "-", *arguments, stdin=lines(*commits(1, first=2)))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is not published" in result.stderr
    assert result.stderr.splitlines()[1:] == [
        "dealproof: Line 1: stored as leaf 1, but no published checkpoint holds it yet.",
        "dealproof: Append the same lines again: each leaf that is stored keeps its index.",
    ]
    assert "--witness needs --policy" in run("log", "checkpoint", "--witness", address).stderr


def test_an_append_that_stops_says_what_is_stored_what_is_not_and_what_is_not_known(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        refused = Outcome(code="commit-missing", reason="The log has no commit of this hand.")
        raise Unpublished(Exception("It stopped."), [Outcome(0, new=True)], [Outcome(1, new=True), refused], 2)

    run("log", "init", NAME)
    monkeypatch.setattr("dealproof.web.cli.log.appending.append_leaves", stop)
    result = run("log", "append", "-", stdin=lines(*commits(7)))
    assert (result.exit_code, result.stdout) == (2, "Line 1: appended as leaf 0.\n")
    assert result.stderr.splitlines() == [
        "dealproof: It stopped.",
        "dealproof: Line 2: stored as leaf 1, but no published checkpoint holds it yet.",
        "dealproof: Line 3: refused (commit-missing). The log has no commit of this hand.",
        "dealproof: Lines 4 to 5: the database failed while it stored them; they are all stored or all not.",
        "dealproof: Lines 6 to 7: not stored.",
        "dealproof: Append the same lines again: each leaf that is stored keeps its index.",
    ]


def test_a_log_is_verified_and_monitored_at_its_address(run: Run, database: str) -> None:
    run("log", "init", NAME)
    run("log", "append", "-", stdin=lines(*commits(257)))
    public = run("log", "key").stdout.strip()
    with site_on(database) as site, running(site.application) as address:
        assert run("log", "verify", f"{address}/log", "--log-key", public).exit_code == 0
        assert run("log", "verify", f"{address}/log/", "--log-key", public).exit_code == 0
        assert run("log", "monitor", f"{address}/log", "--log-key", public, "--memory", "m").exit_code == 0
        missing = run("log", "verify", f"{address}/nothing", "--log-key", public)
        assert missing.exit_code == 2
        assert "status 404" in missing.stderr


def test_of_two_keys_of_one_name_in_a_policy_the_one_that_signed_is_that_of_the_log(
    run: Run, secret: Path, tmp_path: Path
) -> None:
    """LOG.md, "Policies": names of logs may be equal, as of an older key."""
    run("log", "init", NAME)
    run("log", "append", "-", stdin=lines(*commits(3)))
    run("log", "export", "out")
    logs = (Log(create_key(tmp_path / "older.key", NAME).public), Log(read_key(secret).public))
    (tmp_path / "policy").write_bytes(format_policy(Policy(logs)))
    assert run("log", "verify", "out", "--policy", "policy").exit_code == 0


def test_a_log_that_does_not_hold_is_status_1_and_one_that_is_not_there_is_2(run: Run, tmp_path: Path) -> None:
    run("log", "init", NAME)
    public = run("log", "key").stdout.strip()
    run("log", "append", "-", stdin=lines(*commits(2)))
    run("log", "export", "out")
    tile = tmp_path / "out/tile/0/000.p/2"
    tile.write_bytes(bytes(64))
    for command in ("verify", "monitor"):
        result = run("log", command, "out", "--log-key", public, *(["--memory", "m"] if command == "monitor" else []))
        assert result.exit_code == 1
        assert "does not hold" in result.stderr
    assert run("log", "verify", "nowhere").exit_code == 2
    assert run("log", "verify", "out", "--log-key", "x").exit_code == 2
    assert run("log", "monitor", "out").exit_code == 2
    (tmp_path / "policy").write_bytes(b"quorum none\n")
    assert "has no key of the log" in run("log", "verify", "out", "--policy", "policy").stderr


def test_checking_hands_loads_nothing_of_the_log() -> None:
    program = "import sys, dealproof.web.cli.main, dealproof.web.cli.check.command; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "dealproof.web.cli.check.command" in loaded
    assert [name for name in loaded if name.startswith(("dealproof.web.log", "dealproof.web.cli.log"))] == []


def test_the_file_of_the_key_is_the_form_of_other_tools() -> None:
    """golang.org/x/mod/sumdb/note, the example of its documentation."""
    skey = b"PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz\n"
    key = parse_secret(skey)
    assert key is not None
    assert format_key(key.public) == "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
