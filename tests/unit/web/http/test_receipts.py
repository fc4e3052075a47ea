"""Receipts and void hands on the site and in the API (LOG.md, "Checking a receipt"; RECORD.md, "Void records")."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from dealproof.verifier.tlog.policy import parse_policy
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SettingError, SiteSettings, read_settings
from dealproof.web.intake.box import NOBODY, Reader
from dealproof.web.store.receipts import Receipts
from dealproof.web.store.rejudging import prepare_database
from dealproof.web.store.service import Hands
from tests.support.paths import ROOT


def vectors(name: str) -> dict[str, dict[str, Any]]:
    lines = (ROOT / "fixtures" / "log" / f"{name}.jsonl").read_bytes().splitlines()
    return {each["name"]: each for each in map(json.loads, lines)}


RECEIPTS, VOID = vectors("receipts"), vectors("void")
GOOD = RECEIPTS["good-quorum-1-of-1"]
HAND: str = GOOD["record"]["header"]["hand"]
LATE = next(each for each in RECEIPTS.values() if each["expect"]["publication"] == "published-late")


def site(folder: Path, vector: dict[str, Any] = GOOD, *, trusting: bool = True, record: Any = None) -> FlaskClient:
    """A site with one record, that trusts what the vector's policy says."""
    (folder / "policy").write_text(vector["policy"], "utf-8")
    policy = str(folder / "policy") if trusting else ""
    app = create_app(f"sqlite:///{folder / 'hands.sqlite3'}", SiteSettings(posts=0, log=False, policy=policy))
    hands: Hands = app.extensions["hands"]
    if record is not None:
        stored = hands.take_in([("x", json.dumps(record).encode())])
        assert stored.stored == 1, stored
    return app.test_client()


def page(client: FlaskClient, what: Any) -> tuple[int, str]:
    answer = client.post("/find", data={"what": json.dumps(what)}, content_type="multipart/form-data")
    return answer.status_code, " ".join(html.unescape(re.sub("<[^>]+>", " ", answer.text)).split())


