"""A hand laid out for a terminal of 80 columns: what `dealproof show` prints, section by section."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

import click

from dealproof.replay.core.rulings import Ruling
from dealproof.replay.verdict import NO_RECEIPT
from dealproof.web.cli import moves_text
from dealproof.web.cli.lettering import exact
from dealproof.web.cli.terminal import cut_to, encoding_of, flow, padded, width, wrapped
from dealproof.web.presentation.cards import Suited, face
from dealproof.web.presentation.hand import describe_hand
from dealproof.web.presentation.legal_moves import SeatOptions
from dealproof.web.presentation.pieces import DealtSeat, HandText
from dealproof.web.presentation.result import result_facts
from dealproof.web.presentation.translations import Sentences
from dealproof.web.presentation.verdict import Judgement, state_sign
from dealproof.web.presentation.visible_text import quoted, visible
from dealproof.web.published.hand import PublicHand

COLOURS: Final = {"good": "green", "bad": "red", "open": "yellow"}
INDENT: Final = "  "
NAME: Final = 16
"""Columns for a player's name."""


def hand_lines(judgement: Judgement, unchecked: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """All lines of a hand. `unchecked` is what a receipt says of itself that no policy trusts."""
    yield from verdict(judgement)
    yield from explained(judgement)
    yield from broken(judgement)
    yield from checks(judgement)
    yield from publication(judgement, unchecked)
    yield from decks(judgement)
    if hand := judgement.hand:
        yield from table(hand, judgement.sentences)
        if text := describe_hand(hand, judgement.sentences):
            yield from course_lines(text)
            yield from outcome(judgement, text)
        yield from seeds(hand, judgement.sentences)
        yield from section(judgement.sentences.say("page", "rulings"), rulings(hand.rulings, judgement.sentences))
    yield from limits(judgement)


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A heading and its lines; nothing at all where there are none."""
    for count, line in enumerate(lines):
        if not count:
            yield ""
            yield click.style(title, bold=True)
        yield line


def paragraphs(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences below each other, each wrapped."""
    return chain.from_iterable(wrapped(visible(sentence), INDENT) for sentence in sentences)


def verdict(judgement: Judgement) -> Iterator[str]:
    """The verdict in a word, in a sentence, and the grade."""
    title = f"{state_sign(judgement.state)} {judgement.title}"
    yield click.style(title, fg=COLOURS[judgement.state], bold=True)
    also = [*judgement.also, *filter(None, [judgement.provisional])]
    yield from paragraphs([judgement.sentence + judgement.place(), *also])
    if judgement.checks:
        yield from paragraphs([f"{judgement.grade_title}. {judgement.grade}"])


def explained(judgement: Judgement) -> Iterator[str]:
    """Known mistakes that would explain what does not match."""
    say = judgement.sentences.say
    found = [f"{each.sentence} {each.by} ({each.pointer})" for each in judgement.explained]
    note = [say("page", "explanations-note")] if found else []
    yield from section(say("page", "explanations"), paragraphs([*found, *note]))


def broken(judgement: Judgement) -> Iterator[str]:
    """The rule that was broken and what was legal; the values of a recorded result that are wrong. Where a hash fails
    both come after a heading that says on what they depend."""
    say, unproven = judgement.sentences.say, judgement.unproven
    if fault := judgement.broken:
        rule = paragraphs([f"{fault.sentence} ({fault.rule})"])
        yield from section(say("page", "broken-unproven" if unproven else "broken"), rule)
    if fault and not unproven:
        yield from section(
            say("page", "legal"), chain.from_iterable(legal_lines(each, judgement) for each in fault.legal)
        )
    wrong = paragraphs(each.sentence for each in judgement.differences)
    yield from section(say("page", "differences-unproven" if unproven else "differences"), wrong)
    yield from section(say("page", "remarks"), paragraphs(judgement.remarks))


def legal_lines(options: SeatOptions, judgement: Judgement) -> Iterator[str]:
    """What one seat might have done, a line for each thing."""
    yield from wrapped(visible(options.heading(judgement.seats, judgement.sentences)), INDENT)
    for option in options.options:
        yield from wrapped(option.in_words(), INDENT * 2, INDENT * 3)


def checks(judgement: Judgement) -> Iterator[str]:
    """Every check: its outcome, and what it shows."""
    titles = max([22, *(width(check.title) for check in judgement.checks)])
    outcomes = max([10, *(width(check.outcome) for check in judgement.checks)])
    lines = (
        wrapped(
            check.shows,
            f"{INDENT}{state_sign(check.state)} {padded(check.title, titles)} {padded(check.outcome, outcomes)} ",
            " " * (len(INDENT) + 4 + titles + outcomes),
        )
        for check in judgement.checks
    )
    yield from section(judgement.sentences.say("page", "checks"), chain.from_iterable(lines))


def publication(judgement: Judgement, unchecked: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What the receipt shows; nothing where there is none."""
    say = judgement.sentences.say
    if judgement.verdict["publication"] != NO_RECEIPT and judgement.checks:
        shown = chain(paragraphs([judgement.publication]), facts(judgement.published))
        yield from section(say("page", "publication"), shown)
    yield from section(say("page", "receipt-unchecked"), facts(unchecked))


def facts(known: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Headings in a column, each with its value."""
    listed = list(known)
    column = max([NAME, *(width(heading) + 2 for heading, _ in listed)])
    for heading, value in listed:
        yield from wrapped(visible(value), f"{INDENT}{padded(heading, column)}")


def decks(judgement: Judgement) -> Iterator[str]:
    """The cards of a void hand."""
    say = judgement.sentences.say
    column = max([8, *(width(heading) for heading, _ in judgement.decks)])
    dealt = (
        line
        for heading, cards in judgement.decks
        for line in wrapped(" ".join(map(face, cards)), f"{INDENT}{padded(heading, column)} ")
    )
    note = paragraphs([say("page", "decks-note")]) if judgement.decks else ()
    yield from section(say("page", "decks"), chain(note, dealt))


def table(hand: PublicHand, sentences: Sentences) -> Iterator[str]:
    """Which hand this is, and who sat where."""
    yield from section(
        sentences.say("page", "hand"),
        paragraphs([hand.hand, sentences.say("page", "place", rules=hand.rules, table=hand.table, number=hand.number)]),
    )
    if hand.void:
        yield from facts([(sentences.say("page", "void-reason"), sentences.say("void-reasons", hand.void))])
    if hand.origin is not None:
        yield from facts([(sentences.say("page", "origin"), hand.origin)])
    for seat, name in enumerate(hand.seats):
        dealer = f"({sentences.say('page', 'dealer')})" if seat == hand.dealer else ""
        yield from wrapped(visible(f"{seat + 1} {name} {dealer}".rstrip()), INDENT)


def course_lines(text: HandText) -> Iterator[str]:
    """How the hand went."""
    say = text.sentences.say
    for number, deal in enumerate(text.deals, 1):
        lines = chain(
            paragraphs(moves_text.before(deal, text.sentences)),
            *map(seat_line, deal.seats),
            opening(text),
            paragraphs(moves_text.after(deal, text.sentences)),
        )
        yield from section(say("page", "deal", number=number), lines)
        for auction in text.auctions:
            if auction.deal == number:
                yield from section(say("page", "auction", phase=auction.phase), moves_text.calls(auction))
    yield from section(say("page", "trump"), paragraphs(map(moves_text.trump, text.trumps)))
    heading = say("page", text.trick_words.heading)
    yield from section(heading, moves_text.tricks(text))
    yield from section(say("page", "turns"), moves_text.turns(text))
    yield from section(say("page", "moves"), paragraphs(map(moves_text.in_order, text.moves)))
    yield from section(say("page", "held"), chain.from_iterable(map(seat_line, text.held)))
    yield from section(say("page", "to-act"), paragraphs(text.to_act))


def outcome(judgement: Judgement, text: HandText) -> Iterator[str]:
    """The computed result, and the score step by step."""
    known = result_facts(text.hand.family, judgement.verdict["result"], judgement.seats, judgement.sentences)
    yield from section(judgement.sentences.say("page", "result"), facts(known))
    yield from section(judgement.sentences.say("page", "count"), counts(text))
    yield from section(judgement.sentences.say("page", "score"), paragraphs(text.score))


def seat_line(seat: DealtSeat) -> Iterator[str]:
    """A seat's cards, the stages of the deal apart."""
    stages = (cards_by_suit(stage) for stage in seat.stages)
    name = padded(cut_to(visible(seat.name), NAME), NAME)
    return wrapped(" | ".join(filter(None, stages)), f"{INDENT}{seat.seat + 1} {name}  ")


def cards_by_suit(suits: Iterable[Suited]) -> str:
    """Cards, a suit after the other."""
    return "  ".join(" ".join(map(face, group.cards)) for group in suits)


def opening(text: HandText) -> Iterator[str]:
    """What lies open beside the hands after the deal."""
    if (opened := text.opening) is None:
        return
    cards = [(opened.turned, "turned")] + ([(opened.opened, "opened")] if opened.opened else [])
    lies = ", ".join(f"{face(card)} {text.sentences.say('pieces', how)}" for card, how in cards)
    yield from paragraphs([f"{lies}.", *opened.sentences])


def counts(text: HandText) -> Iterator[str]:
    """The count at the end, seat by seat."""
    say = text.sentences.say
    for each in text.counts:
        yield from wrapped(visible(f"{each.seat + 1} {each.name}: {each.how}. {each.points}. {each.why}"), INDENT)
        for group in each.groups:
            yield from wrapped(" ".join(map(face, group.cards)), INDENT * 3 + padded(group.kind, NAME))
        for word, cards in (("loose", each.loose), ("held", each.held)):
            if cards:
                yield from wrapped(cards_by_suit(cards), INDENT * 3 + padded(say("pieces", word), NAME))


def seeds(hand: PublicHand, sentences: Sentences) -> Iterator[str]:
    """Seeds, commitments and hashes, whole; an imported hand has none."""
    if hand.server_commitment is None:
        return
    say = sentences.say
    named = [(say("page", "commitment"), hand.server_commitment)]
    named += [(say("page", "server-seed"), hand.server_seed or say("page", "not-open"))]
    named += [(say("page", "log-head"), hand.log_head)] if hand.log_head else []
    for seat, (seed, commitment) in enumerate(zip(hand.player_seeds, hand.player_commitments, strict=True)):
        shown = say("page", "seed-missing") if seed is None else exact(quoted(seed), encoding_of(sys.stdout))
        named += [(say("page", "player-seed", seat=seat + 1), shown)]
        named += [(say("page", "player-commitment", seat=seat + 1), commitment or say("page", "none"))]
    lines = ([INDENT + name, *flow([value], INDENT * 2)] for name, value in named)
    yield from section(say("page", "seeds"), chain.from_iterable(lines))


def rulings(given: Iterable[Ruling], sentences: Sentences) -> Iterator[str]:
    """The rulings that took part, each with its ID, and with its status where it is not simply ruled."""
    for ruling in given:
        status = "" if ruling.status == "ruled" else f"; {sentences.say('statuses', ruling.status)}"
        yield from paragraphs([f"{ruling.sentence} ({ruling.id}{status})"])


def limits(judgement: Judgement) -> Iterator[str]:
    """What the whole scheme cannot promise."""
    yield from section(judgement.sentences.say("page", "limits"), paragraphs(judgement.limits))
