"""Writes web/samples: the hands that `dealproof serve --demo` brings, in reading order, the receipts of two of them
(`tests.generate.demo_log`), and a table of them.

    .venv/bin/python -m tests.generate.samples

A sample is played by the policies of `replay.simulation.play`, from server seeds that are tried one after the other
until the hand is what its ID says. The hands that go wrong were sealed honestly, and then one thing happened to them.
The same program gives the same bytes: nothing here is random but by `replay.simulation.records.random_source`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count, pairwise
from typing import Any

from dealproof.replay import rulesets
from dealproof.replay.audit import narrate
from dealproof.replay.record.events import event_json
from dealproof.replay.record.record import FORMAT, from_json
from dealproof.replay.record.void import FORMAT as VOID
from dealproof.replay.simulation.imported_hands import imported
from dealproof.replay.simulation.play import play, policy
from dealproof.replay.simulation.records import Opening, Simulated, fresh, random_source, signed, timed
from dealproof.verifier.commitment import commit, commit_player_seed
from dealproof.verifier.encoding import canonical, format_base64
from dealproof.verifier.log_hash import log_head
from dealproof.verifier.signature import public_key
from tests.generate import demo_log
from tests.support.paths import ROOT

FOLDER = ROOT / "web" / "samples"

Json = dict[str, Any]

SEEDS = {
    "Annamma": "kappa and fish curry",
    "Biju": "KL-05 4028",
    "ദേവകി": "മഴ തോരാതെ",
    "Fathima": "backwater 7 7 2",
    "ഗോപാലൻ": "വെട്ടും തുറുപ്പും",
    "Joseph": "twenty-eight, always",
    "Kunjali": "beach road, Kozhikode",
    "ലീല": "ചക്കപ്പഴം",
    "Mini": "monsoon 1341",
    "Raghavan": "reading room, table 3",
    "സുകുമാരൻ": "കായൽ കാറ്റ്",
    "Thankam": "jack nine ace ten",
}
"""The players, and the seeds that they send."""

FOUR = ("Annamma", "Biju", "ദേവകി", "Joseph")
FOUR_MORE = ("Mini", "ഗോപാലൻ", "Fathima", "Raghavan")
SIX = ("Kunjali", "ലീല", "Thankam", "സുകുമാരൻ", "Biju", "Annamma")

KOOLI = {"slams": [0, 0], "kunukku": [False] * 4, "fresh": None}


@dataclass(frozen=True)
class Sample:
    """A hand to be made: its ID and what that `says`, the `goal` of its play and what its record must come to (`fits`),
    the name of its `match` at the table and the standing `before` it, the seats that sign; what then `happened` to
    the record, and what `became` of it: a record of another kind."""

    id: str
    rules: str
    says: str
    goal: str
    fits: Callable[[Json], bool]
    seats: tuple[str, ...] = FOUR
    table: str = "vayanasala"
    number: int = 1
    match: str = "match"
    before: Json | None = None
    signers: tuple[int, ...] = ()
    verdict: str = "verified"
    happened: Callable[[Json], None] = lambda record: None
    became: Callable[[Json], Json] = lambda record: record


def came_to(record: Json, **result: Any) -> bool:
    """Whether the result has these values."""
    return all(record["claim"][key] == value for key, value in result.items())


def ruffs(record: Json) -> int:
    """How often the trump was asked for and a trump was played at once."""
    events, trump = record["events"], record["claim"]["trump"]
    return sum(event["do"] == "ask_trump" and following["card"][1] == trump for event, following in pairwise(events))


def everyday(record: Json) -> bool:
    """An ordinary bid of one deal, made, with a ruff on the way, and played to the last card."""
    bid = record["claim"]["bid"]
    return came_to(record, ended="played", kind="ordinary", made=True, deals=1) and bid >= 16 and close(record)


def calm(record: Json) -> bool:
    """Whether nobody bid much beyond honors, thani aside."""
    honors = rulesets.games()[record["header"]["rules"]].to_json()["honors"]
    bids = [event["value"] for event in record["events"] if event["do"] == "bid"]
    return all(bid == "thani" or bid <= honors + 2 for bid in bids)


def close(record: Json) -> bool:
    """A calm auction, a ruff, and card points that come within three of the bid, or beat it."""
    claim = record["claim"]
    return calm(record) and ruffs(record) > 0 and claim["card_points"][claim["declarer"] % 2] >= claim["bid"] - 3


def count_of(record: Json, word: str) -> int:
    """How often a word stands in the log."""
    return sum(event["do"] == word for event in record["events"])


def collectors(record: Json) -> set[int | None]:
    """The seats that took the cards of a strike."""
    return {trick.winner for trick in narrate(from_json(record)).tricks if trick.strike}


def went_out(record: Json, *ways: str) -> bool:
    """Whether seats of a hand of rummy went out in each of these ways, nobody in another, and the log is short."""
    others = set(record["claim"]["how"]) - {"declared", "counted"}
    return came_to(record, ended="declared") and others == {*ways} and len(record["events"]) < 70


# What happens to a record after it was sealed


def change_seed(record: Json) -> None:
    """A player's seed is another than the one that was sent."""
    record["player_seeds"][2] += "."


