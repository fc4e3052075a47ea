"""The list of all hands, as a page and in the API: filters, pages by ID, and what is refused (item 4)."""

import json
import re
from html import unescape
from itertools import combinations
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Connection, event

from dealproof.replay.verdict import ERROR, VERDICTS
from dealproof.web.http.api import PARAMETERS
from dealproof.web.store import queries
from dealproof.web.store.engine import opened
from dealproof.web.store.pages import PAGE
from dealproof.web.store.queries import Filters
from dealproof.web.store.service import LATEST, Hands
from tests.unit.web.conftest import GOOD, HIDDEN, ILLEGAL, hand_id, record, text

EACH_DATABASE = True


def named(hand: str, name: str = GOOD, **header: Any) -> bytes:
    told = record(name)
    told["header"] |= {"hand": hand, **header}
    return json.dumps(told).encode()


def bring(site: FlaskClient, *records: bytes) -> None:
    hands: Hands = site.application.extensions["hands"]
    hands.take_in(("x", each) for each in records)


def listed(site: FlaskClient, query: str = "") -> list[str]:
    return [each["hand"] for each in site.get(f"/api/v1/hands{query}").get_json()["hands"]]


def test_pages_follow_each_other_without_a_hand_twice_or_left_out_though_hands_arrive(site: FlaskClient) -> None:
    bring(site, *(named(f"h{number}", number=number) for number in range(1, 2 * PAGE + 11)))
    met: list[str] = []
    path: str | None = "/api/v1/hands"
    while path:
        told = site.get(path).get_json()
        met += [each["hand"] for each in told["hands"]]
        if len(met) == PAGE:
            bring(site, named("late", number=999))
        path = f"/api/v1/hands?before={told['next']}" if told["next"] else None
    assert met == [f"h{number}" for number in range(2 * PAGE + 10, 0, -1)]
    page = site.get("/hands").get_data(as_text=True)
    assert page.count('<li><a href="/hands/') == PAGE
    assert 'rel="next"' in page
    assert "/hands/late" in page


@pytest.fixture
def several(site: FlaskClient) -> FlaskClient:
    bring(
        site,
        text(GOOD),
        text(ILLEGAL),
        text(HIDDEN),
        named("t2-good", table="t2", number=1, rules_digest=None),
        named("house", table="t2", number=2, rules_digest=None, rules="28-kerala-house"),
    )
    return site


def test_hands_are_filtered_by_verdict_rule_set_and_table(several: FlaskClient) -> None:
    everything = listed(several)
    assert len(everything) == 5
    entries = several.get("/api/v1/hands").get_json()["hands"]
    for size in (1, 2, 3):
        for keys in combinations(("verdict", "rules", "table"), size):
            for of in entries:
                wanted = {key: of[key] for key in keys}
                query = "&".join(f"{key}={value}" for key, value in wanted.items())
                expected = [each["hand"] for each in entries if wanted.items() <= each.items()]
                assert of["hand"] in expected
                assert listed(several, f"?{query}") == expected
                shown = several.get(f"/hands?{query}").get_data(as_text=True)
                assert [hand for hand in everything if f'/hands/{hand}"' in shown] == expected
    assert listed(several, "?table=nobody") == []
    assert "No stored hand matches." in several.get("/hands?table=nobody").get_data(as_text=True)


def test_the_way_on_keeps_the_filters(site: FlaskClient) -> None:
    bring(site, *(named(f"h{number}", number=number, table="t1") for number in range(1, PAGE + 3)))
    page = site.get("/hands?verdict=tampered&table=t1").get_data(as_text=True)
    (way,) = re.findall(r'<a rel="next" href="([^"]*)"', page)
    assert set(urlsplit(unescape(way)).query.split("&")) == {"verdict=tampered", "table=t1", "before=3"}
    second = site.get(unescape(way)).get_data(as_text=True)
    assert second.count('<li><a href="/hands/') == 2
    assert "Newest hands" in second


