"""`dealproof simulate`: hands made up for tests, legal ones or with one thing changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.simulation.frauds.kinds import FRAUDS, archive, suits
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.mutations import mutate
from dealproof.replay.simulation.records import can_simulate, random_source, simulate
from dealproof.replay.simulation.void_hands import given_up
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import Malformed
from dealproof.web.cli.command import command
from dealproof.web.cli.input.sources import Unreadable, identity
from dealproof.web.cli.options import OneOf
from dealproof.web.cli.rules import named
from dealproof.web.cli.terminal import refuse
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken

STDOUT: Final = "-"


def rule_set(name: str) -> Game:
    """The rule set of this ID, or a house's own in the file of this name; a usage error says what is wrong with it."""
    try:
        game = rulesets.builtin(name) or rulesets.preset(name) or named(name)
    except Unreadable as error:
        raise click.BadParameter(str(error), param_hint="RULES") from error
    except Malformed as error:
        where = error.pointer or spoken().say("on-file", "whole")
        raise click.BadParameter(f"{error.reason} ({where})", param_hint="RULES") from error
    if not can_simulate(game):
        raise click.BadParameter(spoken().say("usage", "not-generated", rules=game.id), param_hint="RULES")
    return game


@command("simulate", no_args_is_help=True)
@click.argument("rules", metavar="RULES")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seed", default="", metavar="TEXT")
@click.option("--out", default=STDOUT, show_default=True, metavar="FILE")
@click.option("--mutate", "mutated", is_flag=True)
@click.option("--void", is_flag=True)
@click.option("--import", "imports", is_flag=True)
@click.option("--fraud", type=OneOf([*FRAUDS]), metavar="KIND")
@click.option("--moves", type=click.IntRange(min=0), metavar="N")
@click.pass_context
def simulate_hands(
    ctx: click.Context,
    rules: str,
    count: int,
    seed: str,
    out: str,
    mutated: bool,
    void: bool,
    imports: bool,
    fraud: str | None,
    moves: int | None,
) -> None:
    """Generates legal hands for tests, covering every ending of a rule set."""
    game = rule_set(rules)
    if void and imports:
        raise click.UsageError(spoken().say("usage", "two-kinds"))
    check_fraud(game, fraud, moves, mutated or void or imports)
    if out != STDOUT and None is not identity(out) == identity(rules):
        raise click.BadParameter(spoken().say("usage", "over-rules", path=out), param_hint="--out")
    kind = "void" if void else "import" if imports else "hand"
    lines = frauds(game, fraud, seed, count, moves) if fraud else records(game, seed, count, mutated, kind)
    try:
        with click.open_file(out, "wb") as stream:
            for line in lines:
                stream.write(line + b"\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        if out == STDOUT:
            raise
        refuse(spoken().say("unwritable", "file", path=out, reason=system_reason(error)))
        ctx.exit(2)


def records(game: Game, seed: str, count: int, mutated: bool, kind: str = "hand") -> Iterator[bytes]:
    """The hands as canonical JSON: records of hands that were played, of `void` or of `import` hands."""
    for number, hand in enumerate(simulate(game, seed, count), 1):
        if kind == "import":
            hand = imported(hand)
        elif kind == "void":
            hand = given_up(hand, random_source(game, seed, number, kind))
        record = mutate(hand, random_source(game, seed, number, "mutation")).record if mutated else hand.record
        yield canonical(record)


def check_fraud(game: Game, fraud: str | None, moves: int | None, changed: bool) -> None:
    """Raises a usage error for options that exclude `--fraud` or need it, or a fraud that the game cannot have."""
    if fraud is None:
        if moves is not None:
            raise click.UsageError(spoken().say("usage", "moves-without-fraud"))
        return
    if changed:
        raise click.UsageError(spoken().say("usage", "fraud-alone"))
    if not suits(game, fraud):
        raise click.BadParameter(spoken().say("usage", "no-better-cards", rules=game.id), param_hint="--fraud")


def frauds(game: Game, fraud: str, seed: str, count: int, moves: int | None) -> Iterator[bytes]:
    """The hands of an archive with a fraud as canonical JSON."""
    return map(canonical, archive(game, fraud, seed, count, moves))
