"""Tokens: `dp_<ID>_<secret>`, an ID of 12 hex digits and a secret of 256 bits in base64url.

The database has the ID and the SHA-256 of the secret. A hash made to be slow would add nothing: nobody can try 2^256
secrets.

>>> token = create_token()
>>> parse_token(token.text) == token, parse_token("dp_0123456789ab_short")
(True, None)
>>> secret_matches(token, digest(token)), secret_matches(token, "00" * 32)
(True, False)
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

FORM: Final = re.compile(r"dp_([0-9a-f]{12})_([A-Za-z0-9_-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its ID, and its secret, which is not shown."""

    id: str
    secret: str = field(repr=False)

    @property
    def text(self) -> str:
        """The token as it is sent."""
        return f"dp_{self.id}_{self.secret}"


def create_token() -> Token:
    """Returns a new token."""
    return Token(secrets.token_hex(6), secrets.token_urlsafe(32))


def parse_token(text: str) -> Token | None:
    """Reads a token; None if it has another form."""
    found = FORM.fullmatch(text)
    return None if found is None else Token(*found.groups())


def digest(token: Token) -> str:
    """Returns what is stored of the secret: its SHA-256, 64 hex digits."""
    return sha256(token.secret.encode()).hexdigest()


def secret_matches(token: Token, stored: str) -> bool:
    """Whether the secret is the one of which `stored` is the digest, in a time that does not depend on it."""
    return hmac.compare_digest(digest(token), stored)
