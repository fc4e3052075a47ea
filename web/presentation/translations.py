"""The sentences that people read, one file a language (`web/presentation/locale/en.toml`), keyed by the codes of the
engines.

>>> english = sentences("en")
>>> english.say("did", "play", card="J♠")
'played J♠'
>>> english.say("rules", "a-rule-from-tomorrow")
'a-rule-from-tomorrow'
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Sentences:
    """One language: a table a section, the code as key. An unknown code is shown as it is, so that a rule or
    ruling that nobody has translated yet is still named.
    """

    language: str
    sections: dict[str, dict[str, str]]

    def has(self, section: str, code: str) -> bool:
        """Whether this language has a sentence for the code."""
        return code in self.sections.get(section, {})

    def say(self, section: str, code: str, /, **values: object) -> str:
        """The sentence of a code with its values filled in."""
        if not self.has(section, code):
            return unknown(code, values)
        return self.sections[section][code].format_map(Blanks(values))


class Blanks(dict[str, object]):
    """Values for a sentence; one that is missing leaves its name in braces."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def unknown(code: str, values: dict[str, object]) -> str:
    """A code without a sentence, with whatever is known of it."""
    return " ".join([code, *(f"{name} {value}" for name, value in values.items())])


@cache
def sentences(language: str) -> Sentences:
    """The sentences of a language by its code; FileNotFoundError where there is no such file."""
    read = tomllib.loads(
        files("dealproof.web.presentation").joinpath("locale", f"{language}.toml").read_text(encoding="utf-8")
    )
    return Sentences(language, {name: table for name, table in read.items() if isinstance(table, dict)})
