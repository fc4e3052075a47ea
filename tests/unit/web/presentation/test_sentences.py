"""Every code that an engine speaks has a sentence."""

import pytest

from dealproof.replay import several
from dealproof.replay.doctor.explanation import BY, HASH_CODES, SALT_CODES
from dealproof.replay.verdict import CHECKS, VERDICTS
from dealproof.verifier.tlog.codes import CODES as CODES_OF_RECEIPTS
from dealproof.verifier.tlog.codes import WITHHELD
from dealproof.verifier.tlog.leaf import REASONS
from dealproof.web.presentation.translations import languages, sentences
from tests.support.rule_ids import RULE_IDS

LANGUAGES = languages()

RULES = sorted(set().union(*RULE_IDS.values()))
"""Every rule ID of the Gulan family, seatings, Kazhutha and rummy."""

WORDS = """
cut bid pass redeal conceal show_trump ask_trump reveal_trump play claim_jodi claim_marujodi ask_jodi ask_marujodi
decline_jodi decline_marujodi timeout draw discard declare drop leave
""".split()
"""Every `do` (RECORD.md, "Events")."""

CODES = {
    "rules": RULES,
    "verdicts": VERDICTS,
    "verdict-sentences": VERDICTS,
    "also": [verdict for verdict in VERDICTS if verdict != "verified"],
    "checks": CHECKS,
    "check-plain-passed": CHECKS,
    "check-plain-failed": CHECKS,
    "check-plain-not-shown": CHECKS,
    "check-passed": CHECKS,
    "check-failed": CHECKS,
    "check-not-shown": CHECKS,
    "cheats-passed": CHECKS,
    "cheats-failed": CHECKS,
    "cheats-not-shown": CHECKS,
    "states": ["passed", "failed", "not-shown"],
    "seen": ["passed", "failed", "not-shown"],
    "browser": [
        *["server-only", "closed", "passed", "failed", "not-shown", "unable", "left", "agrees", "disagrees"],
        *["insecure", "unreadable", "deal-same", "deal-differs", "deal-place", "deal-unknown", "rules-unbound"],
        "script",
    ],
    "grades": ["A", "B", "C", "C-no-deck", "F", "F-receipt", "none"],
    "remarks": [
        *["time-out-unclocked", "equal-player-seeds", "void-after-the-end", "seed-was-received", "logged-after-play"],
        *several.REMARKS,
    ],
    "publication": ["passed", "passed-seats", *CODES_OF_RECEIPTS, *WITHHELD],
    "published": ["log", "commit", "deal", "close", "by-policy", "by-seats", "by-nobody", "witnesses", "seats"],
    "void-reasons": REASONS,
    "several": [*several.REMARKS, several.OPENED_ELSEWHERE, "others"],
    "did": WORDS,
    "may": WORDS,
    "redeals": ["eldest-no-points", "four-jacks", "no-trump-against", "no-points-in-hand"],
    "kinds": ["ordinary", "honors", "senior", "total", "thani", "jodi", "marujodi"],
    "ended": [
        *["played", "decided", "jodi", "jodi-lost", "jodi-declined", "marujodi", "marujodi-lost", "marujodi-declined"],
        *["thani-lost", "donkey", "all-out", "declared", "last-seat", "seated"],
    ],
    "suits": list("shdc"),
    "score": ["contract", "made", "not-made", "price", "match"],
    "statuses": ["ruled", "provisional", "ours"],
    "explained": HASH_CODES,
    "explained-salt": [*SALT_CODES, "number-off-by-one-seed"],
    "explained-what": ["commitment", "player-seeds", "rules-digest", "log-head", "somebody", "another"],
    "explained-right": ["commitment", "player-seeds", "rules-digest", "log-head"],
    "explained-by": [*BY, "log-head", "short"],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", CODES)
def test_every_code_has_a_sentence(language: str, section: str) -> None:
    assert not [code for code in CODES[section] if not sentences(language).has(section, code)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_has_a_sentence_that_no_rules_know(language: str) -> None:
    assert set(sentences(language).sections["rules"]) == set(RULES)
