"""How names of players are looked up: without regard to case, to how a letter is composed, to characters that are not
seen, and to the number of blanks.

Malayalam has two spellings of a final consonant: a letter of its own (chillu), or the consonant with virama and an
invisible joiner (Unicode 16, section 12.9). Both are looked up as consonant and virama.

>>> key_of_name(" ANU  Straße") == key_of_name("anu strasse")
True
>>> key_of_name("\\u0d30\\u0d2e\\u0d7b") == key_of_name("\\u0d30\\u0d2e\\u0d28\\u0d4d\\u200d")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dealproof.web.intake.unseen import without_unseen
from dealproof.web.store.desk.names import MOST, folded

CHILLUS: Final = {chillu: f"{base}\u0d4d" for chillu, base in zip(range(0x0D7A, 0x0D80), "ണനരലളക", strict=True)}


def key_of_name(name: str) -> str:
    """Returns the form of a name in which equal names are equal."""
    return folded(" ".join(without_unseen(name).split()).translate(CHILLUS))


def keys_of_names(seats: Iterable[str]) -> set[str]:
    """Returns the keys of the names at the seats of a hand, without those of nothing visible."""
    return {key for name in [*seats][:MOST] if (key := key_of_name(name))}
