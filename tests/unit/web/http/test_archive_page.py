"""The page of an operator's archive: its published reports, and their files as they were published."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from dealproof.web.archive.published import MOST_REPORTS, Published, PublishedReports
from dealproof.web.archive.report import FILES, PAGE, REPORT, write_report
from dealproof.web.archive.report.page import policy, style
from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SettingError, SiteSettings, read_settings
from dealproof.web.presentation.translations import languages
from tests.support.archive_reports import SAMPLES
from tests.unit.web.conftest import running

REPORTS = {"2026-09-30": "tiny", "2026-10-31": "honest", "2026-11-30": "alarm"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three reports of the operator `kochi`, and things that are none."""
    folder = tmp_path_factory.mktemp("archives")
    for name, sample in REPORTS.items():
        found = SAMPLES[sample]()
        write_report(folder / "kochi" / name, found.report, {}, found.failures, sources=("hands",))
    (folder / "kochi" / "notes.txt").write_text("not a report")
    (folder / "kochi" / ".hidden").mkdir()
    (folder / "kochi" / ".hidden" / REPORT).write_text("{}")
    (folder / "kochi" / "2026-11-30" / "secret.key").write_text("secret")
    (folder / "nobody").mkdir()
    return folder


@pytest.fixture(scope="module")
def site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'hands.sqlite3'}"
    return create_app(database, SiteSettings(posts=0, log=False, archive=str(folder))).test_client()


def test_the_reports_are_listed_the_newest_first(site: FlaskClient) -> None:
    page = site.get("/archive/kochi").text
    assert re.findall(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}(?= <span)", page) == sorted(REPORTS, reverse=True)
    outcomes = re.findall(r'<span class="title (\w+)">(.*?)</span>', page)
    assert [state for state, _ in outcomes] == ["bad", "good", "open"]
    assert outcomes[0][1].startswith("Alarm: ")
    for file in FILES:
        assert f'href="/archive/kochi/2026-11-30/{file}"' in page
    assert "2,000 hands" in page
    assert "secret" not in page


@pytest.mark.parametrize("language", languages())
def test_the_page_is_there_in_every_language(site: FlaskClient, language: str) -> None:
    page = site.get(f"/{language}/archive/kochi").text
    assert f'<html lang="{language}">' in page
    assert f'href="/{language}/archive/kochi/2026-11-30/report.html"' in page
    assert "archive-page" not in page
    assert site.get(f"/{language}/archive/nobody").status_code == 404


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_served_as_it_was_published(site: FlaskClient, folder: Path, file: str) -> None:
    answer = site.get(f"/archive/kochi/2026-11-30/{file}")
    assert answer.status_code == 200
    assert answer.data == (folder / "kochi" / "2026-11-30" / file).read_bytes()
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert (answer.mimetype == "text/html") == (file == PAGE)
    again = site.get(f"/archive/kochi/2026-11-30/{file}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_served_report_may_be_styled_by_itself_and_do_nothing_else(site: FlaskClient) -> None:
    answer = site.get("/archive/kochi/2026-11-30/report.html")
    assert answer.headers["Content-Security-Policy"] == f"{policy(style())}; frame-ancestors 'none'"


def test_a_page_that_an_operator_wrote_runs_nothing(folder: Path, site: FlaskClient) -> None:
    report = folder / "kochi" / "2026-12-31"
    report.mkdir()
    (report / PAGE).write_text("<!doctype html><script>alert(1)</script><img src=https://evil.example/x>")
    (report / REPORT).write_text('{"format": "dealproof/archive-report/1"}')
    said = site.get("/archive/kochi/2026-12-31/report.html").headers["Content-Security-Policy"]
    assert said == f"{policy('')}; frame-ancestors 'none'"
    assert "This report cannot be read" in site.get("/archive/kochi").text
    for file in report.iterdir():
        file.unlink()
    report.rmdir()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/archive/mumbai", "No operator called “mumbai” has published"),
        ("/archive/nobody", "No operator called “nobody” has published"),
        ("/archive/kochi/2026-01-01/report.html", "no report called “2026-01-01”"),
        ("/archive/mumbai/2026-11-30/report.html", "no report called “2026-11-30”"),
        ("/archive/kochi/2026-11-30/secret.key", "no file called “secret.key”. It has: report.html"),
        ("/archive/kochi/.hidden/report.json", "no report called “.hidden”"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(site: FlaskClient, path: str, says: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert says in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/archive/..%2fkochi",
        "/archive/kochi/..%2f..%2f../report.html",
        "/archive/./kochi/2026-11-30/report.html",
        "/archive/kochi/2026-11-30/..%2fnotes.txt",
        "/archive/%2e%2e/kochi/report.html",
        "/archive/kochi%00/2026-11-30/report.html",
        "/archive/kochi/2026-11-30%5c/report.html",
    ],
)
def test_no_path_leads_out_of_the_folder(site: FlaskClient, path: str) -> None:
    assert site.get(path).status_code == 404


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "2026"
    outside.mkdir(parents=True)
    (outside / REPORT).write_text("{}")
    inside = tmp_path / "archives"
    (inside / "kochi" / "2026").mkdir(parents=True)
    (inside / "kochi" / "2026" / REPORT).symlink_to(outside / REPORT)
    (inside / "away").symlink_to(outside.parent)
    found = PublishedReports(inside)
    assert found.read("kochi", "2026", REPORT) is None
    assert found.read("away", "2026", REPORT) is None
    assert found.history("kochi") is None
    assert found.history("away") is None


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b'{"format": "dealproof/archive-report/1", "alarm": 1}'])
def test_what_is_no_report_is_listed_as_one_that_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "kochi" / "a").mkdir(parents=True)
    (tmp_path / "kochi" / "a" / REPORT).write_bytes(data)
    assert PublishedReports(tmp_path).history("kochi") == [Published("a", (REPORT,), None)]


