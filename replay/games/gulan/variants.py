"""The seven built-in rule sets of the Gulan family, each value with its source.

Sources: G = the Gulan Parish article, K = the guide to 28, C = Cheettukali's rules of 40; (R) = ruled in
gulan/RULES.md. Released rule sets never change: a change is a new ID, and a digest test holds them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dealproof.replay.games.gulan.ruleset import (
    Auction,
    Band,
    Jodi,
    Match,
    Pack,
    Price,
    Rank,
    Redeal,
    RuleSet,
    Score,
    Stage,
    Trump,
)

POINTS: Final = {"J": 3, "9": 2, "A": 1, "T": 1, "K": 0, "Q": 0, "8": 0, "7": 0, "6": 0}
"""Card points of every rank of the family."""


def pack(ranks: str, doubled: str = "", aliases: dict[str, str] | None = None) -> Pack:
    """A pack of `ranks`, strongest first, two copies of those in `doubled`; `aliases` stand in for others."""
    meant = aliases or {}
    return Pack(tuple(Rank(rank, 1 + (rank in doubled), POINTS[meant.get(rank, rank)]) for rank in ranks), meant)


ONE_BY_ONE: Final = (1, 1, 1, 1)  # K: four cards one by one; (R) the second four too.

GULAN_28: Final = RuleSet(
    id="28-gulan",
    source="gulan-parish",
    seats=4,
    pack=pack("J9ATKQ87"),
    stages=(
        Stage((4,), Auction("team-pass", minimum=14, rounds=2)),  # G: fours; two rounds in the first phase.
        Stage((4,), Auction("one-chance", minimum=24)),  # G: the second phase from senior; (R) one chance.
    ),
    honors=20,
    senior=24,
    total=28,
    adoption=True,  # G: who jumps in binds the partner.
    score=Score(
        bands=(Band(14, 1, -2), Band(20, 2, -3), Band(24, 3, -4)),  # G
        thani=Price(4, -5),  # G: one more than senior.
        jodi=Price(4, -5),
    ),
    match=Match("kooli-exchange"),
    jodi=Jodi(enabled=True),
)

STANDARD_28: Final = RuleSet(
    id="28-standard",
    source="guide-to-28",
    seats=4,
    pack=pack("J9ATKQ87"),
    stages=(
        Stage(ONE_BY_ONE, Auction("rotation", minimum=14)),  # K: on until three passes in a row.
        Stage(ONE_BY_ONE, Auction("rotation", minimum=24)),  # (R) 24 for everybody in the second phase.
    ),
    honors=20,
    total=28,
    score=Score(
        bands=(Band(14, 1, -2), Band(20, 2, -3), Band(25, 3, -4)),  # K: no class at 24.
        thani=Price(4, -5),  # K
        jodi=Price(4, -5),  # (R) where switched on, as thani.
    ),
    match=Match("points"),  # K: the deal's result only.
    redeal=Redeal(eldest_no_points="must", four_jacks="must", no_trump_against="must"),  # K
    trump=Trump(self_reveal="concealed-card", declarer_discards_trump=False),  # K
)

KERALA_HOUSE_28: Final = replace(
    STANDARD_28,
    id="28-kerala-house",
    stages=(
        Stage(ONE_BY_ONE, Auction("one-chance", minimum=14)),  # K: one chance each.
        Stage(ONE_BY_ONE, Auction("one-chance", minimum=20)),  # (R) 20 for everybody, one chance each.
    ),
)

GULAN_40: Final = RuleSet(
    id="40-gulan",
    source="gulan-parish",
    seats=6,
    pack=pack("J9ATKQ87", doubled="J"),
    stages=(Stage((3, 3), Auction("team-pass", minimum=20, rounds=2)),),  # G: threes; one phase, two rounds.
    honors=30,
    total=40,
    adoption=True,
    score=Score(
        bands=(Band(20, 1, -2), Band(30, 2, -3), Band(40, 3, -4)),  # G; (R) how much more the total brings.
        thani=Price(3, -4),
        jodi=Price(3, -4),
        total_named=True,
    ),
    match=Match("kooli-exchange"),
    jodi=Jodi(enabled=True),
)

CHEETTUKALI_40: Final = RuleSet(
    id="40-cheettukali",
    source="cheettukali",
    seats=6,
    pack=pack("J39ATKQ87", aliases={"3": "J"}),  # C: the three is the jack's equal.
    stages=(Stage((3, 3), Auction("rotation", minimum=20)),),  # C: until the other five pass in a row.
    honors=30,
    total=40,
    score=Score(
        bands=(Band(20, 1, -2), Band(30, 3, -4)),  # C
        thani=Price(5, "flag"),  # C
        jodi=Price(3, -4),  # C
        no_points=2,  # C: two where the other team has no card points.
    ),
    match=Match("kooli-return"),
    decided="must-stop-at-honors",  # C
    redeal=Redeal(eldest_no_points="must", no_trump_against="must"),  # C
    trump=Trump(self_reveal="concealed-card", lead_at_honors=True, lead_by_rank=True),  # C; (R) the last.
    jodi=Jodi(enabled=True, marujodi=False, bids="below-honors", last_trick=4, question="own-turn"),  # C
)

GULAN_56: Final = RuleSet(
    id="56-gulan",
    source="gulan-parish",
    seats=6,
    pack=pack("J9ATKQ", doubled="J9ATKQ"),
    stages=(Stage((4, 4), Auction("team-pass", minimum=28, rounds=2)),),  # G: fours; one phase, two rounds.
    honors=40,
    total=56,
    adoption=True,
    score=replace(GULAN_40.score, bands=(Band(28, 1, -2), Band(40, 2, -3), Band(56, 3, -4))),
    match=Match("kooli-exchange"),
    jodi=Jodi(enabled=True),
)

SUPPORT_56: Final = replace(GULAN_56, id="56-support", trump=Trump(choice="shown"))  # G: trump is open.

VARIANTS: Final = (
    GULAN_28,
    STANDARD_28,
    KERALA_HOUSE_28,
    GULAN_40,
    CHEETTUKALI_40,
    GULAN_56,
    SUPPORT_56,
)
