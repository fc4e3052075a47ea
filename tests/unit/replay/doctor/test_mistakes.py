"""Each known mistake, made on purpose on records of every family, is named, and only it (issue 14, item 4).

A mistake of the site was there during play, so the log head is over it. A mistake of the writer came afterwards: the
log head is over what was there before, and the same explanation covers both checks.
"""

from copy import deepcopy

import pytest

from dealproof.replay import rulesets
from dealproof.replay.doctor import BY
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.encoding import canonical
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.stream import salt
from tests.support.mistakes import (
    EVENTS,
    HEADS,
    PLAYER,
    RULES,
    SERVER,
    explained,
    honest,
    played,
    sha,
    with_seed,
)

FAMILIES = (
    "28-gulan",
    "28-standard",
    "40-cheettukali",
    "56-gulan",
    "kazhutha",
    "rummy-13",
    "seating-28",
    "house-28-six",
)
LONGER = tuple(id for id in FAMILIES if len(honest(id)["events"]) > 3)
"""Where the order of the events can be mistaken: in drawing partners there may be one event only."""
every_family = pytest.mark.parametrize("rules", FAMILIES)


def only(found):
    """The one explanation, as its code, check, maker and further checks."""
    assert len(found) == 1, found
    assert found[0].by in BY
    return found[0].code, found[0].check, found[0].by, found[0].also


@every_family
def test_an_honest_record_needs_no_explanation(rules):
    assert explained(honest(rules), honest(rules, 2)) == ()


@every_family
@pytest.mark.parametrize("code", SERVER)
def test_a_mistaken_commitment_of_the_server(rules, code):
    record = honest(rules)
    record["header"]["server_commitment"] = SERVER[code](record["server_seed"])
    assert only(explained(record)) == (code, "commitment", "writer", ("log-head",))
    assert only(explained(played(record))) == (code, "commitment", "site", ())
    record["log_head"] = sha("something else")
    assert only(explained(record)) == (code, "commitment", "open", ())


@every_family
@pytest.mark.parametrize("code", PLAYER)
def test_a_mistaken_commitment_of_a_seat(rules, code):
    seed, mistaken = PLAYER[code]
    record = with_seed(honest(rules), 1, seed)
    record["header"]["player_commitments"][1] = mistaken(seed)
    found = explained(record)
    assert only(found) == (code, "player-seeds", "writer", ("log-head",))
    assert found[0].values == {"seat": 1}
    assert found[0].pointer == "/header/player_commitments/1"
    assert only(explained(played(record))) == (code, "player-seeds", "seat", ())


@every_family
def test_a_seed_that_was_trimmed_as_the_record_was_written(rules):
    record = with_seed(honest(rules), 0, " two blanks \n")
    record["player_seeds"][0] = record["player_seeds"][0].rstrip("\n")
    assert only(explained(record)) == ("newline", "player-seeds", "writer", ("log-head",))


@every_family
def test_every_seed_was_mistaken_in_the_same_way(rules):
    record = honest(rules)
    for seat, seed in enumerate(record["player_seeds"]):
        record = with_seed(record, seat, seed + "\n")
    record["player_seeds"] = [seed.rstrip("\n") for seed in record["player_seeds"]]
    found = explained(record)
    assert {each.code for each in found} == {"newline"}
    assert [each.values["seat"] for each in found] == [*range(len(record["player_seeds"]))]
    assert {(each.by, each.also) for each in found} == {("writer", ("log-head",))}


@every_family
@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
def test_seeds_exchanged_between_two_seats(rules, places):
    record, (one, other) = honest(rules), places
    seeds = record["player_seeds"]
    seeds[one], seeds[other] = seeds[other], seeds[one]
    found = explained(record)
    assert only(found) == ("seeds-exchanged", "player-seeds", "writer", ("log-head",))
    assert found[0].values == {"seats": [0, 1]}
    assert only(explained(played(record))) == ("seeds-exchanged", "player-seeds", "site", ())


@every_family
def test_seeds_in_the_order_in_which_they_came(rules):
    record = honest(rules)
    record["player_seeds"] = record["player_seeds"][1:] + record["player_seeds"][:1]
    assert only(explained(record)) == ("seeds-exchanged", "player-seeds", "writer", ("log-head",))


