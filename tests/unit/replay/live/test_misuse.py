"""Every misuse is refused with a code and a sentence, and changes nothing (issue 13, item 1)."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from dealproof.replay import live, rulesets
from dealproof.replay.live import IllegalMove, LiveHand, Misused, ServerSeed
from dealproof.replay.live.phases import AFTER, BEFORE, PHASES, POSSIBLE
from dealproof.verifier.encoding import format_base64
from dealproof.verifier.errors import LogRefuted, Malformed, MalformedLog, PlayerSeedRefuted, SignatureRefuted
from dealproof.verifier.signature import sign
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key
from dealproof.verifier.tlog.policy import Policy, Witness
from dealproof.verifier.tlog.proof_text import format_proof_text, parse_proof_text
from tests.support.live_hands import (
    MS,
    NOW,
    POLICY,
    dealt,
    draft_of,
    opened,
    played,
    proof_of,
    published,
    seed_of,
    seeded,
    simulated,
    unchanged,
)

Call = Callable[[LiveHand], object]
RECORD = next(each.record for each in simulated("28-gulan", 20) if each.record["events"][0]["do"] == "cut")
SEEDS: list[str] = RECORD["player_seeds"]
EVENTS: list[Any] = RECORD["events"]


def at(phase: str) -> LiveHand:
    """A hand in this phase; cutting before any event, playing after some."""
    return AT[phase]()


def closed() -> LiveHand:
    hand = played(RECORD)
    hand.close()
    return hand


def void() -> LiveHand:
    hand = published(RECORD)
    hand.void("seed-missing")
    return hand


AT: dict[str, Callable[[], LiveHand]] = {
    "opened": lambda: opened(RECORD),
    "published": lambda: published(RECORD),
    "cutting": lambda: dealt(RECORD),
    "playing": lambda: played(RECORD, 6),
    "closed": closed,
    "void": void,
}

CALLS: dict[str, Call] = {
    "commit_leaf": lambda hand: hand.commit_leaf(MS),
    "published": lambda hand: hand.published(proof_of(opened(RECORD).commit_leaf(MS)), POLICY, NOW),
    "seed": lambda hand: hand.seed(0, SEEDS[0], MS),
    "deal": lambda hand: hand.deal(),
    "deal_leaf": lambda hand: hand.deal_leaf(MS),
    "skip_cut": lambda hand: hand.skip_cut(),
    "event": lambda hand: hand.event(following(hand)),
    "hash_of": lambda hand: hand.hash_of(following(hand)),
    "close": lambda hand: hand.close(),
    "void": lambda hand: hand.void("players-left"),
    "close_leaf": lambda hand: hand.close_leaf(MS),
    "record": lambda hand: hand.record(),
}

TABLE = """
    call         opened         published          cutting        playing        closed  void
    commit_leaf  -              -                  -              -              -       -
    published    no-leaf        already-published  already-dealt  already-dealt  closed  void
    seed         not-published  -                  already-dealt  already-dealt  closed  void
    deal         not-published  seeds-missing      already-dealt  already-dealt  closed  void
    deal_leaf    not-published  not-dealt          -              events-begun   closed  void
    skip_cut     not-published  not-dealt          -              no-cut         closed  void
    event        not-published  not-dealt          -              -              closed  void
    hash_of      not-published  not-dealt          -              -              closed  void
    close        not-published  not-dealt          cut-open       not-over       closed  void
    void         wrong-reason   wrong-reason       -              -              closed  void
    close_leaf   not-published  not-dealt          not-ended      not-ended      -       -
    record       not-published  not-dealt          not-ended      not-ended      -       -
