"""A house's own rule set, made from another by setting options.

>>> changed({"jodi": {"enabled": False}}, ["jodi.enabled=true"])
{'jodi': {'enabled': True}}
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.json_schema.value_schema import below, kind_of
from dealproof.replay.record.identifiers import ID
from dealproof.verifier.encoding import UNHOLDABLE, Json, parse_json
from dealproof.verifier.errors import Malformed
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.translations import spoken


def house_rules(base: Game, id: str, settings: Iterable[str]) -> Game:
    """The rule set `base` under the name `id` with options set, each as `path=value`.

    Raises `Malformed` where a path leads nowhere, a value is none that may stand there, or the rules contradict
    themselves.
    """
    if not ID.fullmatch(id):
        reason = spoken().say("usage", "no-id", id=repr(id))
        raise Malformed("/id", "not-an-id", reason)
    if rulesets.builtin(id):
        raise Malformed("/id", "built-in", spoken().say("usage", "built-in", id=id))
    return rulesets.read(base.from_options(changed({**base.options(), "id": id}, settings)), id, "")


def changed(rules: dict[str, Json], settings: Iterable[str]) -> dict[str, Json]:
    """The JSON of a rule set with each `path=value` set; the path is dotted, a list counts from 0."""
    copy = deepcopy(rules)
    for setting in settings:
        path, _, text = setting.partition("=")
        if path == "id":
            raise Malformed("/id", "no-such-option", spoken().say("usage", "id-is-no-option"))
        put(copy, path.split("."), value(text, "/" + path.replace(".", "/")))
    return copy


def value(text: str, pointer: str) -> Json:
    """A value as JSON has it; what is no JSON is a text, and what no record can hold is refused at `pointer`."""
    try:
        return parse_json(text.encode())
    except Malformed as error:
        if error.code in UNHOLDABLE:
            raise Malformed(pointer, error.code, error.reason) from None
        return text


def put(within: Any, steps: list[str], value: Json) -> None:
    """Sets what the steps lead to, which must be there already."""
    pointer = ""
    for step in steps[:-1]:
        within = within[member(within, step, pointer)]
        pointer = below(pointer, step)
    within[member(within, steps[-1], pointer)] = value


def member(within: Any, step: str, pointer: str) -> Any:
    """The key or index that a step names in the value at `pointer`."""
    there: list[str] = []
    if isinstance(within, dict):
        if step in within:
            return step
        there = list(within)
    elif isinstance(within, list):
        if step.isdecimal() and int(step) < len(within):
            return int(step)
        there = [str(index) for index in range(len(within))]
    if there:
        said = spoken().say("usage", "no-option-here", option=repr(step), known=", ".join(there))
    else:
        said = spoken().say("usage", "no-options-here", option=repr(step), pointer=pointer, kind=kind_of(within))
    raise Malformed(below(pointer, step), "no-such-option", said + did_you_mean(step, there))
