"""The documents of the specification leave nothing out, and their values and orders are those of the code."""

import ast
import hmac
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from dealproof.replay import games, rulesets
from dealproof.replay.games.gulan.game import Gulan
from dealproof.replay.games.gulan.rulebook import book as gulan_book
from dealproof.replay.games.gulan.ruleset import Jodi, RuleSet
from dealproof.replay.games.gulan.rulings import POINTS
from dealproof.replay.games.gulan.scoring import resolved
from dealproof.replay.games.gulan.situations import (
    ASKED,
    CALLING,
    CHOOSING,
    GUARDED,
    OVER,
    PLAYING,
    QUESTIONED,
    REDEAL_OWED,
    REVEALED,
)
from dealproof.replay.games.gulan.variants import VARIANTS
from dealproof.replay.games.kazhutha import rulebook as kazhutha_book
from dealproof.replay.games.kazhutha.variants import KAZHUTHA
from dealproof.replay.games.rummy import rulebook as rummy_book
from dealproof.replay.games.rummy.variants import RUMMY_13
from dealproof.replay.games.seating.rules import BOOK as SEATING_BOOK
from dealproof.replay.record.events import ACTIONS, FIELDS
from dealproof.replay.several import OPENED_ELSEWHERE, REMARKS
from dealproof.replay.verdict import CHECKS, VERDICTS
from dealproof.verifier.keys import is_weak
from dealproof.verifier.signature import public_key
from dealproof.verifier.tlog import appends, leaf, publication, receipt
from dealproof.verifier.tlog import codes as receipt_codes
from dealproof.web.presentation.translations import ENGLISH, sentences
from tests.generate import rule_fixtures
from tests.reference import merkle, protocol
from tests.support.documents import LOG, PROTOCOL, RECORD, ROOT, RULES, Table, codes, headings, listed, tables
from tests.support.rule_ids import RULE_IDS

FAMILIES = sorted(RULE_IDS)


def table(path: Path, *columns: str) -> Table:
    """The one table of a document with these columns."""
    found = [each for each in tables(path) if each.columns[: len(columns)] == columns]
    assert len(found) == 1, f"{path.name}: {len(found)} tables with the columns {columns}"
    return found[0]


# Nothing is left out


def test_every_family_has_its_rules_written_down() -> None:
    assert sorted(RULES) == FAMILIES == sorted(games.FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_has_one_entry_and_no_entry_is_of_a_rule_that_nobody_knows(family: str) -> None:
    assert sorted(listed(RULES[family], "rule ID")) == sorted(RULE_IDS[family])


def test_every_check_verdict_and_grade_has_its_entry() -> None:
    assert tuple(listed(PROTOCOL, "check")) == CHECKS
    assert tuple(listed(RECORD, "verdict")) == VERDICTS
    assert listed(PROTOCOL, "grade") == ["A", "B", "C", "F", "null"]


def test_every_key_of_the_header_and_of_the_record_has_its_entry() -> None:
    from dealproof.replay.record.record import HEADER_KEYS, ROOT_KEYS

    header = next(each for each in tables(PROTOCOL) if each.chapter == "Header")
    record = next(each for each in tables(RECORD) if each.chapter == "Record")
    assert sorted(code for row in header.rows for code in codes(row[0])) == sorted(HEADER_KEYS)
    assert sorted(code for row in record.rows for code in codes(row[0])) == sorted(ROOT_KEYS)


def test_every_word_of_an_event_has_its_entry_in_the_order_of_legal_events() -> None:
    assert tuple(listed(RECORD, "`do`")) == tuple(ACTIONS)


def test_every_key_of_a_verdict_has_its_entry() -> None:
    from dealproof.replay.audit import audit

    printed = next(each for each in tables(RECORD) if each.chapter == "As JSON")
    assert [code for row in printed.rows for code in codes(row[0])] == list(audit(b"{}").to_json())


def test_every_remark_and_every_finding_over_several_hands_has_its_entry() -> None:
    said = set(sentences(ENGLISH).sections["remarks"])
    assert set(listed(RECORD, "remark")) == said - {*REMARKS, OPENED_ELSEWHERE}
    assert listed(RECORD, "finding") == [*REMARKS, OPENED_ELSEWHERE]


def raised() -> Iterator[str]:
    """Every code of a malformed record or rule set that the code can name."""
    for package in ("verifier", "replay"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield from codes_in(node)


def codes_in(node: ast.AST) -> Iterator[str]:
    """The code in a call that makes an error, or in a contradiction (pointer, code, sentence) that is yielded."""
    code: ast.expr | None = None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        place = {"Malformed": 1, "_malformed": 0, "Unholdable": 0}.get(node.func.id)
        code = node.args[place] if place is not None and len(node.args) > place else None
    elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
        code = node.value.elts[1]
    if isinstance(code, ast.Constant) and isinstance(code.value, str):
        yield code.value
    elif isinstance(code, ast.JoinedStr):
        start = code.values[0]
        assert isinstance(start, ast.Constant)
        yield from (f"{start.value}{kind}" for kind in FIELDS)


def test_every_code_of_a_malformed_record_has_its_entry() -> None:
    found = set(raised())
    assert len(found) > 50
    assert set(listed(RECORD, "code")) == found


def rows_of(path: Path, chapter: str, heading: str) -> list[tuple[str, ...]]:
    """The codes in the first cell of each row of the table below a heading."""
    (found,) = [each for each in tables(path) if each.chapter == chapter and each.columns[0] == heading]
    return [codes(row[0]) for row in found.rows]


def test_every_code_and_word_about_a_receipt_has_its_entry_in_order() -> None:
    assert rows_of(LOG, "Checking a receipt", "code") == [(code,) for code in receipt_codes.CODES]
    assert rows_of(LOG, "What is shown", "word") == [(word,) for word in receipt_codes.WITHHELD]
    assert rows_of(LOG, "Order of leaves", "refusal") == [(code,) for code in appends.CODES]


def test_every_code_of_a_text_of_the_log_has_its_entry() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "verifier" / "tlog").rglob("*.py"))
    raised = set(re.findall(r'"(bad-[a-z]+)"', text)) - {"bad-signature", "bad-cosignature"}
    assert {code for row in rows_of(LOG, "Texts", "code") for code in row} == raised