def revoke(record: Json) -> None:
    """A seat keeps a card of the suit led back, late in the hand, and plays it a trick later. The log is the true one
    of that hand: only the rules can tell."""
    first, second = next(revokes(record))
    first["card"], second["card"] = second["card"], first["card"]
    seal(record)


def revokes(record: Json) -> Any:
    """Two plays of a seat, a card that follows suit and its next one, of another suit."""
    plays = [event for event in record["events"] if event["do"] == "play"]
    for at in range(len(plays) - 9, 15, -1):
        later = plays[at + 1 :]
        led = plays[at - at % 4]["card"][1]
        following = next(event for event in later if event["seat"] == plays[at]["seat"])
        if at % 4 and plays[at]["card"][1] == led != following["card"][1]:
            yield plays[at], following


def overpay(record: Json) -> None:
    """The operator pays one point too many, and carries it on in the match."""
    claim = record["claim"]
    claim["score"]["points"] += 1
    claim["match"]["totals"][claim["score"]["team"]] += 1


def stop(record: Json) -> None:
    """The log stops in the middle of a trick."""
    record["events"] = record["events"][:-10]
    record["claim"] = None
    seal(record)


def hide(record: Json) -> None:
    """The hand is still being played."""
    stop(record)
    record["server_seed"] = None