@every_family
def test_seeds_without_commitments_in_another_order_show_in_the_log_head(rules):
    record = honest(rules)
    record["header"]["player_commitments"] = [None] * len(record["player_seeds"])
    played(record)
    record["player_seeds"].reverse()
    found = explained(record)
    assert only(found) == ("seeds-exchanged", "log-head", "writer", ())
    assert found[0].pointer == "/player_seeds"


@every_family
def test_the_seed_of_one_seat_written_for_two(rules):
    record = honest(rules)
    record["header"]["player_commitments"][1] = commit_player_seed(record["player_seeds"][0])
    found = explained(played(record))
    assert only(found) == ("seed-of-another-seat", "player-seeds", "site", ())
    assert found[0].values == {"seat": 1, "other": 0}


@every_family
def test_the_commitment_of_the_server_is_one_to_the_seed_of_a_seat(rules):
    record = honest(rules)
    record["header"]["server_commitment"] = record["header"]["player_commitments"][0]
    found = explained(played(record))
    assert only(found) == ("seed-of-a-seat", "commitment", "site", ())
    assert found[0].values == {"seat": 0}


@every_family
def test_server_seed_of_the_hand_before(rules):
    record, before = honest(rules, 2), honest(rules)
    record["server_seed"] = before["server_seed"]
    assert explained(record) == ()
    found = explained(record, honest("kazhutha", 3), before)
    assert only(found) == ("seed-of-another-hand", "commitment", "writer", ())
    assert found[0].values == {"hand": before["header"]["hand"]}
    assert found[0].pointer == "/server_seed"


@every_family
def test_commitment_of_the_hand_before(rules):
    record, before = honest(rules, 2), honest(rules)
    record["header"]["server_commitment"] = before["header"]["server_commitment"]
    before["server_seed"] = None
    found = explained(played(record), before)
    assert only(found) == ("commitment-of-another-hand", "commitment", "site", ())


@every_family
def test_the_seed_that_was_committed_to_is_in_another_record(rules):
    record, other = honest(rules, 2), honest(rules)
    other["server_seed"], record["server_seed"] = record["server_seed"], other["server_seed"]
    other["header"]["server_commitment"] = commit(b"x" * 32)
    found = explained(record, other)
    assert only(found) == ("commitment-opened-elsewhere", "commitment", "writer", ())


@every_family
def test_player_seed_of_the_hand_before(rules):
    record, before = honest(rules, 2), honest(rules)
    record["player_seeds"][1] = before["player_seeds"][1]
    found = explained(played(record), before)
    assert only(found) == ("seed-of-another-hand", "player-seeds", "site", ())
    assert found[0].values == {"seat": 1, "hand": before["header"]["hand"]}


@every_family
@pytest.mark.parametrize("code", RULES)
def test_a_mistaken_digest_of_the_rules(rules, code):
    record = honest(rules)
    record["header"]["rules_digest"] = RULES[code](record)
    assert only(explained(record)) == (code, "rules-digest", "writer", ("log-head",))
    assert only(explained(played(record))) == (code, "rules-digest", "site", ())


@every_family
def test_the_digest_of_another_rule_set(rules):
    record = honest(rules)
    other = next(id for id in rulesets.ids() if id != rules)
    record["header"]["rules_digest"] = rulesets.builtin(other).digest
    found = explained(record)
    assert only(found) == ("another-rule-set", "rules-digest", "writer", ("log-head",))
    assert found[0].values == {"rules": other}
    assert only(explained(played(record))) == ("another-rule-set", "rules-digest", "site", ())


@pytest.mark.parametrize("rules", [id for id in rulesets.ids() if rulesets.alike(rulesets.builtin(id))])
@pytest.mark.parametrize("digest", [False, True])
def test_the_hand_was_played_under_another_rule_set(rules, digest):
    record = honest(rules)
    other = rulesets.alike(rulesets.builtin(rules))[0]
    record["header"] |= {"rules": other.id, "rules_digest": other.digest if digest else None, "match": None}
    played(record)
    record["header"] |= {"rules": rules, "rules_digest": rulesets.builtin(rules).digest if digest else None}
    found = explained(record)
    assert only(found) == ("another-rule-set", "log-head", "writer", ())
    assert found[0].values == {"rules": other.id}


