"""The events of a log: what each action means, and the fields that it takes."""

from __future__ import annotations

from typing import Final

from dealproof.replay import rulesets
from dealproof.replay.json_schema.value_schema import Integer, Schema
from dealproof.replay.record.events import PILES, Action
from dealproof.replay.record.schema.pieces import exactly, ref

MEANINGS: Final[dict[str, str]] = {
    "cut": "The seat entitled to cut moves the top `at` cards to the bottom.",
    "bid": "A bid: a number of card points, or thani.",
    "pass": "A pass.",
    "redeal": "The hand is dealt again, from the next draw; no seat does it.",
    "conceal": "The declarer lays the trump card face down.",
    "show_trump": "The declarer shows the trump card openly and keeps it in hand.",
    "ask_trump": "A seat without the led suit has the trump card turned up; its card follows.",
    "reveal_trump": "The declarer turns up the trump card; its card follows.",
    "play": "A card to the trick.",
    "claim_jodi": "All tricks are promised.",
    "claim_marujodi": "The other side promises that all tricks will be its own.",
    "ask_jodi": "The other side asks whether all tricks are promised.",
    "ask_marujodi": "The declarer's side asks whether all tricks are promised to the other.",
    "decline_jodi": "The answer no.",
    "decline_marujodi": "The answer no.",
    "timeout": "The seat's time ran out.",
    "draw": "A card from the stock or from the discards; which card is known and not written.",
    "discard": "A card to the discards.",
    "declare": "The last card is laid face down, and the hand is shown.",
    "drop": "The hand is given up.",
    "leave": "The table is left.",
}
"""What each action means."""


def events() -> dict[str, Schema]:
    """Every event of every family by name."""
    known: dict[str, Action] = {}
    for game in rulesets.games().values():
        known |= game.actions
    return {f"event-{do}": _event(do, action) for do, action in known.items()}


def _event(do: str, action: Action) -> Schema:
    kinds: dict[str, Schema] = {
        "number": ref("integer"),
        "bid": {"anyOf": [ref("integer"), {"const": "thani"}]},
        "text": {"type": "string"},
        "card": ref("card"),
        "pile": {"enum": list(PILES)},
    }
    seat: dict[str, Schema] = {"seat": Integer(0).schema()} if action.seat else {}
    argument = {action.field: kinds[action.kind]} if action.field else {}
    time: Schema = {"description": "Whole milliseconds since the deal, never falling.", **Integer(0).schema()}
    members: dict[str, Schema] = {**seat, "do": {"const": do}, **argument, "t": time, "sig": ref("signature")}
    return {"description": MEANINGS[do], **exactly(members, optional=("t", "sig"))}
