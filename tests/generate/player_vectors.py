"""Writes fixtures/player/: a file a case, steps of a player's client and what each gives or why it is refused.

    python -m tests.generate.player_vectors        writes them anew; a test holds the committed files against this

Hands, keys and log are those of the samples. Which steps are refused, and by which code, is said here by hand; what the
others give is computed by `tests/reference/player.py`, which must refuse the same.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from dealproof.replay.rulesets import builtin
from dealproof.verifier.encoding import canonical, format_base64
from dealproof.verifier.log_hash import log_hash
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.cosignature import cosign
from dealproof.verifier.tlog.note import format_note
from dealproof.verifier.tlog.note_signature import note_key, sign_note
from dealproof.verifier.tlog.policy import NONE, Log, Policy, format_policy
from dealproof.verifier.tlog.proof_text import ProofText, format_proof_text
from dealproof.verifier.tlog.receipt import Receipt, SeedReceipt, format_receipt, format_seed_receipt
from dealproof.verifier.tlog.tree import prove_inclusion
from tests.generate.demo_log import (
    LOG,
    LOG_SECRET,
    POLICY,
    WITNESS,
    DemoLog,
    Published,
    commit_leaf,
    deal_leaf,
    hashed,
    length,
    result_leaf,
)
from tests.generate.samples import secret_of
from tests.reference.player import Player, Refused, name_of
from tests.support.paths import ROOT, SAMPLES

FOLDER = ROOT / "fixtures" / "player"
Json = dict[str, Any]
BEGAN = 1_736_080_000
NOW = BEGAN + 5
LATER = BEGAN + 100_000
ZEROS = "00" * 32


def sample(name: str) -> Json:
    record: Json = json.loads((SAMPLES / f"{name}.hand.json").read_bytes())
    return record


SIGNED, OPEN = sample("20-28-published-before-play"), sample("01-28-made-with-a-ruff")
LOG_ONLY = format_policy(Policy((Log(LOG),), quorum=NONE)).decode("latin-1")
WITNESSED = format_policy(POLICY).decode("latin-1")


class Step(NamedTuple):
    """One call of the client; `refused` is the code if it is refused."""

    do: str
    args: list[Any]
    refused: str | None = None


class Case(NamedTuple):
    """A client of one seat, and its steps."""

    policy: str
    seed: str
    secret: str | None
    steps: list[Step]


class Table:
    """A hand in a log in which another hand was before: its entries, as a client gets them."""

    def __init__(self, record: Json, seat: int, policy: str) -> None:
        self.record, self.seat, self.policy, self.log = record, seat, policy, DemoLog()
        self.header: Json = record["header"]
        self.before = self.log.add(commit_leaf(other_hand(record), BEGAN - 60), BEGAN - 58)
        self.secrets = [secret_of(name) if self.header["seat_keys"] else None for name in self.header["seats"]]
        keys = [each for each in self.secrets if each is not None]
        self.commit = self.log.add(commit_leaf(record, BEGAN), BEGAN + 2, keys)
        self.between = self.log.publish(BEGAN + 3)
        self.deal = self.log.add(deal_leaf(record, BEGAN + 20), BEGAN + 22)
        ended = BEGAN + 20 + length(record)
        self.close = self.log.add(result_leaf(record, ended), ended + 2)

    def case(self, *steps: Step, policy: str | None = None) -> Case:
        secret = self.secrets[self.seat]
        seed = self.record["player_seeds"][self.seat]
        return Case(policy or self.policy, seed, secret and format_base64(secret), list(steps))

    def entry(self, found: Published, before: Published | None = None) -> Json:
        made = self.log.entry(found, before)
        proof = format_proof_text(made.proof).decode()
        return {"leaf": made.leaf, "proof": proof, "consistency": [*map(format_base64, made.consistency)]}

    def seen(self) -> Step:
        return Step("seeCheckpoint", [note(self.before), []])

    def seated(self) -> list[Step]:
        return [Step("checkHeader", [self.header, self.seat])]

    def published(self) -> list[Step]:
        return [*self.seated(), Step("checkCommit", [self.entry(self.commit), NOW])]

    def opened(self) -> list[Step]:
        cosigned = [Step("cosign", [NOW])] if self.secrets[self.seat] else []
        return [*self.published(), *cosigned, Step("openSeed", [])]

    def dealt(self) -> list[Step]:
        deal = Step("checkDeal", [self.record["player_seeds"], self.entry(self.deal, self.commit)])
        return [*self.opened(), deal]

    def moves(self, kind: str) -> list[Step]:
        events = [{key: event[key] for key in event if key != "sig"} for event in self.record["events"]]
        salted = salt(self.header, self.record["player_seeds"])
        found = []
        for index, event in enumerate(events):
            if event.get("seat") == self.seat:
                hashed = {"hash": log_hash(salted, events[: index + 1]).hex()} if kind == "hashes" else {}
                place = {"events": self.record["events"][:index]} if kind == "events" else {"index": index, **hashed}
                found.append(Step("signMove", [event, place]))
        return found

    def played(self, kind: str) -> list[Step]:
        return [*self.dealt(), *self.moves(kind)]

    def receipt(self, header: Json | None = None) -> str:
        return self.log.receipt(header or self.header, self.commit, self.deal, self.close).decode()

    def ended(self, kind: str, record: Json | None = None) -> list[Step]:
        return [*self.played(kind), *self.end(record)]

    def end(self, record: Json | None = None) -> list[Step]:
        kept = Step("keepEnd", [canonical(record or self.record).decode(), self.receipt()])
        return [kept, Step("checkAll", [LATER, rules_of(self.header)])]


def other_hand(record: Json) -> Json:
    return changed(record, hand="before", number=record["header"]["number"] - 1)


def changed(record: Json, **fields: Any) -> Json:
    """A record whose header has other fields."""
    return {**record, "header": {**record["header"], **fields}}


def rules_of(header: Json) -> Json:
    """The rule set of a header."""
    game = builtin(header["rules"])
    assert game
    return game.to_json()


def note(found: Published) -> str:
    return format_note(found.note).decode()


SIGNING = Table(SIGNED, 1, LOG_ONLY)
PLAIN = Table(OPEN, 3, WITNESSED)


def replaced(values: list[Any], index: int, value: Any) -> list[Any]:
    return [*values[:index], value, *values[index + 1 :]]


def header(**fields: Any) -> Json:
    return {**SIGNING.header, **fields}


def in_own_tree(leaf: Json, log_secret: bytes = LOG_SECRET, size: int = 1) -> Json:
    """The entry of a leaf in a tree of its own, with as many leaves, all of them this one."""
    log = DemoLog()
    for _ in range(size):
        log.append(leaf)
    checkpoint, signed = log.publish(BEGAN + 2)
    if log_secret != LOG_SECRET:
        signed = sign_note(signed.text, note_key(LOG.name, log_secret), log_secret)
    proof = ProofText(0, prove_inclusion(0, size, log.tree.subtrees), signed, checkpoint)
    return {"leaf": leaf, "proof": format_proof_text(proof).decode(), "consistency": []}


def whole() -> Iterator[tuple[str, Case]]:
    yield "whole-hand-signed", SIGNING.case(*SIGNING.ended("events"))
    yield "whole-hand-signed-by-hashes", SIGNING.case(*SIGNING.ended("hashes"))
    yield "whole-hand-without-a-key", PLAIN.case(*PLAIN.ended("index"))
    yield (
        "whole-hand-under-a-policy-without-its-log",
        SIGNING.case(
            *SIGNING.seated(),
            Step("checkCommit", [SIGNING.entry(SIGNING.commit), NOW], "unknown-log"),
            policy="quorum none\n",
        ),
    )
    steps = [each for step in SIGNING.ended("hashes") for each in (step, step)]
    yield "each-step-twice-gives-the-same", SIGNING.case(*steps)


def too_early() -> Iterator[tuple[str, Case]]:
    commit = Step("checkCommit", [SIGNING.entry(SIGNING.commit), NOW])
    seeds = SIGNING.record["player_seeds"]
    open_seed, move = Step("openSeed", [], "not-yet"), SIGNING.moves("events")[0]
    yield "seed-before-the-header", SIGNING.case(open_seed)
    yield "seed-before-the-commit", SIGNING.case(*SIGNING.seated(), open_seed)
    yield (
        "seed-before-cosigning",
        SIGNING.case(*SIGNING.published(), open_seed, Step("cosign", [NOW]), Step("openSeed", [])),
    )
    yield "seed-before-the-commit-without-a-key", PLAIN.case(*PLAIN.seated(), open_seed)
    yield "commit-before-the-header", SIGNING.case(commit._replace(refused="not-yet"))
    yield "cosigned-before-the-commit", SIGNING.case(*SIGNING.seated(), Step("cosign", [NOW], "not-yet"))
    yield "cosigned-without-a-key", PLAIN.case(*PLAIN.published(), Step("cosign", [NOW], "wrong-key"))
    yield "deal-before-the-seed", SIGNING.case(*SIGNING.published(), Step("checkDeal", [seeds, None], "not-yet"))
    yield "move-before-the-deal", SIGNING.case(*SIGNING.opened(), move._replace(refused="not-yet"))
    yield "end-before-the-commit", SIGNING.case(*SIGNING.seated(), Step("keepEnd", ["{}", "{}"], "not-yet"))
    yield "judged-before-the-end", SIGNING.case(*SIGNING.dealt(), Step("checkAll", [LATER, None], "not-yet"))


def headers() -> Iterator[tuple[str, Case]]:
    seat, own = SIGNING.seat, SIGNING.header

    def refused(name: str, header: Json, code: str, at: int = seat) -> tuple[str, Case]:
        step = Step("checkHeader", [header, at], code)
        return f"header-{name}", SIGNING.case(step, Step("openSeed", [], "not-yet"))

    commitments, keys = own["player_commitments"], own["seat_keys"]
    yield refused(
        "with-another-commitment", header(player_commitments=replaced(commitments, seat, ZEROS)), "wrong-commitment"
    )
    yield refused(
        "without-the-commitment", header(player_commitments=replaced(commitments, seat, None)), "wrong-commitment"
    )
    yield refused("read-as-another-seat", own, "wrong-commitment", at=seat + 1)
    other_key = format_base64(bytes([2] + [0] * 31))
    yield refused("with-another-key", header(seat_keys=replaced(keys, seat, other_key)), "wrong-key")
    yield refused("without-the-key", header(seat_keys=replaced(keys, seat, None)), "wrong-key")
    yield refused("without-keys", header(seat_keys=None), "wrong-key")
    weak = format_base64(bytes([1] + [0] * 31))
    yield refused("with-a-weak-key", header(seat_keys=replaced(keys, 0, weak)), "bad-header")
    yield refused("with-one-key-twice", header(seat_keys=replaced(keys, 0, keys[3])), "bad-header")
    yield refused("with-another-key-of-json", header(note="hello"), "bad-header")
    yield refused("without-a-hand", header(hand=""), "bad-header")
    rules = rules_of(own)
    for name, digest in (("another-rule-set", ZEROS), ("no-rule-set", None)):
        step = Step("checkHeader", [header(rules_digest=digest), seat, rules], "wrong-rules")
        yield f"header-bound-to-{name}", SIGNING.case(step)
    yield "header-bound-to-the-rule-set-agreed", SIGNING.case(Step("checkHeader", [own, seat, rules]))
    second = Step("checkHeader", [header(number=6), seat], "second-header")
    yield "second-header-of-the-hand", SIGNING.case(*SIGNING.seated(), second)
    yield "second-header-after-the-commit", SIGNING.case(*SIGNING.published(), second)
    another = Step("checkHeader", [header(hand="another"), seat], "second-header")
    yield "second-hand-on-one-seed", SIGNING.case(*SIGNING.seated(), another)


def commits() -> Iterator[tuple[str, Case]]:
    good, leaf = SIGNING.entry(SIGNING.commit), SIGNING.commit.leaf
    seen = SIGNING.seen()
    proved = SIGNING.entry(SIGNING.commit, SIGNING.before)

    def refused(name: str, entry: Json, code: str, *before: Step) -> tuple[str, Case]:
        check = Step("checkCommit", [entry, NOW], code)
        return f"commit-{name}", SIGNING.case(*before, *SIGNING.seated(), check, Step("cosign", [NOW], "not-yet"))

    yield refused("of-another-header", in_own_tree(commit_leaf(changed(SIGNED, dealer=0), BEGAN)), "wrong-leaf")
    yield refused("of-another-hand", in_own_tree(commit_leaf(changed(SIGNED, hand="another"), BEGAN)), "wrong-leaf")
    yield refused("of-another-server-seed", in_own_tree({**leaf, "server_commitment": ZEROS}), "wrong-leaf")
    yield refused("is-a-deal", SIGNING.entry(SIGNING.deal), "bad-receipt")
    yield refused("with-the-proof-of-another", {**good, "leaf": {**leaf, "time": 1}}, "not-included")
    yield refused("without-a-proof", {**good, "proof": ""}, "bad-receipt")
    yield refused("signed-by-another-log", in_own_tree(leaf, bytes(32)), "unknown-log")
    forged = good["proof"].replace("\n2\n", "\n3\n")
    yield refused("with-another-size", {**good, "proof": forged}, "bad-signature")
    fork = in_own_tree(leaf, size=2)
    yield refused("in-a-forked-log", fork, "forked-log", Step("seeCheckpoint", [note(SIGNING.commit), []]))
    yield refused(
        "in-an-older-tree", in_own_tree(leaf), "older-checkpoint", Step("seeCheckpoint", [note(SIGNING.commit), []])
    )
    yield refused("that-continues-nothing", in_own_tree(leaf, size=3), "not-consistent", seen)
    yield refused("without-consistency", good, "not-consistent", seen)
    yield refused("with-a-hash-that-is-none", {**good, "consistency": ["AA=="]}, "bad-receipt", seen)
    flipped = [format_base64(bytes(32)) for _ in proved["consistency"]]
    yield refused("with-another-consistency", {**good, "consistency": flipped}, "not-consistent", seen)
    yield "commit-that-continues-the-log", SIGNING.case(seen, *SIGNING.seated(), Step("checkCommit", [proved, NOW]))
    evidence = Step("logSeen", [LOG.name])
    steps = [Step("seeCheckpoint", [note(SIGNING.commit), []]), *SIGNING.seated()]
    again = Step("checkCommit", [in_own_tree(leaf, size=3), NOW], "not-consistent")
    yield (
        "evidence-is-kept",
        SIGNING.case(
            *steps,
            Step("checkCommit", [fork, NOW], "forked-log"),
            again,
            evidence,
            Step("checkCommit", [good, NOW]),
            evidence,
        ),
    )
    tree = SIGNING.log.tree
    other = {"leaf": leaf, "consistency": [], "proof": later_proof(tree)}
    yield (
        "commit-exchanged-after-cosigning",
        SIGNING.case(*SIGNING.opened(), Step("checkCommit", [other, NOW], "too-late")),
    )


def later_proof(tree: Any) -> str:
    """The proof of the commit in the tree of the deal."""
    found = SIGNING.deal
    hashes = prove_inclusion(SIGNING.commit.index, found.checkpoint.size, tree.subtrees)
    return format_proof_text(ProofText(SIGNING.commit.index, hashes, found.note, found.checkpoint)).decode()


def witnesses() -> Iterator[tuple[str, Case]]:
    made = PLAIN.log.entry(PLAIN.commit).proof
    own, line = made.note.signatures[:2]

    def refused(name: str, signatures: tuple[Any, ...], code: str, now: int = NOW) -> tuple[str, Case]:
        proof = ProofText(made.index, made.hashes, made.note._replace(signatures=signatures), made.checkpoint)
        entry = {**PLAIN.entry(PLAIN.commit), "proof": format_proof_text(proof).decode()}
        check = Step("checkCommit", [entry, now], code)
        return name, PLAIN.case(*PLAIN.seated(), check, Step("openSeed", [], "not-yet"))

    yield refused("unwitnessed", (own,), "unwitnessed")
    yield refused("witnessed-in-the-future", (own, line), "unwitnessed", BEGAN - 3600)
    by_another = cosign(made.note.text, WITNESS, NOW, bytes(32))
    yield refused("witnessed-by-a-forger", (own, by_another), "bad-cosignature")


def received() -> SeedReceipt:
    """What the operator signs when it has the seed."""
    own = SIGNING.header["player_commitments"][SIGNING.seat]
    return SeedReceipt(SIGNING.header["hand"], SIGNING.seat, own, BEGAN * 1000)


def receipt_step(receipt: SeedReceipt, secret: bytes = LOG_SECRET, refused: str | None = "bad-seed-receipt") -> Step:
    """The step that keeps a seed receipt."""
    signed = sign_note(format_seed_receipt(receipt), note_key(LOG.name, secret), secret)
    return Step("keepSeedReceipt", [format_note(signed).decode()], refused)


def seed_receipts() -> Iterator[tuple[str, Case]]:
    said, step = received(), receipt_step
    yield (
        "seed-receipt",
        SIGNING.case(
            *SIGNING.published(), step(said, refused="not-yet"), *SIGNING.opened()[2:], step(said, refused=None)
        ),
    )
    yield "seed-receipt-of-another-seat", SIGNING.case(*SIGNING.opened(), step(said._replace(seat=2)))
    yield "seed-receipt-of-another-seed", SIGNING.case(*SIGNING.opened(), step(said._replace(commitment=ZEROS)))
    yield "seed-receipt-of-another-hand", SIGNING.case(*SIGNING.opened(), step(said._replace(hand="another")))
    yield "seed-receipt-by-another", SIGNING.case(*SIGNING.opened(), step(said, bytes(32)))


def deals() -> Iterator[tuple[str, Case]]:
    seeds, seat = SIGNING.record["player_seeds"], SIGNING.seat
    good = SIGNING.entry(SIGNING.deal, SIGNING.commit)

    def refused(name: str, seeds: list[str], entry: Json | None, code: str) -> tuple[str, Case]:
        move = SIGNING.moves("events")[0]._replace(refused="not-yet")
        return f"deal-{name}", SIGNING.case(*SIGNING.opened(), Step("checkDeal", [seeds, entry], code), move)

    yield refused("with-the-own-seed-replaced", replaced(seeds, seat, "another"), None, "wrong-seed")
    yield refused("with-the-seed-of-another-replaced", replaced(seeds, 0, "another"), None, "wrong-seed")
    yield refused("with-a-seed-left-out", seeds[:-1], None, "wrong-seed")
    leaf = SIGNING.deal.leaf
    salted = {**leaf, "salt": ZEROS}
    yield refused("of-another-salt", seeds, in_own_tree(salted, size=4), "wrong-leaf")
    yield refused("is-a-commit", seeds, SIGNING.entry(SIGNING.commit), "bad-receipt")
    yield refused("logged-before-the-header", seeds, in_own_tree(leaf, size=4), "published-late")
    yield refused("without-consistency", seeds, {**good, "consistency": []}, "not-consistent")
    first = Step("checkDeal", [seeds, None])
    yield "deal-leaf-after-the-seeds", SIGNING.case(*SIGNING.opened(), first, Step("checkDeal", [seeds, good]))


def moves() -> Iterator[tuple[str, Case]]:
    first, second = SIGNING.moves("events")[:2]
    event, place = second.args
    yield (
        "move-of-another-seat",
        SIGNING.case(*SIGNING.dealt(), Step("signMove", [{**event, "seat": 0}, place], "wrong-seat")),
    )
    other = Step("signMove", [{**event, "t": 1}, place], "signed-already")
    yield "other-move-at-one-place", SIGNING.case(*SIGNING.dealt(), first, second, other)
    hashed = SIGNING.moves("hashes")[0]
    again = Step("signMove", [hashed.args[0], {"index": hashed.args[1]["index"], "hash": ZEROS}], "signed-already")
    yield "other-hash-at-one-place", SIGNING.case(*SIGNING.dealt(), hashed, again)
    without = Step("signMove", [hashed.args[0], {"index": hashed.args[1]["index"]}], "not-yet")
    yield "move-without-a-hash", SIGNING.case(*SIGNING.dealt(), without)
    short = Step("signMove", [hashed.args[0], {**hashed.args[1], "hash": ZEROS[1:]}], "bad-hash")
    yield "move-with-half-a-hash", SIGNING.case(*SIGNING.dealt(), short)
    rewritten = deepcopy(place)
    rewritten["events"][0]["t"] = 0
    step = Step("signMove", [event, rewritten], "history-changed")
    yield "history-changed-before-a-move", SIGNING.case(*SIGNING.dealt(), first, step)
    over = Step("signMove", second.args, "too-late")
    yield "move-after-the-end", SIGNING.case(*SIGNING.ended("hashes"), over)


def ends() -> Iterator[tuple[str, Case]]:
    record, receipt = canonical(SIGNED).decode(), SIGNING.receipt()
    other = header(hand="another")
    of_another = canonical({**SIGNED, "header": other}).decode()
    yield "end-of-another-hand", SIGNING.case(*SIGNING.opened(), Step("keepEnd", [of_another, receipt], "wrong-hand"))
    yield (
        "receipt-of-another-hand",
        SIGNING.case(*SIGNING.opened(), Step("keepEnd", [record, SIGNING.receipt(other)], "wrong-hand")),
    )
    seeds = replaced(SIGNED["player_seeds"], SIGNING.seat, "another")
    yield "end-with-the-own-seed-replaced", SIGNING.case(*SIGNING.ended("hashes", {**SIGNED, "player_seeds": seeds}))
    events = deepcopy(SIGNED["events"])
    index = next(at for at, event in enumerate(events) if event.get("seat") == SIGNING.seat)
    events[index]["t"] += 1
    yield "end-with-a-move-changed", SIGNING.case(*SIGNING.ended("events", {**SIGNED, "events": events}))
    plain = deepcopy(OPEN["events"])
    at = max(at for at, event in enumerate(plain) if event.get("seat") == PLAIN.seat)
    del plain[at]
    yield "end-with-a-move-left-out", PLAIN.case(*PLAIN.ended("index", {**OPEN, "events": plain}))
    yield "end-with-moves-that-were-not-made", PLAIN.case(*PLAIN.dealt(), *PLAIN.end())
    wrong = deepcopy(SIGNING.ended("hashes"))
    place = next(step.args[1] for step in wrong if step.do == "signMove")
    place["hash"] = ZEROS
    yield "end-with-the-hash-of-another-move", SIGNING.case(*wrong)
    yield from voids()
    again = Step("keepEnd", [record + "\n", receipt], "too-late")
    yield "end-exchanged", SIGNING.case(*SIGNING.ended("hashes"), again)


def voids() -> Iterator[tuple[str, Case]]:
    """Hands that are given up before the deal: with the seed still closed, with a seed that the record does not have,
    and with one that was never opened."""
    for name, missing, steps in (
        ("before-the-seed", [*range(4)], SIGNING.published()),
        ("after-the-seed", [0], SIGNING.opened()),
        ("and-the-seed-dropped", [SIGNING.seat], SIGNING.opened()),
        ("and-a-received-seed-dropped", [SIGNING.seat], [*SIGNING.opened(), receipt_step(received(), refused=None)]),
        ("with-a-seed-that-was-not-opened", [0], SIGNING.published()),
    ):
        record, receipt = given_up(missing)
        end = Step("keepEnd", [canonical(record).decode(), receipt])
        late = [] if Step("openSeed", []) in steps else [Step("cosign", [NOW], "too-late")]
        yield f"given-up-{name}", SIGNING.case(*steps, end, Step("checkAll", [LATER, rules_of(SIGNING.header)]), *late)
    record, receipt = given_up([0])
    end = Step("keepEnd", [canonical(record).decode(), receipt])
    yield "seed-after-the-end", SIGNING.case(*SIGNING.opened()[:-1], end, Step("openSeed", [], "too-late"))


def given_up(missing: list[int]) -> tuple[Json, str]:
    """The void record of a hand before its deal, and its receipt."""
    seeds = [None if seat in missing else seed for seat, seed in enumerate(SIGNED["player_seeds"])]
    fields = {key: SIGNED[key] for key in ("header", "rules", "server_seed")}
    record = {"format": "dealproof/void/1", **fields, "reason": "seed-missing", "player_seeds": seeds}
    record |= {"events": [], "log_head": None}
    log = DemoLog()
    keys = [each for each in SIGNING.secrets if each is not None]
    log.add(commit_leaf(other_hand(SIGNED), BEGAN - 60), BEGAN - 58)
    commit = log.add(commit_leaf(SIGNED, BEGAN), BEGAN + 2, keys)
    leaf = {"type": "void", "hand": SIGNED["header"]["hand"], "time": BEGAN * 1000 + 60_000, "reason": "seed-missing"}
    leaf |= {"missing": missing, "server_seed": SIGNED["server_seed"], "record": hashed(record)}
    close = log.add(leaf, BEGAN + 62)
    entries = (log.entry(commit), None, log.entry(close, commit))
    return record, format_receipt(Receipt(SIGNED["header"], *entries, seed_receipts=())).decode()


GROUPS = (whole, too_early, headers, commits, witnesses, seed_receipts, deals, moves, ends)


def vector(case: Case) -> Json:
    """A case as it is written: each step with what it gives, or with its code and evidence, and the phase after it."""
    player = Player({}, case.policy, case.seed, case.secret)
    steps = []
    for do, args, refused in case.steps:
        said = answer(player, do, args)
        assert said.get("refused") == refused, f"{do}: {said.get('refused')}, not {refused}"
        steps.append({"do": do, "with": args, **said, "phase": player.kept["phase"]})
    return {
        "policy": case.policy,
        "seed": case.seed,
        "secret": case.secret,
        "commitment": player.commitment,
        "key": player.key,
        "steps": steps,
    }


def answer(player: Player, do: str, args: list[Any]) -> Json:
    """What a step gives, or why it is refused."""
    try:
        return {"gives": getattr(player, name_of(do))(*deepcopy(args))}
    except Refused as fault:
        return {"refused": fault.code, "evidence": fault.evidence}


def files() -> dict[str, str]:
    """Every file by its name."""
    made = [each for group in GROUPS for each in group()]
    assert len(dict(made)) == len(made)
    return {f"{name}.json": json.dumps(vector(case), ensure_ascii=False) + "\n" for name, case in made}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(files())} vectors written to {FOLDER}")


if __name__ == "__main__":
    main()
