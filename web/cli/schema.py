"""`dealproof schema`: the JSON Schema of a record."""

from __future__ import annotations

import json

import click

from dealproof.replay.record.schema import record_schema
from dealproof.replay.record.schema.other_kinds import import_schema, void_schema
from dealproof.web.cli.command import command
from dealproof.web.presentation.translations import spoken


@command()
@click.option("--void", is_flag=True)
@click.option("--import", "imports", is_flag=True)
def schema(void: bool, imports: bool) -> None:
    """Prints the JSON Schema (2020-12) of the hand record, or of another kind of record."""
    if void and imports:
        raise click.UsageError(spoken().say("usage", "two-schemas"))
    printed = void_schema() if void else import_schema() if imports else record_schema()
    click.echo(json.dumps(printed, ensure_ascii=False, indent=2).encode())
