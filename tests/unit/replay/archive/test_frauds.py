"""Simulated archives with a fraud: their records are as they should be, the fraud is there in the size that it should
have, and the statistic that is named for it sees it. Source: `replay.simulation.frauds`."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise
from math import sqrt
from typing import Any

import pytest

from dealproof.replay import rulesets
from dealproof.replay.archive.analysis.whole import Archive, report
from dealproof.replay.archive.chunk import ChunkResult, Piece, audit_chunk
from dealproof.replay.archive.completeness import completeness
from dealproof.replay.archive.facts import Facts, account, parse
from dealproof.replay.archive.plan import Plan
from dealproof.replay.archive.sequential.mixtures import Mixture, of_advantage, of_kept, of_voids
from dealproof.replay.archive.sequential.process import Process
from dealproof.replay.archive.statistics import DECK_STATISTICS, Result, dealt, fixed_points
from dealproof.replay.archive.statistics.serial import SerialCounts, relative
from dealproof.replay.judge import judged
from dealproof.replay.simulation.frauds.chosen_seeds import MARKED
from dealproof.replay.simulation.frauds.discarded_hands import REFUSED, WORST
from dealproof.replay.simulation.frauds.kinds import FRAUDS, archive, suits
from dealproof.replay.simulation.frauds.operator import BOT, TABLES, Operator
from dealproof.replay.simulation.frauds.score import is_worst, scores, worth
from dealproof.replay.simulation.frauds.wrong_shuffles import HASH_BITS, SHUFFLES
from dealproof.replay.simulation.play import policy
from dealproof.replay.simulation.records import opening_of
from dealproof.verifier.encoding import canonical
from tests.reference import shuffles as reference

GAME = rulesets.games()["28-standard"]
SIZE = 8
CARDS = 32
NULL = dealt.scores(tuple(worth(GAME, card) for card in GAME.deck(4)), SIZE)
"""The card points of a seat."""

CERTAIN = 1e-9
SEEN = 20 * 100
"""An e-value that is seen at 1 % among 20 such tests read together."""

WRONG = [*SHUFFLES]
FAVOURING = [kind for kind in FRAUDS if kind not in {"none", "deck-order", *WRONG}]


@lru_cache
def audited(kind: str, count: int) -> ChunkResult:
    """The first pass over an archive of 28 whose hands have no moves."""
    records = archive(GAME, kind, "tests", count, moves=0)
    return audit_chunk((Piece("", canonical(record)) for record in records), DECK_STATISTICS)


@lru_cache
def facts(kind: str, count: int) -> tuple[Facts, ...]:
    """The facts of such an archive, by table and in the order of play."""
    return tuple(map(parse, audited(kind, count).rows))


def points(hands: tuple[Facts, ...], seat: int = 0) -> list[int]:
    """What the seat was dealt in the hands whose cards are known."""
    return [hand.worth[seat] for hand in hands if hand.worth]


def process(mixture: Mixture, found: list[int]) -> Process:
    fed = Process()
    for score in found:
        fed.feed(mixture, score)
    return fed


def results(orders: Iterator[Any]) -> dict[str, Result]:
    """The results of all deck statistics, by name."""
    decks = [*orders]
    found = {}
    for statistic in DECK_STATISTICS:
        table = [0] * statistic.size(CARDS)
        for order in decks:
            statistic.count(order, table)
        found |= {result.name: result for result in statistic.test(table, CARDS, len(decks))}
    return found


def decks(hands: tuple[Facts, ...]) -> Iterator[tuple[int, ...]]:
    return (hand.decks[0][1] for hand in hands if hand.decks)


def mean_and_deviation(weights: list[int], values: tuple[int, ...]) -> tuple[float, float]:
    total = sum(weights)
    mean = sum(w * v for w, v in zip(weights, values, strict=True)) / total
    return mean, sqrt(sum(w * v * v for w, v in zip(weights, values, strict=True)) / total - mean * mean)


def better_of_two() -> tuple[float, float]:
    """Mean and standard deviation of the better of two honest hands: (ways to be at most s)², less those below."""
    weights, below = [], 0
    for weight in NULL.weights:
        weights.append((below + weight) ** 2 - below**2)
        below += weight
    return mean_and_deviation(weights, NULL.values)


def agrees(found: list[int], expected: tuple[float, float]) -> bool:
    """Whether the mean is within four of its standard deviations."""
    mean, deviation = expected
    return abs(sum(found) / len(found) - mean) <= 4 * deviation / sqrt(len(found))


HONEST = mean_and_deviation([*NULL.weights], NULL.values)


@pytest.mark.parametrize("kind", FRAUDS)
@pytest.mark.parametrize("rules", ["28-standard", "56-gulan", "kazhutha", "rummy-13"])
def test_no_record_of_a_fraud_is_at_fault(rules: str, kind: str) -> None:
    for record in archive(rulesets.games()[rules], kind, "tests", 4):
        verdict = judged(canonical(record))[1]
        assert verdict.verdict in {"verified", "void"}
        assert verdict.all in {("verified",), ("void",)}


@pytest.mark.parametrize("kind", FRAUDS)
def test_hands_that_end_early_are_incomplete_and_their_cards_are_known(kind: str) -> None:
    assert {hand.verdict for hand in facts(kind, 60)} <= {"incomplete", "void"}
    assert all(hand.decks for hand in facts(kind, 60) if not hand.missing)
    for record in archive(GAME, kind, "tests", 8, moves=3):
        assert len(record["events"]) == (0 if "reason" in record else 3)
        assert judged(canonical(record))[1].verdict in {"incomplete", "void"}


@pytest.mark.parametrize("kind", FRAUDS)
def test_an_archive_has_several_tables_whose_numbers_have_no_gap_and_accounts_that_change_seats(kind: str) -> None:
    found = completeness(facts(kind, 60))
    assert len({hand.hand for hand in facts(kind, 60)}) == 60
    assert (not found.gaps) or kind == "dropper-with-gaps"
    assert len(found.tables) == TABLES
    changing = {kept for hand in facts(kind, 60) for kept in hand.accounts} - {account(BOT)}
    assert all(
        len({hand.accounts.index(each) for hand in facts(kind, 60) if each in hand.accounts}) > 1 for each in changing
    )


@pytest.mark.parametrize("kind", FRAUDS)
def test_the_same_seed_gives_the_same_archive_of_any_length(kind: str) -> None:
    first = [*archive(GAME, kind, "a", 6, moves=1)]
    assert [*archive(GAME, kind, "a", 9, moves=1)][:6] == first
    assert [*archive(GAME, kind, "b", 6, moves=1)] != first


def test_a_game_without_better_cards_has_no_fraud_that_favours_a_seat() -> None:
    seating = rulesets.games()["seating-28"]
    assert {kind for kind in FRAUDS if not suits(seating, kind)} == {*FAVOURING}
    with pytest.raises(LookupError, match="No cards of seating-28 are better than others"):
        next(archive(seating, "dropper", "", 1))
    assert judged(canonical(next(archive(seating, "off-by-one", "", 1))))[1].verdict == "verified"


class Words(reference.SmallWords):
    """The stream of the reference, which the product reads too."""

    def uniform(self, m: int) -> int:
        return self.word() if m == self.values else super().uniform(m)


@pytest.mark.parametrize("kind", [kind for kind in WRONG if kind != "rotated-hash"])
@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_shuffle_is_that_of_the_reference(kind: str, seed: int) -> None:
    words = tuple((seed * 977 + i * i * 31 + i * 7) % 64 for i in range(400))
    known = dict(zip(WRONG, reference.WRONG, strict=True))[kind]
    assert SHUFFLES[kind](Words(words, 6), CARDS) == known(Words(words, 6), CARDS)  # type: ignore[arg-type]


def test_the_rotated_hash_is_that_of_the_reference() -> None:
    words = tuple(i * i * 37 % 256 for i in range(1, CARDS + 1))
    key = int.from_bytes(bytes(words), "big")

    class Hash:
        def uniform(self, m: int) -> int:
            assert m == 1 << HASH_BITS
            return key

    expected = reference.sort_by_rotated_hash(Words(words, 8), CARDS)
    assert SHUFFLES["rotated-hash"](Hash(), CARDS) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "count", "names"),
    [
        ("off-by-one", 40, {"fixed-points", "cycles"}),
        ("swap-with-any", 1200, {"position-card", "cycles"}),
        ("modulo", 1200, {"position-card-trend", "position-card-means"}),
        ("rotated-hash", 400, {"successors", "ascending-runs", "rising-sequences"}),
        ("linear-probing", 60, {"neighbours"}),
    ],
)
def test_a_wrong_shuffle_is_seen_in_whole_decks(kind: str, count: int, names: set[str]) -> None:
    found = results(decks(facts(kind, count)))
    assert {name: found[name].p for name in names if found[name].p > CERTAIN} == {}


def by_table(hands: tuple[Facts, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The pairs of decks that were dealt one after the other at a table."""
    for table in {hand.table for hand in hands}:
        yield from pairwise(decks(tuple(hand for hand in hands if hand.table == table)))


