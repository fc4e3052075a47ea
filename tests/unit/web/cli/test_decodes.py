"""How often a text is decoded to see how it holds its records: bounded, counted and never timed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.web.cli.input.chunks import guessed
from dealproof.web.intake import box, lookalikes
from dealproof.web.intake.box import MOST, MOST_RECORDS, bare, hash_in, linked_ids, links, possible_ids, records
from dealproof.web.intake.budget import Budget
from dealproof.web.intake.lookalikes import TRIED
from dealproof.web.store import lookup
from dealproof.web.store.lookup import TooManyRecords, look_up
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, text

MANY = 300_000

FEW = 20
"""Decodes of a text as a whole, by whoever looks at it."""


class Counter:
    """The JSON texts and objects that were decoded."""

    def __init__(self) -> None:
        self.decodes = 0

    def loads(self, *values: Any) -> Any:
        self.decodes += 1
        return json.loads(*values)

    def raw_decode(self, text: str, place: int) -> Any:
        self.decodes += 1
        return json.JSONDecoder().raw_decode(text, place)


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Counts what `web.intake.lookalikes` decodes; `web.intake.box` and the commands decode nothing by themselves."""
    counter = Counter()
    monkeypatch.setattr(lookalikes, "json", counter)
    monkeypatch.setattr(lookalikes, "DECODER", counter)
    return counter


HOSTILE = {
    "braces": b"{\n" * MANY,
    "quotes": b'{"\n' * MANY,
    "closed": b"{x}\n" * MANY,
    "later": b"x\n" + b"{x}\n" * MANY,
    "deep": b"x\n" + (b'{"a":' * 9 + b"}" * 9 + b"\n") * (MANY // 10),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_lines_that_are_no_records_are_decoded_a_bounded_number_of_times(
    client: FlaskClient, counter: Counter, data: bytes
) -> None:
    hands: Hands = client.application.extensions["hands"]
    look_up(hands, data, Budget())
    assert counter.decodes <= 2 * TRIED + FEW


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_file_of_any_name_is_guessed_with_a_bounded_number_of_decodes(counter: Counter, data: bytes) -> None:
    def blocks() -> Iterator[bytes]:
        for place in range(0, len(data), 1 << 18):
            yield data[place : place + (1 << 18)]

    next(guessed("-", blocks()))
    assert counter.decodes <= TRIED + FEW


@pytest.mark.parametrize(
    "data",
    [b"{}" * MANY, b"[" + b"{}," * MANY + b"{}]", b"{}\n" * MANY, b"{} " * MANY + b"x"],
    ids=["joined", "array", "lines", "broken"],
)
def test_no_more_records_are_taken_out_than_show_that_they_are_too_many(
    client: FlaskClient, counter: Counter, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """Before one of them is judged."""
    hands: Hands = client.application.extensions["hands"]
    monkeypatch.setattr(lookup, "judged_record", lambda *_: pytest.fail("judged"))
    with pytest.raises(TooManyRecords):
        look_up(hands, data, Budget())
    assert counter.decodes <= MOST_RECORDS + TRIED + FEW
    assert len(records(data)) == MOST_RECORDS + 1


def test_objects_after_one_another_are_named_after_a_bounded_number_of_decodes(counter: Counter) -> None:
    assert lookalikes.kind(b"{}" * MANY) == "joined"
    assert counter.decodes <= TRIED + FEW


def test_a_record_after_lines_that_are_none_is_found_still() -> None:
    data = b"x\n" + b"{x}\n" * (TRIED - 1) + text(GOOD)
    assert len(records(data)) == TRIED + 1


def test_what_is_around_a_text_is_left_out_in_one_go() -> None:
    """Bounded: characters that may be an end are looked at once, however many they are."""
    dots = "." * 1_000_000
    assert bare(f"{dots}a{dots}b{dots}") == f"a{dots}b"
    assert bare(dots) == ""
    assert bare("(a)") == "a"


def test_a_text_longer_than_any_id_link_or_hash_is_not_looked_at(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("guesses", "plain", "without_unseen"):
        monkeypatch.setattr(box, name, lambda *_: pytest.fail("looked at"))
    long = "/hands/a" + "." * MOST + "a"
    assert (possible_ids(long), linked_ids(long), links(long), hash_in(long)) == ((), (), False, None)
    assert client.get(long).status_code == 404
    assert client.get(f"/api/v1{long}").status_code == 404
