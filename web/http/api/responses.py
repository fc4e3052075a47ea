"""What the API gives, field by field; the verdict object is `replay.verdict`'s own (RECORD.md, "As JSON")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from dealproof.replay.doctor import Explanation
from dealproof.replay.match import Break
from dealproof.replay.several import REMARKS
from dealproof.replay.verdict import Remark, Verdict
from dealproof.web.intake.box import Judged, JudgedReceipt, OneOf, Several
from dealproof.web.intake.comparison import OnFile
from dealproof.web.intake.found import Compared, Found
from dealproof.web.presentation.sharing import findings
from dealproof.web.published.hand import Choice, PublicHand, Retrial
from dealproof.web.published.lists import Entry, HandList, Listed
from dealproof.web.published.neighbours import Match, Sharing

Values = dict[str, Any]


def entry(hand: Entry) -> Values:
    """A hand in a list: what was stored of it when it was judged."""
    return {
        "hand": hand.hand,
        "table": hand.table,
        "number": hand.number,
        "rules": hand.rules or None,
        "seats": list(hand.seats),
        "verdict": hand.verdict,
        "grade": hand.grade,
        "fault": None if hand.fault is None else hand.fault._asdict(),
    }


def verdict(judged: Verdict, sharing: Sharing, explanations: Sequence[Explanation] = ()) -> Values:
    """The verdict object of a stored hand; with the key `several` where other stored hands have its server seed, and
    `explanations` where known mistakes would explain hashes that do not match."""
    return {**with_others(judged, sharing), **explained(explanations)}


def explained(explanations: Sequence[Explanation]) -> Values:
    """The key `explanations`, nothing where there are none."""
    return {"explanations": [each.to_json() for each in explanations]} if explanations else {}


def with_others(judged: Verdict, sharing: Sharing) -> Values:
    """The verdict object with what other stored hands say about the hand."""
    found = findings(sharing)
    if not found:
        return judged.to_json()
    remarks = tuple(Remark(None, each.finding) for each in found if each.finding in REMARKS)
    several = [asdict(each) for each in found]
    return {**judged._replace(remarks=(*judged.remarks, *remarks)).to_json(), "several": several}


def list_of(found: HandList, *, standings: bool) -> Values:
    """A page of a list: its hands in order, the gaps in their numbers, and where the next page starts."""
    hands = [each for each in found.rows if isinstance(each, Listed)]
    gaps = [each for each in found.rows if not isinstance(each, Listed)]
    return {
        "stored": found.whole.hands,
        "greatest": found.whole.greatest,
        "missing": found.missing,
        "hands": [{**entry(each.hand), **(standing(each) if standings else {})} for each in hands],
        "gaps": [{"first": gap.first, "last": gap.last} for gap in gaps],
        "next": found.next,
    }


def standing(listed: Listed) -> Values:
    """The place of a hand in its match, and the match's standing before and after it."""
    return {
        "match_number": listed.number,
        "before": listed.hand.before,
        "after": listed.hand.after,
        "carried": listed.carried,
    }


def match(found: Match) -> Values:
    """The verdict on a match, and every hand of it that does not follow from the one before."""
    broken = [each for each in found.chain.breaks if each is not None]
    return {
        "verdict": found.chain.state,
        "compared": len(found.chain.links),
        "breaks": [breach(each, found.chain.links[each.line].place) for each in broken],
    }


def breach(broken: Break, place: int | None) -> Values:
    """Why a hand does not follow, with the JSON pointers into its record and both values by reason."""
    return {
        "hand": broken.hand,
        "match_number": place,
        "why": list(broken.why),
        "pointers": list(broken.pointers),
        "found": dict(broken.found),
        "expected": dict(broken.expected),
    }


def account(hand: PublicHand) -> Values:
    """The course of a hand, and what each legal choice at the first illegal event would have meant."""
    course = asdict(hand.narrative) if hand.narrative else {}
    return {"hand": hand.hand, **course, "choices": [choice(each) for each in hand.choices]}


def choice(each: Choice) -> Values:
    """A legal choice."""
    return {"event": each.event, "winning": each.winning, "over": each.over}


def retrial(each: Retrial) -> Values:
    """A hand under other rules."""
    return {"rules": each.rules, "event": each.event, "rule": each.rule, "result": each.result}


def judged(answer: Judged) -> Values:
    """A record from the box."""
    return {
        "took": "record",
        "records": 1,
        "verdict": answer.verdict.to_json(),
        "on_file": on_file(answer.on_file) if answer.on_file else None,
        **explained(answer.hand.explanations if answer.hand else ()),
    }


def receipt(answer: JudgedReceipt) -> Values:
    """A receipt from the box: what it shows, and the verdict on the stored record of its hand together with it."""
    return {
        "took": "receipt",
        "hand": answer.hand,
        "publication": answer.publication,
        "published": answer.published,
        "verdict": answer.record.verdict.to_json() if answer.record else None,
    }


def several(answer: Several) -> Values:
    """Several records from the box, in their original order."""
    return {
        "took": "records",
        "records": len(answer.records),
        "verified": answer.verified,
        "hands": [one_of(each) for each in answer.records],
    }


def one_of(each: OneOf) -> Values:
    """One of several records, and what the others say about it; they are named by their numbers."""
    return {
        "number": each.number,
        "verdict": each.verdict.to_json(),
        "on_file": on_file(each.on_file) if each.on_file else None,
        "several": [
            {"finding": finding.name, "records": [index + 1 for index in finding.others], "more": finding.more}
            for finding in each.findings
        ],
    }


def found(answer: Found) -> Values:
    """Stored hands, and the hash that they were found by, None where it was no hash; or the name of the table, the
    match or the player that was found."""
    named = {"name": answer.name} if answer.name else {}
    return {"took": answer.took, "hands": list(answer.hands), "commitment": answer.commitment or None, **named}


def compared(answer: Compared) -> Values:
    """A hand and a hash that it does not have."""
    return {
        "took": "compared",
        "hand": answer.hand,
        "matches": False,
        "typed": answer.typed,
        "hashes": [{"how": each.how, "hash": each.hash} for each in answer.bound],
        "elsewhere": list(answer.elsewhere),
    }


def on_file(how: OnFile) -> Values:
    """How a record compares with the stored one."""
    return {"hand": how.hand, "how": how.code, "differences": list(how.fields), "more": how.more}
