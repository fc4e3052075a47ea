"""What the sources of an audit hold: files and folders of records, Parquet files, addresses, databases of a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from dealproof.replay.archive.chunk import Piece
from dealproof.web.archive import parquet
from dealproof.web.cli.input.arguments import given
from dealproof.web.cli.input.remote import is_address
from dealproof.web.cli.input.sources import Unreadable
from dealproof.web.cli.input.stored import stored_hands
from dealproof.web.cli.input.streams import Meter
from dealproof.web.presentation.translations import spoken

ADDRESS: Final = "://"


def pieces(sources: Iterable[str], column: str | None, meter: Meter) -> Iterator[Piece]:
    """Every record of the sources, in their order. `column` is that of Parquet files. Raises `Unreadable` where one
    cannot be read to its end: an audit of a part would say nothing of the whole."""
    for source in sources:
        if is_database(source):
            yield from stored(source)
        elif source.endswith(parquet.ENDING):
            yield from parquet.records(source, column)
        else:
            for reading in given([source], stop, meter):
                yield from (Piece(*piece) for piece in reading)
            if Path(source).is_dir():
                for path in sorted(map(str, Path(source).rglob(f"*{parquet.ENDING}"))):
                    yield from parquet.records(path, column)


def is_database(source: str) -> bool:
    """Whether a source is the address of a database."""
    return ADDRESS in source and not is_address(source)


def stored(address: str) -> Iterator[Piece]:
    """Every hand of a database."""
    with stored_hands(address) as hands:
        if hands is None:
            raise Unreadable(spoken().say("archive-audit", "no-database"))
        yield from (Piece(f"{address} {hand}", data) for hand, data in hands.every())


def stop(error: Unreadable) -> None:
    """Raises the error."""
    raise error
