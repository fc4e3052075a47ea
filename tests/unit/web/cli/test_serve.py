"""`dealproof serve`: the demo brings its own hands, and what cannot be served is a sentence."""

import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from dealproof.web.cli.serve import bring_samples, place, samples
from dealproof.web.http.app import create_app
from dealproof.web.store.engine import opened
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import Run, running


def test_the_demo_has_every_sample_and_leaves_nothing_behind() -> None:
    with place(None, demo=True) as url:
        bring_samples(url)
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
