"""The board of a hand (issue 14): frames that agree with the engines, and what one seat sees of them."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealproof.replay.judge import parse
from dealproof.web.judging import judged
from dealproof.web.presentation.board.board import Board, board_of
from dealproof.web.presentation.board.frame import HIDDEN, Frame, seen_by
from dealproof.web.presentation.board.wire import flat, wire
from dealproof.web.presentation.translations import ENGLISH, languages, sentences
from dealproof.web.published.hand import PublicHand
from tests.support.paths import ROOT, SAMPLES

RECORDS = sorted((ROOT / "fixtures" / "records").glob("*.jsonl"))
VOID = "22-28-given-up"


@cache
def read(path: Path) -> list[tuple[PublicHand, Board | None, tuple[str, ...]]]:
    """The hands of a file that can be read, each with its board and its canonical deck."""
    found = []
    for line in path.read_bytes().splitlines():
        data = json.dumps(json.loads(line)["record"]).encode()
        hand, _ = judged(data, "")
        if hand:
            found.append((hand, board_of(hand, sentences(ENGLISH)), parse(data).game.deck(len(hand.seats))))
    return found


def boards(path: Path) -> list[Board]:
    return [board for _, board, _ in read(path) if board]


def sample(name: str) -> PublicHand:
    hand, _ = judged((SAMPLES / f"{name}.hand.json").read_bytes(), "")
    assert hand
    return hand


def cards(frame: Frame) -> Counter[str]:
    """Every card that lies open or face down in a frame; those of a trick that is over only where a hand has them not
    again."""
    piles = [*frame.hands, *frame.gone, *frame.faced]
    if frame.winner is None or not frame.taken:
        piles.append(tuple(laid.card for laid in frame.table))
    if frame.piles:
        piles += [frame.piles.discards, (frame.piles.turned,)]
    if frame.concealed:
        piles.append((frame.concealed.card,))
    return Counter(card for pile in piles for card in pile)


def played(board: Board, number: int) -> Counter[str]:
    """The cards of tricks that are over and no longer on the table, from the narrative alone."""
    done: Counter[str] = Counter()
    shown = board.frames[number].trick
    for trick in board.course.narrative.tricks:
        if trick.strike or not trick.steps or trick.steps[-1].event >= number:
            continue
        if trick.winner is not None and not shown.endswith(f" {trick.number}"):
            done.update(step.card for step in trick.steps if step.card)
    return done


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_card_is_lost_or_doubled_in_any_frame(path: Path) -> None:
    met = 0
    for _, board, deck in read(path):
        whole = Counter(deck)
        if board is None:
            continue
        for number in range(len(board.course.hand.views)):
            frame = board.frames[number]
            there = cards(frame) + played(board, number)
            assert not there - whole, (board.course.hand.hand, number)
            stock = frame.piles.stock if frame.piles else 0
            if board.course.hand.family in {"kazhutha", "rummy"}:
                assert there.total() + stock == whole.total(), (board.course.hand.hand, number)
            met += 1
    assert met


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_there_is_a_frame_for_the_deal_and_every_event_up_to_the_illegal_one(path: Path) -> None:
    for hand, board, _ in read(path):
        if hand.narrative is None:
            assert board is None
            continue
        assert board
        fault = hand.verdict["fault"]
        last = len(hand.events) if fault is None else fault["event"] + 1
        assert [frame.number for frame in board.frames] == list(range(last + 1))
        assert [each.number for each in board.events] == list(range(1, len(hand.events) + 1))
        wrong = [frame.number for frame in board.frames if frame.wrong]
        assert wrong == ([] if fault is None else [last])
        states = [each.state for each in board.events]
        assert states.count("illegal") == len(wrong)
        assert all(state == "after" for state in states[last:])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_any_prefix_of_a_hand_has_the_same_frames(path: Path) -> None:
    """What a frame shows does not depend on what comes after it, but for the end that is announced in the last one."""
    record = next(json.loads(line)["record"] for line in path.read_bytes().splitlines())
    whole = frames_of(record)
    for cut in range(0, len(record["events"]), 7):
        part = frames_of({**record, "events": record["events"][:cut]})
        assert [core(frame) for frame in part] == [core(frame) for frame in whole[: cut + 1]]


def frames_of(record: dict[str, Any]) -> tuple[Frame, ...]:
    hand, _ = judged(json.dumps(record).encode(), "")
    assert hand
    board = board_of(hand, sentences(ENGLISH))
    assert board
    return board.frames


def core(frame: Frame) -> dict[str, Any]:
    """A frame without what only the last one of a hand has."""
    return {key: value for key, value in flat(frame).items() if key not in {"l", "b"} and key[0] not in "mox"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_last_frame_agrees_with_the_result(path: Path) -> None:
    met = 0
    for board in boards(path):
        result, last = board.course.hand.verdict["result"], board.frames[-1]
        if result is None:
            continue
        met += 1
        said = " ".join(text for row in last.score for text in row)
        if board.course.hand.family == "gulan":
            for points, tricks in zip(result["card_points"], result["tricks"], strict=True):
                assert not last.trick or f"card points {points}, tricks {tricks}" in said
            assert last.trump in {result["trump"] or "", ""} or not last.trump_open
        if board.course.hand.family == "rummy":
            for points in result["points"]:
                assert f"{points} points" in said
            melds = [[sorted(group) for group in each] for each in result["melds"] if each is not None]
            loose = sentences(ENGLISH).say("pieces", "loose")
            shown = [[sorted(group.cards) for group in each if group.kind != loose] for each in last.groups]
            assert sorted(map(sorted, melds)) == sorted(sorted(each) for each in shown if each or melds)[-len(melds) :]
        if board.course.hand.family == "kazhutha":
            out = [status for status in last.statuses if status.startswith("out, no. ")]
            assert len(out) == sum(map(len, result["places"]))
    assert met


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_seat_sees_what_its_game_shows_it_and_nothing_more(path: Path) -> None:
    """Against the engines' own views: no card of another hand, and not the concealed trump or its suit."""
    for board in boards(path):
        for number, views in enumerate(board.course.hand.views):
            for seat, view in enumerate(views):
                frame = seen_by(board.frames[number], seat)
                for other, held in enumerate(frame.hands):
                    expected = sorted(view.get("hand", ())) if other == seat else [HIDDEN] * len(held)
                    assert sorted(held) == expected
                if "concealed" in view:
                    seen = frame.concealed.card if frame.concealed and frame.concealed.card != HIDDEN else None
                    assert seen == view["concealed"]
                    assert (frame.trump or None) == view["trump"]
                if "drawn" in view:
                    drawn = {view["drawn"], view["taken"]} - {None}
                    assert {frame.fresh.card if frame.fresh else None} - {None} <= drawn
                    assert all(
                        card == HIDDEN for other, pile in enumerate(frame.gone) if other != seat for card in pile
                    )
                assert all(not groups for other, groups in enumerate(frame.groups) if other != seat)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_list_names_no_card_that_was_laid_face_down_to_those_who_did_not_see_it(path: Path) -> None:
    for board in boards(path):
        for text, event in zip(board.events, board.course.hand.events, strict=True):
            face_down = event["do"] in {"conceal", "declare"}
            assert bool(text.closed) == face_down
            if face_down:
                assert text.knows == event["seat"]
                assert not set("♠♥♦♣") & set(text.closed)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_the_page_carries_gives_every_frame_again(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from([board for path in RECORDS for board in boards(path)]))
    sent = json.loads(json.dumps(wire(board.frames)))
    state: dict[str, Any] = {}
    for change, frame in zip(sent, board.frames, strict=True):
        state |= change
        there = {key: value for key, value in state.items() if value is not None}
        assert there == json.loads(json.dumps(flat(frame)))


