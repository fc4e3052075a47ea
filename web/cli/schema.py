"""`dealproof schema`: the JSON Schema of the hand record."""

from __future__ import annotations

import json

import click

from dealproof.replay.record.schema import record_schema


@click.command()
def schema() -> None:
    """Prints the JSON Schema (2020-12) of the hand record.

    Every record that `dealproof check` accepts is valid under this schema. A few faults are found only by `dealproof
    check`: duplicate keys, equal names, decreasing times, rules that contradict themselves.
    """
    click.echo(json.dumps(record_schema(), ensure_ascii=False, indent=2).encode())
