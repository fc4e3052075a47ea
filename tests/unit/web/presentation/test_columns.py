"""Columns of a terminal: those of the C library, and no syllable cut in two."""

import ctypes
import locale
import sys
import unicodedata

import pytest

from dealproof.web.presentation.text_columns import cut_to, syllables, width, wrapped

SCRIPTS = {"Devanagari": (0x900, 0x980), "Gujarati": (0xA80, 0xB00), "Malayalam": (0xD00, 0xD80)}
CONJUNCTS = ["ക്ഷ", "ന്റെ", "സ്ത്രീ", "ક્ષ", "શ્રી", "પત્તાં"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks the C library of Linux")
@pytest.mark.parametrize("script", SCRIPTS)
def test_letters_are_as_wide_as_the_c_library_has_them(script: str) -> None:
    before = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    try:
        wcwidth = ctypes.CDLL(None).wcwidth
        letters = [chr(code) for code in range(*SCRIPTS[script])]
        known = [each for each in letters if wcwidth(ord(each)) >= 0 and unicodedata.category(each) != "Cn"]
        assert len(known) > 70
        assert [each for each in known if width(each) != wcwidth(ord(each))] == []
    finally:
        locale.setlocale(locale.LC_CTYPE, before)


@pytest.mark.parametrize("conjunct", CONJUNCTS)
def test_a_conjunct_with_its_vowel_is_not_cut(conjunct: str) -> None:
    whole = [*syllables(conjunct * 3)]
    assert "".join(whole) == conjunct * 3
    for most in range(2, width(conjunct * 3)):
        kept = cut_to(conjunct * 3, most).removesuffix("…")
        assert kept in {"".join(whole[:number]) for number in range(len(whole))}
    lines = [*wrapped(conjunct * 100)]
    assert "".join(lines) == conjunct * 100
    assert all(width(line) <= 80 and "".join(syllables(line)) == line for line in lines)
    assert [piece for line in lines for piece in syllables(line)] == [*syllables(conjunct * 100)]
