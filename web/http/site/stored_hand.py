"""A stored hand judged for a page, a frame or a preview."""

from __future__ import annotations

from dataclasses import dataclass

from dealproof.replay.verdict import Verdict
from dealproof.web.http import requests
from dealproof.web.http.requests import no_such_hand, stored_hands
from dealproof.web.intake.budget import PAGE
from dealproof.web.judging import judged
from dealproof.web.published.hand import PublicHand
from dealproof.web.store.glance import Glance


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored hand, judged: `proof` is its receipt, `near` are the records around it, if they were asked for."""

    hand: PublicHand | None
    verdict: Verdict
    seen: Glance
    data: bytes
    proof: requests.StoredProof
    near: requests.Near

    def allow_caching(self) -> None:
        """Marks the answer as cacheable if nothing else took part in it."""
        if not self.near.asked:
            requests.allow_caching(self.seen, self.data, self.proof.receipt)


def stored(hand: str) -> Stored:
    """Judges a stored hand. Raises `Refused`: 404 if there is none, 413 if it is too long for a page."""
    data, seen = stored_hands().raw_record(hand), requests.glance(hand)
    if data is None or seen is None:
        raise no_such_hand(hand)
    requests.check_work(hand, data, PAGE)
    proof, near = requests.stored_proof(seen), requests.Near(seen)
    public, verdict = judged(data, f"/hands/{hand}", proof.applied, near)
    return Stored(public, verdict, seen, data, proof, near)
