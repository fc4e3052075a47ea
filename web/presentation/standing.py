"""The standing of a match in words, part by part. Which parts there are depends on how the match is counted
(RECORD.md, "Matches")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dealproof.web.presentation.names import team
from dealproof.web.presentation.numbers import by_side
from dealproof.web.presentation.translations import Sentences

LAST: Final = frozenset({"flags", "slams"})
"""The parts of a standing in their order: first what is counted, then what wins a match."""
NET: Final = "net"
"""What the first side is ahead by, where a box lies between the sides."""
WORN: Final = frozenset({"kunukku", "fresh"})


def standing_in_words(values: Mapping[str, Any], seats: Sequence[str], sentences: Sentences) -> str:
    """Returns a match's standing in words: team 0 before team 1, and the seats that wear kunukku."""
    parts = [
        lead_in_words(each, seats, sentences) if name == NET else sentences.say("standings", name, value=by_side(each))
        for name, each in sorted(values.items(), key=lambda item: item[0] in LAST)
        if name not in WORN
    ]
    wearing = [seat for seat, wears in zip(seats, values.get("kunukku", ()), strict=False) if wears]
    if wearing:
        code = "kunukku" if values["fresh"] is None else "kunukku-fresh"
        parts.append(sentences.say("standings", code, value=" & ".join(wearing)))
    return ", ".join(parts)


def lead_in_words(net: int, seats: Sequence[str], sentences: Sentences) -> str:
    """Returns which side is ahead, and by how much."""
    if net == 0:
        return sentences.say("standings", "level")
    return sentences.say("standings", NET, who=team(int(net < 0), seats, sentences), value=abs(net))
