"""What one seat may see of a hand, as JSON that may be sent to it.

    seat            the seat
    phase           the phase of the hand
    header          the header
    opened          the seats that have opened their seed
    player_seeds    the seeds of all seats, null before the deal: until then a seat could choose its own by the others'
    events          the events so far, without signatures, and without the card of another seat that lies face down
    cards           what the game shows the seat (`view` of the rule set), null before the deal and while a seat may cut
    to_act          the seats that may act next
    legal           the events of this seat that are legal now, bids and cuts as ranges
    result          the result of a closed hand, else null

A log hash is not in it, nor a signature. Header, seeds and open events are known to every seat, so one that gets a log
hash or a signature over a card that lies face down finds this card by trying each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealproof.replay.live.cards_in_play import CardsInPlay
from dealproof.verifier.encoding import Json


def cards(played: CardsInPlay, seat: int) -> dict[str, Json]:
    """The part of a view that is about the cards: `events`, `cards`, `to_act` and `legal`."""
    return {
        "events": [seen(played, event, seat) for event in played.events],
        "cards": played.game.view(played.hand, seat) if played.may_cut is None else None,
        "to_act": [*played.to_act],
        "legal": played.legal(seat),
    }


def no_cards() -> dict[str, Json]:
    """The same before the deal."""
    return {"events": [], "cards": None, "to_act": [], "legal": []}


def seen(played: CardsInPlay, event: Mapping[str, Any], seat: int) -> dict[str, Json]:
    """An event as the seat may see it."""
    action = played.game.actions[event["do"]]
    hidden = {"sig", action.field} if action.face_down and event["seat"] != seat else {"sig"}
    return {key: value for key, value in event.items() if key not in hidden}


def opened(seeds: Sequence[str | None]) -> list[int]:
    """The seats that have opened their seed."""
    return [seat for seat, seed in enumerate(seeds) if seed is not None]