def test_the_form_sends_what_is_not_chosen_empty_and_keeps_what_is(several: FlaskClient) -> None:
    shown = several.get("/hands?verdict=illegal&rules=&table=").get_data(as_text=True)
    assert f'/hands/{hand_id(ILLEGAL)}"' in shown
    assert f'/hands/{hand_id(GOOD)}"' not in shown
    assert '<option value="illegal" selected>' in shown
    for verdict in (*VERDICTS, ERROR):
        assert f'<option value="{verdict}"' in shown


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("verdict=good", "no-verdict"),
        ("verdict=", "no-verdict"),
        ("rules=%00", "no-rules"),
        ("rules=", "no-rules"),
        ("table=" + "x" * 65, "no-table"),
        ("before=0", "no-before"),
        ("before=x", "no-before"),
        ("before=" + "9" * 30, "no-before"),
        ("before=²", "no-before"),
        ("page=2", "unknown-parameter"),
        ("Verdict=illegal", "unknown-parameter"),
        ("verdict=illegal&verdict=hidden", "parameter-twice"),
        ("%E2%80%AEx=1", "unknown-parameter"),
    ],
)
def test_what_a_list_does_not_know_is_refused_with_a_sentence(site: FlaskClient, query: str, code: str) -> None:
    answer = site.get(f"/api/v1/hands?{query}")
    assert (answer.status_code, answer.get_json()["code"]) == (400, code)
    assert "\u202e" not in answer.get_json()["message"]
    if not query.endswith("=") and code.startswith("no-"):
        assert site.get(f"/hands?{query}").status_code == 400


def test_every_route_of_the_api_refuses_parameters_that_it_does_not_have(several: FlaskClient) -> None:
    values = {"hand": hand_id(GOOD), "table": "t2", "match": "m", "rules": "28-gulan"}
    routes = [each for each in several.application.url_map.iter_rules() if each.endpoint.startswith("api.")]
    assert len(routes) >= 9
    for route in routes:
        path = route.rule
        for name in route.arguments:
            path = path.replace(f"<{name}>", values[name])
        for method in ("GET", "POST"):
            if method in (route.methods or ()):
                answer = several.open(f"{path}?nonsense=1", method=method)
                assert answer.status_code == 400, path
                told = answer.get_json()
                assert told["code"] == ("unknown-parameter" if route.endpoint in PARAMETERS else "no-parameters")
                assert "nonsense" in told["message"]
    assert several.get("/hands?nonsense=1").status_code == 200


def test_the_front_page_leads_to_the_list_and_shows_a_part_of_it(site: FlaskClient) -> None:
    bring(site, *(named(f"h{number}", number=number) for number in range(1, LATEST + 6)))
    shown = site.get("/").get_data(as_text=True)
    assert shown.count('<li><a href="/hands/') == LATEST
    assert 'href="/hands"' in shown


def test_every_list_is_read_from_an_index_and_no_further_than_its_page(tmp_path: Any) -> None:
    """On SQLite, which tells its plan: nothing is sorted, and no table is read from one end to the other."""
    made = opened(str(tmp_path / "x.sqlite3"))
    chosen = {"verdict": "illegal", "rules": "28-standard", "table": "t1"}
    with made.connect() as connection:
        for size in range(4):
            for keys in combinations(chosen, size):
                for before in (None, 1000):
                    plan = planned(connection, Filters(**{key: chosen[key] for key in keys}), before)
                    assert not [line for line in plan if "TEMP B-TREE" in line], (keys, plan)
                    scans = [line for line in plan if line.startswith("SCAN")]
                    assert len(scans) <= (0 if keys or before else 1), (keys, plan)
    made.dispose()


def planned(connection: Connection, filters: Filters, before: int | None) -> list[str]:
    """SQLite's plan for a page of the list."""
    said: list[tuple[str, Any]] = []
    event.listen(connection, "before_cursor_execute", lambda *given: said.append((given[2], given[3])))
    queries.listing(connection, filters, before, PAGE)
    statement, values = said[-1]
    return [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
