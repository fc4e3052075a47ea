"""The transparency log against fixtures/log: proofs, trees, tiles, checkpoints, policies, receipts."""

import base64
import json
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from typing import Any

import pytest

from dealproof.replay.audit import audit
from dealproof.verifier.encoding import canonical, parse_base64
from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.stream import salt
from dealproof.verifier.tlog.appends import Progress, check_append
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key, cosigned_at
from dealproof.verifier.tlog.leaf import check_leaf, format_leaf, parse_leaf
from dealproof.verifier.tlog.note import format_key, format_note, parse_key, parse_note
from dealproof.verifier.tlog.note_signature import check_note, note_key, sign_note
from dealproof.verifier.tlog.policy import Policy, format_policy, parse_policy
from dealproof.verifier.tlog.publication import Hand, published
from dealproof.verifier.tlog.receipt import format_receipt, parse_receipt
from dealproof.verifier.tlog.tiles import (
    ENTRIES,
    Tile,
    format_entries,
    format_path,
    hashes,
    parse_entries,
    parse_path,
    subtrees,
    tiles,
)
from dealproof.verifier.tlog.tree import (
    Tree,
    check_consistency,
    check_inclusion,
    leaf_hash,
    prove_consistency,
    prove_inclusion,
    root,
)
from tests.support.paths import ROOT

LOG = ROOT / "fixtures" / "log"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (LOG / name).read_bytes().splitlines()]


def named(name: str) -> list[Any]:
    return [pytest.param(each, id=each["name"]) for each in lines(name)]


def refusal(look: Callable[[], object]) -> str | None:
    """The code with which something is refused, or None."""
    try:
        look()
    except (MalformedLog, LogRefuted) as fault:
        return fault.code
    return None


# Proofs of another project, most of which must be refused

MERKLE = json.loads((LOG / "merkle.json").read_bytes())


def probes(kind: str) -> list[Any]:
    return [pytest.param(each, id=each["file"].removeprefix("testdata/")) for each in MERKLE[kind]]


def decoded(probe: dict[str, Any], *keys: str) -> list[bytes]:
    return [base64.b64decode(probe[key]) for key in keys]


@pytest.mark.parametrize("probe", probes("inclusion"))
def test_an_inclusion_proof_is_accepted_or_refused_as_stated(probe: dict[str, Any]) -> None:
    leaf, top = decoded(probe, "leafHash", "root")
    proof = [*map(base64.b64decode, probe["proof"] or [])]
    look = partial(check_inclusion, probe["leafIdx"], probe["treeSize"], leaf, top, proof)
    assert refusal(look) == ("not-included" if probe["wantErr"] else None)


@pytest.mark.parametrize("probe", probes("consistency"))
def test_a_consistency_proof_is_accepted_or_refused_as_stated(probe: dict[str, Any]) -> None:
    before, after = decoded(probe, "root1", "root2")
    proof = [*map(base64.b64decode, probe["proof"] or [])]
    look = partial(check_consistency, probe["size1"], probe["size2"], before, after, proof)
    assert refusal(look) == ("not-consistent" if probe["wantErr"] else None)


# Trees to 70,000 leaves

TREES = json.loads((LOG / "tree.json").read_bytes())
SIZES = [pytest.param(each, id=str(each["size"])) for each in TREES["sizes"]]
LOG_KEY, WITNESS = parse_key(TREES["log_vkey"]), parse_key(TREES["witness_vkey"])
LOG_SECRET, WITNESS_SECRET = (bytes.fromhex(TREES[key]) for key in ("log_secret", "witness_secret"))


def entry(index: int) -> bytes:
    return b'{"entry":%d,"of":"shared"}' % index


@cache
def tree() -> Tree:
    found = Tree()
    for index in range(max(each["size"] for each in TREES["sizes"])):
        found.append(leaf_hash(entry(index)))
    return found


def content(tile: Tile) -> bytes:
    if tile.level == ENTRIES:
        return format_entries([entry(256 * tile.index + place) for place in range(tile.width)])
    return hashes(tile, tree().subtrees)


def hashed(texts: list[str]) -> list[bytes]:
    return [parse_base64(text, 32) for text in texts]


