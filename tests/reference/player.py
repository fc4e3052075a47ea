"""A slow reference of a player's client, `web/http/static/player.js`: each step in the order of its definition, in
Python, with the verifier for hashes, notes and proofs.

What is kept is one dictionary of texts, as `{name: text}`; every step reads it from there and writes it back.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from dealproof.replay.judge import judged
from dealproof.replay.publication import with_receipt
from dealproof.replay.record.record import read_header_alone
from dealproof.verifier.commitment import commit_player_seed
from dealproof.verifier.encoding import canonical, format_base64, parse_base64
from dealproof.verifier.errors import LogRefuted, Malformed, MalformedLog
from dealproof.verifier.log_hash import log_hash
from dealproof.verifier.signature import public_key, sign
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosigned_at, seat_key
from dealproof.verifier.tlog.fields import parse_hash
from dealproof.verifier.tlog.leaf import check_leaf, format_leaf
from dealproof.verifier.tlog.note import Note, parse_note
from dealproof.verifier.tlog.note_signature import has_line
from dealproof.verifier.tlog.policy import NONE, Policy, parse_policy
from dealproof.verifier.tlog.proof_text import ProofText, parse_proof_text
from dealproof.verifier.tlog.publication import CLOCK_SKEW
from dealproof.verifier.tlog.receipt import parse_receipt, parse_seed_receipt
from dealproof.verifier.tlog.tree import check_consistency, check_inclusion, leaf_hash
from tests.reference.protocol import digest

Json = dict[str, Any]
PHASES = ["made", "seated", "published", "cosigned", "opened", "dealt", "ended"]
ZEROS = "00" * 32
SIX = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures", "published-before-play"]


class Refused(Exception):
    """A step that is refused: its code, and evidence or None."""

    def __init__(self, code: str, evidence: Any = None) -> None:
        super().__init__(code)
        self.code, self.evidence = code, evidence


def demand(holds: object, code: str, evidence: Any = None) -> None:
    if not holds:
        raise Refused(code, evidence)


def unsigned(event: Json) -> Json:
    return {key: value for key, value in event.items() if key != "sig"}


def name_of(step: str) -> str:
    """The name of a method of player.js in Python."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", step)