"""
"""The code with which each call is refused in each phase, `-` where it is possible; written from the specification."""

HEAD, *ROWS = [line.split() for line in TABLE.strip().splitlines()]
CELLS = [(phase, call, code) for call, *codes in ROWS for phase, code in zip(HEAD[1:], codes, strict=True)]


def following(hand: LiveHand) -> Any:
    """The next event of the record."""
    played = len(json.loads(hand.snapshot())["events"] or [])
    return EVENTS[min(played, len(EVENTS) - 1)]


def refused(hand: LiveHand, call: Call, expected: type[Exception]) -> Any:
    """The error with which a call is refused; the hand must be as it was, and must go on."""
    before = unchanged(hand)
    with pytest.raises(expected) as caught:
        call(hand)
    assert unchanged(hand) == before
    text = str(caught.value)
    assert text.endswith(".") or isinstance(caught.value, IllegalMove | PlayerSeedRefuted)
    assert RECORD["server_seed"] not in text
    return caught.value


def test_the_table_has_every_call_and_every_phase() -> None:
    assert tuple(HEAD[1:]) == PHASES == tuple(AT)
    assert {row[0] for row in ROWS} == set(CALLS) == set(POSSIBLE)
    public = {name for name in vars(LiveHand) if not name.startswith("_")}
    assert public - set(CALLS) == {"due", "header", "missing", "phase", "proof", "snapshot", "view"}


@pytest.mark.parametrize(("phase", "call", "code"), CELLS)
def test_a_call_in_a_phase_is_possible_or_refused_and_changes_nothing(phase: str, call: str, code: str) -> None:
    hand = at(phase)
    assert hand.phase == phase
    if code == "-":
        CALLS[call](hand)
    else:
        assert refused(hand, CALLS[call], Misused).code == code


def test_a_refused_call_does_not_stop_the_hand() -> None:
    """After every refusal in every phase the hand is played to the same record."""
    hand = opened(RECORD)
    for phase in PHASES[:4]:
        assert hand.phase == phase
        for refusing_phase, call, code in CELLS:
            if refusing_phase == phase and code not in ("-", "no-leaf"):
                refused(hand, CALLS[call], Misused)
        if phase == "opened":
            CALLS["commit_leaf"](hand)
            CALLS["published"](hand)
        elif phase == "published":
            for seat, seed in enumerate(SEEDS):
                hand.seed(seat, seed, MS)
            hand.deal()
        elif phase == "cutting":
            hand.event(EVENTS[0])
        else:
            for event in EVENTS[1:]:
                hand.event(event)
    assert json.loads(hand.close())["log_head"] == RECORD["log_head"]


# Seeds


def test_a_second_hand_on_one_seed_is_refused() -> None:
    seed = seed_of(RECORD)
    hand = live.open(draft_of(RECORD), seed)
    with pytest.raises(Misused) as caught:
        live.open(draft_of(RECORD), seed)
    assert caught.value.code == "seed-used"
    with pytest.raises(Misused) as caught:
        live.load(hand.snapshot(), seed)
    assert caught.value.code == "seed-used"


def test_a_refused_draft_does_not_use_up_the_seed() -> None:
    seed = seed_of(RECORD)
    with pytest.raises(Malformed):
        live.open(draft_of(RECORD) | {"number": 0}, seed)
    live.open(draft_of(RECORD), seed)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "00" * 32, bytearray(32), None, 1])
def test_a_server_seed_is_32_bytes(secret: Any) -> None:
    with pytest.raises(Misused) as caught:
        ServerSeed(secret)
    assert caught.value.code == "bad-seed"


def test_a_seat_opens_one_seed_the_one_it_committed_to() -> None:
    committed = published(RECORD)
    seat = next(seat for seat, each in enumerate(RECORD["header"]["player_commitments"]) if each is not None)
    refused(committed, lambda hand: hand.seed(seat, "another", MS), PlayerSeedRefuted)
    draft = draft_of(RECORD) | {"player_commitments": [None] * 4}
    hand = live.open(draft, seed_of(RECORD))
    hand.published(proof_of(hand.commit_leaf(MS)), POLICY, NOW)
    hand.seed(seat, "one", MS)
    assert refused(hand, lambda hand: hand.seed(seat, "another", MS), Misused).code == "seed-opened"


@pytest.mark.parametrize("text", ["", "x" * 257, "é" * 129, "\ud800", None, 5, b"bytes", ["a"]])
def test_a_text_that_is_no_seed_is_refused(text: Any) -> None:
    """RECORD.md, "Limits": 1 to 256 bytes of UTF-8."""
    hand = live.open(draft_of(RECORD) | {"player_commitments": [None] * 4}, seed_of(RECORD))
    hand.published(proof_of(hand.commit_leaf(MS)), POLICY, NOW)
    assert refused(hand, lambda hand: hand.seed(0, text, MS), Malformed).pointer == "/player_seeds/0"


@pytest.mark.parametrize("seat", [-1, 4, True, None, "0", 0.0])
def test_there_is_no_such_seat(seat: Any) -> None:
    for call in (lambda hand: hand.seed(seat, "a", MS), lambda hand: hand.view(seat)):
        assert refused(published(RECORD), call, Misused).code == "no-such-seat"


@pytest.mark.parametrize("time", [-1, 1.5, None, "0", True, 1 << 53])
def test_a_time_is_whole_milliseconds(time: Any) -> None:
    calls: list[tuple[str, Call]] = [
        ("opened", lambda hand: hand.commit_leaf(time)),
        ("published", lambda hand: hand.seed(0, SEEDS[0], time)),
        ("cutting", lambda hand: hand.deal_leaf(time)),
        ("closed", lambda hand: hand.close_leaf(time)),
        ("void", lambda hand: hand.close_leaf(time)),
    ]
    for phase, call in calls:
        assert refused(at(phase), call, Misused).code == "bad-time"


# Drafts


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"format": "dealproof/hand/1"}, "/header/format", "unknown-key"),
        ({"server_commitment": "00" * 32}, "/header/server_commitment", "unknown-key"),
        ({"more": 1}, "/header/more", "unknown-key"),
        ({"hand": "a b"}, "/header/hand", "not-an-id"),
        ({"number": 0}, "/header/number", "out-of-range"),
        ({"rules": "bridge"}, "/header/rules", "unknown-rules"),
        ({"rules": None}, "/header/rules", "wrong-type"),
        ({"seats": ["A", "B", "C"]}, "/header/seats", "wrong-number-of-seats"),
        ({"seats": ["A", "B", "C", "A"]}, "/header/seats/3", "equal-names"),
        ({"dealer": 4}, "/header/dealer", "no-such-seat"),
        ({"player_commitments": [None] * 3}, "/header/player_commitments", "wrong-length"),
        ({"seat_keys": [None, None, None, "AQ=="]}, "/header/seat_keys/3", "not-base64"),
        ({"number": 1.5}, "/header/number", "float"),
        ({"hand": "\ud800"}, "/header", "bad-json"),
        ({"hand": object()}, "/header", "bad-json"),
    ],
)
def test_a_draft_is_read_as_strictly_as_a_header(change: dict[str, Any], pointer: str, code: str) -> None:
    with pytest.raises(Malformed) as caught:
        live.open(draft_of(RECORD) | change, seed_of(RECORD))
    assert (caught.value.pointer, caught.value.code) == (pointer, code)


@pytest.mark.parametrize("key", sorted(set(draft_of(RECORD)) - {"rules_digest"}))
def test_a_draft_has_every_key_but_those_that_are_added(key: str) -> None:
    draft = draft_of(RECORD)
    del draft[key]
    with pytest.raises(Malformed) as caught:
        live.open(draft, seed_of(RECORD))
    assert (caught.value.pointer, caught.value.code) == (f"/header/{key}", "missing-key")


@pytest.mark.parametrize("draft", [None, [], "draft", 1])
def test_a_draft_is_an_object(draft: Any) -> None:
    with pytest.raises(Malformed) as caught:
        live.open(draft, seed_of(RECORD))
    assert (caught.value.pointer, caught.value.code) == ("/header", "wrong-type")


@pytest.mark.parametrize("rules", [None, 5, ["28-gulan"], "no-such-rules"])
def test_a_draft_without_rules_gets_no_digest_and_is_refused_for_the_rules(rules: Any) -> None:
    draft = {key: value for key, value in draft_of(RECORD).items() if key != "rules_digest"}
    with pytest.raises(Malformed) as caught:
        live.open(draft | {"rules": rules}, seed_of(RECORD))
    assert caught.value.pointer == "/header/rules"


def test_rules_of_the_house_are_read_and_their_digest_added() -> None:
    """RECORD.md, "Record": `rules` is null where the rules are built in."""
    with pytest.raises(Malformed) as caught:
        live.open(draft_of(RECORD), seed_of(RECORD), rulesets.games()["28-gulan"].to_json())
    assert (caught.value.pointer, caught.value.code) == ("/rules", "rules-not-null")
    house = {**rulesets.games()["28-gulan"].to_json(), "id": "our-28"}
    draft = {key: value for key, value in draft_of(RECORD).items() if key != "rules_digest"} | {"rules": "our-28"}
    hand = live.open(draft, seed_of(RECORD), house)
    assert hand.header["rules_digest"] == rulesets.read(house, "our-28", "/rules").digest
    with pytest.raises(Malformed) as caught:
        live.open(draft, seed_of(RECORD), {**house, "family": "chess"})
    assert caught.value.pointer == "/rules/family"


def test_a_hand_does_not_change_with_what_the_caller_passed() -> None:
    """Drafts and events are copied."""
    draft, event = deepcopy(draft_of(RECORD)), dict(EVENTS[0])
    hand = live.open(draft, seed_of(RECORD))
    draft["seats"][0] = "Other"
    assert hand.header == RECORD["header"]
    playing = dealt(RECORD)
    playing.event(event)
    before = unchanged(playing)
    event["seat"] = 99
    assert unchanged(playing) == before
    playing.view(0)["header"]["seats"][0] = playing.header["seats"][0] = "Other"
    playing.view(0)["events"][0]["seat"] = 99
    assert unchanged(playing) == before


# The proof of the commit leaf


OTHER = bytes(31) + b"x"
WITNESS = Witness("w", cosignature_key("witness.example", OTHER))


@pytest.mark.parametrize(
    ("proof", "policy", "error", "code"),
    [
        (lambda leaf: proof_of(leaf), Policy(), Misused, "no-policy"),
        (lambda leaf: proof_of(leaf, OTHER, "other.example"), POLICY, Misused, "unknown-log"),
        (lambda leaf: proof_of(leaf), POLICY._replace(witnesses=(WITNESS,), quorum="w"), Misused, "unwitnessed"),
        (lambda leaf: proof_of({**leaf, "time": MS + 1}), POLICY, LogRefuted, "not-included"),
        (lambda leaf: forged(proof_of(leaf)), POLICY, LogRefuted, "bad-signature"),
        (lambda leaf: "no proof", POLICY, MalformedLog, "bad-proof"),
        (lambda leaf: "", POLICY, MalformedLog, "bad-proof"),
    ],
)
def test_seeds_wait_for_a_proof_that_holds(proof: Any, policy: Policy, error: type[Exception], code: str) -> None:
    """LOG.md, "Checking a receipt": inclusion, the log's signature, the quorum where the policy has one."""
    hand = opened(RECORD)
    leaf = hand.commit_leaf(MS)
    assert refused(hand, lambda hand: hand.published(proof(leaf), policy, NOW), error).code == code
    assert hand.phase == "opened"