def test_keys_are_those_of_their_secrets() -> None:
    assert note_key(TREES["origin"], LOG_SECRET) == LOG_KEY
    assert cosignature_key(WITNESS.name, WITNESS_SECRET) == WITNESS
    assert [*map(format_key, (LOG_KEY, WITNESS))] == [TREES["log_vkey"], TREES["witness_vkey"]]


@pytest.mark.parametrize("at", SIZES)
def test_a_checkpoint_is_written_byte_for_byte_and_read(at: dict[str, Any]) -> None:
    checkpoint = Checkpoint(TREES["origin"], at["size"], root(at["size"], tree().subtrees))
    note = sign_note(format_checkpoint(checkpoint), LOG_KEY, LOG_SECRET)
    line = cosign(note.text, WITNESS, TREES["cosigned_at"], WITNESS_SECRET)
    note = note._replace(signatures=(*note.signatures, line))
    assert format_note(note).decode() == at["checkpoint"]
    assert parse_note(at["checkpoint"].encode()) == note
    assert parse_checkpoint(note.text) == checkpoint
    assert checkpoint.root == parse_base64(at["root"], 32)
    check_note(note, LOG_KEY)
    assert cosigned_at(note, WITNESS) == TREES["cosigned_at"]


@pytest.mark.parametrize("at", SIZES)
def test_every_tile_is_that_of_the_vectors(at: dict[str, Any]) -> None:
    files = {format_path(tile): content(tile) for tile in tiles(at["size"])}
    assert [parse_path(path) for path in files] == [*tiles(at["size"])]
    assert len(files) == at["files"]
    listed = "".join(f"{path} {sha256(files[path]).hexdigest()}\n" for path in sorted(files))
    assert sha256(listed.encode()).hexdigest() == at["all_files_sha256"]
    for path, expected in at["tiles"].items():
        assert len(files[path]) == expected["bytes"]
        assert sha256(files[path]).hexdigest() == expected["sha256"]
        if path.startswith("tile/entries/"):
            tile = parse_path(path)
            assert format_entries(parse_entries(files[path], tile.width)) == files[path]


@pytest.mark.parametrize("at", SIZES)
def test_every_proof_is_that_of_the_vectors_also_from_tiles(at: dict[str, Any]) -> None:
    size, top = at["size"], parse_base64(at["root"], 32)
    read = cache(content)
    for found in (tree().subtrees, subtrees(size, read)):
        assert root(size, found) == top
        for each in at["inclusion"]:
            proof = prove_inclusion(each["index"], size, found)
            assert list(proof) == hashed(each["path"])
            check_inclusion(each["index"], size, leaf_hash(entry(each["index"])), top, proof)
        for each in at["consistency"]:
            proof = prove_consistency(each["from"], size, found)
            assert list(proof) == hashed(each["proof"])
            check_consistency(each["from"], size, root(each["from"], found), top, proof)


# Policies


@pytest.mark.parametrize("vector", [each for each in named("policies.jsonl") if not each.values[0]["refused"]])
def test_a_policy_is_read_and_its_quorum_is_complete_when_it_should_be(vector: dict[str, Any]) -> None:
    policy = parse_policy(vector["policy"].encode())
    assert [log.key.name for log in policy.logs] == vector["logs"]
    assert parse_policy(format_policy(policy)) == policy
    for case in vector["witnessed"]:
        times = {
            each.key: 1790000000 + int(each.key.name.removeprefix("witness").partition(".")[0])
            for each in policy.witnesses
            if each.key.name in case["by"]
        }
        assert policy.completed_at(times) == case["at"]


@pytest.mark.parametrize("vector", [each for each in named("policies.jsonl") if each.values[0]["refused"]])
def test_a_policy_that_is_none_is_refused(vector: dict[str, Any]) -> None:
    assert refusal(partial(parse_policy, vector["policy"].encode())) in ("bad-policy", "bad-key")


# Leaves