class Player:
    """A seat in a hand, made of a seed and a secret key (base64, or None)."""

    def __init__(self, store: dict[str, str], policy: str, seed: str, secret: str | None) -> None:
        self.store, self.policy, self.seed = store, policy, seed
        self.secret = None if secret is None else parse_base64(secret, 32)
        self.key = None if self.secret is None else format_base64(public_key(self.secret))
        self.commitment = commit_player_seed(seed)
        self.kept: Json = {"phase": "made", "moves": {}, "header": None, "commit": None, "line": None, "seeds": None}

    def trusted(self) -> Policy:
        return parse_policy(self.policy.encode("latin-1"))

    def needs(self, phase: str) -> None:
        demand(PHASES.index(self.kept["phase"]) >= PHASES.index(phase), "not-yet")

    def enter(self, phase: str, **changed: Any) -> None:
        phase = max(phase, self.kept["phase"], key=PHASES.index)
        self.kept = {**self.kept, **changed, "phase": phase}

    def check_header(self, header: Json, seat: int, rules: Json | None = None) -> None:
        try:
            read_header_alone(header)
        except Malformed as fault:
            raise Refused("bad-header", {"pointer": fault.pointer, "code": fault.code}) from None
        demand(rules is None or header["rules_digest"] == digest(canonical(rules)), "wrong-rules")
        kept, named = self.kept["header"], self.store.get(header["hand"])
        demand(kept in (None, header), "second-header", {"first": kept, "second": header})
        demand(
            seat < len(header["seats"]) and header["player_commitments"][seat] == self.commitment, "wrong-commitment"
        )
        demand((header["seat_keys"] or [None] * (seat + 1))[seat] == self.key, "wrong-key")
        text = canonical(header).decode()
        demand(named in (None, text), "second-header", {"first": named and json.loads(named), "second": header})
        self.store[header["hand"]] = text
        self.enter("seated", header=header, seat=seat)

    def check_commit(self, entry: Json, now: int) -> None:
        self.needs("seated")
        header = self.kept["header"]
        proof = self.included(entry, "commit")
        own = {"leaf": entry["leaf"], "proof": entry["proof"]}
        if PHASES.index(self.kept["phase"]) >= PHASES.index("cosigned"):
            demand(own == self.kept["commit"], "too-late")
            return
        fields = {key: header[key] for key in ("hand", "table", "number", "server_commitment")}
        said = {**fields, "type": "commit", "time": entry["leaf"]["time"], "header": digest(canonical(header))}
        demand(entry["leaf"] == said, "wrong-leaf")
        self.see(entry["proof"].partition("\n\n")[2], entry.get("consistency", []))
        policy = self.trusted()
        try:
            times = {each.key: cosigned_at(proof.note, each.key) for each in policy.witnesses}
        except LogRefuted as fault:
            raise Refused(fault.code) from None
        counted = {key: time for key, time in times.items() if time is not None and time <= now + CLOCK_SKEW}
        demand(policy.quorum == NONE or policy.completed_at(counted) is not None, "unwitnessed")
        self.enter("published", commit=own)

    def included(self, entry: Json, type: str) -> ProofText:
        try:
            check_leaf(entry["leaf"])
            demand(entry["leaf"]["type"] == type, "bad-receipt")
            proof = parse_proof_text(entry["proof"].encode())
        except MalformedLog:
            raise Refused("bad-receipt") from None
        try:
            names = [log.key.name for log in self.trusted().logs if has_line(proof.note, log.key)]
            demand(proof.checkpoint.origin in names, "unknown-log")
            hash, head = leaf_hash(format_leaf(entry["leaf"])), proof.checkpoint
            check_inclusion(proof.index, head.size, hash, head.root, proof.hashes)
        except LogRefuted as fault:
            raise Refused(fault.code) from None
        return proof

    def see_checkpoint(self, text: str, consistency: Sequence[str] = ()) -> None:
        note = parse_note(text.encode())
        try:
            names = [log.key.name for log in self.trusted().logs if has_line(note, log.key)]
        except LogRefuted as fault:
            raise Refused(fault.code) from None
        demand(parse_checkpoint(note.text).origin in names, "unknown-log")
        self.see(text, consistency)

    def see(self, text: str, consistency: Sequence[str]) -> None:
        checkpoint = parse_checkpoint(parse_note(text.encode()).text)
        known = self.log_seen(checkpoint.origin)
        found = self.contradiction(known["seen"], text, consistency) if known["seen"] else None
        if found is None:
            known["seen"] = text
        else:
            known["evidence"].setdefault(found.code, found.evidence)
        self.store[f"log/{checkpoint.origin}"] = json.dumps(known)
        if found is not None:
            raise found

    @staticmethod
    def contradiction(first: str, second: str, consistency: Sequence[str]) -> Refused | None:
        old, new = (parse_checkpoint(parse_note(each.encode()).text) for each in (first, second))
        both = {"first": first, "second": second}
        if new.size < old.size:
            return Refused("older-checkpoint", both)
        if new.size == old.size:
            fork = {"format": "dealproof/fork/1", **both, "root": format_base64(new.root), "consistency": []}
            return None if new.root == old.root else Refused("forked-log", fork)
        try:
            proof = [parse_hash(each, "bad-receipt") for each in consistency]
            check_consistency(old.size, new.size, old.root, new.root, proof)
        except MalformedLog:
            raise Refused("bad-receipt") from None
        except LogRefuted:
            return Refused("not-consistent", both)
        return None

    def log_seen(self, origin: str) -> Any:
        return json.loads(self.store.get(f"log/{origin}", '{"seen": null, "evidence": {}}'))

    def cosign(self, now: int) -> str:
        demand(self.secret, "wrong-key")
        assert self.secret is not None
        self.needs("published")
        if self.kept["line"] is None:
            demand(self.kept["phase"] == "published", "too-late")
            note: Note = parse_proof_text(self.kept["commit"]["proof"].encode()).note
            line = cosign(note.text, seat_key(public_key(self.secret)), now, self.secret)
            value = format_base64(line.key_id + line.value)
            self.enter("cosigned", line=f"\u2014 {line.name} {value}")
        return str(self.kept["line"])

    def open_seed(self) -> str:
        self.needs("published" if self.secret is None else "cosigned")
        demand(self.kept.get("opened") or self.kept["phase"] != "ended", "too-late")
        self.enter("opened", opened=True)
        return self.seed

    def keep_seed_receipt(self, text: str) -> None:
        self.needs("opened")
        try:
            note = parse_note(text.encode())
            said = parse_seed_receipt(note.text)
            demand(said[:3] == (self.kept["header"]["hand"], self.kept["seat"], self.commitment), "bad-seed-receipt")
            demand(any(has_line(note, log.key) for log in self.trusted().logs), "bad-seed-receipt")
        except MalformedLog:
            raise Refused("bad-seed-receipt") from None
        except LogRefuted as fault:
            raise Refused(fault.code) from None
        self.kept["seed_receipt"] = text

    def check_deal(self, seeds: list[str], entry: Json | None = None) -> None:
        self.needs("opened")
        header = self.kept["header"]
        demand(len(seeds) == len(header["seats"]), "wrong-seed", {"seat": None})
        for seat, (seed, commitment) in enumerate(zip(seeds, header["player_commitments"], strict=True)):
            demand(commitment in (None, commit_player_seed(seed)), "wrong-seed", {"seat": seat})
        demand(self.kept["seeds"] in (None, seeds), "too-late")
        if entry is not None:
            proof = self.included(entry, "deal")
            said = (header["hand"], salt(header, seeds).hex())
            demand((entry["leaf"]["hand"], entry["leaf"]["salt"]) == said, "wrong-leaf")
            size = parse_proof_text(self.kept["commit"]["proof"].encode()).checkpoint.size
            demand(proof.index >= size, "published-late")
            self.see(entry["proof"].partition("\n\n")[2], entry.get("consistency", []))
        self.enter("dealt", seeds=seeds)

    def sign_move(self, event: Json, place: Json) -> Json:
        self.needs("dealt")
        demand(self.kept["phase"] == "dealt", "too-late")
        plain = unsigned(event)
        demand(plain["seat"] == self.kept["seat"], "wrong-seat")
        demand(len(place.get("hash", ZEROS)) == len(ZEROS), "bad-hash")
        events = [*map(unsigned, place["events"]), plain] if "events" in place else None
        index = place["index"] if events is None else len(events) - 1
        for at, made in sorted(self.kept["moves"].items()):
            if events is not None and at < index:
                demand(self.there(at, made, events), "history-changed", {"index": at})
        hash = place.get("hash") if events is None else self.hash(events)
        move = {"event": plain, "hash": hash}
        demand(self.kept["moves"].get(index, move) == move, "signed-already")
        demand(self.secret is None or hash is not None, "not-yet")
        self.kept["moves"][index] = move
        if self.secret is None:
            return plain
        return {**plain, "sig": format_base64(sign(self.secret, bytes.fromhex(str(hash))))}

    def hash(self, events: list[Json]) -> str:
        return log_hash(salt(self.kept["header"], self.kept["seeds"]), events).hex()

    def there(self, at: int, made: Json, events: list[Json]) -> bool:
        same = at < len(events) and unsigned(events[at]) == made["event"]
        return same and made["hash"] in (None, self.hash(events[: at + 1]))

    def keep_end(self, record: str, receipt: str) -> None:
        self.needs("published")
        whole, note = json.loads(receipt), self.kept.get("seed_receipt")
        if note is not None and note not in whole["seed_receipts"]:
            receipt = canonical({**whole, "seed_receipts": [*whole["seed_receipts"], note]}).decode()
        demand(self.kept.get("record", record) == record and self.kept.get("receipt", receipt) == receipt, "too-late")
        headers = [json.loads(record)["header"], json.loads(receipt)["header"]]
        demand(headers == [self.kept["header"]] * 2, "wrong-hand")
        self.enter("ended", record=record, receipt=receipt)

    def check_all(self, now: int, rules: Json | None = None) -> Json:
        self.needs("ended")
        hand, alone = judged(self.kept["record"].encode())
        assert hand is not None
        verdict = with_receipt(hand, alone, self.kept["receipt"].encode(), self.trusted(), now)
        return {
            "checks": {name: verdict.checks[name] for name in SIX},
            "grade": verdict.grade,
            "publication": verdict.publication,
            "published": verdict.published,
            "remarks": [each.to_json() for each in verdict.remarks[len(alone.remarks) :]],
            "own": self.own(json.loads(self.kept["record"])),
        }

    def own(self, record: Json) -> Json:
        kept, seat = self.kept, self.kept["seat"]
        entry = parse_receipt(kept["receipt"].encode()).commit
        shown = parse_proof_text(kept["commit"]["proof"].encode()).checkpoint
        same_tree = entry.proof.checkpoint.root == shown.root if entry.proof.checkpoint.size == shown.size else None
        same_leaf = entry.leaf == kept["commit"]["leaf"]
        seed = record["player_seeds"][seat]
        mine = [event for event in record["events"] if event.get("seat") == seat]
        there = all(self.there(at, made, record["events"]) for at, made in kept["moves"].items())
        return {
            "seed": outcome("opened" in kept and seed == self.seed if "opened" in kept or seed is not None else None),
            "seeds": outcome(None if kept["seeds"] is None else record["player_seeds"] == kept["seeds"]),
            "commit": outcome(None if same_leaf and same_tree is None else same_leaf and same_tree),
            "moves": outcome(there and len(mine) == len(kept["moves"]) if mine or kept["moves"] else None),
        }


def outcome(holds: bool | None) -> str:
    return "not shown" if holds is None else "passed" if holds else "failed"
