"""What other stored hands say about a hand: that they have its server seed, or that they open it (`replay.several`)."""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.replay.several import OPENED_ELSEWHERE, SEED_REUSED
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.neighbours import Sharing


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its name (`replay.several`), the IDs of the other hands, and whether there are more."""

    finding: str
    others: tuple[str, ...]
    more: bool


def findings(sharing: Sharing) -> list[Finding]:
    """The findings on a hand, the worst first."""
    every = [
        Finding(OPENED_ELSEWHERE, sharing.openers, sharing.more),
        Finding(SEED_REUSED, sharing.reused, sharing.more),
    ]
    return [each for each in every if each.others]


def parts(finding: Finding, sentences: Sentences) -> tuple[str, str]:
    """The sentence of a finding, before the names of the other hands and after them."""
    others = sentences.say("several", "others", others="\0") if finding.more else "\0"
    before, _, after = sentences.say("several", finding.finding, others=others).partition("\0")
    return before, after
