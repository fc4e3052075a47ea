"""The random stream. Source: PROTOCOL.md, "The random stream"; RFC 5869, appendix A (the SHA-256 cases)."""

import hmac
import json
from itertools import count, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.errors import StreamExhausted
from dealproof.verifier.stream import MAX_BYTES, Stream, Words, expand, extract, salt
from tests.reference import protocol
from tests.support.paths import ROOT

RFC_5869 = json.loads((ROOT / "fixtures/vectors/rfc5869.json").read_text(encoding="utf-8"))
SEEDS = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize("vector", RFC_5869, ids=lambda vector: vector["case"][:3])
def test_hkdf_is_rfc_5869(vector: dict[str, str]) -> None:
    given = {key: bytes.fromhex(value) for key, value in vector.items() if key != "case"}
    assert extract(given["salt"], given["ikm"]) == given["prk"]
    assert b"".join(expand(given["prk"], given["info"]))[: len(given["okm"])] == given["okm"]


@given(SEEDS, SEEDS, st.text(st.characters(max_codepoint=127), max_size=40))
def test_the_stream_is_hkdf_of_another_library(server_seed: bytes, salt: bytes, label: str) -> None:
    assert Stream(extract(salt, server_seed), label).read(160) == protocol.stream(server_seed, salt, label, 160)


@pytest.mark.parametrize("size", range(130))
def test_hkdf_extract_is_hmac_for_a_key_of_any_length(size: int) -> None:
    """RFC 2104: keys longer than a block of 64 bytes are hashed first, shorter ones padded."""
    key = bytes(range(size))
    assert extract(key, b"seed") == hmac.digest(key, b"seed", "sha256")


def test_a_deck_of_more_cards_than_the_stream_has_words_for_exhausts_it() -> None:
    """2,040 words order 2,041 cards, if none is rejected; the words of this stream order no more."""
    words = MAX_BYTES // 4
    stream = Stream(bytes(32), "deal/0")
    assert len(stream.descending(words + 1)) == words
    for n in (words + 2, 10 * words):
        with pytest.raises(StreamExhausted):
            Stream(bytes(32), "deal/0").descending(n)


def test_a_stream_holds_8160_bytes_and_is_never_padded() -> None:
    stream = Stream(bytes(32), "deal/0")
    assert len(stream.read(MAX_BYTES)) == MAX_BYTES == 8160
    for draw in (lambda: stream.read(4), lambda: stream.uniform(1)):
        with pytest.raises(StreamExhausted):
            draw()
    with pytest.raises(StreamExhausted):
        Stream(bytes(32), "deal/0").read(MAX_BYTES + 4)


def test_reading_in_parts_reads_the_same() -> None:
    whole, parts = Stream(bytes(32), "deal/0").read(1024), Stream(bytes(32), "deal/0")
    assert b"".join(parts.read(n) for n in (0, 4, 28, 32, 36, 924)) == whole


def test_words_one_by_one_are_those_at_once() -> None:
    at_once, beside = Stream(bytes(32), "deal/0").take(100), Stream(bytes(32), "deal/0")
    assert [*beside.take(7), *islice(beside.one_by_one(), 13), *beside.take(80)] == at_once


def test_no_group_of_words_is_read_before_it_is_asked_for() -> None:
    read = []
    drawn = Words((read.append(group) or [group] * 8 for group in count()), 1 << 32)  # type: ignore[func-returns-value]
    for _ in range(10):
        drawn.take(31)
        list(islice(drawn.one_by_one(), 49))
    assert read == [*range(10 * (31 + 49) // 8)]


def test_uniform_of_one_still_reads_a_word() -> None:
    stream, beside = Stream(bytes(32), "deal/0"), Stream(bytes(32), "deal/0")
    assert stream.uniform(1) == 0
    assert beside.read(8)[4:] == stream.read(4)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_a_stream_is_read_in_whole_words(n: int) -> None:
    with pytest.raises(AssertionError):
        Stream(bytes(32), "deal/0").read(n)


@given(st.integers(1, 2**32), SEEDS)
def test_uniform_is_the_definition(m: int, prk: bytes) -> None:
    stream = Stream(prk, "seating")
    reader = protocol.Reader(Stream(prk, "seating").read(512))
    assert [stream.uniform(m) for _ in range(4)] == [reader.uniform(m) for _ in range(4)]


def test_each_seat_and_each_header_field_moves_the_salt() -> None:
    header, seeds = {"hand": "h", "number": 1, "match": None}, ["a", "b", "c"]
    others = [salt({**header, key: "changed"}, seeds) for key in header]
    others += [salt(header, [*seeds[:i], "changed", *seeds[i + 1 :]]) for i in range(3)]
    others += [salt(header, ["b", "a", "c"]), salt(header, ["ab", "c"]), salt(header, [])]
    assert len({salt(header, seeds), *others}) == len(others) + 1