SAMPLES = (
    Sample(
        "28-made-with-a-ruff",
        "28-standard",
        "An everyday hand of 28: a bid is made, and a ruff helps.",
        "played",
        everyday,
        before={"totals": [3, 1]},
        number=7,
    ),
    Sample(
        "28-honors-failed",
        "28-standard",
        "A bid of honors that falls short.",
        "played",
        lambda record: came_to(record, ended="played", kind="honors", made=False, deals=1) and close(record),
        seats=FOUR_MORE,
        match="evening",
        before={"totals": [0, 2]},
        number=12,
    ),
    Sample(
        "28-thani-lost",
        "28-standard",
        "Thani, all tricks alone and without trump: it ends at the first trick lost.",
        "thani",
        lambda record: (
            came_to(record, ended="thani-lost", deals=1) and record["claim"]["tricks"][0] > 3 and calm(record)
        ),
        match="night",
        before={"totals": [-2, 4]},
        number=13,
    ),
    Sample(
        "28-dealt-again",
        "28-standard",
        "Eldest got no card worth points, so the deal is thrown in and the same dealer deals again.",
        "eldest-no-points",
        lambda record: came_to(record, ended="played", made=True, deals=2) and close(record),
        seats=FOUR_MORE,
        number=2,
    ),
    Sample(
        "28-kerala-house-signed",
        "28-kerala-house",
        "Kerala House’s auction, one call each. Two seats sign what they do.",
        "played",
        lambda record: came_to(record, ended="played", kind="honors", made=True, deals=1) and close(record),
        table="kerala-house",
        signers=(0, 2),
        before={"totals": [5, 5]},
        number=9,
    ),
    Sample(
        "28-gulan-slam",
        "28-gulan",
        "The Gulan Parish game with kooli: a side that cannot pay is slammed and puts its kunukku on.",
        "opened",
        lambda record: came_to(record, ended="played", kind="honors", made=False, declarer=0) and close(record),
        seats=FOUR_MORE,
        table="gulan-parish",
        match="evening",
        before={"kooli": [2, 10], **KOOLI},
        number=31,
    ),
    Sample(
        "28-gulan-marujodi",
        "28-gulan",
        "The other side promises that the declarer’s side wins no trick, and keeps it.",
        "marujodi",
        lambda record: came_to(record, ended="marujodi", kind="marujodi") and calm(record) and ruffs(record) > 0,
        table="gulan-parish",
        before={"kooli": [7, 5], **KOOLI},
        number=28,
    ),
    Sample(
        "40-cheettukali-decided",
        "40-cheettukali",
        "Cheettukali with six: at honors the hand stops as soon as it is settled.",
        "made",
        lambda record: came_to(record, ended="decided", kind="honors", made=True, deals=1) and close(record),
        seats=SIX,
        table="cheettukali",
        before={"kooli": [4, 2], "flags": [0, 1]},
        number=5,
    ),
    Sample(
        "56-gulan-made",
        "56-gulan",
        "56 with a double pack: of two equal cards the one played first wins.",
        "made",
        lambda record: came_to(record, ended="played", kind="ordinary", made=True) and ruffs(record) > 0,
        seats=SIX,
        table="gulan-parish-56",
        before={"kooli": [6, 6], "slams": [1, 0], "kunukku": [False, True] * 3, "fresh": None},
        number=14,
    ),
    Sample(
        "28-seed-changed-afterwards",
        "28-standard",
        "One character of a player’s seed was changed afterwards.",
        "played",
        everyday,
        table="back-room",
        number=41,
        verdict="tampered",
        happened=change_seed,
    ),
    Sample(
        "28-did-not-follow-suit",
        "28-standard",
        "Late in the hand a seat does not follow suit although it could. Every hash matches.",
        "played",
        lambda record: came_to(record, ended="played", deals=1) and close(record) and any(revokes(record)),
        seats=FOUR_MORE,
        table="back-room",
        number=42,
        verdict="illegal",
        happened=revoke,
    ),
    Sample(
        "28-paid-wrongly",
        "28-standard",
        "Every move is legal, and the operator recorded a point too many.",
        "played",
        everyday,
        table="back-room",
        before={"totals": [1, 1]},
        number=43,
        verdict="mismatch",
        happened=overpay,
    ),
    Sample(
        "28-not-finished",
        "28-standard",
        "The log stops in the middle of a trick.",
        "played",
        lambda record: came_to(record, ended="played", deals=1) and close(record),
        seats=FOUR_MORE,
        table="back-room",
        number=44,
        verdict="incomplete",
        happened=stop,
    ),
    Sample(
        "28-still-in-play",
        "28-standard",
        "The hand is still in play: the server seed is not revealed yet.",
        "played",
        lambda record: came_to(record, ended="played"),
        table="verandah",
        verdict="hidden",
        happened=hide,
    ),
    Sample(
        "kazhutha-donkey",
        "kazhutha",
        "Kazhutha: strikes send cards back, and one seat is left with them, the donkey.",
        "donkey",
        lambda record: came_to(record, ended="donkey") and len(collectors(record)) > 2 and len(record["events"]) < 76,
        table="kazhutha",
    ),
    Sample(
        "kazhutha-all-out",
        "kazhutha",
        "Time runs out for some seats, the last ones go out together, and nobody is the donkey.",
        "all-out",
        lambda record: (
            came_to(record, ended="all-out") and len(record["events"]) < 80 and 1 < count_of(record, "timeout") < 9
        ),
        seats=FOUR_MORE,
        table="kazhutha",
        number=2,
    ),
    Sample(
        "rummy-declared",
        "rummy-13",
        "Rummy for four: a seat drops, another declares, and the loose cards of the others are counted.",
        "busy",
        lambda record: went_out(record, "first-drop"),
        table="rummy",
    ),
    Sample(
        "rummy-wrong-declare",
        "rummy-13",
        "Rummy for six: a seat declares a hand that is not arranged, and pays the full price for it.",
        "wrong-declare",
        lambda record: went_out(record, "wrong-declare", "middle-drop"),
        seats=SIX,
        table="rummy",
        number=2,
    ),
    Sample(
        "seating-40-gulan",
        "seating-40-gulan",
        "Six players draw for partners: the seats with an ace form a side, and the last seat deals first.",
        "cut",
        lambda record: 4 < record["events"][0]["at"] < 32,
        seats=SIX,
        table="reading-room",
    ),
    Sample(
        "28-published-before-play",
        "28-standard",
        "The header was in a log before the deal; a witness and every seat cosigned it. With its receipt: grade A.",
        "played",
        everyday,
        seats=FOUR_MORE,
        table="log-room",
        before={"totals": [2, 2]},
        signers=(0, 1, 2, 3),
        number=5,
    ),
    Sample(
        "28-published-late",
        "28-standard",
        "As the hand before, but the log first showed the header after the deal. With its receipt: tampered, grade F.",
        "played",
        everyday,
        seats=FOUR_MORE,
        table="log-room",
        match="afternoon",
        before={"totals": [0, 1]},
        signers=(0, 1, 2, 3),
        number=6,
    ),
)


def given_up(record: Json) -> Json:
    """The void record of a hand of which only the auctions were played."""
    played = next(place for place, event in enumerate(record["events"]) if event["do"] == "play")
    kept = {key: record[key] for key in ("header", "rules", "server_seed", "player_seeds")}
    void: Json = {"format": VOID, **kept, "events": record["events"][:played], "reason": "players-left"}
    seal(void)
    return void


def without_seeds(record: Json) -> Json:
    """The hand as an archive has it that never saw a seed."""
    return imported(Simulated(record, "", ())).record | {"origin": "paper notes of a reading room, typed in later"}


FIRST_OF_OTHER_KINDS = 22
"""The number of the first of `OTHER_KINDS`."""

