"""Options that subcommands of `dealproof log` share, and how their errors end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.fields import PRIVATE
from dealproof.verifier.tlog.policy import MAX_POLICY_BYTES, Policy, parse_policy
from dealproof.web.cli.terminal import refuse
from dealproof.web.log.errors import LogError
from dealproof.web.presentation.system_reason import system_reason
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.errors import StoreError
from dealproof.web.store.settings import data_folder

KEY: Final = "DEALPROOF_LOG_KEY"
UNUSABLE: Final = 2

key_option: Final = click.option(
    "--key",
    "key_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
)
policy_option: Final = click.option(
    "--policy",
    "policy_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
)


def key_path(given: Path | None) -> Path:
    """Returns where the secret key is. Raises a usage error if the key itself is there instead of a path."""
    path = given or Path(os.environ.get(KEY) or data_folder(os.environ) / "log.key")
    if PRIVATE in str(path):
        raise click.UsageError(tell("key-not-a-path"))
    return path


def read_policy(path: Path | None) -> Policy | None:
    """Reads a policy, if there is one. Raises `LogError`."""
    if path is None:
        return None
    try:
        with path.open("rb") as stream:
            return parse_policy(stream.read(MAX_POLICY_BYTES + 1))
    except OSError as error:
        raise LogError("unreadable", place=path, reason=system_reason(error)) from None
    except MalformedLog as fault:
        raise LogError("policy-malformed", path=path, reason=fault.reason) from None


@contextmanager
def ending(ctx: click.Context) -> Iterator[None]:
    """Ends the command with a sentence where it cannot be done."""
    try:
        yield
    except (LogError, StoreError) as error:
        refuse(error)
        ctx.exit(UNUSABLE)


def tell(code: str, /, **values: object) -> str:
    """Returns a sentence of the log."""
    return spoken().say("log", code, **values)
