"""The help: what the words of this site mean, in the order in which a player meets them, and what to do when."""

from __future__ import annotations

from typing import Final, NamedTuple

from dealproof.replay.verdict import CHECKS, VERDICTS
from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.presentation.translations import Sentences

TERMS: Final = (
    *("record", "seed", "commitment", "shuffle", "verdict", "checks", "grade"),
    *("receipt", "witness", "hidden", "void", "imported", "ruling"),
)
"""Every term that has a place of its own, which is its anchor."""

GRADES: Final = {"A": ("A",), "B": ("B",), "C": ("C", "C-no-deck"), "F": ("F", "F-receipt")}
"""Every grade with the codes of its sentences."""

QUESTIONS: Final = ("not-found", "hidden", "mismatch", "illegal", "tampered", "late", "void", "no-trust")
"""What somebody may ask, by anchor."""

EXAMPLE: Final = "mango-28-monsoon"
"""A seed for the worked example. It is public, so it is no seed for a hand."""


class TermText(NamedTuple):
    """A term: its anchor and title, what it is, and an example or ""."""

    anchor: str
    title: str
    paragraphs: list[str]
    example: str


class HelpText(NamedTuple):
    """The help in one language."""

    sentences: Sentences

    @property
    def terms(self) -> list[TermText]:
        """Every term."""
        return [self.term(anchor) for anchor in TERMS]

    def term(self, anchor: str) -> TermText:
        """One term."""
        say, has = self.sentences.say, self.sentences.has
        example = say("help-examples", anchor, **self.values) if has("help-examples", anchor) else ""
        codes = [code for code in (anchor, f"{anchor}-more") if has("help-terms", code)]
        return TermText(anchor, say("help-titles", anchor), [say("help-terms", code) for code in codes], example)

    @property
    def values(self) -> dict[str, str]:
        """What is computed for the examples: a seed, its commitment, and that of the seed with another first letter."""
        other = EXAMPLE.capitalize()
        return {
            "seed": EXAMPLE,
            "commitment": commit_player_seed(EXAMPLE),
            "other": other,
            "changed": commit_player_seed(other),
        }

    @property
    def grades(self) -> list[tuple[str, list[str]]]:
        """Every grade with what it means, in the sentences of the page of a hand."""
        return [(grade, [self.sentences.say("grades", code) for code in codes]) for grade, codes in GRADES.items()]

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """Every verdict with what it means, the best first."""
        say = self.sentences.say
        return [(say("verdicts", verdict), say("help-verdicts", verdict)) for verdict in reversed(VERDICTS)]

    @property
    def checks(self) -> list[tuple[str, str, str]]:
        """Every check: its name, its title, and what it says where it passed."""
        say = self.sentences.say
        return [(name, say("checks", name), say("check-plain-passed", name)) for name in CHECKS]

    @property
    def questions(self) -> list[tuple[str, str, str]]:
        """What somebody may ask: the anchor, the question, and the answer."""
        say = self.sentences.say
        return [(code, say("help-questions", code), say("help-answers", code)) for code in QUESTIONS]
