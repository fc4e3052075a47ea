"""What the arguments of a command name: files, folders and standard input, addresses, and stored hands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from dealproof.web.cli.input.remote import Fetched, is_address
from dealproof.web.cli.input.sources import Identity, Reading, Unreadable, readings
from dealproof.web.cli.input.stored import Stored
from dealproof.web.cli.input.streams import STDIN, Meter


def given(
    paths: Iterable[str],
    refuse: Callable[[Unreadable], object],
    meter: Meter | None = None,
    without: Collection[Identity | None] = (),
    database: str | None = None,
) -> Iterator[Reading]:
    """A reading for everything that the paths name (`sources.readings`). A path that begins with http:// or https:// is
    an address; where a `database` is named, one that is no file is the ID of a hand in it."""
    for path in paths:
        if is_address(path):
            yield Fetched(path)
        elif database is not None and path != STDIN and not (Path(path).exists() or Path(path).is_symlink()):
            yield Stored(path, database)
        else:
            yield from readings([path], refuse, meter, without)
