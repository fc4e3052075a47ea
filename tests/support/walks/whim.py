"""Choices that look like chance and are the same everywhere."""

from hashlib import sha256
from typing import Any

Json = dict[str, Any]


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class Whim:
    """Numbers from the SHA-256 of a name and a count."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0

    def below(self, limit: int) -> int:
        self.count += 1
        return int(digest(f"{self.name} {self.count}")[:15], 16) % limit


def of_a_kind(legal: list[Json], whim: Whim, manner: dict[str, int]) -> list[Json]:
    """The legal events of one kind, chosen by the manner: weights of kinds, 1 where nothing is said."""
    kinds: dict[str, list[Json]] = {}
    for event in legal:
        kinds.setdefault(event["do"], []).append(event)
    tickets = [do for do in kinds for _ in range(manner.get(do, 1))]
    return kinds[tickets[whim.below(len(tickets))] if tickets else next(iter(kinds))]
