"""What people write into the box and what it leads to, on both databases: whatever the text, the answer is found with a
bounded number of statements, and each of them from an index."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from alembic import command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from dealproof.web.intake.budget import Budget
from dealproof.web.intake.found import Compared, Found, Near, Unknown
from dealproof.web.store.clues import filling
from dealproof.web.store.engine import migrate, migrations, opened
from dealproof.web.store.lookup import Answer
from dealproof.web.store.queries import Filters
from dealproof.web.store.service import Hands
from tests.unit.web.conftest import GOOD, HIDDEN, record

EACH_DATABASE = True

SEATS = ["Anu", "രമൻ", "Dev Patel", "અમી"]
MOST_STATEMENTS = 120
"""More than any text may need."""


def made_of(hand: str, table: str, number: int, name: str = GOOD, **header: Any) -> tuple[str, bytes]:
    """A record of another hand; its hashes need not hold."""
    told = record(name)
    own = {"server_commitment": sha256(hand.encode()).hexdigest(), "seats": SEATS, "match": None}
    told["header"] |= {"hand": hand, "table": table, "number": number, **own, **header}
    return "x", json.dumps(told, ensure_ascii=False).encode()


@pytest.fixture
def hands(database: str) -> Iterator[Hands]:
    """Some hands of the table `kochi-7`, and a hidden one."""
    engine = opened(database)
    made = Hands(engine)
    table = [made_of(f"kochi-7.{number}", "kochi-7", number) for number in (1, 2, 3, 12)]
    match = {"id": "Onam-Cup", "number": 1, "before": record(GOOD)["header"]["match"]["before"]}
    made.take_in([*table, made_of("final", "t2", 1, match=match, seats=["B", "C", "D", "Anupama"])])
    made.take_in([made_of("hidden", "t3", 1, HIDDEN, seats=["E", "F", "G", "H"])])
    yield made
    engine.dispose()


def ask(hands: Hands, what: str) -> Answer:
    return hands.look_up(what.encode(), Budget())


def commitment(hand: str) -> str:
    return sha256(hand.encode()).hexdigest()


COMMITMENTS = record(GOOD)["header"]["player_commitments"]
SEED = record(GOOD)["player_seeds"][0]

READ = {
    "Please look at hand kochi-7.2, thanks!": Found("hand-id", ("kochi-7.2",)),
    "കൈ KOCHI-7.൧൨ നോക്കൂ": Found("hand-id", ("kochi-7.12",)),
    "હાથ kochi\u20117.\u0ae8 જુઓ": Found("hand-id", ("kochi-7.2",)),
    "ID:kochi-7.2.": Found("hand-id", ("kochi-7.2",)),
    "kochi-7.1 or kochi-7.3?": Found("hand-id", ("kochi-7.1", "kochi-7.3")),
    "https://x.example/ml/hands/kochi-7.2?under=28-gulan#e17": Found("link", ("kochi-7.2",), event="e17"),
    "here: x.example/tables/KOCHI-7?from=2": Found("table", (), name="kochi-7"),
    "https://x.example/gu/matches/Onam-Cup": Found("match", (), name="Onam-Cup"),
    "table Kochi-7": Found("table", (), name="kochi-7"),
    "the onam-cup, please": Found("match", (), name="Onam-Cup"),
    "table kochi-7, hand #12": Found("table-number", ("kochi-7.12",), name="kochi-7"),
    "മേശ kochi-7 കൈ ൩": Found("table-number", ("kochi-7.3",), name="kochi-7"),
    "[8:02 pm, 1/12/2026] Anu: table kochi-7 hand 3": Found("table-number", ("kochi-7.3",), name="kochi-7"),
    "at 2 we had hand 3 of kochi-7": Found("table-number", ("kochi-7.2", "kochi-7.3"), name="kochi-7"),
    "ANU": Found("player", (), name="ANU"),
    "the hands of “dev  patel”, please": Found("player", (), name="dev patel"),
    "ര\u200bമന\u0d4d\u200d": Found("player", (), name="രമന\u0d4d"),
    "અમી": Found("player", (), name="અમી"),
    f"I noted {commitment('final')}": Found("commitment", ("final",), commitment("final")),
    f"I noted {commitment('final')} for hand final": Found("commitment", ("final",), commitment("final")),
    f"final {commitment('final')[:12].upper()}": Found("commitment", ("final",), commitment("final")),
    commitment("final")[:12]: Found("commitment", ("final",), commitment("final")),
    f"{commitment('final')[:32]} \n {commitment('final')[32:]} it was": Found(
        "commitment", ("final",), commitment("final")
    ),
    f"mine: {COMMITMENTS[1]} in FINAL": Found("player-commitment", ("final",), COMMITMENTS[1]),
}


@pytest.mark.parametrize("what", READ)
def test_what_people_write_leads_to_what_they_mean(hands: Hands, what: str) -> None:
    """Issue 14, part 5."""
    assert ask(hands, what) == READ[what]


def test_a_seed_and_a_commitment_of_a_player_lead_to_every_hand_with_it(hands: Hands) -> None:
    """The commitment is the SHA-256 of the seed's UTF-8 bytes (PROTOCOL.md, "Roles and order")."""
    every = ("kochi-7.1", "kochi-7.2", "kochi-7.3", "kochi-7.12", "final")
    hash = sha256(SEED.encode()).hexdigest()
    assert ask(hands, hash) == Found("player-commitment", every, hash)
    assert ask(hands, SEED) == Found("player-seed", every, hash)
    assert ask(hands, f"{hash} final") == Found("player-commitment", ("final",), hash)


