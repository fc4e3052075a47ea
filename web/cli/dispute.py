"""`dealproof dispute`: the bundle of a disputed hand, as one zip archive."""

from __future__ import annotations

import time
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final

import click

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.verifier.encoding import MAX_BYTES
from dealproof.verifier.errors import Malformed
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.input.arrays import begins
from dealproof.web.cli.input.sources import Unreadable, identity, unreadable, within
from dealproof.web.cli.input.stored import NoHand
from dealproof.web.cli.input.streams import MAGIC
from dealproof.web.cli.options import database_option
from dealproof.web.cli.receipts import Place, Receipts, clock, hand_of, policy_file
from dealproof.web.cli.rules import named
from dealproof.web.cli.show import sought
from dealproof.web.cli.terminal import refuse, say, wrapped
from dealproof.web.disputes.archive import pack
from dealproof.web.disputes.case import Case, Evidence, Hidden, NotForTheseCards, OtherReceipt, open_case
from dealproof.web.disputes.files import files
from dealproof.web.disputes.summary import lines
from dealproof.web.log.atomic_file import write_atomically
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken
from dealproof.web.presentation.visible_text import visible

NO_HAND: Final = 5
UNUSABLE: Final = 2


@command(no_args_is_help=True)
@click.argument("hand", metavar="HAND")
@click.option("-o", "--output", required=True, metavar="FILE")
@click.option("--receipt", metavar="FILE")
@click.option(
    "--policy",
    callback=policy_file,
    metavar="FILE",
)
@click.option(
    "--under",
    metavar="RULES",
)
@click.option(
    "--now",
    callback=clock,
    metavar="TIME",
)
@database_option
@click.pass_context
def dispute(
    ctx: click.Context,
    hand: str,
    output: str,
    receipt: str | None,
    policy: Policy | None,
    under: str | None,
    now: int | None,
    database: str | None,
) -> None:
    """Writes the bundle of a disputed hand: the evidence, a report, and how to repeat it."""
    try:
        place = within(hand)
        kept_apart(output, place[0] if place else hand, receipt, under)
        evidence = collected(hand, receipt, policy or Policy(), under, now, database)
        case = open_case(evidence)
        write(Path(output), case)
    except NoHand as error:
        refuse(error)
        ctx.exit(NO_HAND)
    except Hidden:
        refuse(spoken().say("dispute", "hidden"))
        ctx.exit(UNUSABLE)
    except NotForTheseCards:
        refuse(spoken().say("dispute", "not-under", rules=under))
        ctx.exit(UNUSABLE)
    except OtherReceipt as error:
        refuse(spoken().say("dispute", "other-receipt" if error.hand else "no-receipt", hand=error.hand))
        ctx.exit(UNUSABLE)
    except Unreadable as error:
        refuse(error)
        ctx.exit(UNUSABLE)


def collected(
    hand: str, receipt: str | None, policy: Policy, under: str | None, now: int | None, database: str | None
) -> Evidence:
    """What the command line names. Raises `NoHand` and `Unreadable`."""
    piece = sought(hand, database)
    if len(piece.data) > MAX_BYTES or begins(piece.data) or piece.data.startswith(tuple(MAGIC)):
        raise Unreadable(spoken().say("dispute", "no-record", source=piece.source))
    game = None if under is None else rule_set(under)
    proof = receipt_at(receipt) if receipt is not None else beside(piece.source, hand_of(piece.data), database)
    return Evidence(piece.data, proof, policy, game, now, int(time.time()))


def receipt_at(path: str) -> bytes:
    """The receipt in a file. Raises `Unreadable`."""
    try:
        return Place(path).read()
    except OSError as error:
        raise unreadable(path, error) from None


def beside(source: str, hand: str | None, database: str | None) -> bytes | None:
    """The receipt beside the file of a record, or stored with a stored hand; None if there is none."""
    if hand is None:
        return None
    place = within(source)
    return Receipts(database=database).of(hand, place[0] if place else source)


def rule_set(name: str) -> Game:
    """The rule set of this ID, or in the file of this name. Raises `Unreadable`, also for one that has the ID of a
    built-in rule set and is not that one."""
    try:
        game = named(name)
    except Malformed as error:
        raise Unreadable(spoken().say("dispute", "no-rules", path=name, reason=error.reason)) from None
    known = rulesets.builtin(game.id)
    if known is not None and known.digest != game.digest:
        raise Unreadable(spoken().say("dispute", "not-built-in", path=name, rules=game.id))
    return game


def write(path: Path, case: Case) -> None:
    """Writes the archive, and prints the summary. Raises `Unreadable`."""
    made = files(case)
    data = pack(made)
    try:
        if path.exists() and not path.is_file():
            raise Unreadable(spoken().say("dispute", "no-file", path=path))
        write_atomically(path, data)
    except OSError as error:
        reason = system_reason(error)
        raise Unreadable(spoken().say("unwritable", "file", path=path, reason=reason)) from None
    written = spoken().say("dispute", "written", path=path, files=len(made), hash=sha256(data).hexdigest())
    for line in chain(lines(case), [""], wrapped(visible(written))):
        say(line)


def kept_apart(output: str, *inputs: str | None) -> None:
    """Refuses to write the bundle over what it is made of."""
    place = identity(output)
    if place is not None and place in {identity(path) for path in inputs if path is not None}:
        raise Unreadable(spoken().say("dispute", "over-input", path=output))
