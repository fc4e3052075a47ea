"""A report in words: the three paragraphs for people who do not know statistics, findings, and the names of tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from babel.numbers import format_decimal

from dealproof.replay.archive.statistics.permutation_chi_square import LARGEST
from dealproof.replay.archive.statistics.position_card import EFFECT
from dealproof.replay.archive.statistics.result import FEWEST
from dealproof.web.presentation.numbers import number
from dealproof.web.presentation.translations import ENGLISH, Sentences

MOST_WRITTEN: Final = 1e6
"""Numbers from here on, and those below its inverse, are written with a power of ten."""

RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

MOST_FINDINGS: Final = 100

NEVER: Final = 1e-290
"""What p-values below are cut off at, with a margin."""


def many(value: float, language: str = ENGLISH) -> str:
    """A whole number with its digits grouped as in a language.

    >>> many(500000), many(500000, "ml")
    ('500,000', '5,00,000')
    """
    return format_decimal(round(value), locale=language)


def short(value: float | None, language: str = ENGLISH) -> str:
    """A number with three significant digits.

    >>> short(0.31), short(3.14e-9), short(961.0), short(1010.2), short(-0.5), short(None)
    ('0.31', '3.1 · 10⁻⁹', '961', '1,010', '−0.5', '–')
    """
    if value is None:
        return "–"
    size = abs(value)
    if size and not 1e-4 <= size < MOST_WRITTEN:
        digits, _, power = f"{value:.1e}".partition("e")
        return number(f"{digits} · 10{str(int(power)).translate(RAISED)}")
    return number(many(value, language) if size >= 1000 else f"{value:.3g}")


def chance(p: float) -> str:
    """A p-value.

    >>> chance(0.31), chance(1e-300)
    ('0.31', '< 10⁻²⁹⁰')
    """
    return "< 10⁻²⁹⁰" if p < NEVER else short(p)


def percent(share: float) -> str:
    """A share in per cent.

    >>> percent(0.0041), percent(0.01), percent(1 / 32)
    ('0.41 %', '1 %', '3.12 %')
    """
    return f"{100 * share:.3g} %"


OUTCOMES: Final = {"bad": "alarm", "good": "quiet", "open": "untested"}
"""The code of what a report comes to, by its state."""


def state_of(report: Mapping[str, Any]) -> str:
    """Bad with an alarm, open where nothing was there to test, else good."""
    return "bad" if report["alarm"] else "good" if report["tests"] else "open"


@dataclass(frozen=True, slots=True)
class ReportText:
    """The report in the language of `sentences`."""

    report: Mapping[str, Any]
    sentences: Sentences

    def say(self, code: str, /, **values: object) -> str:
        """A sentence of the section `archive`."""
        return self.sentences.say("archive", code, **values)

    def many(self, value: float) -> str:
        """A whole number."""
        return many(value, self.sentences.language)

    def short(self, value: float | None) -> str:
        """A number with three significant digits."""
        return short(value, self.sentences.language)

    @property
    def hands(self) -> int:
        """The records of the archive."""
        found: int = self.report["data"]["records"]
        return found

    @property
    def state(self) -> str:
        """Bad, good or open (`state_of`)."""
        return state_of(self.report)

    @property
    def title(self) -> str:
        """The outcome in a few words."""
        return self.say(OUTCOMES[self.state])

    def checked(self) -> str:
        """The first paragraph: what was checked."""
        if not self.hands:
            return self.say("checked-none")
        decks = sum(each["decks"] for each in self.report["groups"])
        first = self.say("checked", hands=self.many(self.hands))
        if not self.report["tests"]:
            return first
        tests = self.many(self.report["many"]["tests"])
        return f"{first} {self.say('checked-decks', decks=self.many(decks), tests=tests)}"

    def found(self) -> str:
        """The second paragraph: what was found."""
        many_tests = self.report["many"]
        words = [] if not self.hands else [self.say("found-alarm" if self.report["alarm"] else "found-quiet")]
        if many_tests["tests"]:
            level, expected = percent(many_tests["level"]), self.short(many_tests["expected"])
            words.append(self.say("found-seen", level=level, expected=expected, seen=self.many(many_tests["seen"])))
        return " ".join(words or [self.say("found-nothing")])

    def seen(self) -> str:
        """The third paragraph: what could have been seen."""
        test = self.sharpest()
        if test is None:
            return self.say("power-none", fewest=FEWEST)
        usual, bias = 1 / test["cards"], test["least_effect"]
        values = {
            "decks": self.many(test["size"]),
            "cards": test["cards"],
            "chance": percent(usual),
            "bias": percent(bias),
        }
        return self.say("power", biased=percent(usual + bias), **values)

    def sharpest(self) -> Mapping[str, Any] | None:
        """The test that sees the least bias of one card at one place."""
        every = [
            each
            for each in self.report["tests"]
            if each.get("effect") == EFFECT and each["cards"] and each["least_effect"] and each["subject"] is None
        ]
        named = [each for each in every if each["statistic"].endswith(LARGEST)]
        return min(named or every, key=lambda each: each["least_effect"], default=None)

    def findings(self) -> Iterator[str]:
        """The first findings, each as a sentence."""
        tests = {each["id"]: each for each in self.report["tests"]}
        for finding in self.report["findings"][:MOST_FINDINGS]:
            yield self.finding(finding, tests)

    def finding(self, finding: Mapping[str, Any], tests: Mapping[str, Mapping[str, Any]]) -> str:
        """One finding as a sentence."""
        code = finding["code"]
        if code == "test":
            test = tests[finding["test"]]
            values = {"test": self.name(test), "group": self.group(test), "p": chance(test["p"])}
            if test.get("anytime"):
                return self.say("finding-bet", e=self.short(test["e"]), **values)
            return self.say(
                "finding-test", seen=self.short(test["seen"]), expected=self.short(test["expected"]), **values
            )
        if code == "repeat":
            return self.say("finding-repeat", kind=self.kind(finding["kind"]), count=self.many(finding["count"]))
        return self.say(f"finding-{code}", count=self.many(finding["count"]))

    def name(self, test: Mapping[str, Any]) -> str:
        """The name of a test: its statistic, and whom it is about."""
        named = self.statistic(test["statistic"])
        who = self.subject(test["subject"]) if test["subject"] else ""
        where = self.place(test)
        return ", ".join(part for part in (named, who, where) if part)

    def statistic(self, code: str) -> str:
        """The name of a statistic; a narrower question of a table is named after it."""
        base = code.removesuffix(LARGEST)
        said = self.sentences.say("archive-statistics", base)
        return said if base == code else self.say("largest", statistic=said)

    def place(self, test: Mapping[str, Any]) -> str:
        """Where the largest deviation is, if the test names a place and a card."""
        if test.get("effect") != EFFECT or len(test.get("at", ())) != 2:
            return ""
        place, card = test["at"]
        return self.say("place-card", place=place + 1, card=card + 1)

    def subject(self, subject: str) -> str:
        """Whom a test is about, numbers counted from 1."""
        word, _, rest = subject.partition(" ")
        if rest == "seats" and word.isdecimal():
            return self.say("of-seats", seats=word)
        if word in {"seat", "team"}:
            first, _, further = rest.partition(" ")
            return self.say(word, number=int(first) + 1) if first.isdecimal() and not further else self.seat(rest)
        if word in {"account", "table"}:
            return self.say(word, name=rest)
        return self.sentences.say("archive-subjects", subject)

    def seat(self, rest: str) -> str:
        """Seat 0 of 4 with 8 cards."""
        words = rest.split(" ")
        return self.say("seat-of", number=int(words[0]) + 1, seats=words[2], cards=words[4])

    def group(self, test: Mapping[str, Any]) -> str:
        """The hands that a test looks at."""
        rules = self.say("all-hands") if test["rules"] in {None, "all"} else test["rules"]
        cards = self.say("cards", count=test["cards"]) if test["cards"] else None
        return " · ".join(part for part in (rules, test["label"], cards) if part)

    def kind(self, kind: str) -> str:
        """What came twice."""
        return self.sentences.say("archive-repeats", kind)

    def effect(self, test: Mapping[str, Any]) -> str:
        """The least effect that a test sees nine times out of ten."""
        if test.get("least_effect") is None:
            return "–"
        share = test["effect"].startswith(("chance-", "share"))
        return percent(test["least_effect"]) if share else self.short(test["least_effect"])

    def effect_of(self, test: Mapping[str, Any]) -> str:
        """What the least effect is an effect on."""
        return "" if test.get("least_effect") is None else self.sentences.say("archive-effects", test["effect"])
