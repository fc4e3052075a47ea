"""The page that makes a player's seed in the browser, and what does the same on any machine."""

from __future__ import annotations

from typing import Any, Final

MAKE: Final = r"head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'"
"""A shell command that prints a seed: 32 random bytes as 64 hex digits, without a line break."""
COMMIT: Final = "printf %s SEED | sha256sum"
"""A shell command that prints the commitment to a seed, which is written in the place of SEED."""
STEPS: Final = ("commit", "open", "keep")
"""What to send when, in this order."""
NEVER: Final = ("early", "twice", "chosen", "password")
"""What not to do with a seed."""


def seed_page() -> dict[str, Any]:
    """What the template is filled with."""
    return {"make": MAKE, "commit": COMMIT, "steps": STEPS, "never": NEVER}