def test_a_text_of_few_characters_is_no_seed(hands: Hands) -> None:
    """Some player will have sent `0`, and who types 0 means something else."""
    assert record(GOOD)["player_seeds"][3] == "0"
    assert isinstance(ask(hands, "0"), Unknown)


def test_a_hash_of_another_hand_is_compared_and_said_to_be_there(hands: Hands) -> None:
    answer = ask(hands, f"kochi-7.1 {commitment('final')}")
    assert isinstance(answer, Compared)
    assert (answer.hand, answer.typed, answer.elsewhere) == ("kochi-7.1", commitment("final"), ("final",))
    assert ("commitment", commitment("kochi-7.1")) in answer.bound


def test_a_server_seed_of_another_hand_is_not_said_back_but_its_hash(hands: Hands) -> None:
    """It may be a secret still."""
    seed = "ab" * 32
    hash = sha256(bytes.fromhex(seed)).hexdigest()
    hands.take_in([made_of("secret", "t4", 1, HIDDEN, server_commitment=hash)])
    answer = ask(hands, f"kochi-7.1 {seed}")
    assert isinstance(answer, Compared)
    assert (answer.typed, answer.elsewhere) == (hash, ("secret",))
    assert ask(hands, f"secret {seed}") == Found("server-seed", ("secret",), hash)


def test_a_hidden_hand_is_found_by_nothing_that_its_log_is_hashed_into(hands: Hands) -> None:
    """A hash over a log of which all but one card is known gives that card away."""
    _, told = made_of("hidden", "t3", 1, HIDDEN, seats=["E", "F", "G", "H"])
    for hash in (record(HIDDEN)["log_head"], sha256(told).hexdigest()):
        assert isinstance(ask(hands, hash), Unknown)
        answer = ask(hands, f"hidden {hash}")
        assert isinstance(answer, Compared)
        assert {each.how for each in answer.bound} <= {"commitment", "player-commitment", "header-hash"}


def test_an_opened_hand_is_found_by_its_log_head_and_its_bytes(hands: Hands) -> None:
    _, data = made_of("final", "t2", 1)
    head = record(GOOD)["log_head"]
    assert ask(hands, f"final {head}") == Found("log-head", ("final",), head)
    found = hands.record("final")
    assert found is not None
    assert ask(hands, sha256(found).hexdigest()) == Found("record-hash", ("final",), sha256(found).hexdigest())
    assert data != found


NEAR = {
    "kochi-7.21": Near("hand", "kochi-7.2"),
    "kochi7.12": Near("hand", "kochi-7.12"),
    "kohci-7.12": Near("hand", "kochi-7.12"),
    "kochi-9.12": Near("hand", "kochi-7.12"),
    "hand kochi-7-13 it was": Near("hand", "kochi-7.12"),
    "table kochi-7, number 11": Near("hand", "kochi-7.12"),
    "onamcup": Near("match", "Onam-Cup"),
    "Koch": Near("table", "kochi-7"),
    "Anup": Near("player", "Anupama"),
    "അമ്മയും രമനും": Near("player", "രമൻ"),
    "Dev Pat": Near("player", "Dev Patel"),
}


@pytest.mark.parametrize("what", NEAR)
def test_what_is_similar_is_named_where_nothing_is_found(hands: Hands, what: str) -> None:
    answer = ask(hands, what)
    assert isinstance(answer, Unknown)
    assert NEAR[what] in answer.near
    assert len(answer.near) <= 12