def forged(proof: str) -> str:
    """The proof with another signature of the same key ID."""
    text, _, line = proof.rstrip("\n").rpartition(" ")
    return f"{text} {line[:8]}{'A' if line[8] != 'A' else 'B'}{line[9:]}\n"


def test_a_quorum_that_has_cosigned_is_enough() -> None:
    hand = opened(RECORD)
    policy = POLICY._replace(witnesses=(WITNESS,), quorum="w")
    proof = cosigned(proof_of(hand.commit_leaf(MS)), OTHER)
    hand.published(proof, policy, NOW)
    assert (hand.phase, hand.proof) == ("published", proof)


def cosigned(proof: str, secret: bytes) -> str:
    read = parse_proof_text(proof.encode())
    line = cosign(read.note.text, WITNESS.key, NOW, secret)
    return format_proof_text(replace(read, note=read.note._replace(signatures=(*read.note.signatures, line)))).decode()


# Events


@pytest.mark.parametrize(
    ("event", "pointer", "code"),
    [
        ({"seat": 0, "do": "fly"}, "/do", "unknown-do"),
        ({"seat": 9, "do": "pass"}, "/seat", "no-such-seat"),
        ({"seat": 0}, "/do", "missing-key"),
        ({"seat": 0, "do": "play"}, "/card", "missing-key"),
        ({"seat": 0, "do": "play", "card": "1x"}, "/card", "not-a-card"),
        ({"seat": 0, "do": "pass", "more": 1}, "/more", "unknown-key"),
        ({"seat": 0, "do": "pass", "t": -1}, "/t", "out-of-range"),
        ({"seat": 0, "do": "pass", "t": 1.5}, "/t", "wrong-type"),
        ({"seat": 0, "do": "pass", "t": 1 << 53}, "/t", "integer-too-large"),
        ({"do": "redeal", "reason": "\ud800"}, "", "lone-surrogate"),
        ({"seat": 0, "do": "pass", "sig": "AA=="}, "/sig", "not-base64"),
        ("pass", "", "wrong-type"),
        (None, "", "wrong-type"),
    ],
)
def test_what_is_no_event_is_malformed_at_its_index(event: Any, pointer: str, code: str) -> None:
    """RECORD.md, "Malformed records"."""
    fault = refused(at("playing"), lambda hand: hand.event(event), Malformed)
    assert (fault.pointer, fault.code) == (f"/events/6{pointer}", code)


