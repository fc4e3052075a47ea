"""What designers of protocols would try against this one, one attack a test (issue 13, "Shown by").

The name says what is done; the test shows where it is seen: in the verdict of a player who kept a receipt, in the
reading of a monitor, or in a refusal before any harm is done. Attacks that nothing here can show are in the threat
table of the guide.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from dealproof.replay import live
from dealproof.replay.judge import judged as judged_alone
from dealproof.replay.record.void import FORMAT as VOID
from dealproof.replay.several import EQUIVOCATION, SEED_REUSED, findings, trace
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import format_base64, parse_base64, parse_json
from dealproof.verifier.errors import LogRefuted, MalformedLog, SignatureRefuted
from dealproof.verifier.log_hash import log_hash
from dealproof.verifier.signature import check_signature, public_key, sign
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.appends import check_append
from dealproof.verifier.tlog.leaf import check_leaf, format_leaf
from dealproof.verifier.tlog.note import format_note
from dealproof.verifier.tlog.note_signature import sign_note
from dealproof.web.log.errors import NotSigned
from dealproof.web.log.key_file import LogKey
from dealproof.web.log.memory import Memory
from dealproof.web.log.monitoring import OVERDUE_AFTER, Report, monitor
from dealproof.web.log.publishing import Unpublished, append
from dealproof.web.log.verification import verify
from dealproof.web.store.log_database import log_database
from dealproof.web.store.operator_database import operator_database
from tests.generate.demo_log import BEGAN, LOG, LOG_SECRET, DemoLog, commit_leaf, deal_leaf, hashed, result_leaf
from tests.support.logs import FakeWitness, files, reading, running_log
from tests.support.operators import Asking, asking, token_of
from tests.support.paths import ROOT
from tests.support.witnessed import (
    SECRETS,
    SEEDS,
    Json,
    encoded,
    judged,
    receipt,
    receipt_published_together,
    resealed,
    sealed,
    server_seed,
)

Test = TypeVar("Test", bound=Callable[..., None])

ATTACKS: dict[str, str] = {}
"""The test of each attack, by its name in the threat table."""

SEED = server_seed("honest")
HONEST = sealed(SEED)
KEPT = receipt(HONEST)
KEY = LogKey(LOG, LOG_SECRET)


def attack(name: str) -> Callable[[Test], Test]:
    """Registers the test of an attack under its name in the threat table."""

    def register(test: Test) -> Test:
        assert name not in ATTACKS
        ATTACKS[name] = test.__name__
        return test

    return register


def failed(record: Json, kept: bytes | None = KEPT) -> set[str]:
    """The checks that fail. Where one of them is about a hash, a signature or the receipt, the grade is F."""
    verdict = judged(record, kept)
    found = {name for name, outcome in verdict.checks.items() if outcome == "failed"}
    assert (verdict.grade == "F") == ("tampered" in verdict.all) == bool(found - {"legal", "result"})
    return found


def why(record: Json, kept: bytes = KEPT) -> str | None:
    """Why the receipt does not hold for a record."""
    return judged(record, kept).publication


def with_header(**changed: Any) -> Json:
    """The honest record with another header, and everything that an operator can compute from it."""
    return resealed({**HONEST, "header": {**HONEST["header"], **changed}}, SEED)


def given_up(reason: str, missing: tuple[int, ...] = (), record: Json = HONEST) -> Json:
    """A hand that was given up before the deal, as a void record."""
    return {
        "format": VOID,
        **{key: record[key] for key in ("header", "rules", "server_seed")},
        "player_seeds": [None if seat in missing else seed for seat, seed in enumerate(record["player_seeds"])],
        "events": [],
        "log_head": None,
        "reason": reason,
    }


def void_leaf(record: Json, missing: tuple[int, ...] = ()) -> Json:
    return {
        "type": "void",
        "hand": record["header"]["hand"],
        "time": BEGAN * 1000,
        "reason": record["reason"],
        "missing": [*missing],
        "server_seed": record["server_seed"],
        "record": hashed(record),
    }


def receipt_of_a_void_hand(record: Json, missing: tuple[int, ...], seed_receipts: list[str]) -> bytes:
    log = DemoLog()
    commit = log.add(commit_leaf(record, BEGAN), BEGAN + 2, SECRETS)
    close = log.add(void_leaf(record, missing), BEGAN + 60)
    whole = parse_json(log.receipt(record["header"], commit, close, log.add(void_leaf(record, missing), BEGAN + 62)))
    assert isinstance(whole, dict)
    return encoded({**whole, "deal": None, "close": whole["deal"], "seed_receipts": seed_receipts})


def read(memory: Memory, leaves: list[Any], now: int = BEGAN) -> Report:
    """One reading of a log of these leaves by a monitor that remembers."""
    log = verify(reading(files(KEY, [*map(format_leaf, leaves)])), LOG)
    memory.see(now, log.note)
    memory.learn([log.tree.subtrees(0, at) for at in range(len(leaves))])
    return monitor(log, memory, now)


def of_several(*records: Json) -> set[str]:
    """What several records say of each other."""
    traces = []
    for each in records:
        found, _ = judged_alone(encoded(each))
        assert found is not None
        traces.append(trace(found, encoded(each)))
    return {each.name for found in findings(traces).values() for each in found}


def test_the_honest_hand_has_grade_a_and_every_check_passes() -> None:
    verdict = judged(HONEST, KEPT)
    assert (verdict.verdict, verdict.grade, verdict.publication) == ("verified", "A", None)
    assert set(verdict.checks.values()) == {"passed"}


# Seeds


@attack("ground-server-seed")
def test_attack_server_seed_ground_after_the_player_seeds_were_opened() -> None:
    """The operator tries server seeds until the deck suits it, and opens that one instead."""
    assert "commitment" in failed(resealed(HONEST, server_seed("ground")))


@attack("replaced-commitment")
def test_attack_server_seed_and_its_commitment_replaced_together() -> None:
    """A record that is right in itself, but its header is not the one that was published."""
    other = sealed(server_seed("ground"))
    assert judged(other).verdict == "verified"
    assert why(other) == "wrong-hand"


@attack("ground-player-seed")
def test_attack_player_seed_ground_by_the_operator() -> None:
    assert "player-seeds" in failed(resealed({**HONEST, "player_seeds": ["ground", *SEEDS[1:]]}, SEED))


@attack("replaced-player-commitment")
def test_attack_player_seed_and_its_commitment_replaced_together() -> None:
    assert why(sealed(SEED, ("ground", *SEEDS[1:]))) == "wrong-hand"


@attack("substituted-seed")
def test_attack_value_substituted_for_the_seed_of_a_seat_that_never_opened_it() -> None:
    """PROTOCOL.md, "Roles and order": such a hand is void."""
    assert "player-seeds" in failed(resealed({**HONEST, "player_seeds": [*SEEDS[:3], "default"]}, SEED))


@attack("last-open-seed")
def test_attack_last_seat_chooses_an_open_seed_together_with_the_operator() -> None:
    """No check can fail, so the grade says what is not shown: B at best."""
    record = sealed(SEED, player_commitments=[*map(commit_player_seed, SEEDS[:3]), None])
    verdict = judged(record, receipt(record))
    assert (verdict.verdict, verdict.grade, verdict.checks["player-seeds"]) == ("verified", "B", "not shown")


@attack("copied-seed")
def test_attack_seat_copies_the_commitment_and_then_the_seed_of_another() -> None:
    record = sealed(SEED, (SEEDS[0], SEEDS[0], *SEEDS[2:]))
    assert "equal-player-seeds" in [each.remark for each in judged(record, receipt(record)).remarks]


@attack("reused-server-seed")
def test_attack_one_server_seed_for_two_hands() -> None:
    """Whoever saw the first hand opened knows the cards of the second. A monitor sees it before either is opened."""
    second = sealed(SEED, hand="table.2", number=2)
    assert of_several(HONEST, second) == {SEED_REUSED}
    report = read(Memory(), [commit_leaf(each, BEGAN) for each in (HONEST, second)])
    assert [each.hands for each in report.reused] == [("table.1", "table.2")]


@attack("refused-seed")
def test_attack_seed_refused_though_the_player_sent_it() -> None:
    """The operator gives a hand up as if a seat had stayed away; the receipt of the seed says that it did not."""
    record = given_up("seed-missing", (0,))
    text = f"dealproof/seed-receipt/1\ntable.1\n0\n{commit_player_seed(SEEDS[0])}\n{BEGAN * 1000}\n"
    note = format_note(sign_note(text, LOG, LOG_SECRET)).decode()
    verdict = judged(record, receipt_of_a_void_hand(record, (0,), [note]))
    assert (verdict.verdict, verdict.publication) == ("void", "not-dealt")
    assert ("seed-was-received", 0) in [(each.remark, each.seat) for each in verdict.remarks]
    without = judged(record, receipt_of_a_void_hand(record, (0,), []))
    assert "seed-was-received" not in [each.remark for each in without.remarks]


# Publication


@attack("late-publication")
def test_attack_header_published_after_the_deal() -> None:
    assert failed(HONEST, receipt_published_together(HONEST)) == {"published-before-play"}
    assert why(HONEST, receipt_published_together(HONEST)) == "published-late"


@attack("replaced-header")
def test_attack_published_header_replaced_by_another() -> None:
    """The record and the receipt agree with each other, but the leaf in the log has the hash of the first header."""
    other = sealed(server_seed("other"))
    kept = parse_json(KEPT)
    assert isinstance(kept, dict)
    assert why(other, encoded({**kept, "header": other["header"]})) == "wrong-leaf"


@attack("other-receipt")
def test_attack_receipt_of_another_hand() -> None:
    other = sealed(server_seed("other"), hand="table.2", number=2)
    assert why(other) == "wrong-hand"


@attack("replayed-header")
def test_attack_header_replayed_for_a_second_hand() -> None:
    """A hand ID and a number of a table are used once: the log refuses the second commit."""
    first = commit_leaf(HONEST, BEGAN)
    progress = check_append(first, None, None)
    with pytest.raises(LogRefuted) as refused:
        check_append(commit_leaf(HONEST, BEGAN + 1), progress, 1)
    assert refused.value.code == "duplicate-commit"
    with pytest.raises(LogRefuted) as refused:
        check_append(commit_leaf(sealed(server_seed("other"), hand="table.x"), BEGAN), None, 1)
    assert refused.value.code == "number-out-of-order"


@attack("dropped-hand")
def test_attack_hand_dropped_without_a_word() -> None:
    """A committed hand that is neither closed nor given up is overdue after a day."""
    memory, leaves = Memory(), [commit_leaf(HONEST, BEGAN), deal_leaf(HONEST, BEGAN + 20)]
    assert read(memory, leaves).is_clean
    assert [each.hand for each in read(memory, leaves, BEGAN + OVERDUE_AFTER).overdue] == ["table.1"]


@attack("opened-early")
def test_attack_server_seed_opened_in_the_log_before_the_hand_is_over() -> None:
    """Whoever reads the log knows all cards then. The log has the moves so far: what is played after is not in it."""
    early = resealed({**HONEST, "events": HONEST["events"][:-4]}, SEED)
    opened = receipt(early)
    assert "incomplete" in judged(early, opened).all
    assert judged(HONEST).verdict == "verified"
    assert why(HONEST, opened) == "wrong-leaf"


@attack("given-up-hands")
def test_attack_bad_hands_given_up_until_a_good_one_comes() -> None:
    """Each is counted by table and reason, and its deck is computed: anybody sees what was thrown away."""
    record = given_up("players-left")
    report = read(Memory(), [commit_leaf(record, BEGAN), void_leaf(record)])
    assert [each[:] for each in report.voids] == [("table", "players-left", None, 1)]
    assert (judged(record).decks or {}).keys() == {"deal/0"}


@attack("best-of-several")
def test_attack_several_headers_committed_and_the_best_one_dealt() -> None:
    """Each has a number of the table; those that are not dealt must be given up, or are overdue."""
    tries = [sealed(server_seed(word), hand=f"table.{at}", number=at) for at, word in enumerate("abc", 1)]
    leaves = [commit_leaf(each, BEGAN) for each in tries]
    leaves += [deal_leaf(tries[2], BEGAN + 1), result_leaf(tries[2], BEGAN + 2)]
    memory = Memory()
    assert read(memory, leaves).is_clean
    assert [each.number for each in read(memory, leaves, BEGAN + OVERDUE_AFTER).overdue] == [1, 2]


@attack("forked-log")
def test_attack_forked_log() -> None:
    """The log shows one tree to players and another to auditors: two signed checkpoints prove it to anybody."""
    memory = Memory()
    assert not read(memory, [commit_leaf(HONEST, BEGAN)]).forks
    (proof,) = read(memory, [commit_leaf(sealed(server_seed("other")), BEGAN)]).forks
    assert proof["first"] != proof["second"]


@attack("receipt-of-two-forks")
def test_attack_receipt_from_two_forks() -> None:
    """The deal is in another tree than the commit: no proof leads from one to the other."""
    players, auditors = DemoLog(), DemoLog()
    commit = players.add(commit_leaf(HONEST, BEGAN), BEGAN + 2, SECRETS)
    auditors.add(commit_leaf(sealed(server_seed("other")), BEGAN), BEGAN + 2)
    deal = auditors.add(deal_leaf(HONEST, BEGAN + 20), BEGAN + 22)
    close = auditors.add(result_leaf(HONEST, BEGAN + 60), BEGAN + 62)
    kept = parse_json(players.receipt(HONEST["header"], commit, commit, commit))
    later = parse_json(auditors.receipt(HONEST["header"], commit, deal, close))
    assert isinstance(kept, dict)
    assert isinstance(later, dict)
    assert why(HONEST, encoded({**later, "commit": kept["commit"]})) == "not-consistent"


@attack("shrunk-log")
def test_attack_log_cut_back_to_an_earlier_size() -> None:
    memory, leaves = Memory(), [commit_leaf(HONEST, BEGAN), deal_leaf(HONEST, BEGAN + 20)]
    assert read(memory, leaves).shrunk is None
    assert read(memory, leaves[:1]).shrunk == 2


@attack("back-dated")
def test_attack_checkpoint_dated_back() -> None:
    """A witness that signs the later checkpoint with an earlier time contradicts itself."""
    log = DemoLog()
    commit = log.add(commit_leaf(HONEST, BEGAN), BEGAN + 500, SECRETS)
    deal = log.add(deal_leaf(HONEST, BEGAN + 20), BEGAN + 22)
    close = log.add(result_leaf(HONEST, BEGAN + 60), BEGAN + 62)
    assert why(HONEST, log.receipt(HONEST["header"], commit, deal, close)) == "bad-cosignature"


@attack("unwitnessed")
def test_attack_operator_alone_says_when_the_header_was_published() -> None:
    """Without a witness and without the seats nobody but the operator saw the first checkpoint."""
    kept = parse_json(KEPT)
    assert isinstance(kept, dict)
    commit: Any = kept["commit"]
    signed = commit["proof"].split("\n— ")
    alone = "\n— ".join(part for part in signed if "witness" not in part and "seat/" not in part).rstrip("\n") + "\n"
    verdict = judged(HONEST, encoded({**kept, "commit": {**commit, "proof": alone}}))
    assert (verdict.verdict, verdict.grade, verdict.publication) == ("verified", "C", "unwitnessed")


# Keys, moves and rules


@attack("swapped-key")
def test_attack_key_of_a_seat_swapped_after_the_hand() -> None:
    """The operator puts its own key in the header, and signs other moves with it."""
    secrets = (bytes([7]) * 32, *SECRETS[1:])
    other = sealed(SEED, secrets=secrets)
    assert judged(other).verdict == "verified"
    assert why(other) == "wrong-hand"


@attack("dropped-keys")
def test_attack_keys_dropped_after_the_hand() -> None:
    assert {"published-before-play"} <= failed(with_header(seat_keys=None))
    assert why(with_header(seat_keys=None)) == "wrong-hand"


@attack("shared-key")
@attack("changed-moves")
@pytest.mark.parametrize(
    ("key", "code"),
    [
        (format_base64(bytes([1]) + bytes(31)), "weak-key"),
        (format_base64(public_key(SECRETS[1])), "duplicate-key"),
    ],
    ids=["key-of-small-order", "key-of-another-seat"],
)
def test_attack_key_for_which_others_can_sign(key: str, code: str) -> None:
    keys = [key, *HONEST["header"]["seat_keys"][1:]]
    verdict = judged({**HONEST, "header": {**HONEST["header"], "seat_keys": keys}})
    assert verdict.malformed is not None
    assert verdict.malformed.code == code


def changed_card(events: list[Json]) -> None:
    """Two cards of one seat, each played at the time of the other."""
    first, second = [each for each in events if each["do"] == "play" and each["seat"] == 1][:2]
    first["card"], second["card"] = second["card"], first["card"]


def moved_signature(events: list[Json]) -> None:
    first, second = [each for each in events if each["do"] == "play" and each["seat"] == 1][:2]
    first["sig"], second["sig"] = second["sig"], first["sig"]


def dropped_signature(events: list[Json]) -> None:
    del events[-1]["sig"]


def dropped_move(events: list[Json]) -> None:
    del events[-3]


def swapped_moves(events: list[Json]) -> None:
    first, second = events[-2:]
    events[-2:] = [{**second, "t": first["t"]}, {**first, "t": second["t"]}]


def later_time(events: list[Json]) -> None:
    events[-1]["t"] += 60_000


@pytest.mark.parametrize(
    "change", [changed_card, moved_signature, dropped_signature, dropped_move, swapped_moves, later_time]
)
def test_attack_moves_changed_after_the_hand(change: Callable[[list[Json]], None]) -> None:
    """The operator can make a log head for any log, but no signature of a seat."""
    events = [dict(each) for each in HONEST["events"]]
    change(events)
    assert "signatures" in failed(resealed({**HONEST, "events": events}, SEED))


@attack("cut-log")
def test_attack_log_cut_short_before_the_end() -> None:
    """Every signature holds up to the cut; the closed log in the receipt is longer."""
    short = resealed({**HONEST, "events": HONEST["events"][:-4]}, SEED)
    assert judged(short).checks["signatures"] == "passed"
    assert "incomplete" in judged(short, KEPT).all
    assert why(short) == "wrong-leaf"


@attack("moved-signature")
def test_attack_signature_of_one_hand_used_in_another() -> None:
    seed = server_seed("other")
    other = sealed(seed)
    events = [
        {**each, "sig": HONEST["events"][0]["sig"]} if index == 0 else each
        for index, each in enumerate(other["events"])
    ]
    assert events[0]["seat"] == HONEST["events"][0]["seat"]
    assert "signatures" in failed(resealed({**other, "events": events}, seed), None)


@attack("replaced-rules")
def test_attack_rules_replaced_after_the_hand() -> None:
    """The rule set is bound by its digest, and the digest by the header."""
    assert {"rules-digest", "published-before-play"} <= failed(with_header(rules="28-standard"))


@attack("wrong-result")
def test_attack_result_paid_out_otherwise_than_played() -> None:
    wrong = {**HONEST, "claim": {**HONEST["claim"], "bid": 27}}
    verdict = judged(wrong, KEPT)
    assert (verdict.verdict, verdict.grade) == ("mismatch", "A")
    assert [(each.field, each.claimed) for each in verdict.differences] == [("/bid", 27)]


@attack("two-records")
def test_attack_another_record_under_the_same_hand_id() -> None:
    """Two players are shown two different hands: side by side the records contradict each other."""
    other = sealed(server_seed("other"))
    assert EQUIVOCATION in of_several(HONEST, other)


@attack("forged-move")
def test_attack_move_signed_by_the_operator_for_a_player() -> None:
    """A signature under another key than the one in the header does not hold."""
    events = [dict(each) for each in HONEST["events"]]
    last = events[-1]
    digest = log_hash(salt(HONEST["header"], HONEST["player_seeds"]), events)
    last["sig"] = format_base64(sign(bytes([9]) * 32, digest))
    assert failed({**HONEST, "events": events}) == {"signatures"}


# Clients, players and thieves


@attack("early-seeds")
def test_attack_seeds_asked_for_before_the_header_is_published() -> None:
    """The dealer's library refuses to take them, and the player's client to open one."""
    draft = {key: value for key, value in HONEST["header"].items() if key not in {"format", "server_commitment"}}
    hand = live.open(draft, live.ServerSeed(SEED))
    with pytest.raises(live.Misused) as refused:
        hand.seed(0, SEEDS[0], BEGAN * 1000)
    assert refused.value.code == "not-published"
    steps = json.loads((ROOT / "fixtures" / "player" / "seed-before-the-commit.json").read_bytes())["steps"]
    assert [(step["do"], step.get("refused")) for step in steps] == [("checkHeader", None), ("openSeed", "not-yet")]


@attack("withheld-seed")
def test_attack_seat_does_not_open_its_seed_to_have_the_hand_given_up() -> None:
    """Hands that were given up are counted by the seat that was missing."""
    record = given_up("seed-missing", (2,))
    report = read(Memory(), [commit_leaf(record, BEGAN), void_leaf(record, (2,))])
    assert [each[:] for each in report.voids] == [("table", "seed-missing", 2, 1)]
    with pytest.raises(MalformedLog):
        format_checked({**void_leaf(record), "reason": "players-left", "missing": [2]})


def format_checked(leaf: Json) -> bytes:
    return format_leaf(check_leaf(leaf))


@attack("denied-move")
def test_attack_player_denies_a_move_of_their_own() -> None:
    """Nobody else can have signed it: a single changed bit of the move or of any move before it is refused."""
    events = [dict(each) for each in HONEST["events"]]
    for index, event in enumerate(events):
        key = parse_base64(HONEST["header"]["seat_keys"][event["seat"]], 32)
        digest = log_hash(salt(HONEST["header"], HONEST["player_seeds"]), events[: index + 1])
        check_signature(key, parse_base64(event["sig"], 64), digest, index)
        with pytest.raises(SignatureRefuted):
            check_signature(key, parse_base64(event["sig"], 64), bytes([digest[0] ^ 1, *digest[1:]]), index)


@attack("restored-backup")
def test_attack_old_database_put_back_so_that_the_log_goes_on_from_there(tmp_path: Path) -> None:
    with running_log(f"sqlite:///{tmp_path / 'log.sqlite3'}", tmp_path) as log:
        append(log, [*map(format_leaf, [commit_leaf(HONEST, BEGAN), deal_leaf(HONEST, BEGAN + 20)])])
        with log_database(f"sqlite:///{tmp_path / 'backup.sqlite3'}") as old, pytest.raises(Unpublished) as stopped:
            append(log._replace(database=old), [format_leaf(commit_leaf(sealed(server_seed("other")), BEGAN))])
    assert isinstance(stopped.value.__cause__, NotSigned)
    assert stopped.value.__cause__.code == "would-fork"


@attack("stolen-log-key")
def test_attack_thief_signs_in_the_name_of_the_log() -> None:
    """A witness that saw the log refuses a tree that does not continue it; without one it is a fork, with a proof."""
    honest, stolen = [commit_leaf(HONEST, BEGAN)], [commit_leaf(sealed(server_seed("thief")), BEGAN)] * 2
    witness = FakeWitness("witness.example", LOG)
    trees = [files(KEY, [*map(format_leaf, leaves)])["checkpoint"] for leaves in (honest, stolen)]
    assert witness.post("/add-checkpoint", b"old 0\n\n" + trees[0], 1 << 14).status == 200
    assert witness.post("/add-checkpoint", b"old 1\n" + b"A" * 43 + b"=\n\n" + trees[1], 1 << 14).status == 422


@attack("stolen-token")
def test_attack_thief_publishes_at_the_tables_of_an_operator(tmp_path: Path) -> None:
    """The audit log says with which token it was done; a revoked token does nothing any more."""
    database = f"sqlite:///{tmp_path / 'hands.sqlite3'}"
    with asking(database, tmp_path) as owner:
        thief = Asking(owner.site, token_of(database))
        assert thief.post("/hands/table.1/commit", {"header": HONEST["header"]}).status_code == 201
        acts = owner.get("/audit").get_json()["acts"]
        (stolen,) = {each["token"] for each in acts if (each["act"], each["subject"]) == ("commit", "table.1")}
        with operator_database(database) as opened, opened.writing() as tables:
            tables.accounts.revoke(stolen, BEGAN * 1000)
        assert thief.get("/account").status_code == 401
        assert owner.get("/account").status_code == 200
