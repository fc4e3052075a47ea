"""`dealproof log verify`."""

from __future__ import annotations

from pathlib import Path

import click

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.fields import format_base64
from dealproof.verifier.tlog.note import Key, parse_key
from dealproof.verifier.tlog.policy import Policy
from dealproof.web.cli.command import command
from dealproof.web.cli.log.options import ending, policy_option, read_policy, tell
from dealproof.web.cli.terminal import refuse, say
from dealproof.web.log import verification
from dealproof.web.log.errors import LogError
from dealproof.web.log.reading import Read, reader


@command()
@click.argument("place", metavar="URL|DIR")
@policy_option
@click.option("--log-key", "text", metavar="KEY")
@click.pass_context
def verify(ctx: click.Context, place: str, policy_file: Path | None, text: str | None) -> None:
    """Recomputes a whole log and judges it by the rules of appending."""
    with ending(ctx):
        read = reader(place)
        key = log_key(text) or key_in(read_policy(policy_file), read)
        try:
            found = verification.verify(read, key)
        except (LogRefuted, MalformedLog) as fault:
            refuse(tell("does-not-hold", place=place, code=fault.code, reason=fault.reason))
            ctx.exit(1)
        size, root = found.checkpoint.size, format_base64(found.checkpoint.root)
        say(tell("holds" if key else "holds-unsigned", origin=found.checkpoint.origin, size=size, root=root))


def log_key(text: str | None) -> Key | None:
    """Reads the key of a log, if there is one. Raises `LogError`."""
    if text is None:
        return None
    try:
        return parse_key(text)
    except MalformedLog as fault:
        raise LogError("log-key-malformed", reason=fault.reason) from None


def key_in(policy: Policy | None, read: Read) -> Key | None:
    """Returns the key that a policy has for the log that is read, of several of its name the one that signed; None
    without a policy. Raises `LogError`."""
    if policy is None:
        return None
    try:
        note, checkpoint = verification.read_checkpoint(read, None)
    except MalformedLog as fault:
        raise LogError("checkpoint-malformed", reason=fault.reason) from None
    named = [each.key for each in policy.logs if each.key.name == checkpoint.origin]
    if not named:
        raise LogError("unknown-log", origin=checkpoint.origin)
    return next((key for key in named if key.lines(note)), named[0])