def test_every_field_of_a_leaf_and_every_reason_has_its_entry() -> None:
    (fields,) = [each for each in tables(LOG) if each.columns == ("key", "in", "value")]
    written: dict[str, set[str]] = {type: set() for type in leaf.FIELDS}
    for row in fields.rows:
        for type in leaf.FIELDS if row[1] == "all" else codes(row[1]):
            written[type] |= set(codes(row[0]))
    assert written == {type: {*leaf.ALWAYS, *leaf.FIELDS[type]} for type in leaf.FIELDS}
    assert rows_of(LOG, "Leaves", "leaf") == [(type,) for type in leaf.FIELDS]
    assert rows_of(LOG, "Leaves", "reason") == [(reason,) for reason in leaf.REASONS]


def test_every_key_of_a_receipt_and_of_what_it_shows_has_its_entry() -> None:
    assert {code for row in rows_of(LOG, "Receipts", "key") for code in row} == receipt.KEYS
    shown = publication.Publication(None, log="x").to_json()
    assert shown is not None
    assert [code for row in rows_of(LOG, "What is shown", "key of `published`") for code in row] == list(shown)


def test_the_log_step_by_step_is_recomputed() -> None:
    """By the slow references alone."""
    text = LOG.read_text(encoding="utf-8")
    header = {"hand": "h1", "table": "t1", "number": 1, "server_commitment": "66" * 32}
    time = 1790000000000
    digest = sha256(rfc8785.dumps(header)).hexdigest()
    commit = {"type": "commit", "time": time, "header": digest, **header}
    salted = protocol.salt(header, ["a", "b"]).hex()
    deal = rfc8785.dumps({"type": "deal", "hand": "h1", "time": time + 30000, "salt": salted})
    assert f"\n{deal.decode()}\n" in text
    assert f"is {len(deal)} bytes long" in text
    root = merkle.mth([b"another leaf", rfc8785.dumps(commit)])
    body = f"log.example/28\n2\n{b64encode(root).decode()}\n"
    lines = []
    for name, type, secret, message, before in (
        ("log.example/28", b"\x01", bytes([1]) * 32, body, b""),
        (
            "witness.example",
            b"\x04",
            bytes([2]) * 32,
            f"cosignature/v1\ntime 1790000010\n{body}",
            b"\0\0\0\0\x6a\xb1\x3b\x8a",
        ),
    ):
        id = sha256(name.encode() + b"\n" + type + protocol.public(secret)).digest()[:4]
        signature = protocol.sign(secret, message.encode())
        lines.append(f"— {name} {b64encode(id + before + signature).decode()}\n")
    assert f"```\n{body}\n{''.join(lines)}```" in text


