"""What a service must refuse. Each trial is a function that sends a request; its name is its key in the catalogue
(section `refusals`)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealproof.replay import live
from dealproof.verifier.commitment import commit_player_seed
from dealproof.web.operators.client import ClientError
from dealproof.web.selftest.promises import Service
from dealproof.web.selftest.seats import SECRET_BYTES, create_seats
from dealproof.web.selftest.table import MS, Begun, Played, draft
from dealproof.web.store.clock import now

ZERO: Final = "00" * 32


def no_token(service: Service, begun: Begun, ended: Played) -> None:
    """Asks without a token."""
    replace(service.client, token="").account()


def wrong_token(service: Service, begun: Begun, ended: Played) -> None:
    """Asks with a token whose last letter is another."""
    token = service.client.token
    replace(service.client, token=token[:-1] + ("0" if token[-1] != "0" else "1")).account()


def another_header(service: Service, begun: Begun, ended: Played) -> None:
    """Commits another header of a hand."""
    service.client.commit({**header(begun), "server_commitment": ZERO})


def number_left_out(service: Service, begun: Begun, ended: Played) -> None:
    """Commits a hand whose number is not the next of its table."""
    service.client.commit(following(begun, 7))


def number_used(service: Service, begun: Begun, ended: Played) -> None:
    """Commits another hand with a number of its table."""
    service.client.commit({**following(begun, 0), "hand": f"{begun.id}.again"})


def seed_used_again(service: Service, begun: Begun, ended: Played) -> None:
    """Commits a hand with the server seed of another."""
    service.client.commit({**following(begun, 1), "server_commitment": header(begun)["server_commitment"]})


def deal_without_commit(service: Service, begun: Begun, ended: Played) -> None:
    """Deals a hand that was not committed."""
    service.client.deal(f"{begun.id}.none", ZERO)


def result_before_deal(service: Service, begun: Begun, ended: Played) -> None:
    """Ends a hand that was not dealt."""
    service.client.result(begun.id, ZERO, ZERO, ZERO)


def record_of_another_header(service: Service, begun: Begun, ended: Played) -> None:
    """Stores the record of another hand."""
    service.client.put_record(begun.id, ended.record)


def record_changed(service: Service, begun: Begun, ended: Played) -> None:
    """Stores another record of a hand."""
    service.client.put_record(ended.hand, changed(ended, log_head=ZERO))


def deal_again(service: Service, begun: Begun, ended: Played) -> None:
    """Deals a hand that has ended."""
    service.client.deal(ended.hand, ZERO)


def end_again(service: Service, begun: Begun, ended: Played) -> None:
    """Ends a hand that has ended."""
    leaf: Any = ended.close.leaf
    service.client.result(ended.hand, ZERO, leaf["server_seed"], leaf["result"])


def seed_after_the_deal(service: Service, begun: Begun, ended: Played) -> None:
    """Asks for a receipt of another seed after the deal."""
    service.client.seed_receipt(ended.hand, 0, commit_player_seed("another"))


def seed_of_another_commitment(service: Service, begun: Begun, ended: Played) -> None:
    """Asks for a receipt of a seed that the seat did not commit to."""
    service.client.seed_receipt(begun.id, 0, commit_player_seed("another"))


def cosigned_by_a_stranger(service: Service, begun: Begun, ended: Played) -> None:
    """Sends a cosignature under a key that no seat has."""
    (stranger,) = create_seats(1)
    leaf = begun.hand.commit_leaf(now())
    line = stranger.cosign(header(begun), leaf, begun.commit.proof, service.policy, now() // MS)
    service.client.cosign(begun.id, [line])


Trial = Callable[[Service, Begun, Played], None]

REFUSALS: Final[dict[Trial, frozenset[str]]] = {
    no_token: frozenset({"no-token", "wrong-token"}),
    wrong_token: frozenset({"wrong-token"}),
    another_header: frozenset({"duplicate-commit"}),
    number_left_out: frozenset({"number-out-of-order"}),
    number_used: frozenset({"number-out-of-order"}),
    seed_used_again: frozenset({"commitment-used"}),
    deal_without_commit: frozenset({"no-commit", "commit-missing"}),
    result_before_deal: frozenset({"deal-missing"}),
    record_of_another_header: frozenset({"other-header"}),
    record_changed: frozenset({"record-tampered", "record-refused", "other-record"}),
    deal_again: frozenset({"hand-closed", "leaf-contradicts"}),
    end_again: frozenset({"hand-closed", "leaf-contradicts"}),
    seed_after_the_deal: frozenset({"seed-uncommitted"}),
    seed_of_another_commitment: frozenset({"seed-uncommitted"}),
    cosigned_by_a_stranger: frozenset({"no-seat-key"}),
}
"""The trials, each with the codes of which the service must answer one. They are made while one hand is open, whose
seeds are not, and another has ended."""


def header(begun: Begun) -> dict[str, Any]:
    """Returns the header of a hand."""
    return dict(begun.hand.header)


def following(begun: Begun, more: int) -> dict[str, Any]:
    """Returns the header of a hand that was never begun, at the same table; its number is greater by `more`."""
    fields = header(begun)
    seats = create_seats(len(fields["seats"]))
    made = draft(fields["rules"], fields["table"], fields["number"] + more, seats)
    return dict(live.open(made, live.ServerSeed(secrets.token_bytes(SECRET_BYTES))).header)


def changed(played: Played, **values: Any) -> bytes:
    """Returns the record of a hand with other values."""
    return json.dumps({**json.loads(played.record), **values}).encode()


def refused(trial: Trial, service: Service, begun: Begun, ended: Played) -> str | None:
    """Returns the code with which a request was refused, None if it was not."""
    try:
        trial(service, begun, ended)
    except ClientError as error:
        return error.code
    return None
