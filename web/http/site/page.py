"""What the templates of the site are filled with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dealproof.replay.verdict import PUBLISHED, Verdict
from dealproof.verifier.tlog.codes import CODES, NO_POLICY, UNKNOWN_LOG
from dealproof.verifier.tlog.policy import format_policy
from dealproof.web.http.requests import Matched
from dealproof.web.intake.box import Judged, JudgedReceipt, Reader
from dealproof.web.judging import retried
from dealproof.web.presentation.board.board import board_of
from dealproof.web.presentation.chain import ChainText
from dealproof.web.presentation.consequences import consequences
from dealproof.web.presentation.hand import describe_hand
from dealproof.web.presentation.list_entry import EntryText
from dealproof.web.presentation.names import players
from dealproof.web.presentation.neighbours import NeighboursText
from dealproof.web.presentation.other_rules import describe_retrials
from dealproof.web.presentation.preview import preview_text
from dealproof.web.presentation.publication import describe_receipt
from dealproof.web.presentation.result import result_facts
from dealproof.web.presentation.sharing import Finding, findings, parts
from dealproof.web.presentation.translations import Sentences, spoken
from dealproof.web.presentation.verdict import BAD, OPEN, Judgement
from dealproof.web.published.hand import PublicHand, Retrial
from dealproof.web.published.lists import Gap, HandList, Listed
from dealproof.web.store.glance import Glance
from dealproof.web.verify_page.link import brought
from dealproof.web.verify_page.page import digest


@dataclass(frozen=True, slots=True)
class HandPage:
    """The page of one hand: a stored one, or one that was put into the box (`pasted`). `id` is None where it could
    not be read, `hand` where the record could not; `around` is None where nothing is stored around it, and `shared` is
    what other stored hands say about it; `receipt` is the receipt that it was judged with, from the box unless
    `receipt_stored`. `data` is the record, b"" while it is hidden or where it came out of the box.
    """

    id: str | None
    hand: PublicHand | None
    verdict: Verdict
    retrials: Sequence[Retrial]
    pasted: Judged | None = None
    around: NeighboursText | None = None
    shared: Sequence[Finding] = ()
    matched: Matched | None = None
    receipt: JudgedReceipt | None = None
    receipt_stored: bool = False
    data: bytes = b""

    def context(self) -> dict[str, Any]:
        """What the template is filled with."""
        english = spoken()
        judgement = Judgement(self.verdict.to_json(), english, self.hand)
        hand = self.hand
        course = describe_hand(hand, english) if hand else None
        section = course.trick_words.meanings if course else ""
        record = self.pasted.data if self.pasted else self.data
        receipt = self.receipt.data if self.receipt else None
        policy = format_policy(self.receipt.reader.policy) if self.receipt else b""
        return {
            "id": self.id,
            "hand": hand,
            "pasted": self.pasted,
            "around": self.around,
            "shared": [(each, *parts(each, english)) for each in self.shared],
            "matched": self.matched,
            "matched_players": players(self.matched.seats, judgement.seats, english) if self.matched else "",
            "receipt": self.receipt,
            "receipt_stored": self.receipt_stored,
            "policy": policy.decode("latin-1"),
            "now": self.receipt.reader.now if self.receipt else 0,
            "unchecked": unchecked(self.receipt, english),
            "check_page": digest() if record else "",
            "brought": brought(record, receipt, policy, english.language),
            "judgement": judgement,
            "preview": preview_text(self.id or "", judgement),
            "course": course,
            "board": board_of(hand, english, unproven=judgement.unproven) if hand else None,
            "facts": result_facts(hand.family if hand else "", self.verdict.result, judgement.seats, english),
            "meanings": consequences(hand.choices, hand.seats, english, section) if hand else [],
            "retrials": describe_retrials(self.retrials, hand, english) if hand else [],
        }


def stored_page(
    hand: PublicHand | None,
    verdict: Verdict,
    retrials: Sequence[Retrial],
    around: NeighboursText | None,
    seen: Glance,
    matched: Matched | None = None,
) -> HandPage:
    """The page of a stored hand, with the retrials that were asked for, its neighbours, and what it was found
    by."""
    shared = findings(seen.sharing)
    return HandPage(seen.hand, hand, verdict, retrials, around=around, shared=shared, matched=matched)


def pasted_page(judged: Judged) -> HandPage:
    """The page of a record from the box. It has no address to ask further under: all retrials stand there at once."""
    others = judged.hand.other_rules if judged.hand else ()
    retrials = [each for rules in others if (each := retried(judged.data, rules))]
    return HandPage(judged.verdict.hand, judged.hand, judged.verdict, retrials, judged)


def with_receipt(page: HandPage, receipt: bytes, reader: Reader) -> HandPage:
    """The page of a stored hand that was judged with its stored receipt."""
    verdict = page.verdict
    shown = JudgedReceipt(receipt, page.id, verdict.publication, verdict.published, record=None, reader=reader)
    return replace(page, receipt=shown, receipt_stored=True)


def receipt_page(receipt: JudgedReceipt, record: Judged) -> HandPage:
    """The page of the hand of a receipt from the box, judged with it: a stored one, or one that came with it."""
    page = pasted_page(record) if receipt.pasted else HandPage(receipt.hand, record.hand, record.verdict, ())
    return replace(page, receipt=receipt)


def unchecked(receipt: JudgedReceipt | None, sentences: Sentences) -> list[tuple[str, str]]:
    """What a receipt says of itself where no log of the policy signed it, headings with values."""
    if receipt is None or receipt.publication not in {NO_POLICY, UNKNOWN_LOG}:
        return []
    return [*describe_receipt(receipt.data, sentences)]


@dataclass(frozen=True, slots=True)
class ReceiptText:
    """A receipt from the box whose record is not at hand, in words."""

    receipt: JudgedReceipt
    sentences: Sentences

    @property
    def judgement(self) -> Judgement:
        """What the receipt shows, read like the verdict on a record of which nothing else is known."""
        keys = {"publication": self.receipt.publication, "published": self.receipt.published, "checks": {PUBLISHED: ""}}
        return Judgement(keys, self.sentences)

    @property
    def state(self) -> str:
        """Bad where something in the receipt is wrong; else open, since nothing is known of the hand."""
        return BAD if self.receipt.publication in CODES else OPEN

    @property
    def unchecked(self) -> list[tuple[str, str]]:
        """What the receipt says of itself that nobody vouches for."""
        return unchecked(self.receipt, self.sentences)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: a gap in the numbers, or a hand and what is to be said of it."""

    gap: Gap | None
    hand: Listed | None
    text: EntryText | None
    why: Sequence[str] = ()


def rows(listed: HandList, chain: ChainText | None = None) -> list[Row]:
    """The rows of a list; of a match (`chain`) with the reasons why a hand does not follow."""
    links = chain.chain.links if chain else ()
    why = {link.hand: chain.why(line) for line, link in enumerate(links)} if chain else {}
    return [row(each, why) for each in listed.rows]


def row(each: Listed | Gap, why: Mapping[str | None, Sequence[str]]) -> Row:
    """One row."""
    if isinstance(each, Gap):
        return Row(each, None, None)
    return Row(None, each, EntryText(each.hand, spoken()), why.get(each.hand.hand, ()))
