"""Nothing that may be printed, stored or sent holds the server seed before the hand has ended (issue 13, item 1)."""

import base64
import copy
import gc
import io
import json
import logging
import pickle
import pprint
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from types import FunctionType, ModuleType
from typing import Any

import pytest

from dealproof.replay import live
from dealproof.replay.live import LiveHand, ServerSeed
from dealproof.verifier.encoding import canonical
from dealproof.verifier.errors import DealproofError
from tests.support.live_hands import (
    MS,
    NOW,
    POLICY,
    dealt,
    draft_of,
    opened,
    played,
    proof_of,
    published,
    seed_of,
    seeded,
    simulated,
)

RECORD = next(each.record for each in simulated("28-gulan", 20) if each.record["events"][0]["do"] == "cut")
SECRET = bytes.fromhex(RECORD["server_seed"])
FORMS = (
    SECRET.hex(),
    SECRET.hex().upper(),
    base64.b64encode(SECRET).decode(),
    repr(SECRET)[2:-1],
    str([*SECRET])[1:-1],
    str(int.from_bytes(SECRET, "big")),
    str(int.from_bytes(SECRET, "little")),
)


def holds(text: str) -> bool:
    """Whether a text holds the secret in any form."""
    return any(form in text for form in FORMS)


def test_the_secret_is_found_where_it_is() -> None:
    """The check can fail."""
    assert all(map(holds, (repr(SECRET), SECRET.hex(), f"{[*SECRET]}", json.dumps(RECORD))))
    assert SECRET in set(reachable([SECRET]))


@dataclass
class Holder:
    """A dataclass of a caller that holds a seed."""

    seed: ServerSeed


PRINTING: dict[str, Callable[[Any], str]] = {
    "repr": repr,
    "str": str,
    "ascii": ascii,
    "format": lambda value: f"{value}",
    "format-repr": lambda value: f"{value!r:>200}",
    "percent": lambda value: "%s %r" % (value, value),  # noqa: UP031 (this is what logging does)
    "pprint": pprint.pformat,
    "in-containers": lambda value: repr([{"seed": (value,)}]),
    "json-default": lambda value: json.dumps(value, default=repr),
    "attributes": lambda value: repr([getattr(value, name) for name in dir(value) if name != "__class__"]),
    "slots": lambda value: repr({name: getattr(value, name) for name in type(value).__slots__}),
}


@pytest.mark.parametrize("way", PRINTING)
def test_no_text_of_a_seed_or_of_its_hand_holds_it(way: str) -> None:
    seed = seed_of(RECORD)
    assert not holds(PRINTING[way](seed))
    assert not holds(PRINTING[way](Holder(seed)) if way != "slots" else "")
    for hand in hands():
        assert not holds(PRINTING[way](hand))


COPYING: dict[str, Callable[[Any], object]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle-{protocol}": lambda value, protocol=protocol: pickle.dumps(value, protocol) for protocol in range(6)},
    "json": json.dumps,
    "canonical": canonical,
    "bytes": bytes,
    "vars": vars,
    "asdict": lambda value: asdict(Holder(value)),
}


@pytest.mark.parametrize("way", COPYING)
def test_a_seed_and_its_hand_are_not_copied_or_serialised(way: str) -> None:
    for value in (seed_of(RECORD), opened(RECORD), played(RECORD, 6)):
        with pytest.raises(TypeError) as caught:
            COPYING[way](value)
        assert not holds(str(caught.value))


def test_a_seed_equals_only_itself() -> None:
    """Comparing seeds could otherwise be used to try them."""
    first, second = seed_of(RECORD), seed_of(RECORD)
    assert first == first
    assert first != second
    assert first != SECRET


def hands() -> Iterator[LiveHand]:
    """The hand in every phase in which its seed is secret."""
    yield from (opened(RECORD), published(RECORD), seeded(RECORD), dealt(RECORD), played(RECORD, 6), played(RECORD))


def shown(hand: LiveHand) -> Iterator[Any]:
    """Whatever a hand returns."""
    yield from (hand, hand.header, hand.phase, hand.missing, hand.proof, hand.commit_leaf(MS), hand.snapshot())
    yield from (hand.view(seat) for seat in range(4))


def test_nothing_that_a_hand_returns_before_its_end_holds_the_seed() -> None:
    hand = opened(RECORD)
    returned: list[Any] = [*shown(hand)]
    returned.append(hand.published(proof_of(hand.commit_leaf(MS)), POLICY, NOW))
    returned += [hand.seed(seat, seed, MS) for seat, seed in enumerate(RECORD["player_seeds"])]
    returned += [hand.deal(), hand.deal_leaf(MS), *shown(hand)]
    for event in RECORD["events"]:
        returned += [hand.hash_of(event), hand.event(event), *shown(hand)]
    assert not [value for value in returned if holds(repr(value)) or SECRET in set(reachable([value]))]
    assert holds(hand.close().decode())
    assert holds(json.dumps(hand.close_leaf(MS)))
    assert not holds(hand.snapshot().decode())
    assert not holds(repr(hand) + repr([hand.view(seat) for seat in range(4)]))


