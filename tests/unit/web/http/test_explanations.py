"""What would explain a mismatch is shown wherever the hand is: on its page, in the API, by the commands and in a
dispute (issue 14, item 4). It stays beside the verdict object, which is a contract (RECORD.md, "As JSON")."""

import html
import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from dealproof.replay.doctor.explanation import HASH_CODES, SALT_CODES
from dealproof.verifier.encoding import canonical
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings
from dealproof.web.presentation.translations import ENGLISH, sentences
from dealproof.web.store.service import Hands
from tests.support.disputes import unpacked
from tests.support.imports import FILES
from tests.support.mistakes import honest, played, sha
from tests.support.paths import ROOT
from tests.unit.web.conftest import Run

SAY = sentences(ENGLISH).say
HEADING = SAY("page", "explanations")
WRONG = "is the hash of the hex digits as a text, not of the 32 bytes of the server’s seed."


def mistaken(number=1):
    """A hand whose site hashed the hex text of its seed."""
    record = honest("28-standard", number)
    record["header"]["server_commitment"] = sha(record["server_seed"])
    return played(record)


def of_the_hand_before():
    """A hand whose record shows the server seed of the hand before it at the table."""
    record = honest("28-standard", 2)
    record["server_seed"] = honest("28-standard", 1)["server_seed"]
    return record


def stored(database: str, *records: dict) -> FlaskClient:
    app = create_app(database, SiteSettings(posts=0, log=False))
    hands: Hands = app.extensions["hands"]
    hands.take_in((each["header"]["hand"], canonical(each)) for each in records)
    return app.test_client()


def id_of(record):
    return record["header"]["hand"]


def words(page):
    return " ".join(html.unescape(re.sub("<[^>]+>", "", page)).split())


def test_the_page_of_the_hand(database):
    client, record = stored(database, mistaken()), mistaken()
    page = words(client.get(f"/hands/{id_of(record)}").text)
    assert HEADING in page
    assert WRONG in page
    assert SAY("explained-by", "site") in page
    assert SAY("page", "explanations-note") in page
    assert "/header/server_commitment" in page


def test_the_page_of_a_hand_that_is_not_explained_says_nothing_of_it(database):
    changed = honest("28-standard")
    changed["log_head"] = sha("changed")
    client = stored(database, changed, honest("28-standard", 2))
    for record in (changed, honest("28-standard", 2)):
        assert HEADING not in client.get(f"/hands/{id_of(record)}").text
        assert "explanations" not in client.get(f"/api/v1/hands/{id_of(record)}").get_json()


def test_the_api_gives_it_beside_the_keys_of_the_verdict(database, run: Run):
    client, record = stored(database, mistaken()), mistaken()
    Path("a.hand.json").write_bytes(canonical(record))
    printed = json.loads(run("check", "--format", "json", "a.hand.json").stdout)
    given = client.get(f"/api/v1/hands/{id_of(record)}").get_json()
    explained = {
        "code": "hex-text",
        "check": "commitment",
        "pointer": "/header/server_commitment",
        "by": "site",
        "also": [],
        "values": {},
    }
    assert given == {**printed, "source": f"/hands/{id_of(record)}", "explanations": [explained]}
    found = client.post("/api/v1/find", data=canonical(record), content_type="application/json").get_json()
    assert found["explanations"] == [explained]
    assert "explanations" not in found["verdict"]


def test_stored_hands_beside_it_are_looked_at_too(database):
    record, before = of_the_hand_before(), honest("28-standard", 1)
    client = stored(database, record)
    path = f"/hands/{id_of(record)}"
    assert HEADING not in client.get(path).text
    client = stored(database, before)
    for _ in range(2):
        assert SAY("explained", "seed-of-another-hand", hand=id_of(before)) in words(client.get(path).text)
        (explained,) = client.get(f"/api/v1{path}").get_json()["explanations"]
        assert (explained["code"], explained["values"]) == ("seed-of-another-hand", {"hand": id_of(before)})


def test_the_commands(run: Run):
    Path("a.hand.json").write_bytes(canonical(mistaken()))
    shown, checked = run("show", "a.hand.json"), run("check", "a.hand.json")
    assert (shown.exit_code, checked.exit_code) == (1, 1)
    assert HEADING in shown.stdout
    assert WRONG in words(shown.stdout)
    assert SAY("explained-by", "site") in words(shown.stdout)
    line = SAY(
        "explained-by", "short", sentence=f"The server’s commitment {WRONG}", pointer="/header/server_commitment"
    )
    assert line in words(checked.stdout)


def test_a_line_of_check_names_no_player_and_show_names_the_seat(run: Run):
    record = honest("28-standard")
    record["header"]["player_commitments"][1] = sha(record["player_seeds"][1] + "\n")
    Path("a.hand.json").write_bytes(canonical(record))
    assert f"The commitment of {record['header']['seats'][1]} (seat 2) is" in words(run("show", "a.hand.json").stdout)
    checked = words(run("check", "a.hand.json").stdout)
    assert "The commitment of one player is" in checked
    assert record["header"]["seats"][1] not in checked


def test_the_dispute(database, run: Run):
    record = mistaken()
    client = stored(database, record)
    Path("a.hand.json").write_bytes(canonical(record))
    printed = run("dispute", "a.hand.json", "-o", "a.zip").stdout
    assert WRONG in words(printed)
    for page in (
        client.get(f"/hands/{id_of(record)}/dispute").text,
        unpacked(Path("a.zip").read_bytes())["report.html"].decode(),
    ):
        assert HEADING in page
        assert WRONG in words(page)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("dealproof.replay.doctor.")])
def test_every_code_that_the_doctor_may_say_is_listed(name):
    """The lists are those of the API and of the sentences."""
    text = (ROOT / FILES[name]).read_text()
    said = re.findall(r'(?:Trial|Explanation|Salt)\(\s*"([a-z0-9-]+)"|yield "([a-z-]+)", ', text)
    assert {one or other for one, other in said} <= {*HASH_CODES, *SALT_CODES}
