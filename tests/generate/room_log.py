"""Writes fixtures/import/kazhutha-room.json: the event log of a made-up room of Kazhutha, in the shape in which public
repositories keep theirs, and the hand that fixtures/import/convert.py makes of it.

    python -m tests.generate.room_log
"""

import json
import runpy
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.core.cards import TEXTS
from dealproof.replay.core.events import Event
from dealproof.replay.games.kazhutha.narrative import dealt
from dealproof.replay.games.kazhutha.state import Hand
from dealproof.replay.imported import deal_import
from dealproof.replay.record.imported import ImportedRecord, from_json
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.records import simulate
from dealproof.verifier.encoding import canonical
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "import"
SEED = "a room of Kazhutha"
BEGAN = 1_700_000_000_000
Json = dict[str, Any]


def card(text: str) -> Json:
    return {"suit": text[1].upper(), "rank": "--23456789TJQKA".index(text[0])}


def fitting() -> ImportedRecord:
    """A hand of four that the first seat begins to be dealt, with times, no time-out, and a donkey."""
    hands = (imported(hand).record for hand in simulate(rulesets.games()["kazhutha"], SEED, 1000))
    return from_json(next(record for record in hands if fits(record)))


def fits(record: Json) -> bool:
    """Whether the log of such a room can hold a hand."""
    events, claim = record["events"], record["claim"]
    plain = all("t" in event and event["do"] == "play" for event in events)
    return plain and len(record["seats"]) == 4 and not record["first_seat"] and claim and claim["donkey"] is not None


def log(record: ImportedRecord) -> list[Json]:
    """The events of the room."""
    hand: Hand = deal_import(record)
    ids = [f"p{seat + 1}" for seat in range(len(record.seats))]
    events: list[Json] = [{"type": "RoomCreated", "roomCode": "MANGO", "hostId": ids[0], "at": BEGAN - 60_000}]
    for id, name in zip(ids, record.seats, strict=True):
        player = {"id": id, "name": name, "connected": True, "ready": True}
        events.append({"type": "PlayerJoined", "player": player, "at": BEGAN - 30_000})
    hands = {id: [card(each) for each in cards] for id, cards in zip(ids, dealt(hand), strict=True)}
    events.append({"type": "GameStarted", "turnOrder": ids, "at": BEGAN})
    events.append({"type": "CardsDealt", "hands": hands, "leaderId": ids[hand.turn], "at": BEGAN})
    number = 1
    for event in record.events:
        if not hand.laid:
            events.append(
                {"type": "RoundStarted", "leaderId": ids[event.seat], "roundNumber": number, "at": now(event)}
            )
            number += 1
        events += follow(hand, event, ids)
    return [
        *events,
        {"type": "GameFinished", "kazhuthaId": ids[record.json["claim"]["donkey"]], "at": events[-1]["at"]},
    ]


def now(event: Event) -> int:
    return BEGAN + event.t


def follow(hand: Hand, event: Event, ids: list[str]) -> list[Json]:
    """Plays an event, and returns what the room's log has of it."""
    at, laid, places = now(event), hand.laid, len(hand.places)
    played = card(TEXTS[event.arg])
    struck = bool(laid) and event.arg // 13 != laid[0][0] // 13
    winner = hand.winner
    hand.apply(event)
    found: list[Json] = [{"type": "CardPlayed", "playerId": ids[event.seat], "card": played, "at": at}]
    if struck:
        pile = [card(TEXTS[kind]) for kind, _ in laid]
        found.append({"type": "VettuOccurred", "playerId": ids[event.seat], "card": played, "at": at})
        found.append({"type": "CardsCollected", "collectorId": ids[winner], "cards": pile, "at": at})
    elif hand.laid is not laid:
        best = max((kind, seat) for kind, seat in laid)[1]
        found.append({"type": "RoundFinished", "winnerId": ids[best], "at": at})
    gone = [seat for place in hand.places[:places] for seat in place]
    for order, seat in enumerate((seat for place in hand.places[places:] for seat in place), len(gone) + 1):
        found.append({"type": "PlayerExited", "playerId": ids[seat], "order": order, "at": at})
    return found


def room() -> Json:
    return {"room": "MANGO", "events": log(fitting())}


def main() -> None:
    made = room()
    lines = ",\n".join(json.dumps(event) for event in made["events"])
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "kazhutha-room.json").write_text(f'{{"room": "MANGO", "events": [\n{lines}\n]}}\n', "utf-8")
    convert = runpy.run_path(str(FOLDER / "convert.py"))["convert"]
    (FOLDER / "kazhutha-room.hand.json").write_bytes(canonical(convert(made)) + b"\n")


if __name__ == "__main__":
    main()
