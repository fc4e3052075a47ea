"""What a request asks for, read the same for the pages and the API."""

from __future__ import annotations

from flask import current_app, request

from web.lists import MAX_NUMBER, HandList
from web.problems import Refused
from web.public import HAND_ID, Retrial
from web.service import Hands


def stored() -> Hands:
    """The hands of this application."""
    hands: Hands = current_app.extensions["hands"]
    return hands


def start() -> int:
    """The number at which a page of a list begins: ?from=NUMBER."""
    said = request.args.get("from", "1")
    if not (said.isascii() and said.isdecimal() and len(said) <= 16 and 1 <= int(said) <= MAX_NUMBER):
        raise Refused(400, "no-number")
    return int(said)


def retrial(hand: str, rules: str) -> Retrial:
    """The hand under other rules, or why that cannot be told."""
    found = stored().under(hand, rules)
    if found is None:
        raise Refused(404, "not-under", hand=hand, rules=rules)
    return found


def table(name: str) -> HandList:
    """A page of the hands of a table."""
    return there("table", name, stored().table(name, start()))


def match(name: str) -> HandList:
    """A page of the hands of a match."""
    return there("match", name, stored().match(name, start()))


def there(kind: str, name: str, found: HandList | None) -> HandList:
    """The list, or that there is none."""
    if found is None:
        raise Refused(404, f"no-such-{kind}" if HAND_ID.fullmatch(name) else "no-id", name=name)
    return found


def missing(hand: str) -> Refused:
    """There is no such hand."""
    return Refused(404, "no-such-hand" if HAND_ID.fullmatch(hand) else "no-hand-id", hand=hand)
