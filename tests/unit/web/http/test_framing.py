"""Where a request ends, however its bytes arrive: S3, S13, S14."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.web.http.gateway.framing import MOST_HEAD, MOST_LINE, Incoming

HEAD = b"POST /find HTTP/1.1\r\nHost: x\r\n"
PLAIN = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SIZED = HEAD + b"Content-Length: 5\r\n\r\nabcde"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nabcde\r\nA\r\n0123456789\r\n0\r\n\r\n"
TRAILERS = HEAD + b"transfer-encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\nZ: \r\n\r\n"
WHOLE = [PLAIN, SIZED, CHUNKED, TRAILERS, b"\r\n" + PLAIN, PLAIN.replace(b"\r\n", b"\n")]


def stage_of(*parts: bytes, most: int = 2 << 20) -> str:
    request = Incoming(most)
    for part in parts:
        request.add(part)
    return request.stage


@pytest.mark.parametrize("request_", WHOLE)
def test_a_request_is_complete_with_its_last_byte_and_not_before(request_: bytes) -> None:
    single = [request_[place : place + 1] for place in range(len(request_))]
    for parts in (single, [request_]):
        incoming = Incoming()
        stages = [incoming.add(part) for part in parts]
        assert stages[-1] == "complete"
        assert "complete" not in stages[:-1]


@given(st.sampled_from(WHOLE), st.lists(st.integers(0, 150), max_size=6))
def test_it_does_not_matter_how_the_bytes_arrive(request_: bytes, cuts: list[int]) -> None:
    places = [0, *sorted(min(cut, len(request_)) for cut in cuts), len(request_)]
    parts = [request_[start:end] for start, end in pairwise(places)]
    assert stage_of(*parts) == "complete"


@pytest.mark.parametrize(
    ("request_", "stage"),
    [
        (b"", "idle"),
        (b"GET", "head"),
        (PLAIN[:-1], "head"),
        (SIZED[:-1], "body"),
        (CHUNKED[:-1], "body"),
        (TRAILERS[:-2], "body"),
        (b"x" * (MOST_HEAD + 1), "head-too-large"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * MOST_HEAD + b"\r\n\r\n", "head-too-large"),
    ],
)
def test_what_is_not_all_there_is_waited_for(request_: bytes, stage: str) -> None:
    assert stage_of(request_) == stage


def chunk(size: int) -> bytes:
    return b"%x\r\n%s\r\n" % (size, b"x" * size)


def test_of_a_body_too_large_no_more_is_read_than_shows_it() -> None:
    """S13."""
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    assert stage_of(HEAD + b"Content-Length: 11\r\n\r\n", most=10) == "cut-short"
    assert stage_of(HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", most=10) == "cut-short"
    assert stage_of(head + chunk(6) + chunk(4) + b"0\r\n\r\n", most=10) == "complete"
    assert stage_of(head + chunk(6) + chunk(5), most=10) == "cut-short"
    assert stage_of(head + b"ffffffff\r\n" + b"x" * 10, most=10) == "body"
    assert stage_of(head + b"ffffffff\r\n" + b"x" * 13, most=10) == "cut-short"
    padded = b"1;" + b"x" * 1000 + b"\r\na\r\n"
    assert stage_of(head, *[padded] * 1000, most=20_000) == "cut-short"


@pytest.mark.parametrize(
    "fields",
    [
        b"Transfer-Encoding: junk\r\n",
        b"Transfer-Encoding:\r\n",
        b"Transfer-Encoding: gzip\r\n",
        b"Transfer-Encoding: junk, chunked\r\n",
        b"Transfer-Encoding: chunked, gzip\r\n",
        b"Transfer-Encoding: chunked, chunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: junk\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
    ],
)
def test_of_a_body_whose_end_cannot_be_known_nothing_is_waited_for(fields: bytes) -> None:
    """S13."""
    assert stage_of(HEAD + fields + b"\r\n") == "cut-short"


@pytest.mark.parametrize("line", [b"zz", b"", b"-1", b"0x1", b"1 1", b"g", b"\xff", b"1" * 17])
def test_a_bad_chunk_is_left_to_the_parser_to_name(line: bytes) -> None:
    """S13."""
    assert stage_of(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + line + b"\r\nabc") == "complete"


@pytest.mark.parametrize("tail", [b"1" * (MOST_LINE + 1), b"0\r\n" + b"x" * (MOST_LINE + 1)])
def test_lines_between_chunks_are_bounded(tail: bytes) -> None:
    assert stage_of(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + tail) == "complete"


def test_a_client_that_waits_for_leave_is_known() -> None:
    request = Incoming()
    request.add(HEAD + b"Expect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
    assert (request.stage, request.expects) == ("body", True)
