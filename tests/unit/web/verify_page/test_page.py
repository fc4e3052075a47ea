"""The page `verify.html`: made from its parts, named by its SHA-256, and served as it is. Source: README, "A check that
trusts nobody"."""

import base64
import gzip
import re
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from dealproof.web.http.app import create_app
from dealproof.web.http.settings import SettingError, SiteSettings
from dealproof.web.http.verify import compressed, pyodide
from dealproof.web.presentation.translations import languages, sentences
from dealproof.web.verify_page import page, runtime
from dealproof.web.verify_page.link import MOST, brought
from dealproof.web.verify_page.program import program
from tests.support.paths import ROOT
from tests.unit.web.conftest import Run

BUILT = ROOT / "web" / "http" / "static" / "verify.html"
AGAIN = "Run: python -m tests.generate.verify_page"
HASH = sha256(BUILT.read_bytes()).hexdigest()
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"


def test_the_committed_page_is_what_its_parts_make() -> None:
    assert page.build() == BUILT.read_bytes(), AGAIN


def test_the_readme_names_the_hash_of_the_page() -> None:
    assert f"\n{HASH}  verify.html\n" in (ROOT / "README.md").read_text(encoding="utf-8"), AGAIN


def test_the_command_prints_the_hash_and_writes_the_page(run: Run, tmp_path: Path) -> None:
    assert run("verify-page", "--hash").stdout == f"{HASH}  verify.html\n"
    assert run("verify-page", "--output", str(tmp_path / "page.html")).exit_code == 0
    assert (tmp_path / "page.html").read_bytes() == BUILT.read_bytes()


def test_a_place_that_cannot_be_written_is_said_so(run: Run, tmp_path: Path) -> None:
    refused = run("verify-page", "--output", str(tmp_path / "nowhere" / "page.html"))
    assert refused.exit_code == 2
    assert "cannot be written" in refused.stderr


@pytest.mark.parametrize("path", ["/verify", *(f"/{language}/verify" for language in languages())])
def test_the_site_serves_the_same_bytes_in_every_language(site: FlaskClient, path: str) -> None:
    answer = site.get(path, headers={"Accept-Language": "ml"})
    assert answer.get_data() == BUILT.read_bytes()
    again = site.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_policy_of_the_page_holds_from_a_disk_too(site: FlaskClient) -> None:
    """The header is the policy in the page, and that no other page may frame it (which a page cannot say itself)."""
    served = site.get("/verify").headers["Content-Security-Policy"]
    assert served == f"{page.policy()}; frame-ancestors 'none'"
    text = BUILT.read_text(encoding="utf-8")
    (script,) = re.findall(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert page.policy() == page.policy_for(script, style)
    assert "unsafe-inline" not in served
    assert " 'unsafe-eval'" not in served


def test_the_page_has_the_checker_of_the_site_byte_for_byte() -> None:
    checker = (ROOT / "web" / "http" / "static" / "dealproof.js").read_text(encoding="utf-8")
    assert checker in BUILT.read_text(encoding="utf-8")


def test_the_page_loads_nothing_by_itself() -> None:
    text = BUILT.read_text(encoding="utf-8")
    assert re.findall(r"""(?:src|href)\s*=\s*["'](?!data:)[^"']*""", text) == []
    assert "@import" not in text
    assert "url(" not in text


def test_no_sentence_is_in_the_code_of_the_page() -> None:
    """Every sentence is in the catalogues, where translators find it."""
    for name in ("page.js", "worker.js"):
        code = re.sub(r"//.*|/\*.*?\*/", "", page.part(name), flags=re.DOTALL if name == "" else 0)
        assert re.findall(r"""["'`][A-Z][a-z]+ [a-z]+ [a-z]+""", code) == []


def test_every_sentence_of_the_page_is_used() -> None:
    parts = page.part("page.js") + page.part("page.html") + (ROOT / "web" / "verify_page" / "page.py").read_text()
    parts += "".join(each.read_text() for each in (ROOT / "web" / "http" / "site" / "templates").rglob("*.html"))
    made = {f"entry-{name}" for name in ("commit", "deal", "close")}
    made |= {f"moves-{step}" for step in ("starting", "judging")} | {
        f"outcome-{each}" for each in ("unable", "unjudged")
    }
    codes = set(sentences("en").sections["verify"]) - made
    assert [code for code in sorted(codes) if f'"{code}"' not in parts] == []


def test_the_files_of_pyodide_are_those_that_npm_installed() -> None:
    assert runtime.faults(PYODIDE) == [], "tests/run installs it: npm ci --prefix web"
    assert f'"pyodide": "{runtime.VERSION}"' in (ROOT / "web" / "package.json").read_text(encoding="utf-8")
    assert f"pyodide@{runtime.VERSION}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_folder_that_is_not_this_pyodide_is_refused_with_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="cannot be read"):
        pyodide(str(tmp_path))
    for name in runtime.FILES:
        (tmp_path / name).write_bytes(b"other")
    with pytest.raises(SettingError, match=f"npm install pyodide@{runtime.VERSION}"):
        pyodide(str(tmp_path))


def test_a_site_without_pyodide_has_the_replayer_and_no_more(site: FlaskClient) -> None:
    assert site.get("/pyodide/program.zip").get_data() == program()
    for name in [*runtime.FILES, "..%2fpage.py", "page.py"]:
        assert site.get(f"/pyodide/{name}").status_code == 404


@pytest.mark.parametrize("name", ["program.zip", *runtime.FILES])
def test_what_the_page_runs_is_sent_compressed_to_whoever_accepts_it(tmp_path: Path, name: str) -> None:
    """RFC 9110, 8.4. Compressed once in a process."""
    settings = SiteSettings(log=False, pyodide=str(PYODIDE))
    site = create_app(f"sqlite:///{tmp_path / 'hands.sqlite3'}", settings).test_client()
    plain = site.get(f"/pyodide/{name}")
    packed = site.get(f"/pyodide/{name}", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data)
    assert plain.headers["ETag"] != packed.headers["ETag"]
    for each in (plain, packed):
        assert "Accept-Encoding" in each.headers["Vary"]
        again = {"If-None-Match": each.headers["ETag"], "Accept-Encoding": "gzip"}
        assert site.get(f"/pyodide/{name}", headers=again).status_code == 304
    hits = compressed.cache_info().hits
    site.get(f"/pyodide/{name}", headers={"Accept-Encoding": "gzip"})
    assert compressed.cache_info().hits == hits + 1


def test_what_a_link_brings_is_what_was_put_in() -> None:
    record, receipt = b'{"x": 1}' * 99, bytes(range(256))
    whole = brought(record, receipt, b"log x", "gu")
    assert whole
    parts = dict(each.split("=") for each in whole.split("&"))
    assert list(parts) == ["record", "receipt", "policy", "lang"]
    assert [unpacked(parts[name]) for name in ("record", "receipt", "policy")] == [record, receipt, b"log x"]


def test_a_hand_too_large_for_a_link_brings_nothing() -> None:
    noise = b"".join(sha256(bytes([each])).digest() for each in range(256)) * 4
    assert brought(b"".join(sha256(noise[:each]).digest() for each in range(MOST // 32)), None, None, "en") is None


def unpacked(packed: str) -> bytes:
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
