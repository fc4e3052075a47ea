"""`dealproof schema`: the JSON Schema of the hand record."""

from __future__ import annotations

import json

import click

from replay.schema import record_schema


@click.command()
def schema() -> None:
    """Prints the JSON Schema (2020-12) of the hand record.

    All that `dealproof check` can read fits it. What only `dealproof check` refuses is little: duplicate keys, equal
    names, times going back, rules that contradict themselves.
    """
    click.echo(json.dumps(record_schema(), ensure_ascii=False, indent=2).encode())