def test_while_a_seat_may_cut_only_its_cut_is_judged() -> None:
    """Which rule a call breaks then says whether a redeal is due, which the seat that cuts may not know."""
    for call in (
        lambda hand: hand.event(EVENTS[1]),
        lambda hand: hand.hash_of({"do": "redeal", "reason": "four-jacks"}),
    ):
        assert refused(at("cutting"), call, Misused).code == "cut-open"
    refused(at("cutting"), lambda hand: hand.event({"seat": 0, "do": "cut", "at": 0}), IllegalMove)


@pytest.mark.parametrize("event", [EVENTS[6], {"do": "redeal", "reason": "four-jacks"}, "pass", {"seat": True}, None])
def test_a_seat_sends_no_event_of_another(event: Any) -> None:
    """The refusal of an event names what is legal for the seat in it."""
    other = (EVENTS[6]["seat"] + 1) % 4
    for call in (lambda hand: hand.event(event, by=other), lambda hand: hand.hash_of(event, by=other)):
        assert refused(at("playing"), call, Misused).code == "other-seat"
    at("playing").event(EVENTS[6], by=EVENTS[6]["seat"])


def test_time_does_not_go_back() -> None:
    """RECORD.md, "Events": never less than the `t` of an earlier event."""
    hand = dealt(RECORD)
    hand.event({**EVENTS[0], "t": 100})
    hand.event({key: value for key, value in EVENTS[1].items() if key != "t"})
    fault = refused(hand, lambda hand: hand.event({**EVENTS[2], "t": 99}), Malformed)
    assert (fault.pointer, fault.code) == ("/events/2/t", "time-goes-back")
    hand.event({**EVENTS[2], "t": 100})


