"""What surrounds a stored hand: the hands before and after it at its table and in its match, and those with the same
server seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dealproof.replay.match import Chain, Link


@dataclass(frozen=True, slots=True)
class Match:
    """The hands of a match that are stored, compared; `bounded` says that it has more than are compared."""

    id: str
    chain: Chain
    bounded: bool


@dataclass(frozen=True, slots=True)
class Around:
    """The neighbours of a stored hand. `before` and `after` are the IDs of the hands beside it at its table, None
    where there is none; `match` is None where it belongs to none, and `line` its index there, None where it is beyond
    those that are compared."""

    before: str | None
    after: str | None
    match: Match | None
    line: int | None

    def in_match(self, step: int) -> Link | None:
        """The hand so many places further in the match, None where there is none."""
        if self.match is None or self.line is None:
            return None
        at, links = self.line + step, self.match.chain.links
        return links[at] if 0 <= at < len(links) else None


class Sharing(NamedTuple):
    """Other hands with the server seed of a hand, the first of them, in the order of their arrival. `reused` are other
    hands whose commitment or whose opened seed is the same; `openers` those of them that open the seed to which the
    hand, which is hidden, committed itself. `more` says that there are others."""

    reused: tuple[str, ...] = ()
    openers: tuple[str, ...] = ()
    more: bool = False