def found(client: FlaskClient, what: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.post("/api/v1/find", json=what).json
    return answer


def test_a_receipt_in_the_box_is_checked_with_the_stored_record(tmp_path: Path) -> None:
    client = site(tmp_path, record=GOOD["record"])
    status, text = page(client, GOOD["receipt"])
    assert status == 200
    assert "This was taken for a receipt. It was not stored." in text
    assert "Deck: grade A" in text
    assert "entry 9, in a tree of size 10, witnessed 2026-09-21 14:13:20 UTC" in text
    answer = found(client, GOOD["receipt"])
    assert (answer["took"], answer["hand"], answer["publication"]) == ("receipt", HAND, None)
    assert answer["published"] == GOOD["expect"]["published"] == answer["verdict"]["published"]
    assert (answer["verdict"]["grade"], answer["verdict"]["verdict"]) == ("A", "verified")


def test_a_receipt_alone_shows_what_it_proves(tmp_path: Path) -> None:
    client = site(tmp_path)
    status, text = page(client, GOOD["receipt"])
    assert status == 200
    assert f"No record of the hand {HAND} is stored here" in text
    assert "The header was in a public log before the hand was dealt" in text
    answer = found(client, GOOD["receipt"])
    assert (answer["publication"], answer["published"], answer["verdict"]) == (None, GOOD["expect"]["published"], None)


def test_a_site_without_a_policy_describes_a_receipt_and_trusts_nothing_in_it(tmp_path: Path) -> None:
    for record in (None, GOOD["record"]):
        client = site(tmp_path, trusting=False, record=record)
        _, text = page(client, GOOD["receipt"])
        assert "no policy says which logs to trust" in text
        assert "What the receipt says of itself (unchecked)" in text
        answer = found(client, GOOD["receipt"])
        assert (answer["publication"], answer["published"]) == ("no-policy", None)


def test_a_wrong_receipt_is_bad_and_its_hand_is_tampered(tmp_path: Path) -> None:
    client = site(tmp_path, LATE)
    assert "The header may have been logged after the hand was dealt" in page(client, LATE["receipt"])[1]
    assert found(client, LATE["receipt"])["publication"] == "published-late"
    client = site(tmp_path, LATE, record=LATE["record"])
    _, text = page(client, LATE["receipt"])
    assert "Tampered" in text
    assert "Deck: grade F" in text
    verdict = found(client, LATE["receipt"])["verdict"]
    assert (verdict["verdict"], verdict["grade"]) == ("tampered", "F")


def test_of_a_hidden_hand_a_receipt_confirms_no_guess_at_its_log(tmp_path: Path) -> None:
    hidden = {**GOOD["record"], "server_seed": None, "claim": None}
    client = site(tmp_path, record=hidden)
    right = GOOD["receipt"]
    wrong = json.loads(json.dumps(right))
    wrong["close"]["leaf"]["log_head"] = "00" * 32
    right["close"]["leaf"]["time"] += 1  # neither leaf is in the log
    try:
        assert found(client, right) == found(client, wrong)
        assert page(client, right) == page(client, wrong)
    finally:
        right["close"]["leaf"]["time"] -= 1


@pytest.mark.parametrize("name", VOID)
def test_a_void_hand_has_a_page_and_a_verdict_in_the_api(tmp_path: Path, name: str) -> None:
    record, expected = VOID[name]["record"], VOID[name]["expect"]
    if expected["pointer"] is not None:
        answer = found(site(tmp_path), record)
        assert answer["verdict"]["malformed"]["pointer"] == expected["pointer"]
        return
    client = site(tmp_path, record=record)
    hand = record["header"]["hand"]
    verdict = client.get(f"/api/v1/hands/{hand}").json
    assert verdict is not None
    assert (verdict["all"], verdict["decks"]) == (expected["all"], expected["decks"])
    shown = client.get(f"/hands/{hand}")
    assert shown.status_code == 200
    assert "Given up because" in shown.text
    assert ("Cards thrown away" in shown.text) == (expected["decks"] is not None)
    assert client.get(f"/hands/{hand}/record").data == json.dumps(record).encode()
    assert page(client, record)[0] == 200
    for path in ("/", "/hands?verdict=void", f"/tables/{record['header']['table']}"):
        assert client.get(path).status_code == 200
    listed = client.get("/api/v1/hands?verdict=void").json
    assert listed is not None
    assert [each["hand"] for each in listed["hands"]] == ([hand] if expected["verdict"] == "void" else [])


def test_several_void_hands_in_the_box_are_judged_together(tmp_path: Path) -> None:
    lines = [json.dumps(VOID[name]["record"]) for name in ("players-left-56", "players-left-kazhutha")]
    answer = site(tmp_path).post("/api/v1/find", data="\n".join(lines), content_type="text/plain").json
    assert answer is not None
    assert [each["verdict"]["verdict"] for each in answer["hands"]] == ["void", "void"]
    assert not answer["verified"]
    posted = site(tmp_path).post("/find", data={"what": "\n".join(lines)}, content_type="multipart/form-data")
    assert "Nothing wrong, but not every hand was played" in posted.text
    lines += [json.dumps({**GOOD["record"], "server_seed": None, "claim": None})]
    posted = site(tmp_path).post("/find", data={"what": "\n".join(lines)}, content_type="multipart/form-data")
    assert "Not all verified yet" in posted.text


def test_the_policy_of_the_site_is_a_setting_and_a_wrong_one_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "policy").write_text("log x\n", "utf-8")
    settings = read_settings({"DEALPROOF_POLICY": str(tmp_path / "policy")})
    assert read_settings(settings.environment()) == settings
    with pytest.raises(SettingError, match=r"is not a policy: Line 1: "):
        create_app("sqlite://", settings)
    with pytest.raises(SettingError, match="cannot be read"):
        create_app("sqlite://", SiteSettings(policy=str(tmp_path / "none")))


# A record and its receipt in the box together


def pair(*values: Any) -> str:
    return "\n".join(map(json.dumps, values))


