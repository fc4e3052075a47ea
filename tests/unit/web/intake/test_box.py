"""The one box: what it takes a text for, in which order, and that nothing of it is kept or leaks."""

import html
import io
import json
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.intake import box
from dealproof.web.intake.comparison import compare, differences
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, MALFORMED, hand_id, record, text


def put(client: FlaskClient, what: str | bytes) -> TestResponse:
    return client.post("/find", data={"what": what}, content_type="multipart/form-data")


def upload(client: FlaskClient, name: str, data: bytes) -> TestResponse:
    return client.post("/find", data={"what": "", "file": (io.BytesIO(data), name)})


def stored(client: FlaskClient) -> Hands:
    hands: Hands = client.application.extensions["hands"]
    return hands


def kept(client: FlaskClient, value: dict[str, Any]) -> None:
    stored(client).take_in([("x", json.dumps(value).encode())])


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A site that refuses no post for being one too many."""
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('box') / 'hands.sqlite3'}", SiteSettings(posts=0, log=False))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    hands: Hands = app.extensions["hands"]
    hands.take_in([("x", text(GOOD))])
    return app.test_client()


COMMITMENT = record(GOOD)["header"]["server_commitment"]
SEED = record(GOOD)["server_seed"]


@pytest.mark.parametrize(
    "what",
    [
        hand_id(GOOD),
        f"  {hand_id(GOOD)}\n",
        f"https://hands.example/hands/{hand_id(GOOD)}",
        f"http://localhost:8028/at/hands/{quote(hand_id(GOOD), safe='')}/?under=28-gulan#under",
        f"/hands/{hand_id(GOOD)}",
        f"hands.example/hands/{hand_id(GOOD)}",
    ],
)
def test_an_id_or_a_link_leads_to_the_hand(client: FlaskClient, what: str) -> None:
    answer = put(client, what)
    assert answer.status_code == 303
    assert answer.location == f"/hands/{hand_id(GOOD)}"


@pytest.mark.parametrize("what", [COMMITMENT, COMMITMENT.upper(), f"{COMMITMENT[:32]}\n {COMMITMENT[32:]}", SEED])
def test_a_commitment_and_its_server_seed_lead_to_the_hand(patient: FlaskClient, what: str) -> None:
    answer = put(patient, what)
    assert answer.status_code == 303
    took = "server-seed" if what == SEED else "commitment"
    assert answer.location == f"/hands/{hand_id(GOOD)}?matched={took}&hash={COMMITMENT}"


def test_a_server_seed_is_its_32_bytes_and_not_their_hex_text(client: FlaskClient) -> None:
    assert sha256(bytes.fromhex(SEED)).hexdigest() == COMMITMENT
    assert box.commitment_of(SEED) == COMMITMENT


def test_digits_of_other_scripts_are_read(patient: FlaskClient) -> None:
    told = record(GOOD)
    told["header"] |= {"hand": "t12.34", "server_commitment": "12" * 32}
    kept(patient, told)
    assert put(patient, "t൧2.૩൪").location == "/hands/t12.34"
    assert put(patient, "https://x.example/hands/t൧2.૩൪").location == "/hands/t12.34"
    for zero in (0x0D66, 0x0AE6):
        native = COMMITMENT.translate({ord("0") + digit: zero + digit for digit in range(10)})
        assert put(patient, native).location == f"/hands/{hand_id(GOOD)}?matched=commitment&hash={COMMITMENT}"


def test_a_hand_id_comes_before_a_commitment_that_reads_the_same(client: FlaskClient) -> None:
    told = record(ILLEGAL)
    told["header"]["hand"] = COMMITMENT
    kept(client, told)
    assert put(client, COMMITMENT).location == f"/hands/{COMMITMENT}"


@pytest.mark.parametrize("stored_end", [b"", b"\n"])
@pytest.mark.parametrize("given_end", [b"", b"\r\n", b" \n\n"])
def test_white_space_around_a_record_makes_no_other_record_of_it(
    database: str, stored_end: bytes, given_end: bytes
) -> None:
    hands: Hands = create_app(database).extensions["hands"]
    hands.take_in([("x", text(GOOD) + stored_end)])
    answer = hands.look_up(text(GOOD) + given_end)
    assert isinstance(answer, box.Judged)
    assert answer.on_file is not None
    assert answer.on_file.code == "same"


UNSEEN = ["\u200b", "\u200e", "\ufeff", "\u2060", "\u00ad", "\u061c", "\u180e", "\u2066", "\U000e0061", "\u115f"]


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_cannot_be_seen_is_no_part_of_what_was_meant(patient: FlaskClient, unseen: str) -> None:
    """F7: in an ID, a link, a hash and around the parts of a record."""
    id, found = hand_id(GOOD), f"/hands/{hand_id(GOOD)}"
    assert put(patient, unseen + unseen.join(id) + unseen).location == found
    assert put(patient, f"{unseen}https://hands.example/hands/{id}{unseen}").location == found
    assert put(patient, f"https://hands.example/hands/{quote(unseen + id)}").location == found
    for digits in (COMMITMENT, SEED):
        assert put(patient, unseen.join(digits)).location.startswith(f"{found}?matched=")
    told = text(GOOD).decode()
    for record_ in (f"{unseen}{told}{unseen}", told.replace('": ', f'":{unseen} ')):
        answer = stored(patient).look_up(record_.encode())
        assert isinstance(answer, box.Judged)
        assert answer.verdict.verdict == "verified"
        assert answer.mended
        assert "Invisible characters" in put(patient, record_).get_data(as_text=True)
    assert patient.get(f"/hands/{quote(id + unseen)}").location == found


def test_what_cannot_be_seen_within_a_text_of_a_record_is_a_part_of_it(patient: FlaskClient) -> None:
    """F7: names and seeds are texts, and hashes are over them."""
    told = record(GOOD)
    told["header"]["seats"][0] += "\u200b"
    answer = stored(patient).look_up(json.dumps(told, ensure_ascii=False).encode())
    assert isinstance(answer, box.Judged)
    assert answer.verdict.verdict == "tampered"
    assert not answer.mended


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2212\uff0d")
def test_a_dash_is_a_hyphen(patient: FlaskClient, dash: str) -> None:
    """F7."""
    id = hand_id(GOOD)
    assert "-" in id
    assert put(patient, id.replace("-", dash)).location == f"/hands/{id}"
    assert put(patient, f"https://x/hands/{id}".replace("-", dash)).location == f"/hands/{id}"
    assert patient.get(f"/hands/{quote(id.replace('-', dash))}").location == f"/hands/{id}"


AROUND = ["{}.", "({})", '"{}"', "“{}”", "<{}>", "{}),", "[{}]", "{}...", "{}…", "{}!", "- {}", "`{}`", "'{}';", "{}:"]


@pytest.mark.parametrize("around", AROUND)
def test_what_stands_around_an_id_a_link_or_a_hash_is_left_out(patient: FlaskClient, around: str) -> None:
    """F8."""
    found = f"/hands/{hand_id(GOOD)}"
    for what in (hand_id(GOOD), f"https://hands.example/hands/{hand_id(GOOD)}", f"hands.example{found}/record"):
        assert put(patient, around.format(what)).location == found
    assert put(patient, around.format(COMMITMENT)).location == f"{found}?matched=commitment&hash={COMMITMENT}"


@pytest.mark.parametrize(
    "link",
    [
        "/hands/{}/record",
        "http://localhost/api/v1/hands/{}",
        "http://localhost/api/v1/hands/{}/account",
        "http://localhost/at/api/v1/hands/{}/under/28-gulan",
        "see http://localhost/hands/{}, the second hand",
        "[the hand](http://localhost/hands/{})",
        '<a href="http://localhost/hands/{}">the hand</a>',
        "http://localhost/hands/{}?matched=commitment&hash=00#checks",
        "HANDS http://localhost/hands/{}/",
        "curl -s http://localhost/hands/{}/record | dealproof check -",
    ],
)
def test_every_link_of_the_site_to_a_hand_leads_to_it(patient: FlaskClient, link: str) -> None:
    """F8."""
    assert put(patient, link.format(hand_id(GOOD))).location == f"/hands/{hand_id(GOOD)}"


PATHS = ["/hands/{}", "/hands/{}/record", "/api/v1/hands/{}", "/api/v1/hands/{}/account"]


@pytest.mark.parametrize("end", [".", ")", ").", ",", "%22", "%E2%80%9D", ".%20", "%E2%80%8B"])
@pytest.mark.parametrize("path", PATHS)
def test_an_address_with_more_than_the_id_leads_to_what_was_meant(patient: FlaskClient, path: str, end: str) -> None:
    """F8: not for good, since a hand with that very ID may be stored later."""
    answer = patient.get(path.format(hand_id(GOOD) + end))
    assert (answer.status_code, answer.location) == (302, path.format(hand_id(GOOD)))


@pytest.mark.parametrize("path", [*PATHS, "/hands"])
def test_a_slash_at_the_end_of_an_address_is_left_out_and_the_query_kept(patient: FlaskClient, path: str) -> None:
    """F8."""
    here = path.format(hand_id(GOOD))
    answer = patient.get(f"{here}/?under=28-gulan")
    assert (answer.status_code, answer.location) == (308, f"{here}?under=28-gulan")
    kept = patient.get(f"/hands/{hand_id(GOOD)})?under=28-gulan")
    assert kept.location == f"/hands/{hand_id(GOOD)}?under=28-gulan"


@pytest.mark.parametrize("path", ["/tables/{}", "/matches/{}", "/api/v1/tables/{}", "/api/v1/matches/{}"])
def test_an_address_of_a_list_with_more_than_the_id_leads_to_what_was_meant(patient: FlaskClient, path: str) -> None:
    """F8."""
    header = record(GOOD)["header"]
    id = header["match"]["id"] if "match" in path else header["table"]
    assert patient.get(path.format(id + ").")).location == path.format(id)
    assert patient.get(path.format(id + "/")).location == path.format(id)
    assert patient.get(path.format("nobody.")).status_code == 404


@pytest.mark.parametrize("path", ["//evil.example/", "/%5Cevil.example/", "/hands//evil.example/", "/nowhere/", "//"])
def test_a_slash_at_the_end_leads_to_no_other_site(patient: FlaskClient, path: str) -> None:
    location = patient.get(path).location or "/"
    assert location.startswith(("/", "http://localhost/"))
    assert not location.startswith(("//", "/\\"))


def test_the_exact_id_comes_before_what_may_be_meant(patient: FlaskClient) -> None:
    """F8: a full stop is a letter of IDs."""
    for id in ("meant", "meant.", "meant..", "Meant"):
        told = record(GOOD)
        told["header"] |= {"hand": id, "server_commitment": "34" * 32}
        kept(patient, told)
    for what, id in [
        *[("meant", "meant"), ("meant.", "meant."), ("meant..", "meant.."), ("meant...", "meant..")],
        *[("(meant.)", "meant."), ("Meant", "Meant"), ("MEANT", "meant"), ("meant.)", "meant.")],
        *[("/hands/meant.", "meant."), ("see https://x.example/hands/meant.", "meant.")],
    ]:
        assert put(patient, what).location == f"/hands/{id}"
    assert patient.get("/hands/meant.").status_code == 200
    assert patient.get("/hands/meant..)").location == "/hands/meant.."


def test_an_id_or_a_hash_is_found_in_other_capitals(patient: FlaskClient) -> None:
    for id in ("0b5e-4aff", "AB01"):
        told = record(GOOD)
        told["header"] |= {"hand": id, "server_commitment": "56" * 32}
        kept(patient, told)
    assert put(patient, "0B5E-4AFF").location == "/hands/0b5e-4aff"
    assert put(patient, "ab01").location == "/hands/AB01"
    assert put(patient, f"0x{COMMITMENT.upper()}").location.startswith(f"/hands/{hand_id(GOOD)}?")
    assert put(patient, f"SHA256:{COMMITMENT}").location.startswith(f"/hands/{hand_id(GOOD)}?")


def test_one_commitment_of_several_hands_is_said_and_all_are_named(client: FlaskClient) -> None:
    told = record(GOOD)
    told["header"]["hand"] = "again"
    kept(client, told)
    shown = put(client, SEED).get_data(as_text=True)
    assert "One commitment, several hands" in shown
    assert "/hands/again" in shown
    assert f"/hands/{hand_id(GOOD)}" in shown


@pytest.mark.parametrize(
    "what", ["", "nobody", "x" * 65, "0" * 64, "https://x/hands/nobody", "[1]", "ß", "a b", "\x00"]
)
def test_what_is_not_known_is_told_with_what_was_tried(client: FlaskClient, what: str) -> None:
    answer = put(client, what)
    assert answer.status_code == 404
    shown = answer.get_data(as_text=True)
    assert "Nothing found" in shown
    assert "As " in shown or "empty" in shown


@pytest.mark.parametrize("name", [GOOD, ILLEGAL, HIDDEN, MALFORMED])
def test_a_record_is_judged_and_never_stored(client: FlaskClient, name: str) -> None:
    told = record(name)
    told["header"]["hand"] = "pasted"
    for answer in (put(client, json.dumps(told)), upload(client, "a.json", json.dumps(told).encode())):
        assert answer.status_code == 200
        assert "The record was judged and not stored." in answer.get_data(as_text=True)
    assert stored(client).raw_record("pasted") is None


def test_the_record_itself_on_file_is_recognised_by_its_bytes_or_its_values(client: FlaskClient) -> None:
    assert "byte for byte" in upload(client, "a.json", text(GOOD)).get_data(as_text=True)
    turned = json.dumps(dict(reversed(record(GOOD).items())), indent=1)
    assert "escapes or key order" in put(client, turned).get_data(as_text=True)


def test_a_record_that_differs_from_the_one_on_file_is_told_with_the_fields(client: FlaskClient) -> None:
    told = record(GOOD)
    told["events"][2]["t"] = 1
    told["claim"]["made"] = not told["claim"]["made"]
    del told["claim"]["bid"]
    shown = put(client, json.dumps(told)).get_data(as_text=True)
    assert "It differs in these fields" in shown
    for pointer in ("/events/2/t", "/claim/made", "/claim/bid"):
        assert f"<code>{pointer}</code>" in shown


def test_nothing_of_a_hidden_log_can_be_guessed_by_putting_in_records(client: FlaskClient) -> None:
    told = record(HIDDEN)
    guess = record(HIDDEN)
    guess["events"] = guess["events"][:1]
    guess["log_head"] = "0" * 64
    right, wrong = (put(client, json.dumps(each)).get_data(as_text=True) for each in (told, guess))
    assert "is not revealed yet" in right
    first, second = (page[page.index('class="pasted"') : page.index("</section>")] for page in (right, wrong))
    assert first == second
    hand = hand_id(HIDDEN)
    assert compare(text(HIDDEN), text(HIDDEN), hand) == compare(json.dumps(guess).encode(), text(HIDDEN), hand)


def test_differences_are_the_smallest_parts_by_pointer() -> None:
    assert list(differences({"a": {"b~/": [1, True]}}, {"a": {"b~/": [1, 1, 2]}, "c": None})) == [
        "/a/b~0~1/1",
        "/a/b~0~1/2",
        "/c",
    ]
    assert list(differences([1], {"a": 1})) == [""]
    assert list(differences({"a": [1]}, {"a": [1]})) == []


def test_the_api_answers_what_the_box_answers(client: FlaskClient) -> None:
    def ask(data: bytes, type: str = "text/plain") -> TestResponse:
        return client.post("/api/v1/find", data=data, content_type=type)

    assert ask(hand_id(GOOD).encode()).get_json() == {"took": "hand-id", "hands": [hand_id(GOOD)], "commitment": None}
    judged = ask(text(ILLEGAL), "application/json").get_json()
    assert judged["took"] == "record"
    assert judged["verdict"]["verdict"] == "illegal"
    assert judged["on_file"]["how"] == "same"
    unknown = ask(b"nobody")
    assert unknown.status_code == 404
    assert unknown.get_json()["code"] == "nothing-found"
    assert ask(b"a=b", "application/x-www-form-urlencoded").status_code == 415


HEADS = st.sampled_from([b"", b"{", b'{"header":', b"/hands/", b"http://[", b"\xff", text(GOOD)[:200], text(GOOD)])
ANYTHING = st.builds(bytes.__add__, HEADS, st.binary(max_size=300) | st.text(max_size=80).map(str.encode))


@given(data=ANYTHING)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_in_the_box_are_answered(patient: FlaskClient, data: bytes) -> None:
    for answer in (upload(patient, "any", data), put(patient, data)):
        assert answer.status_code in {200, 303, 404}
    assert patient.post("/api/v1/find", data=data, content_type="text/plain").status_code in {200, 404}


def test_verified_records_of_which_one_says_something_about_the_other_are_so_with_a_remark(client: FlaskClient) -> None:
    several = ROOT / "fixtures" / "several"
    data = (several / "one-seed-in-two-hands.hands.jsonl").read_text(encoding="utf-8")
    shown = html.unescape(client.post("/find", data={"what": data}).get_data(as_text=True))
    assert "All verified, with a remark</h1>" in shown
    assert shown.count("has the same server seed as") == 2
