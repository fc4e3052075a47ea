"""Mistakes in the digest of the rule set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import dealproof.replay.rulesets as rulesets
from dealproof.replay.doctor.explanation import SITE, Explanation, Guess, Patch
from dealproof.replay.doctor.forms import json_forms
from dealproof.replay.doctor.trial import Trial, first
from dealproof.replay.hashes import Hashed
from dealproof.verifier.encoding import canonical

CHECK: Final = "rules-digest"
POINTER: Final = "/header/rules_digest"


def guesses(record: Hashed) -> Iterator[Guess]:
    """The first mistake that would explain the digest of the rules, or nothing."""
    header, game = record.header, record.game
    digest, meant = header["rules_digest"], Patch({"rules_digest": game.digest})
    known = {each.digest: id for id, each in {**rulesets.presets(), **rulesets.games()}.items()}
    if other := known.get(digest):
        named = Patch({"rules": other})
        yield Guess(Explanation("another-rule-set", CHECK, POINTER, SITE, values={"rules": other}), (named, meant))
    elif code := first(digest, forms(record)):
        yield Guess(Explanation(code, CHECK, POINTER, SITE), (meant,))


def forms(record: Hashed) -> Iterator[Trial]:
    """What else than the canonical JSON of the rule set may have been hashed."""
    game, given = record.game, record.json["rules"]
    text = canonical(game.to_json())
    yield from (Trial("newline", text + end) for end in (b"\n", b"\r\n"))
    yield Trial("all-options", canonical(game.options()))
    values = [game.to_json(), game.options(), *([] if given is None else [given])]
    for value in values:
        for written in json_forms(value):
            yield Trial("json-form", written)
            yield Trial("json-form", written + b"\n")
    yield from (Trial("hash-of-name", name) for name in (game.id.encode(), f'"{game.id}"'.encode()))
    yield Trial("double-hash", bytes.fromhex(game.digest))
    yield Trial("hash-of-commitment", game.digest.encode())
