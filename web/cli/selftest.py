"""`dealproof selftest`: hands played against a running service, as its operator and as players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

import click

from dealproof.replay import rulesets
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import read_policy
from dealproof.web.cli.terminal import refuse, say, wrapped
from dealproof.web.log.errors import LogError
from dealproof.web.operators.client import Client, ClientError
from dealproof.web.presentation.translations import spoken
from dealproof.web.selftest.promises import Service
from dealproof.web.selftest.trial import Finding, trials
from dealproof.web.store.settings import POLICY

VARIABLE: Final = "DEALPROOF_TOKEN"
UNUSABLE: Final = 2


@command()
@click.argument("url", metavar="URL")
@click.option("--token", envvar=VARIABLE, required=True)
@click.option(
    "--policy",
    "policy_file",
    metavar="FILE",
    envvar=POLICY,
    required=True,
    type=click.Path(path_type=Path),
)
@click.option(
    "--rules",
    "chosen",
    metavar="ID",
    multiple=True,
)
@click.pass_context
def selftest(ctx: click.Context, url: str, token: str, policy_file: Path, chosen: tuple[str, ...]) -> None:
    """Tries out a running service with hands of its own."""
    games = rulesets.games()
    if unknown := [id for id in chosen if id not in games]:
        raise click.UsageError(tell("no-rules", rules=unknown[0], known=", ".join(games)))
    try:
        policy = read_policy(policy_file) or Policy()
        client = Client(url, token)
        client.account()
    except (LogError, ClientError, ValueError) as error:
        refuse(error)
        ctx.exit(UNUSABLE)
    if print_findings(trials(Service(url, client, policy), chosen or games)):
        ctx.exit(1)


def print_findings(findings: Iterable[Finding]) -> int:
    """Prints a line for each hand, one for each thing that is not as it must be, and a summary; returns how many are
    not."""
    count: Counter[bool] = Counter()
    for hand, several in groupby(findings, lambda each: each.hand):
        found = list(several)
        broken = [each for each in found if each.found is not None]
        count[True] += len(found) - len(broken)
        count[False] += len(broken)
        say(f"{'✗' if broken else '✓'} {hand}")
        for each in broken:
            for line in wrapped(described(each), "      "):
                say(line)
    text = spoken()
    say(text.count("selftest", "broken", count[False]) if count[False] else text.count("selftest", "kept", count[True]))
    return count[False]


def described(finding: Finding) -> str:
    """Returns the sentence of something that is not as it must be."""
    promise = spoken().say(finding.section, finding.code)
    return tell("found", promise=promise, found=finding.found)


def tell(code: str, /, **values: object) -> str:
    """Returns a sentence of this command."""
    return spoken().say("selftest", code, **values)
