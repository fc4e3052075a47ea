"""`dealproof schema`: the JSON Schema of a record."""

from __future__ import annotations

import json

import click

from dealproof.replay.record.schema import record_schema
from dealproof.replay.record.schema.other_kinds import import_schema, void_schema
from dealproof.web.cli.command import command


@command()
@click.option("--void", is_flag=True, help="Print the schema of void records.")
@click.option("--import", "imports", is_flag=True, help="Print the schema of imported hands.")
def schema(void: bool, imports: bool) -> None:
    """Prints the JSON Schema (2020-12) of the hand record, or of another kind of record.

    Every record that `dealproof check` accepts is valid under the schema of its kind. A few faults are found only by
    `dealproof check`: duplicate keys, equal names, decreasing times, rules that contradict themselves, and cards of an
    imported hand that were not dealt.
    """
    if void and imports:
        raise click.UsageError("--void and --import exclude each other: each kind of record has a schema of its own.")
    printed = void_schema() if void else import_schema() if imports else record_schema()
    click.echo(json.dumps(printed, ensure_ascii=False, indent=2).encode())
