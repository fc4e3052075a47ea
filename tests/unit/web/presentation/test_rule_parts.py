"""The rules in words: in every language each rule of each rule set has its sentence and what it rests on, and what is a
ruling is marked as one."""

import re

import pytest

from dealproof.replay import rulesets
from dealproof.replay.core.rulings import Ruling
from dealproof.replay.games import FAMILIES
from dealproof.replay.games.gulan.rulings import POINTS as GULAN
from dealproof.replay.games.rummy.rulings import POINTS as RUMMY
from dealproof.replay.verdict import CHECKS, VERDICTS
from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.presentation.help import EXAMPLE, GRADES, QUESTIONS, TERMS, HelpText
from dealproof.web.presentation.rules import RuleSetText
from dealproof.web.presentation.translations import ENGLISH, languages, sentences

GAMES = rulesets.games() | rulesets.presets()
SCRIPTS = {"ml": "[\u0d00-\u0d7f]", "gu": "[\u0a80-\u0aff]", "en": "[A-Za-z]"}
"""Letters that a sentence of each language has."""
SECTIONS = (
    *("rule-texts", "rule-parts", "rule-families", "rule-about", "rule-pages", "rules-told", "ruling-sentences"),
    *("status-why", "help-page", "help-titles", "help-terms", "help-examples", "help-verdicts", "help-questions"),
    *("help-answers", "help-without-us"),
)


def every_ruling() -> dict[str, Ruling]:
    """The rulings of all rule sets, those that only options bring along too."""
    points = [each.ruling for each in (*GULAN, *RUMMY)]
    return {each.id: each for each in (*(each for game in GAMES.values() for each in game.rulings), *points)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rules", GAMES)
def test_every_rule_has_a_sentence_and_a_source_and_a_ruling_is_marked(rules: str, language: str) -> None:
    said, game = sentences(language), GAMES[rules]
    parts = RuleSetText(game, said).parts
    assert [rule.id for part in parts for rule in part.rules] == [each.rule for each in rulesets.grounds(game)]
    for part in parts:
        assert re.search(SCRIPTS[language], part.heading)
        for rule in part.rules:
            assert re.search(SCRIPTS[language], rule.sentence), rule.id
            assert rule.sources or rule.rulings or rule.alone
            assert bool(rule.alone) == (not rule.sources and not rule.rulings)
            for line in (*rule.sources, *(each.sentence for each in rule.rulings)):
                assert re.search(SCRIPTS[language], line), line
            assert all(re.search(r"\d", source) for source in rule.sources)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rules", GAMES)
def test_every_ruling_has_its_sentence_its_status_and_why(rules: str, language: str) -> None:
    said, game = sentences(language), GAMES[rules]
    told = RuleSetText(game, said).rulings
    assert [each.id for each in told] == [each.id for each in game.rulings]
    for each in told:
        assert said.has("ruling-sentences", each.id)
        assert all(re.search(SCRIPTS[language], text) for text in (each.sentence, each.status, each.why))


def test_the_english_sentence_of_a_ruling_is_that_of_the_rules() -> None:
    """What people read and what programs read of a ruling is the same."""
    rulings = every_ruling()
    assert sentences(ENGLISH).sections["ruling-sentences"] == {id: each.sentence for id, each in rulings.items()}


@pytest.mark.parametrize("language", languages())
def test_every_text_part_and_family_has_a_name(language: str) -> None:
    said = sentences(language)
    grounds = [each for game in GAMES.values() for each in rulesets.grounds(game)]
    assert {each.part for each in grounds} == set(said.sections["rule-parts"])
    assert {text for each in grounds for text in each.sentences} == set(said.sections["rule-texts"])
    assert set(FAMILIES) == set(said.sections["rule-families"]) == set(said.sections["rule-about"])
    assert set(said.sections["status-why"]) == set(said.sections["statuses"])
    assert set(said.sections["rules-told"]) < set(said.sections["rules"])


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
@pytest.mark.parametrize("section", SECTIONS)
def test_the_pages_of_rules_and_the_help_are_in_every_language(section: str, language: str) -> None:
    said = sentences(language)
    for code in said.sections[section]:
        text = said.count(section, code, 2)
        assert re.search(SCRIPTS[language], re.sub(r"\{\w+\}", "", text)), code


@pytest.mark.parametrize("language", languages())
def test_the_help_names_every_term_grade_verdict_and_check(language: str) -> None:
    told, said = HelpText(sentences(language)), sentences(language)
    assert [each.anchor for each in told.terms] == list(TERMS)
    assert all(each.paragraphs for each in told.terms)
    assert {grade for grade, _ in told.grades} == set(GRADES) == set("ABCF")
    assert {code for codes in GRADES.values() for code in codes} == set(said.sections["grades"]) - {"none", "imported"}
    assert {title for title, _ in told.verdicts} == {said.say("verdicts", each) for each in VERDICTS}
    assert [name for name, _, _ in told.checks] == list(CHECKS)
    assert [code for code, _, _ in told.questions] == list(QUESTIONS)


@pytest.mark.parametrize("language", languages())
def test_no_sentence_of_the_help_is_unused_or_missing(language: str) -> None:
    sections = sentences(language).sections
    assert set(sections["help-titles"]) == set(TERMS)
    assert {code.removesuffix("-more") for code in sections["help-terms"]} == set(TERMS)
    assert set(sections["help-examples"]) <= set(TERMS)
    assert set(sections["help-questions"]) == set(sections["help-answers"]) == set(QUESTIONS)
    assert set(sections["help-verdicts"]) == set(VERDICTS)


@pytest.mark.parametrize("language", languages())
def test_the_worked_example_is_computed(language: str) -> None:
    """PROTOCOL.md, "Roles and order", 2."""
    (commitment,) = [each for each in HelpText(sentences(language)).terms if each.anchor == "commitment"]
    assert commit_player_seed(EXAMPLE) in commitment.example
    assert commit_player_seed(EXAMPLE.capitalize()) in commitment.example