def test_an_illegal_event_names_its_rule_and_what_is_legal_for_its_seat_alone() -> None:
    """Out of turn: the cards that the seat in turn may play are none of the sender's business."""
    hand = at("playing")
    (turn, *_) = hand.view(0)["to_act"]
    other = (turn + 1) % 4
    fault = refused(hand, lambda hand: hand.event({"seat": other, "do": "bid", "value": 28}), IllegalMove)
    assert (fault.event, fault.rule) == (6, "call-out-of-turn")
    assert fault.legal == tuple(hand.view(other)["legal"]) == ()


def test_an_event_after_the_end_is_refused_by_its_rule() -> None:
    hand = played(RECORD)
    fault = refused(hand, lambda hand: hand.event({"seat": 0, "do": "pass"}), IllegalMove)
    assert fault.rule in {"play-after-end", "call-after-auction"}
    assert refused(hand, lambda hand: hand.void("misdeal"), Misused).code == "over"


@pytest.mark.parametrize("reason", ["", "bored", None, "seed-missing"])
def test_a_hand_is_given_up_for_a_reason_of_the_log(reason: Any) -> None:
    code = "wrong-reason" if reason == "seed-missing" else "unknown-reason"
    assert refused(seeded(RECORD), lambda hand: hand.void(reason), Misused).code == code


def test_a_seat_with_a_key_must_sign_its_events() -> None:
    """PROTOCOL.md, "Signatures": over the log up to and with the event."""
    each = next(each for each in simulated("28-gulan", 60) if any(each.secrets))
    index = next(index for index, event in enumerate(each.record["events"]) if "sig" in event)
    event = each.record["events"][index]
    bare = {key: value for key, value in event.items() if key != "sig"}
    hand = played(each.record, index)
    if hand.phase == "cutting":
        hand.skip_cut()
    secret = each.secrets[event["seat"]]
    assert secret is not None
    right = format_base64(sign(secret, hand.hash_of(bare)))
    assert right == event["sig"]
    wrong = format_base64(sign(secret, bytes(32)))
    refused(hand, lambda hand: hand.event(bare), SignatureRefuted)
    refused(hand, lambda hand: hand.event({**bare, "sig": wrong}), SignatureRefuted)
    refused(hand, lambda hand: hand.event({**bare, "sig": "A" * 86 + "=="}), SignatureRefuted)
    hand.event({**bare, "sig": right})


def test_no_hand_outgrows_its_record() -> None:
    """RECORD.md, "Limits": 10,000 events, 1 MiB."""
    hand = at("playing")
    played_cards = hand._state.played
    assert played_cards is not None
    played_cards._room = 10
    assert refused(hand, lambda hand: hand.event(EVENTS[6]), Misused).code == "hand-too-long"
    hand.void("misdeal")


def test_every_sentence_of_the_phases_is_used() -> None:
    used = {code for _, _, code in CELLS}
    assert {code for code, _ in (*BEFORE.values(), *AFTER.values())} - used == set()
