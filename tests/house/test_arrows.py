"""The arrows of the house: web → replay → verifier → standard library, and those inside web, read from the imports."""

import ast
import sys

import pytest

from tests.support.imports import FILES, ROOMS, distributions, inside
from tests.support.paths import ROOT

VERIFIER, REPLAY, WEB = (
    sorted(name for name in FILES if f"{name}.".startswith(f"dealproof.{room}.")) for room in ROOMS
)

# What would let a verdict depend on anything but the record: chance, the clock, the machine, the network, the site.
IMPURE = frozenset("random secrets time datetime os socket flask sqlmodel".split())
# What would hide an import from this test.
DYNAMIC = frozenset({"importlib", "runpy", "pkgutil"})
# Ed25519 is the one thing that the standard library lacks.
SIGNERS = frozenset(
    f"dealproof.verifier.{name}"
    for name in ("signature", "tlog.note_signature", "tlog.cosignature", "tlog.publication")
)
# What a browser runs, where there is no cryptography.
CORE = sorted(set(VERIFIER) - SIGNERS)
# Asked only where it is installed, for the same answers sooner: the core runs without it (test_without_orjson.py).
OPTIONAL = {"dealproof.verifier.encoding.quick": frozenset({"orjson"})}
# What only the statistics of an archive ask, which no check imports.
STATISTICS = frozenset({"scipy", "statsmodels"})
ROOM = "dealproof.replay.archive"
ARCHIVE = tuple(f"{ROOM}.{name}" for name in ("statistics.", "many_tests"))
DATABASE = frozenset({"sqlalchemy", "sqlmodel", "alembic"})
FLASK = frozenset({"flask", "flask_babel", "werkzeug"})
TEMPLATES = frozenset({"jinja2", "markupsafe"})
LAYERS = (
    "published",
    "intake",
    "presentation",
    "workers",
    "pictures",
    "judging",
    "verify_page",
    "disputes",
    "store",
    "log",
    "operators",
    "selftest",
    "archive",
)
REPORTS = frozenset(
    f"dealproof.web.{name}" for name in ("presentation.report_templates", "disputes.report", "archive.report.page")
)
# Texts in and out, weak keys, leaves of the log and the tree of errors are open to all of replay. Seeds, hashes and
# receipts are for the audits, for hands in play, which a dealer seals and commits to, for simulated hands, and for the
# doctor, which hashes again what an audit found not to match, and for archives, which count orders of cards.
OPEN_TO_REPLAY = frozenset(f"dealproof.verifier.{name}" for name in ("encoding", "errors", "keys", "tlog.leaf"))
SEALED = tuple(
    f"dealproof.replay.{name}"
    for name in "audit hashes publication void live. simulation. doctor. archive.decks".split()
)


def room_of(module: str) -> str:
    """`http` for `dealproof.web.http.app`, "" for the package itself."""
    return module.split(".")[2] if module.count(".") > 1 else ""


def test_every_room_is_looked_at() -> None:
    assert {"dealproof.verifier", "dealproof.replay", "dealproof.web"} <= set(FILES)


@pytest.mark.parametrize("module", VERIFIER)
def test_verifier_imports_itself_and_the_standard_library(module: str) -> None:
    allowed = sys.stdlib_module_names | ({"cryptography"} if module in SIGNERS else set())
    assert distributions(module) <= allowed | OPTIONAL.get(module, frozenset())
    assert inside(module) <= set(VERIFIER)


@pytest.mark.parametrize("module", REPLAY)
def test_replay_imports_itself_verifier_and_the_standard_library(module: str) -> None:
    assert distributions(module) <= sys.stdlib_module_names | (STATISTICS if module.startswith(ARCHIVE) else set())
    assert inside(module) <= {*REPLAY, *VERIFIER}


@pytest.mark.parametrize("module", [*VERIFIER, *(name for name in REPLAY if not name.startswith(f"{ROOM}."))])
def test_no_check_imports_the_statistics_of_an_archive(module: str) -> None:
    assert not [name for name in inside(module) if f"{name}.".startswith(f"{ROOM}.")]


@pytest.mark.parametrize("module", [name for name in REPLAY if not name.startswith(SEALED)])
def test_only_the_audit_and_simulated_hands_import_seeds_shuffle_and_log_hash(module: str) -> None:
    assert inside(module) & set(VERIFIER) <= OPEN_TO_REPLAY


@pytest.mark.parametrize("module", [*VERIFIER, *REPLAY])
def test_no_chance_no_clock_no_machine_and_no_site_below_web(module: str) -> None:
    assert not distributions(module) & (IMPURE | DYNAMIC)
    assert "__import__" not in (ROOT / FILES[module]).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", CORE)
def test_the_core_that_a_browser_runs_imports_nothing_outside_the_core(module: str) -> None:
    assert inside(module) <= set(CORE)
    assert distributions(module) <= sys.stdlib_module_names | OPTIONAL.get(module, frozenset())


@pytest.mark.parametrize("module", [name for name in WEB if not name.startswith("dealproof.web.store.")])
def test_only_the_store_imports_sqlalchemy(module: str) -> None:
    assert not distributions(module) & DATABASE


@pytest.mark.parametrize("module", [name for name in WEB if not name.startswith("dealproof.web.http.")])
def test_only_the_site_imports_flask(module: str) -> None:
    assert not distributions(module) & FLASK


@pytest.mark.parametrize("module", WEB)
def test_only_the_site_and_the_reports_are_templates(module: str) -> None:
    assert not distributions(module) & TEMPLATES or room_of(module) == "http" or module in REPORTS


@pytest.mark.parametrize("module", [name for name in WEB if room_of(name) == "disputes"])
def test_a_dispute_depends_on_no_chance_no_clock_and_no_machine(module: str) -> None:
    """Two people make the same bytes."""
    assert not distributions(module) & IMPURE


@pytest.mark.parametrize("module", [name for name in WEB if not name.startswith("dealproof.web.cli.")])
def test_only_the_commands_import_click(module: str) -> None:
    assert "click" not in distributions(module)


@pytest.mark.parametrize("module", WEB)
def test_the_rooms_of_web_import_only_those_before_them(module: str) -> None:
    """published ← intake ← presentation ← workers ← pictures ← judging ← verify_page ← disputes ← store ← log
    ← operators ← archive ← http and cli, which do not import each other; only `dealproof serve` imports the site."""
    room = room_of(module)
    before = {*LAYERS[: LAYERS.index(room)]} if room in LAYERS else {*LAYERS}
    allowed = before | {room} | ({"http"} if module == "dealproof.web.cli.serve" else set())
    assert {room_of(other) for other in inside(module) & {*WEB}} <= allowed


def test_every_room_of_web_is_in_the_order() -> None:
    assert {room_of(module) for module in WEB} == {*LAYERS, "http", "cli", ""}


def test_nothing_imports_the_tests() -> None:
    assert not [module for module in FILES if "tests" in distributions(module)]


def test_every_folder_with_modules_is_a_package_that_says_what_lives_there() -> None:
    folders = {path.rpartition("/")[0] for path in FILES.values()}
    heads = {path.rpartition("/")[0] for path in FILES.values() if path.endswith("/__init__.py")}
    assert folders - heads == set()
    packages = [path for path in FILES.values() if path.endswith("/__init__.py")]
    assert [path for path in packages if not ast.get_docstring(ast.parse((ROOT / path).read_bytes()))] == []