@pytest.mark.parametrize("language", languages())
def test_what_a_board_adds_to_a_page_is_small(language: str) -> None:
    """The longest hand of the fixtures is one of rummy with 485 moves; 56 is played by six (issue 14: a page weighs
    less than 120 kB)."""
    for name, most in (("rummy-13", 60_000), ("kazhutha", 45_000), ("56-gulan", 20_000)):
        hand = max(
            (hand for hand, board, _ in read(ROOT / "fixtures" / "records" / f"{name}.jsonl") if board), key=moves
        )
        board = board_of(hand, sentences(language))
        assert board
        assert len(json.dumps(board.data, ensure_ascii=False).encode()) < most


def moves(hand: PublicHand) -> int:
    return len(hand.events)


def test_a_hand_that_was_given_up_before_the_deal_and_a_hidden_one_have_no_board() -> None:
    assert board_of(sample("14-28-still-in-play"), sentences(ENGLISH)) is None
    given_up = sample(VOID)
    board = board_of(given_up, sentences(ENGLISH))
    assert (board is None) == (given_up.log_head is None)


def test_an_imported_hand_has_a_board() -> None:
    board = board_of(sample("23-kazhutha-imported"), sentences(ENGLISH))
    assert board
    assert board.frames[0].hands


def test_the_illegal_card_lies_where_it_was_played_and_the_rule_and_the_choices_are_beside_it() -> None:
    board = board_of(sample("11-28-did-not-follow-suit"), sentences(ENGLISH))
    assert board
    fault = board.course.hand.verdict["fault"]
    wrong, said = board.frames[-1].wrong, board.data["fault"]
    assert wrong
    assert (wrong.seat, wrong.place) == (fault["seat"], "table")
    assert said["rule"] == sentences(ENGLISH).say("rules", fault["rule"])
    assert said["choices"][0]["options"][0][2] == "".join(each["card"] for each in fault["legal"])


def test_where_nothing_is_proven_no_rule_is_said_to_be_broken() -> None:
    board = board_of(sample("10-28-seed-changed-afterwards"), sentences(ENGLISH), unproven=True)
    assert board
    assert board.frames[-1].wrong
    assert board.data["fault"] == {"frame": board.frames[-1].number, "unproven": True}
    assert "Illegal move" not in {label for _, label in board.data["jumps"]}


def test_every_trick_can_be_jumped_to_and_so_can_the_illegal_move() -> None:
    board = board_of(sample("11-28-did-not-follow-suit"), sentences(ENGLISH))
    assert board
    jumps = {label: number for number, label in board.data["jumps"]}
    for trick in board.course.narrative.tricks:
        assert jumps[f"Trick {trick.number}"] == trick.steps[0].event + 1
    assert jumps["Illegal move"] == board.frames[-1].number