@every_family
@pytest.mark.parametrize("code", HEADS)
def test_a_mistaken_log_head(rules, code):
    record = honest(rules)
    if code == "salt-json-form":
        record["header"]["seats"][0] = "ആമിന"
        played(record)
    record["log_head"] = HEADS[code](record)
    assert only(explained(record)) == (code, "log-head", "site", ())


@pytest.mark.parametrize("rules", LONGER)
@pytest.mark.parametrize("code", EVENTS)
def test_a_log_in_another_order_or_with_an_event_too_many(rules, code):
    record = honest(rules)
    events = EVENTS[code](record["events"])
    record["log_head"] = log_head(salt(record["header"], record["player_seeds"]), events)
    assert only(explained(record)) == (code, "log-head", "writer", ())


@every_family
def test_a_log_head_of_fewer_events(rules):
    record = honest(rules)
    salted, count = salt(record["header"], record["player_seeds"]), len(record["events"])
    for covered in {0, count // 2, count - 1}:
        record["log_head"] = log_head(salted, record["events"][:covered])
        found = explained(record)
        assert only(found) == ("fewer-events", "log-head", "open", ())
        assert found[0].values == {"events": covered}


@every_family
def test_a_log_head_over_events_with_their_signatures(rules):
    record = honest(rules)
    for event in record["events"]:
        event["sig"] = "A" * 86 + "=="
    salted = salt(record["header"], record["player_seeds"])
    record["log_head"] = sha(salted + canonical(record["events"]))
    assert only(explained(record)) == ("signatures-left-in", "log-head", "site", ())


@every_family
def test_a_log_head_without_the_times_and_in_their_order(rules):
    record = honest(rules)
    for index, event in enumerate(record["events"]):
        event["t"] = 1000 * (index // 2)
    played(record)
    salted = salt(record["header"], record["player_seeds"])
    untimed = [{key: value for key, value in event.items() if key != "t"} for event in record["events"]]
    record["log_head"] = log_head(salted, untimed)
    assert only(explained(record)) == ("times-left-out", "log-head", "site", ())


@every_family
@pytest.mark.parametrize("step", [1, -1])
def test_the_number_of_the_hand_off_by_one(rules, step):
    record = honest(rules, 2)
    record["header"]["number"] += step
    assert only(explained(record)) == ("number-off-by-one", "log-head", "writer", ())


@pytest.mark.parametrize("rules", [id for id in FAMILIES if honest(id)["header"]["dealer"] is not None])
@pytest.mark.parametrize("step", [1, -1])
def test_the_dealer_off_by_one(rules, step):
    record = honest(rules)
    header = record["header"]
    header["dealer"] = (header["dealer"] + step) % len(header["seats"])
    assert only(explained(record)) == ("dealer-off-by-one", "log-head", "writer", ())


@every_family
@pytest.mark.parametrize(("code", "written"), [("nfc", "e\N{COMBINING ACUTE ACCENT}"), ("nfd", "é")])
def test_names_in_another_unicode_form(rules, code, written):
    record, other = honest(rules), {"é": "e\N{COMBINING ACUTE ACCENT}"}.get(written, "é")
    record["header"]["seats"][0] = f"Ren{other}"
    played(record)
    record["header"]["seats"][0] = f"Ren{written}"
    found = explained(record)
    assert only(found) == (f"{code}-names", "log-head", "writer", ())
    assert found[0].pointer == "/header/seats"


@every_family
def test_the_log_head_of_the_hand_before(rules):
    record, before = honest(rules, 2), honest(rules)
    record["log_head"] = before["log_head"]
    assert only(explained(record, before)) == ("log-head-of-another-hand", "log-head", "writer", ())


def test_of_a_hidden_hand_nothing_is_said_about_its_log():
    """A hash over a log of which all but one card is known gives that card away (web/published)."""
    record = honest("28-gulan")
    record["log_head"] = log_head(salt(record["header"], record["player_seeds"]), record["events"][:3])
    assert explained(record)
    hidden = deepcopy(record)
    hidden["server_seed"] = None
    assert explained(hidden) == ()
