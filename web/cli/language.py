"""The language of a command: `--lang`, else `DEALPROOF_LANG`, else that of the locale.

`--lang` comes before or after the name of a command. The locale is read as gettext reads it: the first of `LC_ALL`,
`LC_MESSAGES` and `LANG` that is set, and the list in `LANGUAGE` before it unless it is `C` or `POSIX`. A locale in a
language without a catalogue is English, and so is one whose terminal has no letters for its language. Whether standard
output is a terminal, a file or a pipe makes no difference.

Reports that programs read have their sentences in a language that was asked for by `--lang` or `DEALPROOF_LANG`, and in
English otherwise: the locale of a machine does not change them. Codes, keys and verdicts as JSON are English in all.

>>> of_locale({"LANG": "ml_IN.UTF-8"}), of_locale({"LANG": "gu_IN", "LC_ALL": "C"}), of_locale({})
('ml', None, None)
>>> asked_in(["check", "--lang=ml"]), asked_in(["--lang", "gu", "rules"]), asked_in(["rules", "--", "--lang"])
('ml', 'gu', None)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from dealproof.web.cli.lettering import can_show
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.translations import ENGLISH, languages, sentences, speaking, spoken

OPTION: Final = "--lang"
VARIABLE: Final = "DEALPROOF_LANG"
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the locale of messages, the first that is set decides."""
PREFERRED: Final = "LANGUAGE"
"""The variable with languages in the order in which a person prefers them, a colon between two."""
UNTRANSLATED: Final = frozenset({"C", "POSIX"})
"""Locales without a language, in which programs say what they are written in."""

OF_REPORTS: Final = ContextVar("language of reports", default=ENGLISH)
"""The language of reports that programs read."""


class UnknownLanguage(Exception):
    """Not a language with a catalogue, or one that the terminal has no letters for; the text is a sentence about it."""


class Asked(NamedTuple):
    """A language that was asked for by name, and where: an option or a variable."""

    name: str
    where: str


def asked_for(arguments: Sequence[str], environment: Mapping[str, str]) -> Asked | None:
    """The language that the command line or else the environment asks for, None where neither does."""
    if (name := asked_in(arguments)) is not None:
        return Asked(name, OPTION)
    name = environment.get(VARIABLE)
    return Asked(name, VARIABLE) if name else None


def asked_in(arguments: Sequence[str]) -> str | None:
    """The last value of `--lang` in a command line, None where there is none. It is read before the command line is
    taken apart, so that what is wrong there is said in that language."""
    found = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == OPTION:
            found = value if equals else next(iter(arguments[number + 1 : number + 2]), found)
    return found


def language_named(name: str) -> str | None:
    """The language with a catalogue that a code names, in any letter case and with a region or an encoding, or None.

    >>> language_named("ML"), language_named("gu-IN"), language_named("ml_IN.UTF-8"), language_named("malay")
    ('ml', 'gu', 'ml', None)
    """
    code = name.strip().lower()
    for separator in ".@_-":
        code = code.partition(separator)[0]
    return code if code in languages() else None


def of_locale(environment: Mapping[str, str]) -> str | None:
    """The language of the locale, None where it has no catalogue."""
    locale = next((environment[name] for name in LOCALE if environment.get(name)), "C")
    if locale.partition(".")[0] in UNTRANSLATED:
        return None
    preferred = environment.get(PREFERRED, "").split(":")
    return next(filter(None, map(language_named, [*preferred, locale])), None)


@contextmanager
def speaking_as_asked(asked: Asked | None, environment: Mapping[str, str], encoding: str) -> Iterator[None]:
    """Speaks the language that is asked for or that of the locale inside the block, to a terminal with this encoding.
    Raises `UnknownLanguage`."""
    if asked is None:
        locale = of_locale(environment) or ENGLISH
        language, of_reports = locale if has_letters_for(locale, encoding) else ENGLISH, ENGLISH
    else:
        language = of_reports = known(asked, encoding)
    before = OF_REPORTS.set(of_reports)
    try:
        with speaking(language):
            yield
    finally:
        OF_REPORTS.reset(before)


def known(asked: Asked, encoding: str) -> str:
    """The language that was asked for. Raises `UnknownLanguage`."""
    language = language_named(asked.name)
    if language is None:
        guess = did_you_mean(asked.name, languages())
        raise UnknownLanguage(
            spoken().say("language", "unknown", **asked._asdict(), known=", ".join(languages())) + guess
        )
    if not has_letters_for(language, encoding):
        raise UnknownLanguage(spoken().say("language", "no-letters", **asked._asdict(), encoding=encoding))
    return language


def has_letters_for(language: str, encoding: str) -> bool:
    """Whether an encoding has the letters of a language. English is shown with any: its few signs have others in their
    place."""
    return language == ENGLISH or can_show(sentences(language).say("verdicts", "verified"), encoding)
