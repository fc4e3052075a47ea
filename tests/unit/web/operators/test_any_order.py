"""Requests in any order, with any key, again and again: what is answered, and what is in the log, is what a model says
that has neither database nor crashes (LOG.md, "Order of leaves"; the keys as `web.operators.publishing` says)."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dealproof.verifier.tlog.leaf import parse_leaf
from tests.support.operators import Asking, asking, dealt, result_of

KINDS = ("commit", "deal", "result")


class Sent(NamedTuple):
    """A request: what it publishes, of which hand, in which of two versions, and its key."""

    kind: str
    number: int
    version: int
    key: str


NUMBERS, VERSIONS = st.sampled_from((1, 1, 1, 2, 3)), st.sampled_from((0, 0, 0, 1))
SENT = st.builds(Sent, st.sampled_from(KINDS), NUMBERS, VERSIONS, st.sampled_from("abcdef"))


WHOLE = [Sent(kind, 1, 0, key) for kind, key in zip(KINDS, "abc", strict=True)]
"""A whole hand."""


class Model:
    """A log and the requests that were answered: the slow reference, straight from the definition."""

    def __init__(self) -> None:
        self.keys: dict[str, Sent] = {}
        self.log: list[Sent] = []

    def answer(self, sent: Sent) -> tuple[int, Any]:
        """The status, and the index of the leaf or the code of the refusal."""
        if (known := self.keys.get(sent.key)) is not None:
            return (201, self.index(sent)) if known == sent else (409, "key-reused")
        if sent.kind != "commit" and not self.has("commit", sent.number):
            return 404, "no-commit"
        if self.index(sent) is None:
            if (code := self.refusal(sent)) is not None:
                return 409, code
            self.log.append(sent)
        self.keys[sent.key] = sent
        return 201, self.index(sent)

    def refusal(self, sent: Sent) -> str | None:
        committed = [each.number for each in self.log if each.kind == "commit"]
        if sent.kind == "commit":
            if sent.number in committed:
                return "duplicate-commit"
            return "number-out-of-order" if committed and sent.number != committed[-1] + 1 else None
        if self.has("result", sent.number):
            return "hand-closed"
        dealt = self.has("deal", sent.number)
        if sent.kind == "deal":
            return "duplicate-deal" if dealt else None
        return None if dealt else "deal-missing"

    def has(self, kind: str, number: int) -> bool:
        return any((each.kind, each.number) == (kind, number) for each in self.log)

    def index(self, sent: Sent) -> int | None:
        same = [each.kind == sent.kind and each[1:3] == sent[1:3] for each in self.log]
        return same.index(True) if True in same else None


@cache
def bodies(number: int) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """What is sent for a hand, in both versions."""
    hand = dealt(number)
    other = {**hand.header, "seats": ["P1", "P2", "P3", "Another"]}
    return {
        "commit": ({"header": hand.header}, {"header": other}),
        "deal": ({"salt": hand.salt.hex()}, {"salt": "00" * 32}),
        "result": (result_of(hand), {**result_of(hand), "log_head": "00" * 32}),
    }


def send(asked: Asking, sent: Sent) -> tuple[int, Any]:
    answer = asked.post(
        f"/hands/table.{sent.number}/{sent.kind}", bodies(sent.number)[sent.kind][sent.version], sent.key
    )
    found = answer.get_json()
    return answer.status_code, found["index"] if answer.status_code == 201 else found["code"]


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@example([*WHOLE, *WHOLE, WHOLE[2]._replace(version=1, key="d"), WHOLE[0]._replace(number=2, key="a")])
@example([each._replace(key=key) for key in "abc" for each in WHOLE])
@given(st.lists(SENT, min_size=1, max_size=14))
def test_the_api_answers_as_the_model_does(requests: list[Sent]) -> None:
    model = Model()
    with TemporaryDirectory() as folder, asking(f"sqlite:///{folder}/hands.sqlite3", Path(folder)) as asked:
        for sent in requests:
            assert send(asked, sent) == model.answer(sent), sent
        service = asked.site.application.extensions["operators"]
        with service.log.database.reading() as tables:
            leaves: list[Any] = [parse_leaf(each) for each in tables.entries(0, tables.size())]
    assert [(each["type"], each["hand"]) for each in leaves] == [
        (each.kind, f"table.{each.number}") for each in model.log
    ]