def test_a_record_and_its_receipt_in_the_box_are_checked_together(tmp_path: Path) -> None:
    client = site(tmp_path)
    for text in (pair(GOOD["record"], GOOD["receipt"]), json.dumps([GOOD["receipt"], GOOD["record"]])):
        answer = client.post("/api/v1/find", data=text, content_type="text/plain").json
        assert answer is not None
        assert (answer["took"], answer["hand"], answer["publication"]) == ("receipt", HAND, None)
        assert (answer["verdict"]["grade"], answer["verdict"]["verdict"]) == ("A", "verified")
        posted = client.post("/find", data={"what": text}, content_type="multipart/form-data")
        assert "It was checked together with the record that came with it." in posted.text
        assert 'id="record"' in posted.text
        assert 'data-receipt="#receipt-text"' in posted.text


def test_of_several_records_each_is_judged_with_its_own_receipt(tmp_path: Path) -> None:
    """A receipt of no record among them is said to be no record."""
    client = site(tmp_path)
    other = next(each["record"] for each in RECEIPTS.values() if each["record"]["header"]["hand"] != HAND)
    text = pair(GOOD["receipt"], other, GOOD["record"])
    answer = client.post("/api/v1/find", data=text, content_type="text/plain").json
    assert answer is not None
    assert [each["verdict"]["publication"] for each in answer["hands"]] == ["no-receipt", None]
    alone = client.post("/api/v1/find", data=pair(GOOD["receipt"], other), content_type="text/plain").json
    assert alone is not None
    assert alone["hands"][0]["verdict"]["verdict"] == "malformed"
    assert "receipt" in alone["hands"][0]["verdict"]["malformed"]["reason"]


def test_a_hidden_record_is_checked_with_the_receipt_that_came_with_it(tmp_path: Path) -> None:
    hidden = {**GOOD["record"], "server_seed": None, "claim": None}
    early = {**GOOD["receipt"], "close": None}
    answer = site(tmp_path).post("/api/v1/find", data=pair(hidden, early), content_type="text/plain").json
    assert answer is not None
    assert (answer["publication"], answer["verdict"]["verdict"]) == (None, "hidden")


# Stored receipts


def stored(folder: Path, vector: dict[str, Any], record: Any = None, receipt: Any = None) -> FlaskClient:
    """A site with the record of a vector and its receipt, as `dealproof import` stores them."""
    client = site(folder, vector)
    reader = Reader(parse_policy(vector["policy"].encode()), vector["now"])
    data = json.dumps(receipt or vector["receipt"]).encode()
    hands: Hands = client.application.extensions["hands"]
    report = hands.take_in([("x", json.dumps(record or vector["record"]).encode())], Receipts(lambda _: data, reader))
    assert report.stored == 1
    return client


def test_the_page_of_a_hand_offers_its_stored_receipt(tmp_path: Path) -> None:
    client = stored(tmp_path, GOOD)
    shown = client.get(f"/hands/{HAND}")
    assert "grade A" in shown.text
    assert f'href="/hands/{HAND}/receipt"' in shown.text
    assert "This was taken for a receipt" not in shown.text
    assert 'data-receipt="#receipt-text"' in shown.text
    sent = client.get(f"/hands/{HAND}/receipt")
    assert sent.data == json.dumps(GOOD["receipt"]).encode() == client.get(f"/api/v1/hands/{HAND}/receipt").data
    assert sent.headers["Content-Disposition"] == f'attachment; filename="{HAND.replace(":", "_")}.receipt.json"'
    verdict = client.get(f"/api/v1/hands/{HAND}").json
    assert verdict is not None
    assert (verdict["grade"], verdict["published"]) == ("A", GOOD["expect"]["published"])
    listed = client.get("/api/v1/hands").json
    assert listed is not None
    assert [each["grade"] for each in listed["hands"]] == ["A"]
    # The kept answer is that of this receipt.
    assert client.get(f"/hands/{HAND}").data == shown.data


def test_a_hand_without_a_receipt_has_none_to_download(tmp_path: Path) -> None:
    client = site(tmp_path, record=GOOD["record"])
    for path in (f"/hands/{HAND}/receipt", f"/api/v1/hands/{HAND}/receipt"):
        assert client.get(path).status_code == 404
    assert "/receipt" not in client.get(f"/hands/{HAND}").text
    assert client.get("/hands/nobody/receipt").status_code == 404


