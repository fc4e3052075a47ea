"""The rulings of the Gulan family, and the moments at which one takes part in a hand.

A ruling decides a point that the sources of a rule set leave open: what the Gulan Parish article (G) says may be
a ruling for the guide to 28 (K). So each ruling names the sources for which it is one.
`replay.games.gulan.ruling_marks` marks, by ID, what a hand came across; `Gulan.rulings_of` keeps of that what is a
ruling under the hand's rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dealproof.replay.core.engine import BrokenRule
from dealproof.replay.core.events import NOBODY
from dealproof.replay.core.rulings import UNIFORM_SHUFFLE, Ruling
from dealproof.replay.games.gulan.ruleset import RuleSet
from dealproof.replay.games.gulan.ruling_marks import PROMISE, holds_only_trumps
from dealproof.replay.games.gulan.state import State
from dealproof.verifier.encoding import Json

G: Final = "gulan-parish"
K: Final = "guide-to-28"
C: Final = "cheettukali"


def everywhere(rules: RuleSet) -> bool:
    """A ruling of every rule set of its sources."""
    return True


def two_phases(rules: RuleSet) -> bool:
    """A ruling about auctions of more than one phase."""
    return len(rules.stages) > 1


def with_jodi(rules: RuleSet) -> bool:
    """A ruling about promises."""
    return rules.jodi.enabled


def in_rotation(rules: RuleSet) -> bool:
    """A ruling about auctions in which calls go round more than once."""
    return any(stage.auction.order == "rotation" for stage in rules.stages)


def with_concealed_trump(rules: RuleSet) -> bool:
    """A ruling about a trump card face down."""
    return rules.trump.choice == "concealed"


def kerala_auction(rules: RuleSet) -> bool:
    """A ruling about one chance each in the first phase."""
    return rules.stages[0].auction.order == "one-chance"


def method(name: str) -> Callable[[RuleSet], bool]:
    """A ruling about one way of counting a match."""
    return lambda rules: rules.match.method == name


@dataclass(frozen=True, slots=True)
class ScopedRuling:
    """A ruling, the sources that leave its point open, and the test for the rule sets that it applies to."""

    ruling: Ruling
    sources: tuple[str, ...]
    where: Callable[[RuleSet], bool] = everywhere


def _ruled(
    id: str, sources: tuple[str, ...], sentence: str, where: Callable[[RuleSet], bool] = everywhere
) -> ScopedRuling:
    return ScopedRuling(Ruling(id, sentence, "ruled"), sources, where)


def _ours(
    id: str, sources: tuple[str, ...], sentence: str, where: Callable[[RuleSet], bool] = everywhere
) -> ScopedRuling:
    return ScopedRuling(Ruling(id, sentence, "ours"), sources, where)


POINTS: Final = (
    ScopedRuling(UNIFORM_SHUFFLE, (G, K, C)),
    _ruled("deal-from-eldest", (K, C), "Cards go round from the dealer's right, a packet to each seat in turn."),
    _ruled("second-packets-singly", (K,), "The second four cards are also dealt one by one.", two_phases),
    _ruled(
        "cutter-at-dealers-left", (C,), "The seat at the dealer's left may cut once per deal, before anything else."
    ),
    _ruled("same-dealer-deals-again", (C,), "After a redeal the same dealer deals, and the auction starts again."),
    _ruled(
        "team-pass-order",
        (G,),
        "In a round each seat calls once: after a bid the nearest seat of the other team that has not called, after a "
        "pass the nearest of the same team; where that team has none left, the nearest of the other.",
        lambda rules: rules.stages[0].auction.order == "team-pass",
    ),
    _ruled(
        "second-round",
        (G,),
        "In the second round those who bid in the first may bid once more, in rotation from eldest; a seat whose "
        "own bid is the highest is skipped.",
        lambda rules: rules.stages[0].auction.rounds == 2,
    ),
    _ruled("rounds-in-first-phase", (G,), "The two rounds of 28 are its first phase.", two_phases),
    _ruled("bid-after-pass", (K,), "A seat that has passed may bid again on its next turn.", in_rotation),
    _ruled("auction-ends-at-highest", (G, K, C), "An auction is over as soon as no higher bid exists."),
    _ruled(
        "adoption",
        (G,),
        "A bid on a partner's turn may be made at any time of the auction, must be legal for the partner it binds, "
        "and does not use up the bidder's own call.",
        lambda rules: rules.adoption,
    ),
    _ruled(
        "second-phase-minimum",
        (K,),
        "The raise that the guide names for the silent team is the minimum bid of the second phase for every seat.",
        two_phases,
    ),
    _ruled(
        "second-phase-order",
        (G, K),
        "In the second phase anyone may pass, and calls go in rotation from eldest: one chance each, or "
        "in the standard way until three passes in a row follow a bid, or four with no bid.",
        two_phases,
    ),
    ScopedRuling(
        Ruling(
            "kerala-house-auction",
            "One call each in both phases, the second from honors: the guide calls Kerala House's auction unconfirmed.",
            "provisional",
        ),
        (K,),
        kerala_auction,
    ),
    _ruled("declarer-raises-itself", (G, K), "The declarer of the first phase may raise its own bid.", two_phases),
    _ruled(
        "conceal-anew",
        (G, K),
        "The winner of the second phase conceals a card again; the old one goes back.",
        two_phases,
    ),
    _ruled("thani-in-last-phase", (G, K), "Thani may be bid only in the last phase.", two_phases),
    _ruled("thani-over-partner", (C,), "Thani may be bid over a partner's bid."),
    _ruled(
        "trump-before-second-packets",
        (G,),
        "The trump card is concealed before the second cards are dealt.",
        two_phases,
    ),
    _ruled("thani-without-trump", (G,), "Thani has no trump, unless an option makes the first suit led trump."),
    _ruled("thani-leads", (K, C), "The declarer of a thani leads to the first trick."),
    _ruled("thani-ends-at-lost-trick", (G, K), "Thani ends at the first trick that its declarer does not win."),
    _ruled("thani-partners-play", (C,), "In thani the partners keep playing, and a trick won by them loses it."),
    _ruled("eldest-leads", (C,), "Eldest leads to the first trick."),
    _ruled("lead-ban-ends-when-open", (G,), "Once the trump is open, the declarer may lead it.", with_concealed_trump),
    _ruled("all-trumps-may-lead", (C,), "A declarer with only trumps may lead one; it has no trump power."),
    _ruled("asker-ruffs", (K,), "A seat that asked for the trump plays a trump if it holds one."),
    _ruled("only-trumps-reveals", (K,), "A declarer void in the suit led with only trumps must turn the trump up."),
    _ruled("no-reveal-on-trump-lead", (G,), "When trump is led, the declarer may not turn up the concealed card."),
    _ruled("last-card", (G, C), "A concealed card that is the last card is turned up and played with trump power."),
    _ruled("no-power-before-reveal", (C,), "Trumps discarded before the trump is turned up have no trump power."),
    _ruled("trump-lead-by-rank", (C,), "A trick led in trumps is decided by rank, even before the trump is turned up."),
    _ruled("promise-at-its-time", (G, C), "One promise per hand, made or asked for on the seat's own turn.", with_jodi),
    _ruled("promise-ends-at-lost-trick", (G,), "A promise is lost at the first trick that breaks it.", with_jodi),
    _ruled("declarer-answers", (C,), "If the other side is not winning the trick, the declarer answers.", with_jodi),
    _ruled("nobody-to-ask", (G,), "A seat that leads, or whose side is winning the trick, cannot ask.", with_jodi),
    _ruled("declined-marujodi-fails", (G,), "A declined marujodi ends the hand, and the bid fails.", with_jodi),
    _ruled("promises-as-in-gulan", (K,), "Jodi and marujodi follow the Gulan article and score as thani.", with_jodi),
    _ruled("stop-when-settled", (G, K), "A log may stop right after the trick that settles the bid."),
    _ruled(
        "price-of-total",
        (G,),
        "A bid of all points in the pack scores one more than honors.",
        lambda r: r.score.total_named,
    ),
    _ruled("declined-jodi-pays-two", (C,), "A bid made by a declined jodi scores two: the others have no card points."),
    _ruled("slam-when-short", (G,), "A slam occurs when a side cannot pay in full.", method("kooli-exchange")),
    _ruled(
        "box-as-one-number", (G,), "Box and kooli are one signed number; a slam occurs beyond the stock.", method("box")
    ),
    _ruled("failed-bid-returns", (C,), "After a failed bid the winners also give back their own kooli first."),
    _ruled("flag-drops-excess", (C,), "Kooli beyond those for a flag are dropped."),
    _ruled("next-dealer", (K, C), "The next dealer is the seat at the dealer's right."),
    _ours(
        "odd-kooli",
        (G,),
        "If an odd number of kooli cannot be shared evenly, the slamming side gets one more.",
        method("kooli-exchange"),
    ),
    _ours(
        "redeal-before-trump", (G, K), "The redeal for a hand without points may come before the trump card is chosen."
    ),
)
"""Every point, in the order of gulan/RULES.md."""

OF_RULE: Final[dict[str, tuple[str, ...]]] = {
    "cut-wrong-seat": ("cutter-at-dealers-left",),
    "cut-after-deal": ("cutter-at-dealers-left",),
    "thani-not-yet": ("thani-in-last-phase",),
    "asker-must-trump": ("asker-ruffs",),
    "declarer-may-not-reveal-on-trump-lead": ("no-reveal-on-trump-lead",),
    "last-card-must-be-revealed": ("last-card",),
    "ask-jodi-nobody": ("nobody-to-ask", "promises-as-in-gulan"),
    **dict.fromkeys(
        (
            "jodi-already",
            "jodi-not-now",
            "jodi-answer-owed",
            "jodi-no-question",
            "jodi-trick-lost",
            "jodi-wrong-team",
            "jodi-not-allowed-at-this-bid",
        ),
        PROMISE,
    ),
}
"""The rulings behind a rule, where a rule that an event broke rests on any."""


def part_taken(
    hand: State,
    broken: BrokenRule | None,
    result: Mapping[str, Json] | None,
    standing: Mapping[str, Json] | None,
) -> set[str]:
    """The IDs of the rulings behind what has happened, behind a `broken` rule and behind a `result`; some may be no
    rulings of the rule set."""
    touched = set(hand.touched)
    if broken is not None:
        touched.update(behind(hand, broken))
    if result is not None:
        touched.update(of_result(result, standing))
    return touched


def behind(hand: State, broken: BrokenRule) -> Iterable[str]:
    """The rulings behind a broken rule."""
    yield from OF_RULE.get(broken.rule, ())
    if broken.event.do == "bid" and hand.auction.turn not in (NOBODY, broken.event.seat):
        yield "adoption"
    if broken.rule == "declarer-may-not-discard-trump" and holds_only_trumps(hand):
        yield "only-trumps-reveals"


def points(rules: RuleSet) -> tuple[Ruling, ...]:
    """The rulings of a rule set."""
    return tuple(each.ruling for each in POINTS if rules.source in each.sources and each.where(rules))


ENDS: Final[dict[str, str]] = {
    "decided": "stop-when-settled",
    "thani-lost": "thani-ends-at-lost-trick",
    "jodi-lost": "promise-ends-at-lost-trick",
    "marujodi-lost": "promise-ends-at-lost-trick",
    "marujodi-declined": "declined-marujodi-fails",
    "jodi-declined": "declined-jodi-pays-two",
}
"""The ruling behind each end."""


def of_result(result: Mapping[str, Json], standing: Mapping[str, Json] | None) -> Iterable[str]:
    """The rulings behind the ending, the price and the new standing."""
    ended = result["ended"]
    if isinstance(ended, str) and ended in ENDS:
        yield ENDS[ended]
    if result["kind"] == "total":
        yield "price-of-total"
    after, score = result["match"], result["score"]
    if standing is not None and isinstance(after, Mapping) and isinstance(score, Mapping):
        yield from _of_standing(standing, after, score["points"])


def _of_standing(before: Mapping[str, Json], after: Mapping[str, Json], points: Json) -> Iterable[str]:
    kooli = after.get("kooli")
    slammed = before.get("slams") != after.get("slams")
    if "net" in after:
        yield "box-as-one-number"
    if isinstance(kooli, Sequence) and "slams" in after and (slammed or 0 in kooli):
        yield "slam-when-short"
        if slammed and kooli[0] != kooli[1]:
            yield "odd-kooli"
    if "flags" in after and isinstance(points, int):
        if points < 0:
            yield "failed-bid-returns"
        if before.get("flags") != after["flags"]:
            yield "flag-drops-excess"
