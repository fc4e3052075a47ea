"""`dealproof rules`: the rule sets, one of them in words or as JSON, and a house's own made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import click

from dealproof.replay import rulesets
from dealproof.replay.core.engine import Game
from dealproof.replay.core.rulings import Ruling, provisional
from dealproof.verifier.encoding import canonical, parse_json
from dealproof.verifier.errors import Malformed
from dealproof.web.cli.command import command
from dealproof.web.cli.hand_text import INDENT, paragraphs, section
from dealproof.web.cli.house_rules import house_rules
from dealproof.web.cli.input.sources import Unreadable, unreadable
from dealproof.web.cli.terminal import padded, refuse, say, width, wrapped
from dealproof.web.presentation.cards import rank
from dealproof.web.presentation.game import PriceRow, RankRow
from dealproof.web.presentation.rule_parts import RuleText
from dealproof.web.presentation.rules import OptionText, RuleSetText
from dealproof.web.presentation.rulings import ruling_in_words
from dealproof.web.presentation.suggestions import did_you_mean
from dealproof.web.presentation.translations import Sentences, spoken
from dealproof.web.presentation.visible_text import visible

BID: Final = 24
"""Columns for the height of a bid."""
PRICE: Final = 16
"""Columns for what a bid brings."""
MARK: Final = 2
"""Columns for a rank, at least."""


@command()
@click.argument("rules", required=False, metavar="[RULES]")
@click.option("--json", "as_json", is_flag=True)
@click.option("--rulings", is_flag=True)
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE")
@click.option("--id", "own", metavar="ID")
@click.pass_context
def rules(
    ctx: click.Context, rules: str | None, as_json: bool, rulings: bool, settings: tuple[str, ...], own: str | None
) -> None:
    """Lists all rule sets, or prints one of them in full."""
    if rules is None and (rulings or settings or own):
        raise click.UsageError(spoken().say("usage", "name-the-rules"))
    if rulings and not as_json:
        raise click.UsageError(spoken().say("usage", "rulings-without-json"))
    if settings and own is None:
        own = f"house-{Path(rules or '').name.partition('.')[0]}"
    if unset := [setting for setting in settings if "=" not in setting]:
        raise click.UsageError(spoken().say("usage", "unset", option=unset[0]))
    try:
        show(rules, own, settings, as_json=as_json or own is not None, rulings=rulings)
    except Unreadable as error:
        refuse(error)
        ctx.exit(2)
    except Malformed as error:
        whole = spoken().say("on-file", "whole")
        refuse(f"{error.reason}{guess(error, settings)} ({error.pointer or whole})")
        ctx.exit(2)


def guess(error: Malformed, settings: Iterable[str]) -> str:
    """Which value was meant, where an option was set to a word that it cannot have."""
    path = error.pointer.removeprefix("/").replace("/", ".")
    words = [setting.partition("=")[2] for setting in settings if setting.partition("=")[0] == path]
    codes = spoken().sections["options"]
    known = [code.partition("=")[2] for code in codes if code.partition("=")[0] == path]
    return did_you_mean(words[-1], known) if error.code == "unknown-option" and words else ""


def show(rules: str | None, own: str | None, settings: Iterable[str], *, as_json: bool, rulings: bool) -> None:
    """Prints what is asked for."""
    if rules is None:
        everything(as_json=as_json)
        return
    game = named(rules)
    if own is not None:
        game = house_rules(game, own, settings)
    if as_json:
        click.echo(canonical(with_rulings(game) if rulings else game.to_json()))
        return
    for line in rule_set_lines(RuleSetText(game, spoken())):
        say(line)


def named(name: str) -> Game:
    """The built-in rule set or the preset of this ID, or the one in the file of this name."""
    if game := rulesets.builtin(name) or rulesets.preset(name):
        return game
    try:
        value = parse_json(Path(name).read_bytes())
    except FileNotFoundError:
        known = [*rulesets.ids(), *rulesets.presets()]
        said = spoken().say("rules-page", "unknown-rules", rules=name, known=", ".join(known))
        raise Unreadable(said + did_you_mean(name, known)) from None
    except OSError as error:
        raise unreadable(name, error) from None
    id = value.get("id") if isinstance(value, dict) else None
    return rulesets.read(value, id if isinstance(id, str) else "", "")


def everything(*, as_json: bool) -> None:
    """Prints the list of built-in rule sets, and below it that of the presets."""
    built_in, presets = rulesets.games().values(), rulesets.presets().values()
    if as_json:
        click.echo(canonical([summary(game) for game in chain(built_in, presets)]))
        return
    column = max(len(game.id) for game in chain(built_in, presets)) + 2
    for line in listed(built_in, column):
        say(line)
    for line in section(spoken().say("rules-page", "presets"), listed(presets, column)):
        say(line)


def listed(games: Iterable[Game], column: int) -> Iterator[str]:
    """Rule sets, an ID and what it is."""
    for game in games:
        yield from wrapped(title(RuleSetText(game, spoken())), padded(game.id, column))


def summary(game: Game) -> dict[str, Any]:
    """A rule set in the list."""
    return {
        "id": game.id,
        "family": game.family,
        "digest": game.digest,
        "seats": list(game.seats),
        "provisional": provisional(game.rulings),
        "builtin": rulesets.builtin(game.id) is not None,
    }


def with_rulings(game: Game) -> dict[str, Any]:
    """A rule set with its digest and rulings, which the digest does not cover."""
    return {"rules": game.to_json(), "digest": game.digest, "rulings": [ruling(each) for each in game.rulings]}


def ruling(given: Ruling) -> dict[str, Any]:
    """A ruling as JSON."""
    return {"id": given.id, "sentence": given.sentence, "status": given.status}


def title(rules: RuleSetText) -> str:
    """What a rule set is, and whether it is provisional."""
    mark = f" ({rules.sentences.say('rules-page', 'provisional')})" if rules.provisional else ""
    return rules.title + mark


def rule_set_lines(rules: RuleSetText) -> Iterator[str]:
    """All lines of a rule set."""
    say = rules.sentences.say
    yield click.style(visible(rules.game.id), bold=True)
    yield from paragraphs([rules.title])
    if rules.provisional:
        yield from paragraphs([say("rules-page", "provisional-rules")])
    if rules.preset:
        yield from paragraphs([say("rules-page", "bring")])
    yield from section(say("rules-page", "digest"), [INDENT + rules.game.digest])
    yield from section(say("rules-page", "cards"), pack_lines(rules))
    yield from section(rules.deal_heading, paragraphs(rules.deal))
    yield from section(say("rules-page", "prices"), priced(rules.prices, rules.sentences))
    for part in rules.parts:
        heading = say("rule-pages", "part", part=part.heading)
        yield from section(heading, chain.from_iterable(map(one_rule, part.rules)))
    yield from section(say("rules-page", "rulings"), chain.from_iterable(map(one_ruling, rules.game.rulings)))
    yield from section(say("rules-page", "options"), options(rules.options, rules.sentences))


def pack_lines(rules: RuleSetText) -> Iterator[str]:
    """The pack: what it is, the ranks above their points, and what else is to be known of it."""
    first, *further = rules.cards
    yield from wrapped(visible(first), INDENT)
    yield from rank_lines(rules.ranks)
    for line in further:
        yield from wrapped(visible(line), INDENT)


def rank_lines(ranks: list[RankRow]) -> Iterator[str]:
    """The ranks, and below them what a card of each counts, where it counts anything."""
    columns = [max(MARK, width(rank(each.card))) for each in ranks]
    names = [rank(each.card).rjust(column) for each, column in zip(ranks, columns, strict=True)]
    points = [str(each.points).rjust(column) for each, column in zip(ranks, columns, strict=True)]
    if ranks:
        yield INDENT + " ".join(names)
    if any(each.points is not None for each in ranks):
        yield INDENT + " ".join(points)


def one_rule(rule: RuleText) -> Iterator[str]:
    """A rule: its ID, its sentence below, and what it rests on."""
    yield INDENT + rule.id
    yield from wrapped(rule.sentence, INDENT * 3)
    for line in (*rule.sources, rule.alone):
        yield from wrapped(line, INDENT * 3) if line else ()
    for each in rule.rulings:
        yield from wrapped(spoken().say("rule-pages", "ruling", ruling=each.id, status=each.status), INDENT * 3)


def priced(rows: list[PriceRow], sentences: Sentences) -> Iterator[str]:
    """The score table, where there is one."""
    if not rows:
        return
    made, failed = sentences.say("rules-page", "made"), sentences.say("rules-page", "failed")
    for row in [PriceRow("", made, failed), *rows]:
        yield f"{INDENT}{padded(row.bid, BID)}{padded(row.made, PRICE)}{row.failed}".rstrip()


def options(rows: list[OptionText], sentences: Sentences) -> Iterator[str]:
    """The options, each with its sentence below it, and how they are changed."""
    if not rows:
        return
    for option in rows:
        yield from wrapped(visible(f"{option.path}={option.value}"), INDENT)
        yield from wrapped(visible(option.sentence), INDENT * 3)
    yield ""
    yield from paragraphs([sentences.say("rules-page", "how")])


def one_ruling(given: Ruling) -> Iterator[str]:
    """A ruling: its ID, its status, and its sentence below."""
    yield f"{INDENT}{given.id} ({given.status})"
    yield from wrapped(ruling_in_words(given, spoken()), INDENT * 3)
    yield from wrapped(spoken().say("status-why", given.status), INDENT * 3)