OTHER_KINDS = (
    Sample(
        "28-given-up",
        "28-standard",
        "Two players left after the auction, so the hand is void: the deck that was thrown away is shown.",
        "played",
        everyday,
        number=9,
        match="given-up",
        verdict="void",
        became=given_up,
    ),
    Sample(
        "kazhutha-imported",
        "kazhutha",
        "Cards and moves from an archive without seeds: the moves are judged, and nothing is known of the deck.",
        "donkey",
        lambda record: came_to(record, ended="donkey") and len(record["events"]) < 90,
        seats=FOUR_MORE,
        table="archive",
        became=without_seeds,
    ),
)
"""Samples of other kinds of record."""


def seal(record: Json) -> None:
    """Writes the log head that fits the events."""
    record["log_head"] = log_head(opening(record).salt, record["events"])


def opening(record: Json) -> Opening:
    """What was fixed before the deal."""
    return Opening(bytes.fromhex(record["server_seed"]), (), record["player_seeds"], record["header"])


def made(sample: Sample) -> Json:
    """The record of a sample: the first hand that fits, and what happened to it."""
    record = next(record for record in (tried(sample, trial) for trial in count()) if sample.fits(record))
    sample.happened(record)
    return sample.became(record)


def tried(sample: Sample, trial: int) -> Json:
    """The hand from one server seed, played to its end and sealed."""
    game = rulesets.games()[sample.rules]
    server_seed = sha256(f"sample {sample.id} {trial}".encode()).digest()
    secrets = [secret_of(name) for name in sample.seats]
    player_seeds = [SEEDS[name] for name in sample.seats]
    signing = tuple(secret if seat in sample.signers else None for seat, secret in enumerate(secrets))
    header = {
        "format": FORMAT,
        "hand": sample.id,
        "table": sample.table,
        "number": sample.number,
        "rules": sample.rules,
        "rules_digest": game.digest,
        "seats": list(sample.seats),
        "dealer": sample.number % len(sample.seats) if game.has_dealer else None,
        "server_commitment": commit(server_seed),
        "player_commitments": [commit_player_seed(seed) for seed in player_seeds],
        "seat_keys": [key and format_base64(public_key(key)) for key in signing] if any(signing) else None,
        "match": sample.before
        and {"id": f"{sample.table}.{sample.match}", "number": sample.number, "before": sample.before},
    }
    opening = Opening(server_seed, signing, player_seeds, header)
    steering, random = policy(game), random_source(game, sample.id, trial, "play")
    hand = fresh(game, opening)
    moves = play(game, hand, steering, sample.goal, random)
    events = [event_json(move) for move in moves]
    timed(events, moves, game, fresh(game, opening), steering, random)
    signed(events, opening.salt, signing)
    return {
        "header": header,
        "rules": None,
        "server_seed": server_seed.hex(),
        "player_seeds": player_seeds,
        "events": events,
        "log_head": log_head(opening.salt, events),
        "claim": game.outcome(hand, sample.before),
    }


def secret_of(name: str) -> bytes:
    """The secret key of a player: a demo key."""
    return sha256(f"key of {name}".encode()).digest()


ABOUT = """\
# Sample hands

Made by `tests/generate/samples.py`; `dealproof serve --demo` shows them.

**Every key here is a demo key**: its secret is the SHA-256 of a sentence in `tests/generate`, so that anybody can sign
with it. `demo.policy` trusts a log and a witness with such keys, and only `serve --demo` uses it. The receipts
(`*.receipt.json`) are checked with `dealproof check --policy demo.policy *.hand.json`.

The verdicts in the table are those of the records alone.

"""


def files() -> dict[str, bytes]:
    """Every file of the folder by its name."""
    rows = ["| file | rules | verdict | what it is |", "|---|---|---|---|"]
    records = {sample.id: made(sample) for sample in (*SAMPLES, *OTHER_KINDS)}
    written_files = {}
    for number, sample in chain(enumerate(SAMPLES, 1), enumerate(OTHER_KINDS, FIRST_OF_OTHER_KINDS)):
        name = f"{number:02}-{sample.id}.hand.json"
        written_files[name] = canonical(records[sample.id]) + b"\n"
        rows.append(f"| `{name}` | {sample.rules} | {sample.verdict} | {sample.says} |")
    secrets = [secret_of(name) for name in FOUR_MORE]
    receipts = demo_log.receipts(records["28-published-before-play"], records["28-published-late"], secrets)
    return {
        **written_files,
        **{f"{hand}.receipt.json": receipt for hand, receipt in receipts.items()},
        "demo.policy": demo_log.policy_file(),
        "README.md": (ABOUT + "\n".join(rows) + "\n").encode(),
    }


if __name__ == "__main__":
    for name, data in files().items():
        (FOLDER / name).write_bytes(data)
        print(name, len(data))