def test_of_a_hidden_hand_the_stored_receipt_is_kept_back(tmp_path: Path) -> None:
    """LOG.md: whether a leaf fits would confirm or refute a guess at the log."""
    hidden = {**GOOD["record"], "server_seed": None, "claim": None}
    client = stored(tmp_path, GOOD, hidden)
    assert client.get(f"/hands/{HAND}/receipt").status_code == 404
    verdict = client.get(f"/api/v1/hands/{HAND}").json
    assert verdict is not None
    assert (verdict["verdict"], verdict["publication"]) == ("hidden", "no-receipt")
    hands: Hands = client.application.extensions["hands"]
    reader = Reader(parse_policy(GOOD["policy"].encode()), GOOD["now"])
    report = hands.take_in([("x", json.dumps(GOOD["record"]).encode())], Receipts(reader=reader))
    assert report.opened == [HAND]
    listed = client.get("/api/v1/hands").json
    assert listed is not None
    assert [each["grade"] for each in listed["hands"]] == ["A"]
    assert client.get(f"/hands/{HAND}/receipt").status_code == 200


def test_a_late_receipt_makes_a_stored_hand_tampered_in_lists_too(tmp_path: Path) -> None:
    client = stored(tmp_path, LATE)
    listed = client.get("/api/v1/hands?verdict=tampered").json
    assert listed is not None
    assert [(each["verdict"], each["grade"]) for each in listed["hands"]] == [("tampered", "F")]


def test_a_receipt_of_another_header_or_of_no_shape_is_refused(tmp_path: Path) -> None:
    client = site(tmp_path)
    hands: Hands = client.application.extensions["hands"]
    for bad in ({**GOOD["receipt"], "header": {**GOOD["receipt"]["header"], "number": 4}}, {}, 0):
        data = json.dumps(bad).encode()
        source = Receipts(lambda _, data=data: data)  # type: ignore[misc]
        report = hands.take_in([("x", json.dumps(GOOD["record"]).encode())], source)
        (refused,) = report.refused
        assert refused.reason.startswith(f"The receipt of hand {HAND} was not stored: ")
    assert client.get(f"/hands/{HAND}/receipt").status_code == 404


def test_lists_follow_the_policy_once_the_database_is_prepared_for_it(tmp_path: Path) -> None:
    client = stored(tmp_path, GOOD)
    url = f"sqlite:///{tmp_path / 'hands.sqlite3'}"

    def grades(reader: Reader | None) -> list[str]:
        judged: list[int] = []
        prepare_database(url, judged.append, reader)
        listed = client.get("/api/v1/hands").json
        assert listed is not None
        return [*map(str, judged), *(each["grade"] for each in listed["hands"])]

    reader = Reader(parse_policy(GOOD["policy"].encode()), GOOD["now"])
    assert grades(reader) == ["A"]
    assert grades(NOBODY) == ["1", "C"]
    assert grades(None) == ["C"]
    assert grades(reader) == ["1", "A"]


def test_a_hand_that_was_never_dealt_has_nobody_with_cards_and_no_move_to_judge(tmp_path: Path) -> None:
    status, text = page(site(tmp_path), VOID["nobody-missing-before-the-deal"]["record"])
    assert status == 200
    assert "Nobody was dealt these cards: this is how the seeds would have dealt them." in text
    assert "The hand was never dealt, so there is no move to judge." in text
    assert "Still in hand" not in text
    assert "To act next" not in text


def test_the_command_to_check_a_hand_with_a_receipt_names_a_policy(tmp_path: Path) -> None:
    """Without one the receipt proves nothing, and the command would contradict the page."""
    client = site(tmp_path, LATE, record=LATE["record"])
    name = f"{LATE['record']['header']['hand'].replace(':', '_')}.hand.json"
    assert f"dealproof check --policy policy.txt {name}" in page(client, LATE["receipt"])[1]
    assert f"dealproof check {name}" in page(client, LATE["record"])[1]
