"""The verifier against fixtures/vectors/: a file a probe, made by the slow reference, and the protocol's own."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from dealproof.verifier.commitment import check_commitment, check_player_seed, commit, commit_player_seed
from dealproof.verifier.encoding import canonical, format_base64, parse_base64, parse_json
from dealproof.verifier.errors import CommitmentRefuted, Malformed, PlayerSeedRefuted, SignatureRefuted
from dealproof.verifier.log_hash import LogHash, check_log_head, log_hash, log_head
from dealproof.verifier.shuffle import Draws, cut
from dealproof.verifier.signature import check_signature, public_key, sign
from dealproof.verifier.stream import Stream, extract, salt
from tests.generate import vectors
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "vectors"
PROTOCOL = json.loads((FOLDER / "protocol.json").read_text(encoding="utf-8"))
LABELS = ["deal/0", "deal/1", "first-seat", "reshuffle/0", "seating"]
Vector = dict[str, Any]


def raises_if(refused: bool, error: type[Exception]) -> Any:
    return pytest.raises(error) if refused else nullcontext()


def stream_of(vector: Vector) -> Stream:
    return Stream(extract(bytes.fromhex(vector["salt"]), bytes.fromhex(vector["server_seed"])), vector["label"])


def check_commitment_vector(vector: Vector) -> None:
    with raises_if(vector["refused"], CommitmentRefuted):
        check_commitment(bytes.fromhex(vector["server_seed"]), vector["commitment"])


def check_player_seed_vector(vector: Vector) -> None:
    with raises_if(vector["refused"], PlayerSeedRefuted):
        check_player_seed(vector["seed"], vector["commitment"], seat=0)


def check_salt_vector(vector: Vector) -> None:
    assert salt(vector["header"], vector["player_seeds"]).hex() == vector["salt"]


def check_stream_vector(vector: Vector) -> None:
    expected = bytes.fromhex(vector["stream"])
    assert stream_of(vector).read(len(expected)) == expected


def check_uniform_vector(vector: Vector) -> None:
    stream = stream_of(vector)
    assert [stream.uniform(m) for m in vector["sizes"]] == vector["results"]


def check_shuffle_vector(vector: Vector) -> None:
    draws = Draws(bytes.fromhex(vector["server_seed"]), bytes.fromhex(vector["salt"]))
    order = draws(vector["label"]).order(len(vector["order"]))
    assert order == vector["order"]


def check_log_hash_vector(vector: Vector) -> None:
    salted, events = bytes.fromhex(vector["salt"]), vector["events"]
    running = LogHash(salted)
    for event in events:
        running.append(event)
    assert log_hash(salted, events).hex() == running.digest().hex() == vector["log_hash"]


def check_signature_vector(vector: Vector) -> None:
    key, sig = parse_base64(vector["public_key"], 32), parse_base64(vector["sig"], 64)
    with raises_if(vector["refused"], SignatureRefuted):
        check_signature(key, sig, bytes.fromhex(vector["digest"]), event=0)


def check_canonical_vector(vector: Vector) -> None:
    written = canonical(vector["value"])
    assert written == vector["canonical"].encode()
    assert parse_json(written) == vector["value"]


def check_json_vector(vector: Vector) -> None:
    data = bytes.fromhex(vector["hex"])
    if vector["refused"] is None:
        assert parse_json(data) == json.loads(data)
        return
    with pytest.raises(Malformed) as refusal:
        parse_json(data)
    assert (refusal.value.pointer, refusal.value.code) == (vector["pointer"], vector["refused"])
    assert refusal.value.reason.endswith(".")


CHECKS: dict[str, Callable[[Vector], None]] = {
    "commitment": check_commitment_vector,
    "player-seed": check_player_seed_vector,
    "salt": check_salt_vector,
    "stream": check_stream_vector,
    "uniform": check_uniform_vector,
    "shuffle": check_shuffle_vector,
    "log-hash": check_log_hash_vector,
    "signature": check_signature_vector,
    "canonical": check_canonical_vector,
    "json": check_json_vector,
}


@pytest.mark.parametrize("path", sorted(vectors.files()))
def test_the_verifier_agrees_with_every_probe(path: str) -> None:
    CHECKS[path.partition("/")[0]](json.loads((FOLDER / path).read_text(encoding="utf-8")))


def test_the_committed_vectors_are_what_the_generator_writes() -> None:
    committed = {
        f"{path.parent.name}/{path.name}": path.read_text(encoding="utf-8") for path in FOLDER.glob("*/*.json")
    }
    assert committed == vectors.files()


def test_one_shuffle_of_159_cards_throws_a_word_away() -> None:
    vector = json.loads((FOLDER / "shuffle/of-159-with-a-rejection.json").read_text(encoding="utf-8"))
    stream = stream_of(vector)
    words = [int.from_bytes(stream.read(4), "big") for _ in range(158)]
    assert sum(word >= m * (2**32 // m) for word, m in zip(words, range(159, 1, -1), strict=True)) == 1


@pytest.mark.parametrize("vector", PROTOCOL, ids=lambda vector: vector["header"]["hand"])
class TestTheProtocolsOwnVectors:
    """fixtures/vectors/protocol.json, made by an independent implementation."""

    def test_commitments(self, vector: Vector) -> None:
        header = vector["header"]
        assert commit(bytes.fromhex(vector["server_seed"])) == header["server_commitment"]
        for seed, commitment in zip(vector["player_seeds"], header["player_commitments"], strict=True):
            assert commitment in (None, commit_player_seed(seed))

    def test_canonical_header_and_salt(self, vector: Vector) -> None:
        assert canonical(vector["header"]) == vector["header_jcs"].encode()
        assert salt(vector["header"], vector["player_seeds"]).hex() == vector["salt"]

    @pytest.mark.parametrize("label", LABELS)
    def test_stream(self, vector: Vector, label: str) -> None:
        assert stream_of({**vector, "label": label}).read(32).hex() == vector["stream"][label]

    def test_uniform(self, vector: Vector) -> None:
        stream = stream_of({**vector, "label": "first-seat"})
        assert [[m, stream.uniform(m)] for m, _ in vector["uniform_first-seat"]] == vector["uniform_first-seat"]

    def test_shuffle_and_cut(self, vector: Vector) -> None:
        deck, draws = (
            vector["canonical_deck"],
            Draws(bytes.fromhex(vector["server_seed"]), bytes.fromhex(vector["salt"])),
        )
        for label, shuffled in vector["deck"].items():
            assert [deck[place] for place in draws(label).order(len(deck))] == shuffled
        at = vector["events"][0]["at"]
        assert [deck[place] for place in cut(draws("deal/0").order(len(deck)), at)] == vector["deck_after_cut"]

    def test_shuffle_of_three_packs(self, vector: Vector) -> None:
        pack = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
        deck = pack * 3 + ["Jk"] * 3
        draws = Draws(bytes.fromhex(vector["server_seed"]), bytes.fromhex(vector["salt"]))
        assert [deck[place] for place in draws("deal/0").order(159)] == vector["rummy_deck_of_159_deal/0"]

    def test_log_hash_after_every_event(self, vector: Vector) -> None:
        salted, events = bytes.fromhex(vector["salt"]), vector["events"]
        running = LogHash(salted)
        for i, expected in enumerate(vector["log_hash"]):
            assert log_hash(salted, events[:i]).hex() == running.digest().hex() == expected
            if i < len(events):
                running.append(events[i])
        assert log_head(salted, events) == vector["log_head"]
        check_log_head(salted, events, vector["log_head"])

    def test_signature(self, vector: Vector) -> None:
        secret, event = bytes.fromhex(vector["signing"]["secret"]), vector["signing"]["event"]
        digest = bytes.fromhex(vector["log_hash"][event + 1])
        assert format_base64(public_key(secret)) == vector["signing"]["public"]
        assert format_base64(sign(secret, digest)) == vector["events"][event]["sig"]
        check_signature(public_key(secret), parse_base64(vector["events"][event]["sig"], 64), digest, event)
