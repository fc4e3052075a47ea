"""Browsers that are signed in with a token. A browser has a secret of its own, and never the token: it is random, the
database has its SHA-256, and it ends after `LASTS` or with the token."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Final

from dealproof.web.operators.accounts import Caller, caller_of
from dealproof.web.store.operator_database import OperatorTables

LASTS: Final = 12 * 60 * 60
"""Seconds for which a browser stays signed in."""

SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def open_session(tables: OperatorTables, token: str, now: int) -> str | None:
    """Returns the secret of a new session; None if the token is not accepted. `now` is in ms since 1970."""
    caller = caller_of(tables, token)
    if caller is None:
        return None
    secret = secrets.token_urlsafe(32)
    tables.accounts.open_session(caller.token, digest(secret), now + LASTS * 1000, now)
    tables.requests.note(caller.account, caller.token, "sign-in", "", now)
    return secret


def session_of(tables: OperatorTables, secret: str, now: int) -> Caller | None:
    """Returns whose session this is; None if there is none, it has expired, or its token is revoked."""
    found = tables.accounts.session(digest(secret), now) if SECRET.fullmatch(secret) else None
    return None if found is None or found.revoked is not None else Caller(found.account, found.id)


def close_session(tables: OperatorTables, secret: str) -> None:
    """Ends a session, if there is one."""
    if SECRET.fullmatch(secret):
        tables.accounts.close_session(digest(secret))


def digest(secret: str) -> str:
    """Returns what is stored of a secret: its SHA-256, 64 hex digits."""
    return sha256(secret.encode()).hexdigest()