def test_a_carried_pack_is_seen_beside_the_one_before_it_and_not_by_itself() -> None:
    """Of the lower half of the pack half stays, of the upper half one in n: of n cards n/4 + 1/2 in all."""
    hands = facts("deck-order", 400)
    sums, stayed = SerialCounts(CARDS), []
    for before, order in by_table(hands):
        sums.count(before, order)
        stayed.append(fixed_points.fixed_points(relative(before, order)))
    assert len(stayed) == 400 - TABLES
    assert sum(stayed) / len(stayed) == pytest.approx(CARDS / 4 + 1 / 2, abs=0.5)
    assert all(each.p < CERTAIN for each in sums.test() if not each.name.endswith("-each"))
    alone = results(decks(tuple(hand for hand in hands if hand.number > 20)))
    assert alone["fixed-points"].p > 0.001
    assert alone["successors"].p > 0.001


def test_the_better_of_two_seeds_is_seen_in_the_cards_of_a_seat_within_100_hands() -> None:
    hands = facts("best-of-two", 400)
    assert agrees(points(hands), better_of_two())
    assert not agrees(points(hands), HONEST)
    assert process(of_advantage(NULL), points(hands)[:100]).e > SEEN


def test_a_marked_account_is_seen_in_its_own_cards_wherever_it_sits() -> None:
    marked, others = [], []
    for hand in facts("marked-account", 400):
        for seat, name in enumerate(hand.accounts):
            (marked if name == account(MARKED) else others).append(hand.worth[seat])
    assert (
        len(
            {
                hand.accounts.index(account(MARKED))
                for hand in facts("marked-account", 400)
                if account(MARKED) in hand.accounts
            }
        )
        == 4
    )
    assert agrees(marked, better_of_two())
    assert process(of_advantage(NULL), marked).e > SEEN
    assert process(of_advantage(NULL), points(facts("marked-account", 400))).e < 100


