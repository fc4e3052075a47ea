"""A log that can append, put together from a key, a policy and the addresses of witnesses."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dealproof.verifier.tlog.policy import NONE, Policy
from dealproof.web.log.key_file import LogKey
from dealproof.web.log.last_signed import beside
from dealproof.web.log.publishing import LogService
from dealproof.web.log.witnessing import Witnesses
from dealproof.web.store.log_database import LogDatabase


def log_service(
    database: LogDatabase, path: Path, key: LogKey, policy: Policy | None, addresses: Iterable[str] = ()
) -> LogService:
    """Returns the log whose `key` is in the file `path`. With a policy, witnesses cosign each checkpoint: those in it,
    and those at other `addresses`."""
    log = LogService(database, key, beside(path))
    if policy is None:
        return log
    named = (each.url for each in policy.witnesses if each.url)
    witnesses = Witnesses(tuple(dict.fromkeys((*named, *addresses))), policy)
    return log._replace(cosign=witnesses.cosign, is_witnessed=witnesses.is_complete)


def trusts(policy: Policy, key: LogKey) -> bool:
    """Whether a policy trusts the log with this key."""
    return any(each.key == key.public for each in policy.logs)


def asks_for_witnesses(policy: Policy) -> bool:
    """Whether a policy has a quorum; without one nothing would ever be complete."""
    return policy.quorum != NONE
