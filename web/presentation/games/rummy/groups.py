"""Groups of a hand of rummy in words: what each is, and why the cards outside them count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dealproof.replay.games.rummy.melds import in_place, kind, lacking
from dealproof.web.presentation.pieces import Group
from dealproof.web.presentation.translations import Sentences

KINDS: Final = ("pure", "sequence", "set", "wild")
"""The kinds of a group (`replay.games.rummy.melds.kind`) in the order in which groups are shown."""


def groups_in_words(groups: Sequence[Sequence[str]], wild: str, sentences: Sentences) -> tuple[Group, ...]:
    """Groups, the pure sequence first and sets last."""
    sorted_groups = sorted(groups, key=lambda group: KINDS.index(kind(group, wild)))
    return tuple(Group(in_place(group, wild), sentences.say("melds", kind(group, wild))) for group in sorted_groups)


def why_all_counts(groups: Sequence[Sequence[str]], loose: Sequence[str], sentences: Sentences) -> str:
    """Why more than the cards outside groups counts, or "": there is no pure sequence, or no second sequence; six
    cards in a row are two."""
    code = lacking(groups, loose)
    return sentences.say("melds-why", code) if code else ""
