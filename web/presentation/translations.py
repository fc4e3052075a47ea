"""The sentences that people read, from gettext catalogues, `.po` files that are compiled to `.mo` files.

The engines speak codes. `locale/en/LC_MESSAGES/dealproof.po` gives each code its English sentence: the context of a
message is its section, its ID is the code. The catalogue of any other language translates the English sentences: the
context is `section.code`, the ID is the English sentence, so that tools for translators show it and compare the values
in braces. Where an English sentence changes, its translation is no longer found, and the English one is shown until it
is translated again. `locale/babel.cfg` has the commands.

What people read is said in the language that is spoken where it is said: `speaking` sets it for a request or a command,
`spoken` gives its sentences. What programs read (verdicts as JSON, reports of CI, bundles) is English everywhere.

>>> english = sentences("en")
>>> english.say("did", "play", card="J♠")
'played J♠'
>>> english.count("match-sentences", "hands", 1), english.count("match-sentences", "hands", 2)
('1 hand', '2 hands')
>>> english.say("rules", "a-rule-from-tomorrow")
'a-rule-from-tomorrow'
>>> with speaking("ml"):
...     spoken().language
'ml'
>>> spoken().language
'en'

A sentence keeps where it names moves of a log (`web.presentation.sentence`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from dealproof.web.presentation.sentence import filled

ENGLISH: Final = "en"
DOMAIN: Final = "dealproof"
"""The name of every catalogue."""
LOCALE: Final = Path(__file__).parent / "locale"
COMPILE: Final = f"pybabel compile -d web/presentation/locale -D {DOMAIN}"
"""What compiles the catalogues, in the folder of the project."""

Section = dict[str, str]
"""Sentences by code."""

LANGUAGE: Final = ContextVar("language", default=ENGLISH)
"""The language that is spoken in the running request or command."""


class Uncompiled(Exception):
    """The compiled catalogue of a language is missing, or older than its source."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """One language: a table a section, the code as key. An unknown code is shown as it is, so that a rule or ruling
    without a sentence is still named. `plurals` has the two English forms of each sentence that depends on a number;
    `sections` has the second one.
    """

    language: str
    sections: dict[str, Section]
    plurals: dict[tuple[str, str], tuple[str, str]]
    translations: NullTranslations

    def has(self, section: str, code: str) -> bool:
        """Whether there is a sentence for the code."""
        return code in self.sections.get(section, {})

    def say(self, section: str, code: str, /, **values: object) -> str:
        """The sentence of a code with its values filled in."""
        if not self.has(section, code):
            return unknown(code, values)
        return filled(self.sections[section][code], values)

    def count(self, section: str, code: str, number: int, /, **values: object) -> str:
        """The sentence of a code in the plural form of this language for a number. `count` is the number, where the
        values do not say how it is written.
        """
        forms = self.plurals.get((section, code))
        values = {"count": number, **values}
        if forms is None:
            return self.say(section, code, **values)
        text = self.translations.npgettext(context(section, code), *forms, number)
        return filled(text, values)


def unknown(code: str, values: dict[str, object]) -> str:
    """A code without a sentence, with whatever is known of it."""
    return " ".join([code, *(f"{name} {value}" for name, value in values.items())])


def context(section: str, code: str) -> str:
    """The context of a sentence in catalogues of other languages.

    >>> context("rules", "must-follow-suit")
    'rules.must-follow-suit'
    """
    return f"{section}.{code}"


class Catalogue(GNUTranslations):
    """A compiled catalogue whose messages can be listed, which the standard library's has no method for."""

    _catalog: dict[str | tuple[str, int], str]

    def sections(self) -> dict[str, Section]:
        """The messages by context and ID. One with plural forms has its last."""
        read: dict[str, Section] = {}
        for key, text in self._catalog.items():
            section, separator, code = (key if isinstance(key, str) else key[0]).partition("\x04")
            if separator:
                read.setdefault(section, {})[code] = text
        return read

    def plurals(self) -> dict[tuple[str, str], tuple[str, str]]:
        """The forms for one and for many of the messages that have plural forms, by context and ID."""
        keys = (key[0].split("\x04") for key in self._catalog if isinstance(key, tuple) and key[1] == 0)
        return {(section, code): self.forms(section, code) for section, code in keys}

    def forms(self, section: str, code: str) -> tuple[str, str]:
        """The forms for one and for many of a message with plural forms."""
        return self.npgettext(section, code, code, 1), self.npgettext(section, code, code, 2)


def languages() -> tuple[str, ...]:
    """The codes of all languages, English first: those that have a folder with a catalogue."""
    return ENGLISH, *sorted(
        {path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.[mp]o")} - {ENGLISH}
    )


@cache
def sentences(language: str) -> Sentences:
    """The sentences of a language by its code. Raises `Uncompiled` where its catalogue is missing or old."""
    english = catalogue(ENGLISH)
    translations = NullTranslations() if language == ENGLISH else catalogue(language)
    sections = {
        section: {code: translations.pgettext(context(section, code), text) for code, text in table.items()}
        for section, table in english.sections().items()
    }
    return Sentences(language, sections, english.plurals(), translations)


def spoken() -> Sentences:
    """The sentences of the language that is spoken here. Raises `Uncompiled` like `sentences`."""
    return sentences(LANGUAGE.get())


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speaks a language, one of `languages`, inside the block."""
    before = LANGUAGE.set(language)
    try:
        yield
    finally:
        LANGUAGE.reset(before)


def catalogue(language: str) -> Catalogue:
    """The compiled catalogue of a language. Only a checkout has its source beside it, which must not be newer."""
    compiled = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    source = compiled.with_suffix(".po")
    if not compiled.is_file():
        raise Uncompiled(f"{compiled}, the sentences in the language “{language}”, is missing. To make it: {COMPILE}")
    if source.is_file() and source.stat().st_mtime > compiled.stat().st_mtime:
        raise Uncompiled(f"{compiled} is older than {source.name} beside it. To make it again: {COMPILE}")
    with compiled.open("rb") as file:
        return Catalogue(file)