@pytest.mark.parametrize("family", FAMILIES)
def test_every_ruling_has_its_entry_with_its_status(family: str) -> None:
    rulings = {
        ruling.id: ruling for game in rulesets.games().values() if game.family == family for ruling in game.rulings
    }
    if family == "gulan":
        rulings = {point.ruling.id: point.ruling for point in POINTS}  # some are of options alone
    rows = next(each for each in tables(RULES[family]) if each.chapter == "Rulings")
    status = rows.columns.index("status")
    assert {codes(row[0])[0]: row[status] for row in rows.rows} == {each.id: each.status for each in rulings.values()}


def test_a_ruling_of_28_40_and_56_is_one_for_the_sources_that_leave_its_point_open() -> None:
    letters = {"gulan-parish": "G", "guide-to-28": "K", "cheettukali": "C"}
    rows = next(each for each in tables(RULES["gulan"]) if each.chapter == "Rulings")
    assert {codes(row[0])[0]: row[1] for row in rows.rows} == {
        point.ruling.id: ", ".join(letters[source] for source in point.sources) for point in POINTS
    }


# Options and values


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every option of a rule set by its path; lists and aliases are one option each."""
    if isinstance(value, dict) and value and not path.endswith("aliases"):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}" if path else key)
    else:
        yield path, value


def options(family: str) -> dict[str, dict[str, Any]]:
    """The options of every built-in rule set of a family."""
    return {game.id: dict(leaves(game.options())) for game in rulesets.games().values() if game.family == family}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_has_its_entry(family: str) -> None:
    known = {path for each in options(family).values() for path in each}
    if family == "gulan":
        known |= {f"stages[].{path}" for path in ("packets", "auction.order", "auction.minimum", "auction.rounds")}
    assert set(codes("".join(row[0] for row in table(RULES[family], "option", "values").rows))) == known


@pytest.mark.parametrize("family", FAMILIES)
def test_the_values_of_every_rule_set_are_those_in_the_table(family: str) -> None:
    known = options(family)
    values = next(each for each in tables(RULES[family]) if each.chapter == "Values")
    assert [*map(codes, values.columns[1:])] == [(id,) for id in known]
    listed_elsewhere = {path for path, value in next(iter(known.values())).items() if isinstance(value, list)}
    written = {codes(row[0])[0]: [codes(cell)[0] for cell in row[1:]] for row in values.rows}
    assert written == {
        path: [
            value if isinstance(value, str) else json.dumps(value) for value in (each[path] for each in known.values())
        ]
        for path in next(iter(known.values()))
        if path not in {"id", "family"} | listed_elsewhere
    }


def test_the_decks_are_those_in_the_table() -> None:
    decks = next(each for each in tables(RULES["gulan"]) if "packets" in each.columns)
    assert list(decks.rows) == [deck(each) for each in VARIANTS]


def deck(rules: RuleSet) -> tuple[str, ...]:
    """The row of a rule set in the table of decks."""
    ranks = " ".join(each.rank + (f"×{each.copies}" if each.copies > 1 else "") for each in rules.pack.ranks)
    packets = ", auction, ".join(" ".join(map(str, stage.packets)) for stage in rules.stages) + ", auction"
    cards = 4 * sum(each.copies for each in rules.pack.ranks)
    senior = "none" if rules.senior is None else str(rules.senior)
    least = rules.stages[0].auction.minimum
    numbers = (cards, rules.total, least, rules.honors)
    return (f"`{rules.id}`", str(rules.seats), f"`{ranks}`", *map(str, numbers), senior, packets)


def test_the_prices_are_those_in_the_table() -> None:
    prices = next(each for each in tables(RULES["gulan"]) if each.columns == ("rule sets", "bid", "made", "failed"))
    rows: dict[str, list[tuple[str, ...]]] = {}
    of: tuple[str, ...] = ()
    for row in prices.rows:
        of = codes(row[0]) or of
        for id in of:
            rows.setdefault(id, []).append(row[1:])
    assert sorted(rows) == sorted(each.id for each in VARIANTS)
    for rules in VARIANTS:
        expected = [*bands(rules), *specials(rules)]
        assert [tuple(first(cell) for cell in row) for row in rows[rules.id]] == expected, rules.id


def first(cell: str) -> str:
    """The figure or word that a cell begins with."""
    return cell.replace(",", " ").replace(";", " ").split()[0]


def bands(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    ends = [each.at_least - 1 for _, each in pairwise(rules.score.bands)] + [rules.total]
    for band, end in zip(rules.score.bands, ends, strict=True):
        height = str(end) if end == band.at_least else f"{band.at_least}–{end}"
        yield height, f"+{band.made}", f"−{-band.failed}"


def specials(rules: RuleSet) -> Iterator[tuple[str, str, str]]:
    score = resolved(rules)
    thani, jodi = (
        (f"+{price.made}", price.failed if isinstance(price.failed, str) else f"−{-price.failed}")
        for price in (score.thani, score.jodi)
    )
    if thani == jodi:
        yield "thani", *thani
    else:
        yield "jodi", *jodi
        yield "thani", *thani


# The order of faults


def with_options() -> Iterator[RuleSet]:
    """A rule set for each rule that needs an option."""
    for table in map(rule_fixtures.with_option, rule_fixtures.OPTIONS):
        game = rulesets.read(table.rules, table.id, "")
        if isinstance(game, Gulan):
            yield game.rules


HOUSES = [
    *VARIANTS,
    *with_options(),
    replace(VARIANTS[1], jodi=Jodi(enabled=True)),
]
PAGES = {
    "Before and during the auction": [CALLING],
    "While the declarer has to choose trump": [CHOOSING],
    "During play": [PLAYING, GUARDED],
    "A card must come now": [ASKED, REVEALED],
    "An answer must come now": [QUESTIONED],
    "A redeal must come now": [REDEAL_OWED],
}


def names(rules: Any) -> list[str]:
    return [rule.__name__.replace("_", "-") for rule in rules]


def reached(rules: list[str], title: str) -> list[str]:
    """The rules that can be named: outside play every promise is spoken of at the wrong time."""
    return rules[: rules.index("jodi-not-now") + 1] if "jodi-not-now" in rules and title != "During play" else rules


def follows(order: list[str], rules: list[str]) -> bool:
    """Whether some rules stand in a written order, one after the other."""
    rest = iter(order)
    return all(rule in rest for rule in rules)


def gulan_orders() -> dict[str, dict[str, list[str]]]:
    """The written order of every page and word. "the same" goes on from the row above, "as during play" from there."""
    text = RULES["gulan"].read_text(encoding="utf-8").partition("## Order of faults")[2].partition("\n## ")[0]
    found: dict[str, dict[str, list[str]]] = {}
    for title, block in zip(PAGES, text.split("\n**")[1:], strict=False):
        assert block.startswith(f"{title}**"), title
        found[title] = {}
        above: list[str] = []
        for line in block.splitlines():
            if not line.startswith("| ") or line.startswith("| `do`"):
                continue
            words, rules = line.strip("|").split("|")
            above = [*(above if "the same" in rules else []), *codes(rules)]
            for word in codes(words) if not words.strip().startswith("the word") else ("the word",):
                found[title][word] = above
            if "else" in words or "other one" in words:
                found[title]["everything else" if "everything" in words else "the other"] = above
    return found


def written(title: str, word: str, rules: RuleSet) -> list[str]:
    orders = gulan_orders()
    page = orders[title]
    if title == "While the declarer has to choose trump" and word in ("conceal", "show_trump"):
        own = "conceal" if rules.trump.choice == "concealed" else "show_trump"
        return page["the word" if word == own else "the other"]
    if word in page:
        return page[word]
    return page["everything else"] or orders["During play"][word]


@pytest.mark.parametrize("title", PAGES)
def test_the_order_of_faults_of_28_40_and_56_is_that_of_the_rule_book(title: str) -> None:
    asked: set[str] = set()
    for rules in HOUSES:
        for situation in PAGES[title]:
            for word, entry in gulan_book(rules)[situation].items():
                order = written(title, word, rules)
                rest = reached(names(entry), title)
                assert follows(order, rest), (rules.id, word, order, rest)
                asked |= set(rest)
    assert {rule for order in gulan_orders()[title].values() for rule in order} <= asked


def test_nothing_can_be_done_after_the_end() -> None:
    assert {name for rules in HOUSES for entry in gulan_book(rules)[OVER].values() for name in names(entry)} == {
        "play-after-end"
    }


def orders(family: str) -> dict[tuple[str, str], list[str]]:
    """The written order of each row by situation and word."""
    found, situation = {}, ""
    rows = next(each for each in tables(RULES[family]) if each.chapter == "Order of faults")
    for row in rows.rows:
        situation = row[0] or situation
        for word in codes(row[1]) or ("every word",):
            found[situation, word] = list(codes(row[2]))
    return found


def test_the_order_of_faults_of_a_seating_is_that_of_its_rule_book() -> None:
    rows = next(each for each in tables(RULES["seating"]) if each.chapter == "Order of faults").rows
    assert {codes(row[0])[0]: list(codes(row[1])) for row in rows} == {
        word: names(entry) for word, entry in SEATING_BOOK.items()
    }


def test_the_order_of_faults_of_kazhutha_is_that_of_its_rule_book() -> None:
    expected = orders("kazhutha")
    opening, leading, following, always, over = dict.fromkeys(situation for situation, _ in expected)
    pages = kazhutha_book.book(KAZHUTHA)
    for situation, page in zip((opening, leading, following), pages, strict=False):
        assert names(page["play"]) == expected[situation, "play"]
        assert names(page["timeout"]) == expected[always, "timeout"]
    assert {word: names(entry) for word, entry in pages[-1].items()} == {
        word: expected[over, word] for word in ("play", "timeout")
    }
    for page in kazhutha_book.book(replace(KAZHUTHA, turn_ms=None))[:-1]:
        assert not {"card-too-late", "timeout-too-early"} & {*names(page["play"]), *names(page["timeout"])}


def test_the_order_of_faults_of_rummy_is_that_of_its_rule_book() -> None:
    expected = orders("rummy")
    every = replace(RUMMY_13, wild_from_discards=False, return_taken_card=False, turn_ms=30_000)
    drawing, holding, over = rummy_book.book(every)
    for situation, page in (("the seat has to draw", drawing), ("the seat has drawn", holding)):
        assert {word: names(entry) for word, entry in page.items()} == {
            word: rules for (where, word), rules in expected.items() if where == situation
        }
    assert {name for entry in over.values() for name in names(entry)} == set(expected["the hand is over", "every word"])


def test_no_heading_stands_twice_in_a_document() -> None:
    for path in (PROTOCOL, LOG, RECORD, *RULES.values()):
        assert len(set(headings(path))) == len(headings(path)), path


# The worked example


def worked_example() -> str:
    return PROTOCOL.read_text(encoding="utf-8").partition("## A worked example")[2].partition("\n## ")[0]


def shown(label: str) -> str:
    """What the worked example writes after a label, without line breaks."""
    return worked_example().partition(label)[2].partition("```")[0].partition("\n\n")[0].replace("\n", "")


def test_the_worked_example_is_vector_0_recomputed() -> None:
    vector = json.loads((ROOT / "fixtures" / "vectors" / "protocol.json").read_bytes())[0]
    header, text = vector["header_jcs"], worked_example()
    for seed in (bytes(32), b"b", b"c"):
        assert f"= {sha256(seed).hexdigest()}" in text
    assert header in text.replace("\n", "")
    assert f"({len(header)} bytes" in text
    salt = sha256(f'{{"header":{header},"player_seeds":["a","b","c","d"]}}'.encode()).digest()
    assert f"salt = {salt.hex()}" in text
    prk = hmac.digest(salt, bytes(32), "sha256")
    assert f"prk    = {prk.hex()}" in text
    stream = hmac.digest(prk, b"dealproof/1 deal/0\x01", "sha256")
    assert shown("stream = ").replace(" ", "").startswith(stream.hex())
    for event in vector["events"]:
        assert json.dumps(event, separators=(",", ":")) in text
    for index, digest in enumerate(vector["log_hash"]):
        events = [{key: value for key, value in each.items() if key != "sig"} for each in vector["events"][:index]]
        log = json.dumps(events, separators=(",", ":"), sort_keys=True).encode()
        assert sha256(salt + log).hexdigest() == digest
        assert f"= {digest}" in text
    assert f"`{vector['signing']['public']}`" in text


def test_the_shuffle_of_the_worked_example_is_that_of_its_stream() -> None:
    vector = json.loads((ROOT / "fixtures" / "vectors" / "protocol.json").read_bytes())[0]
    deck = list(vector["canonical_deck"])
    stream = bytes.fromhex(vector["stream"]["deal/0"])
    rows = next(each for each in tables(PROTOCOL) if each.chapter == "A worked example")
    for place, row in enumerate(rows.rows):
        word, i = stream[4 * place : 4 * place + 4], 31 - place
        number = int.from_bytes(word, "big")
        j = number % (i + 1)
        assert row == (str(i), f"{word.hex()} = {number}", str(i + 1), str(j), f"`{deck[i]}` and `{deck[j]}`")
        deck[i], deck[j] = deck[j], deck[i]
    assert " ".join(vector["deck"]["deal/0"]) in worked_example()


def test_the_keys_of_small_order_that_the_protocol_names_are_those_that_are_refused() -> None:
    chapter = PROTOCOL.read_text(encoding="utf-8").partition("### Weak keys")[2].partition("\n## ")[0]
    named = [bytes.fromhex(code) for code in codes(chapter) if len(code) == 64]
    assert len(named) == 2
    assert all(is_weak(key) for key in named)
    for y in (0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 1):
        assert is_weak(y.to_bytes(32, "little"))
        assert is_weak((y + 2**255).to_bytes(32, "little"))
    assert not is_weak(public_key(bytes(32)))
