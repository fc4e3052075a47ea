"""The catalogues of sentences: compiled as they are written, complete in every language, and refused where they are
missing or old.
"""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from dealproof.web.presentation import translations
from dealproof.web.presentation.translations import COMPILE, ENGLISH, Uncompiled, languages, sentences
from tests.support.catalogues import blanks, compiled, faults, forms, path, source, template
from tests.support.paths import CATALOGUES, ROOT
from tests.unit.web.conftest import Run

COMMANDS = [
    shlex.split(line.removeprefix("#").removesuffix("LANGUAGE"))
    for line in (CATALOGUES / "babel.cfg").read_text(encoding="utf-8").splitlines()
    if line.startswith("#   pybabel")
]
"""The commands that `babel.cfg` gives: compile, extract, init, update."""


@pytest.mark.parametrize("language", languages())
def test_the_compiled_sentences_are_those_of_the_source(language: str) -> None:
    with path(language, translations.LOCALE).with_suffix(".mo").open("rb") as file:
        found = translations.Catalogue(file)
    written = compiled(source(language))
    assert (found.sections(), found.plurals()) == (written.sections(), written.plurals()), f"Run: {COMPILE}"


def test_every_other_language_has_every_sentence_with_the_same_values() -> None:
    others = [each for each in languages() if each != ENGLISH]
    assert [(each, fault) for each in others for fault in faults(source(each))] == []


def test_every_english_code_has_a_sentence_and_named_values() -> None:
    every = [message for message in source(ENGLISH) if message.id]
    assert len(every) > 900
    for message in every:
        assert message.context
        assert not message.fuzzy
        assert len(set(forms(message.id))) == 1
        for form in forms(message.string):
            assert form
            assert all(name.isidentifier() for name in blanks(form))


def test_the_program_has_every_sentence_of_the_source() -> None:
    english = sentences(ENGLISH)
    written = {
        (message.context, forms(message.id)[0]): forms(message.string) for message in source(ENGLISH) if message.id
    }
    read = {(section, code): (text,) for section, table in english.sections.items() for code, text in table.items()}
    assert read | english.plurals == written


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the catalogues that a test may break."""
    copy = tmp_path / "locale"
    shutil.copytree(CATALOGUES, copy)
    monkeypatch.setattr(translations, "LOCALE", copy)
    sentences.cache_clear()
    yield copy
    sentences.cache_clear()


def test_a_missing_catalogue_is_refused_with_what_to_run(locale: Path, run: Run) -> None:
    (locale / "en" / "LC_MESSAGES" / "dealproof.mo").unlink()
    with pytest.raises(Uncompiled, match="is missing"):
        sentences(ENGLISH)
    result = run("rules")
    assert (result.exit_code, result.stdout) == (2, "")
    assert COMPILE in result.stderr


def test_a_catalogue_that_is_older_than_its_source_is_refused_with_what_to_run(locale: Path, run: Run) -> None:
    compiled_file = locale / "en" / "LC_MESSAGES" / "dealproof.mo"
    os.utime(compiled_file, (0, 0))
    result = run("rules")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is older than dealproof.po" in result.stderr
    assert COMPILE in result.stderr


def test_an_installed_catalogue_has_no_source_and_any_age(locale: Path) -> None:
    os.utime(locale / "en" / "LC_MESSAGES" / "dealproof.mo", (0, 0))
    (locale / "en" / "LC_MESSAGES" / "dealproof.po").unlink()
    assert sentences(ENGLISH).say("verdicts", "verified") == "Verified"


def test_the_command_that_errors_name_is_the_one_of_the_configuration() -> None:
    assert shlex.split(COMPILE) == COMMANDS[0]


def pybabel(command: list[str], locale: Path) -> None:
    """Runs a command of `babel.cfg` in the folder of the project, on a copy of the catalogues."""
    places = {"messages.pot": str(locale / "messages.pot"), "web/presentation/locale": str(locale)}
    arguments = [places.get(each, each) for each in command[1:]]
    run = [sys.executable, "-m", "babel.messages.frontend", "-q", *arguments]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)


def translate(locale: Path, language: str, **told: tuple[str, ...] | str) -> None:
    """Translates sentences by their English text; codes are enough where they tell them apart."""
    file_name = path(language, locale)
    catalog = source(language, locale)
    for message in catalog:
        if message.context in told:
            message.string = told[message.context]
    with file_name.open("wb") as file:
        write_po(file, catalog)
    with file_name.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def test_a_language_is_added_by_the_commands_and_loses_what_changes_in_english(locale: Path) -> None:
    compile_, extract, init, update = COMMANDS
    pybabel(extract, locale)
    pybabel([*init, "pl"], locale)
    hands = ("{count} rozdanie", "{count} rozdania", "{count} rozdań")
    translate(locale, "pl", **{"match-sentences.hands": hands, "did.bid": "zalicytował {value}"})
    assert {"en", "pl"} <= set(translations.languages())
    polish = sentences("pl")
    assert [polish.count("match-sentences", "hands", number) for number in (1, 2, 5)] == [
        *("1 rozdanie", "2 rozdania", "5 rozdań")
    ]
    assert polish.say("did", "bid", value=20) == "zalicytował 20"
    assert polish.say("did", "pass") == "passed"
    assert polish.say("rules", "a-rule-from-tomorrow") == "a-rule-from-tomorrow"

    pot = locale / "messages.pot"
    pot.write_text(pot.read_text(encoding="utf-8").replace('"bid {value}"', '"bid {value} points"'), encoding="utf-8")
    pybabel([*update, "pl"], locale)
    (changed,) = [message for message in source("pl", locale) if message.context == "did.bid"]
    assert (changed.id, changed.string, changed.fuzzy) == ("bid {value} points", "zalicytował {value}", True)
    assert path(ENGLISH, locale).read_bytes() == path(ENGLISH).read_bytes()
    pybabel(compile_, locale)
    sentences.cache_clear()
    assert sentences("pl").say("did", "bid", value=20) == "bid 20"


def complete() -> Catalog:
    """Every sentence, translated by itself."""
    made = Catalog(locale="en")
    for message in template():
        if message.id:
            made.add(message.id, message.id, context=message.context)
    return made


def test_a_complete_catalogue_has_no_faults() -> None:
    assert list(faults(complete())) == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "did.bid is not translated"),
        ("bid {amount}", "did.bid has other values in braces"),
        ("bid", "did.bid has other values in braces"),
        ("bid {value} {value.real}", "did.bid has other values in braces"),
    ],
)
def test_a_translation_that_does_not_fit_is_found(said: str, fault: str) -> None:
    catalog = complete()
    catalog.get("bid {value}", "did.bid").string = said
    assert list(faults(catalog)) == [fault]


def test_a_translation_that_is_not_reviewed_or_not_used_is_found() -> None:
    catalog = complete()
    catalog.get("bid {value}", "did.bid").flags.add("fuzzy")
    catalog.add("Bygone", "Bygone", context="did.bygone")
    assert list(faults(catalog)) == ["did.bid is fuzzy: its English sentence has changed", "did.bygone is not used"]


def test_a_template_has_the_comments_of_the_sections_on_every_sentence() -> None:
    said = {message.context: message.auto_comments for message in template()}
    assert said["score.contract"] == said["score.place"] == ["The score, step by step."]
    assert said["verdicts.verified"] == []