def test_worst_hands_are_their_exact_share() -> None:
    """The chance that a hand is of the worst hundredth is a hundredth: of hands with a score below the border all are,
    of those with that score as many as are missing."""
    ways = scores(tuple(worth(GAME, card) for card in GAME.deck(4)), SIZE)
    assert [(score, number) for score, number in enumerate(ways) if number] == [
        *zip(NULL.values, NULL.weights, strict=True)
    ]
    operator = Operator(GAME, policy(GAME), "tests", 0)
    played = 3000
    bad = sum(
        is_worst(GAME, operator.opening(hand, hand), 0, REFUSED, operator.random(hand, "border"))
        for hand in range(1, played + 1)
    )
    assert abs(bad - played * REFUSED) <= 4 * sqrt(played * REFUSED * (1 - REFUSED))


def border(share: Any) -> int:
    """The score in which the worst share of hands ends."""
    below = 0
    for score, weight in zip(NULL.values, NULL.weights, strict=True):
        below += weight
        if below > share * sum(NULL.weights):
            return score
    raise AssertionError("a share below 1 ends in some score")


def test_dropped_hands_are_missing_from_the_worst_scores_and_seen_within_3000_hands() -> None:
    kept = points(facts("dropper", 3000))
    assert min(kept) == border(WORST)
    assert process(of_kept(NULL), kept).p < 1 / SEEN


def test_dropped_hands_with_their_numbers_are_seen_as_gaps() -> None:
    found = completeness(facts("dropper-with-gaps", 600))
    assert 1 <= found.missing_numbers <= 20
    assert min(points(facts("dropper-with-gaps", 600))) >= border(WORST)


