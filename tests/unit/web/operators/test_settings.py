"""How a site is given a log: from the environment or the command line; and what is refused before it serves."""

from pathlib import Path

import pytest

from dealproof.verifier.tlog.note import format_key
from dealproof.web.cli.serve import publishing
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SettingError, SiteSettings, read_settings
from tests.support import gunicorn
from tests.support.logs import FakeWitness, listening
from tests.support.operators import dealt, log_key, settings, token_of
from tests.unit.web.conftest import Run


def test_the_environment_names_key_witnesses_and_limit_and_gunicorn_gets_them_from_there() -> None:
    said = {
        "DEALPROOF_LOG_KEY": "/keys/log.key",
        "DEALPROOF_LOG_WITNESSES": "https://a.example/w  http://b.example",
        "DEALPROOF_REQUESTS_PER_MINUTE": "0",
    }
    read = read_settings(said)
    assert (read.log_key, read.requests) == ("/keys/log.key", 0)
    assert read.witnesses == ("https://a.example/w", "http://b.example")
    assert read_settings(read.environment()) == read


def test_the_command_line_comes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = SiteSettings(log_key="/keys/log.key", witnesses=("http://a.example",))
    assert publishing(site, None, ()) == site
    monkeypatch.chdir(tmp_path)
    changed = publishing(site, "log.key", ("http://b.example",))
    assert (changed.log_key, changed.witnesses) == (str(tmp_path / "log.key"), ("http://b.example",))
    with pytest.raises(SettingError, match="no address of a witness"):
        publishing(site, None, ("b.example",))


@pytest.mark.parametrize("value", ["witness.example", "ftp://a.example", "http://a.example b"])
def test_a_witness_without_an_address_is_refused(value: str) -> None:
    with pytest.raises(SettingError, match="no address of a witness"):
        read_settings({"DEALPROOF_LOG_WITNESSES": value})


def test_a_key_that_cannot_be_used_is_a_sentence(database: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=f"There is no key in {tmp_path}/none"):
        create_app(database, SiteSettings(log_key=str(tmp_path / "none")))


def test_a_policy_that_does_not_trust_the_log_is_refused_with_the_line_that_is_missing(
    database: str, tmp_path: Path
) -> None:
    """Receipts of the site's own hands would prove nothing on its own pages."""
    path, key = log_key(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    log_key(other)
    with pytest.raises(SettingError) as refused:
        create_app(database, SiteSettings(log_key=str(path), policy=str(other / "policy")))
    assert f"log {format_key(key.public)}" in str(refused.value)


def test_witnesses_without_a_quorum_are_refused(database: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="quorum"):
        create_app(database, settings(tmp_path, witnesses=("http://a.example",)))


def test_serve_ends_with_a_sentence_where_the_log_cannot_be_kept(run: Run, tmp_path: Path) -> None:
    result = run("serve", "--log-key", "none")
    assert (result.exit_code, "There is no key in" in result.stderr) == (2, True)
    result = run("serve", "--witness", "x")
    assert (result.exit_code, "no address of a witness" in result.stderr) == (2, True)


@pytest.mark.slow
def test_serve_publishes_with_the_key_and_the_witness_of_the_command_line(database: str, tmp_path: Path) -> None:
    """With workers of gunicorn, which get the settings through the environment."""
    from dealproof.web.operators.client import Client

    path, key = log_key(tmp_path)
    witness = FakeWitness("witness.example", key.public)
    policy = tmp_path / "policy"
    lines = [f"log {format_key(key.public)}", f"witness w {format_key(witness.key)}", "quorum w", ""]
    policy.write_text("\n".join(lines), encoding="utf-8")
    with listening(witness) as url:
        environment = {"DEALPROOF_LOG_WITNESSES": url}
        command = (*gunicorn.SERVE, "--log-key", str(path), "--policy", str(policy))
        with gunicorn.running(tmp_path, database, command, **environment) as site:
            committed = Client(site.url, token_of(database)).commit(dealt(1).header)
    assert "witness.example" in committed.checkpoint
