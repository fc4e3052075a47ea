"""Logs and receipts of this project, verified by golang.org/x/mod with `interop/main.go`."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dealproof.verifier.encoding import canonical
from dealproof.verifier.tlog.note import format_key, parse_note
from dealproof.verifier.tlog.policy import Policy, Witness
from dealproof.verifier.tlog.receipt import format_receipt
from dealproof.web.log.export import export
from dealproof.web.log.key_file import create_key
from dealproof.web.log.publishing import LogService, append
from dealproof.web.log.receipts import receipt_of
from dealproof.web.log.witnessing import Witnesses
from tests.support.logs import NAME, FakeWitness, commit, commits, deal, files, result, running_log, write_files
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

DEBIAN = Path("/usr/share/gocode")
"""Where Debian puts the sources of Go packages."""

SIZES = {1: (), 2: ("a",), 7: ("a", "b"), 256: ("a",), 257: ("a", "b"), 600: ("a", "b")}
"""Leaves of each log, at least, and the hands in it of which there are receipts."""

SAMPLES = 23
"""Places in each file of a log at which a bit is flipped."""


class Exported(NamedTuple):
    """The folder of a log with receipts, and its keys as text."""

    folder: Path
    keys: tuple[str, str]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled program."""
    if (go := shutil.which("go")) is None:
        pytest.fail(
            "Go is missing. tests/run installs it: the Debian packages golang-go, golang-golang-x-mod-dev.",
            pytrace=False,
        )
    folder = tmp_path_factory.mktemp("go")
    places = {"GOPATH": os.environ.get("GOPATH", str(DEBIAN)), "GOCACHE": str(folder / "cache")}
    source = ROOT / "tests" / "conformance" / "interop" / "main.go"
    built = subprocess.run(
        [go, "build", "-o", folder / "interop", source],
        env={**os.environ, **places, "GO111MODULE": "off", "GOFLAGS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return folder / "interop"


def verified(program: Path, keys: tuple[str, str], *folders: Path) -> list[str]:
    """What the program says of each folder."""
    run = subprocess.run([program, *keys, *folders], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def header(hand: str) -> dict[str, Any]:
    return {"hand": hand, "seats": ["é", "<&>", "\\", "🃏"]}


@contextmanager
def cosigned_log(folder: Path) -> Iterator[tuple[LogService, tuple[str, str]]]:
    """A log whose checkpoints a witness cosigns, and both keys."""
    with running_log(f"sqlite:///{folder / 'log.sqlite3'}", folder) as log:
        witness = FakeWitness("one.example", log.key.public)
        policy = Policy((), (Witness("w", witness.key),), (), "w")
        keys = (format_key(log.key.public), format_key(witness.key))
        yield log._replace(cosign=Witnesses(("http://w",), policy, witness.post).cosign), keys


def exported(folder: Path, size: int, hands: tuple[str, ...]) -> Exported:
    """A log of about `size` leaves, with the leaves of hands at its beginning, its middle and its end."""
    with cosigned_log(folder) as (log, keys):
        steps = [(commit(each, 1, each, header=hash_of(each)), deal(each), result(each)) for each in hands]
        for at, leaves in enumerate(zip(*steps, strict=True) if steps else ()):
            append(log, leaves)
            append(log, commits((size - 3 * len(hands)) // 3, f"t{at}"))
        with log.database.reading() as tables:
            missing = size - tables.size()
        append(log, commits(max(0, missing), "u"))
        export(log.database, folder / "log")
        with log.database.reading() as tables:
            for hand in hands:
                receipt = format_receipt(receipt_of(tables, header(hand)))
                (folder / "log" / f"{hand}.receipt.json").write_bytes(receipt)
    return Exported(folder / "log", keys)


def hash_of(hand: str) -> str:
    return sha256(canonical(header(hand))).hexdigest()


@pytest.mark.parametrize("size", SIZES)
def test_x_mod_verifies_every_hash_and_every_proof_of_a_log(program: Path, tmp_path: Path, size: int) -> None:
    """C2SP tlog-checkpoint, tlog-tiles, tlog-cosignature and tlog-proof; every proof is what x/mod makes itself."""
    log = exported(tmp_path, size, SIZES[size])
    leaves = max(size, 3 * len(SIZES[size]))
    assert verified(program, log.keys, log.folder) == [f"{leaves} leaves, {len(SIZES[size])} receipts"]


def test_x_mod_verifies_a_log_of_three_levels(program: Path, tmp_path: Path) -> None:
    """More than 65,536 leaves, signed by the witness like the others; no database is needed for this many."""
    key, size = create_key(tmp_path / "log.key", NAME), (1 << 16) + 300
    witness = FakeWitness("one.example", key.public)
    served = files(key, [b"%d" % each for each in range(size)])
    served["checkpoint"] += witness.line(parse_note(served["checkpoint"]))
    assert "tile/2/000.p/1" in served
    write_files(tmp_path / "log", served)
    keys = (format_key(key.public), format_key(witness.key))
    assert verified(program, keys, tmp_path / "log") == [f"{size} leaves, 0 receipts"]


def changes(data: bytes) -> Iterator[bytes]:
    """The bytes of a file with one bit flipped, at places all over it. The last character of base64 is left out: it has
    unused bits, which Go ignores and this project refuses."""
    step = max(1, len(data) // SAMPLES)
    for at in {*range(0, len(data), step), len(data) - 1}:
        if data[at + 1 : at + 2] != b"=":
            yield data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def test_x_mod_refuses_every_file_of_a_log_with_a_bit_flipped(program: Path, tmp_path: Path) -> None:
    log = exported(tmp_path, 300, ("a", "b"))
    copies: list[Path] = []
    for path in sorted(each for each in log.folder.rglob("*") if each.is_file()):
        for data in changes(path.read_bytes()):
            copies.append(tmp_path / "copies" / str(len(copies)))
            shutil.copytree(log.folder, copies[-1], copy_function=os.link)
            there = copies[-1] / path.relative_to(log.folder)
            there.unlink()
            there.write_bytes(data)
    said = verified(program, log.keys, log.folder, *copies)
    assert said[0] == "300 leaves, 2 receipts"
    assert len(said) - 1 == len(copies) > 100
    assert [each for each in said[1:] if not each.startswith("refused: ")] == []


def test_x_mod_refuses_a_log_under_another_key_and_a_checkpoint_of_another_log(program: Path, tmp_path: Path) -> None:
    one, two = (exported(tmp_path / name, 9, ("a",)) for name in ("one", "two"))
    others = ((two.keys[0], one.keys[1]), (one.keys[0], format_key(FakeWitness("two.example", None).key)))
    assert all(verified(program, keys, one.folder)[0].startswith("refused: ") for keys in others)
    shutil.copy(two.folder / "a.receipt.json", one.folder / "b.receipt.json")
    assert verified(program, one.keys, one.folder)[0].startswith("refused: ")
    assert verified(program, two.keys, two.folder) == ["9 leaves, 1 receipts"]
