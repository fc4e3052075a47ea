"""A record from the database, by the ID of its hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dealproof.replay.record.identifiers import ID
from dealproof.web.cli.input.chunks import Chunk, Piece
from dealproof.web.cli.input.sources import Reading, Unreadable
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.settings import settings

if TYPE_CHECKING:
    from dealproof.web.store.service import Hands


class NoHand(Exception):
    """What was named could be looked at, and there is no such hand; the text is a sentence."""


def stored(hand: str, database: str | None) -> Piece:
    """The record of a stored hand."""
    if not ID.fullmatch(hand):
        raise Unreadable(spoken().say("usage", "no-file-no-id", name=hand))
    with stored_hands(database) as hands:
        data = None if hands is None else hands.raw_record(hand)
    if data is None:
        raise NoHand(spoken().say("usage", "no-file-no-hand", name=hand))
    return Piece(hand, data)


def stored_receipt(hand: str, database: str | None) -> bytes | None:
    """The receipt of a stored hand; None if none is stored. Raises `Unreadable`."""
    with stored_hands(database) as hands:
        return None if hands is None else hands.receipt(hand)


@contextmanager
def stored_hands(database: str | None) -> Iterator[Hands | None]:
    """The hands of a database; None if it does not exist. Raises `Unreadable`, also for what fails over it."""
    # The database is loaded here, where alone it is needed: that takes longer than judging a hundred hands.
    from dealproof.web.store.engine import engine, is_there
    from dealproof.web.store.errors import StoreError
    from dealproof.web.store.service import Hands

    url = settings(database).database
    try:
        if not is_there(url):
            yield None
            return
        hands = Hands(engine(url))
        try:
            yield hands
        finally:
            hands.database.dispose()
    except StoreError as error:
        raise Unreadable(str(error)) from error


class Stored(Reading):
    """A stored hand, whose ID is the path; `database` is where it is kept."""

    def __init__(self, hand: str, database: str) -> None:
        super().__init__(hand)
        object.__setattr__(self, "database", database)

    @property
    def once(self) -> bool:
        """The database is asked once."""
        return True

    def chunks(self) -> Iterator[Chunk]:
        """Its record; raises `Unreadable`."""
        try:
            yield Chunk(self.path, 0, stored(self.path, getattr(self, "database", None)).data)
        except NoHand as error:
            raise Unreadable(str(error)) from None