def test_the_seed_is_in_no_object_of_a_hand_but_the_closure_that_reveals_it() -> None:
    """No engine, stream or state keeps it."""
    for hand in hands():
        assert SECRET not in set(reachable([hand]))
        assert SECRET.hex() not in set(reachable([hand]))
    assert SECRET in set(reachable([opened(RECORD)], closures=True))


def reachable(roots: list[Any], closures: bool = False) -> Iterator[Any]:
    """The bytes and texts that the objects lead to, by what the garbage collector sees; not through classes, modules
    and globals, and through what functions close over only where that is asked for."""
    seen: set[int] = set()
    todo = [*roots]
    while todo:
        value = todo.pop()
        if id(value) in seen or isinstance(value, type | ModuleType):
            continue
        seen.add(id(value))
        if isinstance(value, bytes | str):
            yield value
        elif isinstance(value, FunctionType):
            todo += (value.__closure__ or ()) if closures else ()
        else:
            todo += gc.get_referents(value)


REFUSED: dict[str, Callable[[LiveHand], object]] = {
    "commit_leaf": lambda hand: hand.commit_leaf(None),  # type: ignore[arg-type]
    "published": lambda hand: hand.published("", POLICY, NOW),
    "seed": lambda hand: hand.seed(0, "another", MS),
    "deal": lambda hand: (hand.deal(), hand.deal()),
    "deal_leaf": lambda hand: hand.deal_leaf(None),  # type: ignore[arg-type]
    "skip_cut": lambda hand: (hand.skip_cut(), hand.skip_cut()),
    "event": lambda hand: hand.event({"seat": 0, "do": "play", "card": "Jk"}),
    "malformed": lambda hand: hand.event({"seat": 0}),
    "hash_of": lambda hand: hand.hash_of({"seat": 9, "do": "pass"}),
    "close": lambda hand: (hand.close(), hand.close()),
    "void": lambda hand: hand.void("bored"),
    "close_leaf": lambda hand: hand.close_leaf(None),  # type: ignore[arg-type]
    "view": lambda hand: hand.view(4),
    "take": lambda hand: live.open(draft_of(RECORD), hand._seed),
    "load": lambda hand: live.load(hand.snapshot(), hand._seed),
    "pickle": pickle.dumps,
    "json": json.dumps,
}


@pytest.mark.parametrize("call", REFUSED)
def test_no_error_and_no_traceback_with_local_variables_holds_the_seed(call: str) -> None:
    """As a crash reporter prints it: every frame of this project with its variables."""
    errors = [error for hand in hands() if (error := refusal(hand, call)) is not None]
    assert errors
    for error in errors:
        assert not holds(report(error))
        assert not holds(repr(error) + str(error) + repr(error.args) + repr(vars(error)))


def refusal(hand: LiveHand, call: str) -> Exception | None:
    """The error of a call, or None if it is possible for this hand."""
    try:
        REFUSED[call](hand)
    except (DealproofError, TypeError) as error:
        return error
    return None


@pytest.mark.parametrize(
    "secret",
    [SECRET + b"x", SECRET[:-1], SECRET.hex(), bytearray(SECRET), [*SECRET]],
    ids=["longer", "shorter", "hex", "bytearray", "list"],
)
def test_a_seed_of_the_wrong_form_is_refused_without_repeating_it(secret: Any) -> None:
    with pytest.raises(live.Misused) as caught:
        ServerSeed(secret)
    text = report(caught.value)
    assert not holds(text)
    assert SECRET[:-1].hex() not in text
    assert repr(SECRET[:-1])[2:-1] not in text


def report(error: BaseException) -> str:
    """The traceback with the variables of every frame of the project."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    inside = [frame for frame in told.stack if "/tests/" not in frame.filename]
    return "".join(traceback.StackSummary.from_list(inside).format()) + "".join(
        f"{name} = {value}\n" for frame in inside for name, value in (frame.locals or {}).items()
    )


def test_the_report_of_a_failure_shows_variables() -> None:
    """The check above can fail: a frame of the package is there with its variables."""
    with pytest.raises(live.Misused) as caught:
        opened(RECORD).deal()
    assert "phase = 'opened'" in report(caught.value)


def test_logging_a_hand_and_a_refusal_holds_nothing() -> None:
    stream = io.StringIO()
    logger = logging.Logger("test")
    logger.addHandler(logging.StreamHandler(stream))
    hand = played(RECORD, 6)
    try:
        hand.deal()
    except live.Misused:
        logger.exception("%s %r", hand, hand._seed)
    assert "dealt already" in stream.getvalue()
    assert not holds(stream.getvalue())