def test_worst_hands_given_up_are_seen_after_three_voids() -> None:
    hands = facts("void-worst", 1000)
    voids = points(tuple(hand for hand in hands if hand.reason == "server-fault"))
    assert len(voids) >= 3
    assert max(voids) <= border(WORST) <= min(points(tuple(hand for hand in hands if hand.reason is None)))
    assert process(of_voids(NULL), voids[:3]).e >= SEEN


def test_a_bot_that_opens_no_seed_is_seen_by_its_refusals_and_in_the_hands_that_are_left() -> None:
    hands = facts("refuser", 1000)
    found = completeness(hands)
    assert found.refusals[account(BOT)] == found.seats[0]
    assert abs(found.seats[0].refused - 1000 * REFUSED) <= 4 * sqrt(1000 * REFUSED * (1 - REFUSED))
    assert {seat: found.seats[seat].refused for seat in (1, 2, 3)} == {1: 0, 2: 0, 3: 0}
    assert process(of_kept(NULL), points(hands)).e > SEEN


def test_an_honest_archive_is_quiet() -> None:
    hands = facts("none", 1000)
    voids = tuple(hand for hand in hands if hand.reason is not None)
    assert {hand.reason for hand in voids} == {"server-fault", "seed-missing"}
    assert {name: each.p for name, each in results(decks(hands)).items() if each.p < 0.001} == {}
    sums = SerialCounts(CARDS)
    for before, order in by_table(hands):
        sums.count(before, order)
    assert min(each.p for each in sums.test()) > 0.001
    assert all(agrees(points(hands, seat), HONEST) for seat in range(4))
    assert all(process(of_kept(NULL), points(hands, seat)).p > 0.01 for seat in range(4))
    assert process(of_voids(NULL), points(voids)).p > 0.01


@pytest.mark.parametrize(
    ("kind", "count", "found"),
    [
        ("off-by-one", 40, "28-standard deal/0 32 fixed-points"),
        ("swap-with-any", 1200, "28-standard deal/0 32 position-card"),
        ("modulo", 1200, "28-standard deal/0 32 position-card-trend"),
        ("rotated-hash", 400, "28-standard deal/0 32 successors"),
        ("linear-probing", 60, "28-standard deal/0 32 neighbours"),
        ("deck-order", 400, "28-standard deal/0 32 serial-cards"),
        ("best-of-two", 400, "28-standard kept seat 0"),
        ("marked-account", 400, f"all advantage account {account(MARKED)}"),
        ("dropper", 3000, "28-standard kept seat 0"),
        ("dropper-with-gaps", 600, "gap"),
        ("void-worst", 1000, "28-standard voids seat 0"),
        ("refuser", 1000, f"all refusals account {account(BOT)}"),
    ],
)
def test_every_fraud_is_named_by_the_report_on_its_archive(kind: str, count: int, found: str) -> None:
    """With all tests of the standard plan read together."""
    assert found in findings(kind, count)
    assert findings("none", 1000) == []


@lru_cache
def findings(kind: str, count: int) -> list[str]:
    """The tests that are alarms in the report on an archive, and the codes of its other findings."""
    chunk = audited(kind, count)
    made = report(Archive(chunk.counts, chunk.worths, facts(kind, count), chunk.keys), Plan(), {}, {})
    return [each.get("test", each["code"]) for each in made["findings"]]


def test_moves_and_redeals_leave_the_first_deal_as_it_was() -> None:
    """The cards of a hand are those that it has without moves, whatever is played, and however often it is dealt
    again."""
    whole = [*archive(GAME, "best-of-two", "tests", 40)]
    bare = [*archive(GAME, "best-of-two", "tests", 40, moves=0)]
    assert [record["server_seed"] for record in whole] == [record["server_seed"] for record in bare]
    assert [opening_of(record) for record in whole] == [opening_of(record) for record in bare]
    assert Counter(event["do"] for record in whole for event in record["events"])["play"] > 400


def test_an_archive_is_made_hand_by_hand() -> None:
    assert len([*islice(archive(GAME, "none", "tests", 10**12, moves=0), 3)]) == 3
