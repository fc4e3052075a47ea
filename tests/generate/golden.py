"""Writes fixtures/golden/: whole hands step by step, as a person reads them.

    python -m tests.generate.golden

A transcript shows, before each event, what has changed of what lies open to all and of what each seat alone sees,
then every legal event in order, then the event; at the end the outcome. It changes only where the engine says
something else, so whoever writes it anew reads the difference first.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from dealproof.replay.audit import deal
from dealproof.replay.core.engine import Game, Hand
from dealproof.replay.record import record as records
from dealproof.replay.record.record import Record
from tests.support.paths import ROOT

FIXTURES = ROOT / "fixtures"
FOLDER = FIXTURES / "golden"
Json = dict[str, Any]

HANDS = {
    "28-gulan-1": "kunukku-off-by-failed-marujodi-and-marujodi-promised-when-asked",
    "28-gulan-2": "last-card-led-and-declarer-leads-hidden-trump",
    "28-gulan-3": "adopted-thani-and-thani-lost-to-partner",
    "28-kerala-house-1": "redeal-no-trump-against-and-last-card-ruffs",
    "28-kerala-house-2": "highest-bid-and-asked-after-powerless-trump",
    "28-standard-1": "redealt-twice-and-cut-after-redeal",
    "28-standard-2": "last-card-on-trump-lead-and-declarer-leads-hidden-trump",
    "28-standard-3": "self-reveal",
    "40-cheettukali-1": "asked-for-jodi-when-leading-and-flag-for-other-side",
    "40-gulan-1": "ended-jodi-and-jodi-promised-when-asked",
    "56-gulan-1": "last-card-on-trump-lead-and-slam",
    "kazhutha-1": "seats-3-all-out",
    "kazhutha-2": "second-strongest-leads-and-ended-all-out",
    "kazhutha-3": "ace-duty-lapses-and-second-strongest-leads",
    "rummy-13-1": "long-run-and-wild-thrown",
    "rummy-13-2": "third-timeout-and-stock-made-anew",
    "rummy-13-3": "counted-everything-and-printed-joker-in-group",
    "seating-28-1": "eldest-0-and-no-cut",
    "seating-40-cheettukali-1": "eldest-5-and-aces-side-by-side",
    "seating-40-gulan-1": "teams-sit-already-and-eldest-1",
    "seating-56-1": "eldest-5-and-cut",
    "56-support-1": "settled-by-last-trick-and-ended-played",
}
"""Each transcript, and the record vector that it tells."""

OWN = ("seat", "hand", "concealed", "trump", "drawn")
"""What a seat alone sees; the rest of its view lies open to all."""


def vector(transcript: str) -> Record:
    """The record that a transcript tells."""
    path = FIXTURES / "records" / f"{transcript.rpartition('-')[0]}.jsonl"
    lines = (json.loads(line) for line in path.read_bytes().splitlines())
    found = next(line["record"] for line in lines if line["name"] == HANDS[transcript])
    return records.parse(json.dumps(found).encode())


def transcript(hand: Record) -> str:
    """The whole transcript."""
    return "\n".join(_lines(hand)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    header = record.header
    yield f"{header['rules']}, dealer {header['dealer']}, before: {_short(record.standing)}"
    hand = deal(record)
    before: Json = {}
    for index, (event, told) in enumerate(zip(record.events, record.json["events"], strict=True)):
        now = _seen(record.game, hand, len(record.seats))
        yield from ("", *_changes(before, now), *_legal(record.game, hand))
        yield f"{index:3} {_event(told)}"
        before = now
        hand.apply(event)
    yield from ("", *_changes(before, _seen(record.game, hand, len(record.seats))), *_legal(record.game, hand))
    yield from (f"{key} {_short(value)}" for key, value in (record.game.outcome(hand, record.standing) or {}).items())


def _seen(game: Game, hand: Hand, seats: int) -> Json:
    """What lies open to all, by name, and what each seat alone sees."""
    views: list[Json] = []
    for seat in range(seats):
        views.append(game.view(hand, seat))
    open_to_all = {key: value for key, value in views[0].items() if key not in OWN}
    for view in views:
        assert {key: view[key] for key in open_to_all} == open_to_all
    return open_to_all | {f"seat {view['seat']}": _own(view) for view in views}


def _own(view: Json) -> str:
    concealed = f", concealed {view['concealed']}" if view.get("concealed") else ""
    trump = f", trump {view['trump']}" if view.get("trump") else ""
    drawn = f", drawn {view['drawn']}" if view.get("drawn") else ""
    return " ".join(view.get("hand", [])) + concealed + trump + drawn


def _changes(before: Json, now: Json) -> Iterator[str]:
    changed = {key: value for key, value in now.items() if before.get(key, "unseen") != value}
    told = [f"{key} {_short(value)}" for key, value in changed.items() if not key.startswith("seat ")]
    if told:
        yield "    " + "; ".join(told)
    yield from (f"    {key}: {value}" for key, value in changed.items() if key.startswith("seat "))


def _legal(game: Game, hand: Hand) -> Iterator[str]:
    """Legal events in their order, those that differ only in the card or the number together."""
    groups = groupby(game.legal(hand), key=lambda event: (event["do"], event.get("seat", "nobody")))
    told = [f"{seat} {do} {' '.join(map(_argument, events))}".rstrip() for (do, seat), events in groups]
    if told and game.outcome(hand, None) is not None:
        told.append("nothing: the hand may stop here")
    yield "    legal: " + (" | ".join(told) or "nothing")


def _argument(event: Json) -> str:
    if "to" in event:
        return f"{event['from']}..{event['to']}"
    return " ".join(str(value) for key, value in event.items() if key not in ("seat", "do", "t", "sig"))


def _event(event: Json) -> str:
    return f"{event.get('seat', 'nobody')} {event['do']} {_argument(event)}".rstrip()


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in HANDS:
        (FOLDER / f"{name}.txt").write_text(transcript(vector(name)), "utf-8")
        print(name)