def test_a_report_that_is_published_again_is_read_again(tmp_path: Path) -> None:
    found = PublishedReports(tmp_path)
    states = []
    for name in ("alarm", "honest"):
        sample = SAMPLES[name]()
        write_report(tmp_path / "kochi" / "now", sample.report, {}, sample.failures)
        (published,) = found.history("kochi") or []
        states.append(published.state)
    assert states == ["bad", "good"]


def test_a_history_has_an_end(tmp_path: Path) -> None:
    for number in range(MOST_REPORTS + 5):
        (tmp_path / "kochi" / f"{number:03}").mkdir(parents=True)
        (tmp_path / "kochi" / f"{number:03}" / REPORT).write_text("{}")
    names = [each.name for each in PublishedReports(tmp_path).history("kochi") or []]
    assert len(names) == MOST_REPORTS + 1
    assert names[0] == f"{MOST_REPORTS + 4:03}"


def test_the_folder_is_a_setting(tmp_path: Path) -> None:
    settings = read_settings({"DEALPROOF_ARCHIVE": str(tmp_path)})
    assert settings.archive == str(tmp_path)
    assert settings.environment()["DEALPROOF_ARCHIVE"] == str(tmp_path)
    with pytest.raises(SettingError, match="is not there"):
        create_app(f"sqlite:///{tmp_path / 'a.sqlite3'}", SiteSettings(archive=str(tmp_path / "none"), log=False))
    without = create_app(f"sqlite:///{tmp_path / 'b.sqlite3'}", SiteSettings(posts=0, log=False)).test_client()
    assert without.get("/archive/kochi").status_code == 404


def test_a_browser_shows_history_and_report_without_complaint(folder: Path, browser: Browser, tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", SiteSettings(posts=0, log=False, archive=str(folder)))
    complaints: list[str] = []
    with running(app) as base:
        for width in (390, 1280):
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.on("console", lambda message: complaints.append(message.text))
            page.goto(f"{base}/archive/kochi")
            for _ in range(2):
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                first = page.locator("a.first")
                if first.count():
                    first.first.click()
            assert page.url.endswith("/archive/kochi/2026-11-30/report.html")
            assert page.evaluate("getComputedStyle(document.querySelector('.verdict')).borderRadius") == "10px"
            page.close()
    assert complaints == []
