"""`dealproof serve`: the demo brings its own hands, and what cannot be served is a sentence."""

import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from dealproof.web.cli.serve import bring_samples, place, samples, trusted
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SiteSettings, read_policy
from dealproof.web.intake.box import NOBODY, Reader
from dealproof.web.store.engine import opened
from dealproof.web.store.service import Hands
from tests.support.paths import SAMPLES
from tests.unit.web.conftest import Run, running


def test_the_demo_has_every_sample_and_leaves_nothing_behind() -> None:
    with place(None, demo=True) as url:
        bring_samples(url, NOBODY)
        hands = Hands(opened(url))
        assert len(hands.latest().hands) == len(samples())
        hands.database.dispose()
        with running(create_app(url)) as base, urlopen(base) as page:
            assert page.status == 200
    assert not Path(url.removeprefix("sqlite:///")).exists()


def test_a_port_that_is_taken_is_a_sentence(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = run("serve", "--port", port)
    assert result.exit_code == 2
    assert result.stderr == (
        f"dealproof: Cannot listen on 127.0.0.1, port {port}: the port is in use, or you may not use it.\n"
    )


def test_the_demo_takes_no_database(run: Run) -> None:
    assert run("serve", "--demo", "--database", "x.db").exit_code == 2


def test_serving_says_where(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("werkzeug.serving.BaseWSGIServer.serve_forever", lambda _: None)
    result = run("serve", "--port", "0", "--demo")
    assert result.exit_code == 0
    assert "dealproof is at http://127.0.0.1:" in result.stdout


def test_the_demo_shows_a_published_hand_and_one_whose_receipt_is_too_late() -> None:
    """LOG.md, "Checking a receipt": grade A, and `published-late` with grade F."""
    with place(None, demo=True) as url, trusted(None, demo=True) as policy:
        assert policy is not None
        bring_samples(url, Reader(read_policy(policy), 1_800_000_000))
        client = create_app(url, SiteSettings(policy=policy)).test_client()
        assert "deck: grade A" in client.get("/").text
        graded = {each["hand"]: each["grade"] for each in client.get("/api/v1/hands").get_json()["hands"]}
        assert (graded["28-published-before-play"], graded["28-published-late"]) == ("A", "F")
        shown = client.get("/hands/28-published-before-play").text
        assert "Deck: grade A" in shown
        sent = client.get("/hands/28-published-before-play/receipt")
        assert sent.data == (SAMPLES / "28-published-before-play.receipt.json").read_bytes()
        late = client.get("/api/v1/hands/28-published-late").get_json()
        assert (late["verdict"], late["publication"]) == ("tampered", "published-late")


def test_only_the_demo_trusts_the_demo_keys() -> None:
    with trusted(None, demo=False) as none, trusted("mine", demo=True) as mine:
        assert (none, mine) == (None, "mine")
