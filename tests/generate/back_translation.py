"""Writes fixtures/translation: 50 messages of each language, picked by a fixed seed, for a reader to translate back.

    .venv/bin/python -m tests.generate.back_translation

The reader knows Malayalam or Gujarati and has not seen the English sentences. For each entry of `ml.json` and `gu.json`
the reader writes into `back` what `translated` says, in English; whoever compares it with the English sentence of the
catalogue writes into `verdict` that it is the `same`, or what `differs: …` and was put right. What differed is then
written as it is now, beside what was read before. A verdict `known: …` says that the reader knew the English sentence.

What was read is kept as long as the translation is the one in the file. Where it has changed since, the entry is
written again with `back` and `verdict` empty; the other entries stay as they are.
"""

import json
from hashlib import sha256
from typing import Final

from dealproof.web.presentation.translations import ENGLISH, context, languages, sentences
from tests.support.paths import ROOT

FOLDER: Final = ROOT / "fixtures" / "translation"
SEED: Final = "back-translation 2026"
COUNT: Final = 50
LEAST_WORDS: Final = 4
"""Words that an English sentence has at least: a name alone says nothing about a translation."""

Entry = dict[str, str]


def picked(language: str) -> list[str]:
    """The contexts of the messages of a language, in the order in which the seed draws them."""
    english = sentences(ENGLISH).sections
    contexts = (
        context(section, code)
        for section, table in english.items()
        for code, text in table.items()
        if len(text.split()) >= LEAST_WORDS
    )
    drawn = sorted(contexts, key=lambda each: sha256(f"{SEED} {language} {each}".encode()).digest())
    return drawn[:COUNT]


def plural(where: str) -> bool:
    """Whether the message of a context has plural forms."""
    section, _, code = where.partition(".")
    return (section, code) in sentences(ENGLISH).plurals


def translated(language: str, where: str) -> str:
    """The message of a context in a language. One with plural forms is written with both: `that for one / for many`."""
    section, _, code = where.partition(".")
    said = sentences(language)
    if not plural(where):
        return said.sections[section][code]
    forms = (said.translations.npgettext(where, *said.plurals[section, code], number) for number in (1, 2))
    return " / ".join(dict.fromkeys(forms))


def kept(language: str) -> dict[str, Entry]:
    """The entries of a language as they were written, by context."""
    path = FOLDER / f"{language}.json"
    return {each["context"]: each for each in json.loads(path.read_text("utf-8"))} if path.exists() else {}


def entries(language: str, before: dict[str, Entry]) -> list[Entry]:
    """The entries of a language. Those in `before` stay while their translation is that of the catalogue; as many
    others are drawn as are missing."""
    known = [where for where in before if is_there(where)]
    contexts = (known + [where for where in picked(language) if where not in before])[:COUNT]
    made = []
    for where in contexts:
        text = translated(language, where)
        old = before.get(where, {})
        same = old.get("translated") == text
        made.append(
            {
                "context": where,
                "translated": text,
                "back": old["back"] if same else "",
                "verdict": old["verdict"] if same else "",
            }
        )
    return made


def is_there(where: str) -> bool:
    """Whether the catalogue has a message of this context."""
    section, _, code = where.partition(".")
    return sentences(ENGLISH).has(section, code)


def main() -> None:
    """Writes one file for each language but English."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language in languages():
        if language != ENGLISH:
            made = entries(language, kept(language))
            text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
            (FOLDER / f"{language}.json").write_text(text, encoding="utf-8")
            left = sum(not each["back"] for each in made)
            print(f"{language}: {len(made)} messages, {left} to be read")


if __name__ == "__main__":
    main()