def test_a_link_to_another_site_is_answered_by_one_sentence(hands: Hands) -> None:
    answer = ask(hands, "https://other.example/game/77?x=1")
    assert isinstance(answer, Unknown)
    assert answer.tried == ("elsewhere",)


def test_the_hands_of_a_player_are_listed_the_last_received_first(hands: Hands) -> None:
    found = hands.latest(Filters(player="anu"), most=3)
    assert [each.hand for each in found.hands] == ["kochi-7.12", "kochi-7.3", "kochi-7.2"]
    rest = hands.latest(Filters(player="ANU"), found.next)
    assert [each.hand for each in rest.hands] == ["kochi-7.1"]
    assert [each.hand for each in hands.latest(Filters(player="anupama", table="t2")).hands] == ["final"]


@pytest.mark.parametrize(("stored", "typed"), [("é" * 64, "e\u0301" * 64), ("ß" * 64, "SS" * 64)])
def test_a_name_that_is_written_longer_than_a_name_can_be_is_found_as_it_is_stored(
    hands: Hands, stored: str, typed: str
) -> None:
    """PROTOCOL.md, "Header": 64 characters. The list of a player's hands takes no longer one."""
    hands.take_in([made_of("long", "t9", 1, seats=[stored, "B", "C", "D"])])
    assert ask(hands, f"hands of {typed}") == Found("player", (), name=stored)


def test_hands_that_were_there_before_get_their_clues_in_the_background(database: str) -> None:
    """Migration 0009 notes which hands have none."""
    old = opened(database)
    hands = Hands(old)
    hands.take_in(made_of(f"h.{number}", "t1", number + 1) for number in range(filling.AT_ONCE + 3))
    with old.begin() as connection:
        command.downgrade(migrations(connection), "0008")
    migrate(old)
    assert isinstance(ask(hands, "Anu"), Unknown)
    assert ask(hands, commitment("h.1")) == Found("commitment", ("h.1",), commitment("h.1"))
    hands.take_in([made_of("new", "t1", 100)])
    assert [each.hand for each in hands.latest(Filters(player="anu")).hands] == ["new"]
    with old.begin() as connection:
        assert [filling.batch(connection) for _ in range(3)] == [True, True, False]
        assert filling.waiting(connection) is None
        rows = connection.execute(text("SELECT kind, COUNT(*) FROM clues GROUP BY kind ORDER BY kind")).all()
    every = filling.AT_ONCE + 4
    hashes = {"header": every, "hand": every, "player": 4 * every, "server": every, "seat": 4 * every}
    assert {row[0]: row[1] for row in rows} == {**hashes, "log": every, "record": every, "table": 1}
    assert len(hands.latest(Filters(player="anu"), most=200).hands) == every
    old.dispose()


PARTS = st.sampled_from([*READ, *NEAR, "#e1", "hands/", "tables/", "0x", "12", "deadbeef" * 4, "അ", "\u200b", "\n"])
TEXTS = st.lists(PARTS | st.text(max_size=60), max_size=40).map(" ".join) | st.text(max_size=3000)


@given(what=TEXTS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_answered_with_a_bounded_number_of_statements(hands: Hands, what: str) -> None:
    asked: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    event.listen(hands.database, "before_cursor_execute", note)
    try:
        hands.look_up(what.encode("utf-8", "replace"), Budget())
    finally:
        event.remove(hands.database, "before_cursor_execute", note)
    assert len(asked) <= MOST_STATEMENTS


def test_every_statement_is_answered_from_an_index(hands: Hands) -> None:
    """On SQLite; on PostgreSQL the plans depend on how many rows there are."""
    if hands.database.dialect.name != "sqlite":
        return
    asked: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, parameters))

    event.listen(hands.database, "before_cursor_execute", note)
    for what in (*READ, *NEAR, "nothing at all of 12 in table kochi-7 77"):
        ask(hands, what)
    hands.latest(Filters(player="anu"), 5)
    event.remove(hands.database, "before_cursor_execute", note)
    assert len(asked) > 100
    with hands.database.connect() as connection:
        for statement, parameters in dict(asked).items():
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            plan = "\n".join(row.detail for row in rows)
            scanned = [each for each in re.findall(r"SCAN .*", plan) if not re.match(r"SCAN (CONSTANT ROW|\()", each)]
            assert [each for each in scanned if not each.startswith("SCAN anon")] == [], (statement, plan)
            sorts = "TEMP B-TREE" in plan and " IN (" not in statement
            assert not sorts, (statement, plan)
