"""An option that came after a rule set was released changes no digest (RECORD.md, "House rules")."""

from dataclasses import dataclass, field

import pytest

from dealproof.replay.json_schema.dataclass_json import LATER, read, schema, shortened, write
from dealproof.verifier.errors import Malformed


@dataclass(frozen=True)
class Play:
    turn_ms: int
    signed: bool = field(default=False, metadata=LATER)


@dataclass(frozen=True)
class Rules:
    seats: int
    play: Play
    rounds: int = field(default=1, metadata=LATER)


PUBLISHED = {"seats": 4, "play": {"turn_ms": 9}}
CHANGED = {"seats": 4, "play": {"turn_ms": 9, "signed": True}, "rounds": 2}


def fault(value: object) -> tuple[str, str]:
    with pytest.raises(Malformed) as found:
        read(Rules, value, "")  # type: ignore[arg-type]
    return found.value.pointer, found.value.code


def test_what_was_published_before_the_option_is_read_and_written_as_it_was() -> None:
    assert read(Rules, PUBLISHED, "") == Rules(4, Play(9))
    assert write(Rules(4, Play(9))) == PUBLISHED


def test_a_later_option_is_read_and_written_where_it_has_another_value() -> None:
    assert read(Rules, CHANGED, "") == Rules(4, Play(9, signed=True), 2)
    assert write(Rules(4, Play(9, signed=True), 2)) == CHANGED


def test_a_rule_set_has_one_form_so_a_later_option_with_its_default_is_refused() -> None:
    assert fault({**PUBLISHED, "rounds": 1}) == ("/rounds", "without-effect")
    assert fault({"seats": 4, "play": {"turn_ms": 9, "signed": False}}) == ("/play/signed", "without-effect")


def test_a_later_option_of_another_type_and_an_unknown_key_are_refused_as_elsewhere() -> None:
    assert fault({**PUBLISHED, "rounds": True}) == ("/rounds", "wrong-type")
    assert fault({**PUBLISHED, "round": 2}) == ("/round", "unknown-key")
    assert fault({"seats": 4}) == ("/play", "missing-key")
    assert fault([]) == ("", "wrong-type")


def test_all_options_are_listed_and_become_the_published_form_again() -> None:
    complete = write(Rules(4, Play(9)), complete=True)
    assert complete == {"seats": 4, "play": {"turn_ms": 9, "signed": False}, "rounds": 1}
    assert shortened(Rules, complete) == PUBLISHED
    assert shortened(Rules, {**complete, "rounds": True})["rounds"] is True


def test_the_schema_does_not_require_a_later_option_and_refuses_its_default() -> None:
    described = schema(Rules)
    assert described["required"] == ["seats", "play"]
    properties = described["properties"]
    assert isinstance(properties, dict)
    assert isinstance(properties["rounds"], dict)
    assert properties["rounds"]["not"] == {"const": 1}
