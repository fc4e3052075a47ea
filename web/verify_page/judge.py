"""What Pyodide runs in the page: the verdict of the site on a record, and its words in every language.

>>> import json
>>> found = json.loads(judged(b"{}", None, None, 0))
>>> json.loads(found["verdict"])["verdict"], found["words"]["en"]["state"], found["words"]["en"]["title"]
('malformed', 'bad', 'Not a hand record')
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dealproof.replay.hashes import Hashed
from dealproof.replay.publication import with_receipt
from dealproof.replay.verdict import Verdict
from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.web.judging import judged as judged_with
from dealproof.web.presentation.translations import languages, sentences
from dealproof.web.presentation.verdict import Judgement
from dealproof.web.published.hand import PublicHand


def judged(record: bytes, receipt: bytes | None, policy: bytes | None, now: int) -> str:
    """A record judged with its receipt, by a reader with this policy and clock (seconds since 1970), as JSON:
    `verdict`, the text of the verdict object that the site gives as JSON, and `words` by language.
    """
    trusted = trusting(policy)

    def with_its_receipt(hashed: Hashed, verdict: Verdict) -> Verdict:
        return verdict if receipt is None else with_receipt(hashed, verdict, receipt, trusted, now)

    hand, verdict = judged_with(record, "", with_its_receipt)
    said = {language: words(verdict, hand, language) for language in languages()}
    text = json.dumps(verdict.to_json(), ensure_ascii=False)
    return json.dumps({"verdict": text, "words": said}, ensure_ascii=False)


def trusting(policy: bytes | None) -> Policy:
    """The policy in these bytes; one that trusts no log where there are none, or where they are no policy."""
    try:
        return Policy() if policy is None else parse_policy(policy)
    except MalformedLog:
        return Policy()


def words(verdict: Verdict, hand: PublicHand | None, language: str) -> dict[str, Any]:
    """The verdict in one language: `state`, `title`, `lines`, and state, outcome and meaning of each check by name."""
    judgement = Judgement(verdict.to_json(), sentences(language), hand)
    checks = {
        each.name: {"state": each.state, "outcome": each.outcome, "plain": each.plain} for each in judgement.checks
    }
    lines = [line for line in lines_of(judgement) if line]
    return {"state": judgement.state, "title": judgement.title, "lines": lines, "checks": checks}


def lines_of(judgement: Judgement) -> Iterator[str]:
    """What the page of a hand says of its verdict, in this order."""
    yield judgement.sentence + judgement.place()
    yield from judgement.mismatches if judgement.unproven else judgement.also
    if (broken := judgement.broken) is not None:
        yield broken.sentence
    yield judgement.what_now
    if judgement.checks:
        yield f"{judgement.grade_title}. {judgement.grade}"
    yield judgement.provisional
