"""The sources of the sentences (`.po`) as translators have them, and what can be wrong with a translation."""

import io
import string
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from dealproof.web.presentation.source_sentences import extract
from dealproof.web.presentation.translations import DOMAIN, ENGLISH, Catalogue
from tests.support.paths import CATALOGUES


def path(language: str, locale: Path = CATALOGUES) -> Path:
    """Where the catalogue of a language is written."""
    return locale / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def source(language: str, locale: Path = CATALOGUES) -> Catalog:
    """The catalogue of a language as it is written."""
    with path(language, locale).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(catalog: Catalog) -> Catalogue:
    """What compiling a catalogue gives."""
    written = io.BytesIO()
    write_mo(written, catalog)
    written.seek(0)
    return Catalogue(written)


def template() -> Catalog:
    """The English sentences by the keys of other languages."""
    made = Catalog()
    with path(ENGLISH).open("rb") as file:
        for _, _, (key, *forms), comments in extract(file, (), (), None):
            made.add(forms[0] if len(forms) == 1 else tuple(forms), context=key, auto_comments=comments)
    return made


def forms(text: object) -> tuple[str, ...]:
    """The one or more forms of a message or its translation."""
    return (text,) if isinstance(text, str) else tuple(text)  # type: ignore[arg-type]


def blanks(sentence: str) -> set[str]:
    """The names of the values that a sentence is filled with."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def faults(translated: Catalog) -> Iterator[str]:
    """What is wrong with the catalogue of a language: sentences that are missing, not reviewed, no longer used, or that
    are filled with other values than the English sentence. A form of a plural may leave out the number.
    """
    for message in template():
        if message.id:
            found = translated.get(message.id, message.context)
            if found is None or not all(forms(found.string)):
                yield f"{message.context} is not translated"
            elif found.fuzzy:
                yield f"{message.context} is fuzzy: its English sentence has changed"
            elif not fitting(message, found):
                yield f"{message.context} has other values in braces"
    known = {(message.id, message.context) for message in template()}
    yield from (
        f"{each.context} is not used" for each in translated if each.id and (each.id, each.context) not in known
    )


def fitting(english: Message, translated: Message) -> bool:
    """Whether every form is filled with the values of the English sentence."""
    every = set.union(*map(blanks, forms(english.id)))
    least = set.intersection(*map(blanks, forms(english.id)))
    return all(least <= blanks(form) <= every for form in forms(translated.string))