@pytest.mark.parametrize("vector", named("append.jsonl"))
def test_a_log_takes_and_refuses_leaves_as_stated(vector: dict[str, Any]) -> None:
    log, known = Tree(), set[bytes]()
    hands: dict[Any, Progress] = {}
    numbers: dict[Any, Any] = {}

    def take(data: bytes) -> None:
        leaf = parse_leaf(data)
        assert format_leaf(leaf) == data
        if data in known:
            return
        hands[leaf["hand"]] = check_append(leaf, hands.get(leaf["hand"]), numbers.get(leaf.get("table")))
        if leaf["type"] == "commit":
            numbers[leaf["table"]] = leaf["number"]
        known.add(data)
        log.append(leaf_hash(data))

    for each in vector["leaves"]:
        data = bytes.fromhex(each["hex"]) if "hex" in each else each["leaf"].encode()
        assert refusal(partial(take, data)) == each["refused"]
    assert len(log) == vector["size"]
    assert root(len(log), log.subtrees) == parse_base64(vector["root"], 32)


@pytest.mark.parametrize("vector", [each for each in named("void.jsonl") if each.values[0]["leaf"]])
def test_the_leaf_of_a_void_hand_is_a_leaf(vector: dict[str, Any]) -> None:
    leaf = check_leaf(vector["leaf"])
    assert leaf["record"] == sha256(canonical(vector["record"])).hexdigest()
    assert leaf["missing"] == vector["expect"]["missing"]


# Receipts


def hand_of(record: dict[str, Any]) -> Hand:
    """What a record says, as far as a receipt is about it, computed here from LOG.md."""
    header, seeds = record["header"], record["player_seeds"]
    missing = tuple(seat for seat, seed in enumerate(seeds) if seed is None)
    keys = [key and parse_base64(key, 32) for key in header["seat_keys"] or []]
    close: dict[str, Any]
    if record.get("format") == "dealproof/void/1":
        close = {key: record[key] for key in ("reason", "server_seed")}
        close |= {"type": "void", "missing": list(missing), "record": sha256(canonical(record)).hexdigest()}
    else:
        close = {"type": "result", "log_head": record["log_head"]}
        result = audit(canonical(record)).result
        if record["server_seed"] is not None:
            close["server_seed"] = record["server_seed"]
        if result is not None:
            close["result"] = sha256(canonical(result)).hexdigest()
    return Hand(header, keys, None if missing else salt(header, seeds), close, missing)


def bytes_of(vector: dict[str, Any]) -> bytes | None:
    text = vector.get("receipt_text")
    if vector["receipt"] is not None:
        text = json.dumps(vector["receipt"], ensure_ascii=False)
    return None if text is None else text.encode().ljust(vector.get("pad_to", 0))


@pytest.mark.parametrize("vector", named("receipts.jsonl"))
def test_a_receipt_shows_what_is_expected(vector: dict[str, Any]) -> None:
    expect = vector["expect"]
    policy = Policy() if vector["policy"] is None else parse_policy(vector["policy"].encode())
    look = partial(published, bytes_of(vector), hand_of(vector["record"]), policy, vector["now"])
    if expect["published-before-play"] == "failed":
        assert refusal(look) == expect["publication"]
        return
    shown = look()
    assert (shown.withheld, shown.to_json()) == (expect["publication"], expect["published"])
    assert expect["published-before-play"] == ("passed" if shown.withheld is None else "not shown")
    received = [each["seat"] for each in expect["remarks"] if each["remark"] == "seed-was-received"]
    assert list(shown.received) == received


@pytest.mark.parametrize(
    "vector", [each for each in named("receipts.jsonl") if each.values[0]["expect"]["published"] is not None]
)
def test_a_receipt_is_read_as_it_is_written(vector: dict[str, Any]) -> None:
    data = bytes_of(vector)
    assert data is not None
    receipt = parse_receipt(data)
    assert parse_receipt(format_receipt(receipt)) == receipt
    assert format_receipt(receipt) == canonical(json.loads(data))


def test_there_are_as_many_vectors_as_were_received() -> None:
    counts = {path.name: path.read_bytes().count(b"\n") for path in sorted(LOG.glob("*.jsonl"))}
    assert counts == {"append.jsonl": 26, "policies.jsonl": 52, "receipts.jsonl": 161, "void.jsonl": 30}
    assert [len(MERKLE[kind]) for kind in ("inclusion", "consistency")] == [98, 98]
    codes = {each["expect"]["publication"] for each in lines("receipts.jsonl")}
    assert len(codes) == 14, "every code and every word, and none"
