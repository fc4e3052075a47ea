"""Answers are compressed where it gains something and is safe, and are the same bytes once unpacked (RFC 9110, 8.4)."""

import gzip
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def compressed(response: TestResponse) -> bool:
    return response.headers.get("Content-Encoding") == "gzip"


@pytest.mark.parametrize("path", ["/", "/help", "/rules/28-gulan", "/static/site.css", "/api/v1/openapi.json"])
def test_a_page_is_sent_compressed_to_whoever_accepts_it_and_is_the_same_bytes(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=PACKED)
    assert (plain.status_code, compressed(plain), compressed(packed)) == (HTTPStatus.OK, False, True)
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) // 2
    # A cache may have got either of them first.
    for each in (plain, packed, client.head(path)):
        assert ", ".join(each.headers.getlist("Vary")).count("Accept-Encoding") == 1


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0"])
def test_nothing_is_compressed_for_who_does_not_accept_it(client: FlaskClient, accepted: str) -> None:
    assert not compressed(client.get("/help", headers={"Accept-Encoding": accepted}))


def test_an_answer_that_repeats_what_was_typed_is_not_compressed(client: FlaskClient) -> None:
    """Its length would depend on how much of it is like the rest of the page (BREACH)."""
    assert not compressed(client.post("/find", data={"what": "nothing"}, headers=PACKED))
    assert not compressed(client.get("/hands/no-such-hand", headers=PACKED))
