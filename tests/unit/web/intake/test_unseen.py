"""Characters that are not seen (F7)."""

import sys
import unicodedata

from dealproof.web.intake.unseen import UNSEEN


def test_every_format_character_of_unicode_is_one_that_is_not_seen() -> None:
    every = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Cf"]
    assert len(every) > 150
    assert [each for each in every if not UNSEEN.fullmatch(each)] == []


def test_letters_digits_and_signs_are_seen() -> None:
    assert not UNSEEN.search("".join(map(chr, range(0x20, 0xAD))) + "മലയാളം ગુજરાતી ♠♥♦♣ é")
