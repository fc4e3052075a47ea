"""`dealproof log monitor`."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import click

from dealproof.verifier.encoding import Json
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.note import Key
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import ending, policy_option, read_policy, tell
from dealproof.web.cli.log.verify import key_in, log_key
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.log.errors import LogError
from dealproof.web.log.memory import Memory, recall, remember
from dealproof.web.log.monitoring import Report, seen_at, two_roots
from dealproof.web.log.monitoring import monitor as report_on
from dealproof.web.log.reading import Read, reader
from dealproof.web.log.verification import WholeLog, read_checkpoint, recompute
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.settings import data_folder


@command()
@click.argument("place", metavar="URL|DIR")
@policy_option
@click.option("--log-key", "text", metavar="KEY")
@click.option(
    "--memory",
    "memory_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
)
@click.option("--json", "as_json", is_flag=True)
@click.option("--now", metavar="SECONDS", type=click.IntRange(0))
@click.pass_context
def monitor(
    ctx: click.Context,
    place: str,
    policy_file: Path | None,
    text: str | None,
    memory_file: Path | None,
    as_json: bool,
    now: int | None,
) -> None:
    """Compares a log with what it was before, and reports what is missing."""
    now = int(time.time()) if now is None else now
    with ending(ctx):
        policy, read = read_policy(policy_file), reader(place)
        key = log_key(text) or key_in(policy, read)
        if key is None:
            raise click.UsageError(spoken().say("usage", "no-log-key"))
        path = memory_file or data_folder(os.environ) / "monitor" / f"{sha256(key.name.encode()).hexdigest()[:16]}.json"
        memory = recall(path, key)
        try:
            log = kept(read, key, policy, now, path, memory)
        except (LogRefuted, MalformedLog) as fault:
            refuse(tell("does-not-hold", place=place, code=fault.code, reason=fault.reason))
            for proof in write_forks(path, [*two_roots(memory.seen)]):
                refuse(tell("forked", path=proof))
            ctx.exit(1)
        report = report_on(log, memory, now)
        proofs = write_forks(path, report.forks)
    if as_json:
        say(json.dumps({**report.to_json(), "forks": [*map(str, proofs)]}, ensure_ascii=False))
    else:
        for line in lines(report, proofs):
            say(line)
    if not report.is_clean:
        ctx.exit(1)


def kept(read: Read, key: Key, policy: Policy | None, now: int, path: Path, memory: Memory) -> WholeLog:
    """Reads a log; what was seen is kept even if it does not hold. Raises LogRefuted, MalformedLog, `LogError`."""
    note, checkpoint = read_checkpoint(read, key)
    memory.see(seen_at(note, policy, now), note)
    remember(path, memory)
    log = recompute(read, note, checkpoint)
    memory.learn([log.tree.subtrees(0, index) for index in range(checkpoint.size)])
    remember(path, memory)
    return log


def write_forks(memory: Path, forks: Sequence[Mapping[str, Json]]) -> list[Path]:
    """Writes the proof of each fork beside the memory; the same proof has the same name. Raises `LogError`."""
    paths = []
    for fork in forks:
        data = f"{json.dumps(fork, ensure_ascii=False, indent=1)}\n".encode()
        path = memory.with_name(f"{memory.stem}.fork-{sha256(data).hexdigest()[:8]}.json")
        try:
            write_atomically(path, data)
        except OSError as error:
            raise LogError("memory-unwritable", path=path, reason=system_reason(error)) from None
        paths.append(path)
    return paths


def lines(report: Report, proofs: Sequence[Path]) -> Iterator[str]:
    """The report in sentences, what has to be looked into first."""
    for path in proofs:
        yield tell("forked", path=path)
    if report.shrunk is not None:
        yield tell("shrunk", size=report.size, before=report.shrunk)
    for each in report.overdue:
        yield tell("overdue", **each._asdict())
    for reused in report.reused:
        yield tell("seed-reused", hands=", ".join(reused.hands))
    for void in report.voids:
        yield tell("voids" if void.seat is None else "voids-seat", **void._asdict())
    if report.dealing:
        yield tell("dealing", **report.dealing._asdict())
    yield tell("monitored", origin=report.origin, size=report.size)
