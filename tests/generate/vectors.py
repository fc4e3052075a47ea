"""Writes fixtures/vectors/: a file a probe, made by the slow reference and never by `verifier`.

    python -m tests.generate.vectors        writes them anew; a test holds the committed files against this

Folders are kinds; a file's name is what it probes. `refused` tells that a check must raise, or which code a text gets.
"""

import base64
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import rfc8785

from tests.reference import protocol
from tests.support.paths import ROOT

FOLDER = ROOT / "fixtures" / "vectors"
SALT = sha256(b"dealproof vectors").digest()
SECRET = bytes(range(32))
Vector = dict[str, Any]

# The least n whose 32 bytes, big-endian, as server seed under SALT make the shuffle of 159 cards throw a word away.
# Found by trying 0, 1, 2, …: about one seed in 680,000 does. `shuffle_of` holds that this one does.
SEED_WITH_A_REJECTION = 211_301

HEADER: Vector = {
    "format": "dealproof/hand/1",
    "hand": "probe",
    "table": "vectors",
    "number": 1,
    "rules": "28-standard",
    "rules_digest": None,
    "seats": ["North", "East", "South", "West"],
    "dealer": 0,
    "server_commitment": sha256(bytes(32)).hexdigest(),
    "player_commitments": [None, None, None, None],
    "seat_keys": None,
    "match": None,
}
BID: Vector = {"seat": 1, "do": "bid", "value": 14, "t": 1234}
PASS: Vector = {"seat": 2, "do": "pass"}


def commitments() -> Iterator[tuple[str, Vector]]:
    for name, seed in {"zeros": bytes(32), "ones": b"\xff" * 32, "counting": bytes(range(32))}.items():
        right = protocol.digest(seed)
        yield f"seed-of-{name}", {"server_seed": seed.hex(), "commitment": right, "refused": False}
        yield f"hash-of-the-hex-text-of-{name}", wrong_commitment(seed, protocol.digest(seed.hex().encode()))
    yield "seed-itself", wrong_commitment(bytes(range(32)), bytes(range(32)).hex())
    yield "upper-case-digits", wrong_commitment(bytes(32), protocol.digest(bytes(32)).upper())
    yield "hash-of-the-hash", wrong_commitment(bytes(32), protocol.digest(sha256(bytes(32)).digest()))


def wrong_commitment(seed: bytes, commitment: str) -> Vector:
    return {"server_seed": seed.hex(), "commitment": commitment, "refused": True}


def player_seeds() -> Iterator[tuple[str, Vector]]:
    texts = {
        "one-byte": "b",
        "of-256-bytes": "x" * 256,
        "composed-accent": "\u00e9",
        "combining-accent": "e\u0301",
        "outer-spaces": "  a seed\t",
        "zero-character": "\0",
        "emoji": "\U0001f600",
        "malayalam": "\u0d2e\u0d32\u0d2f\u0d3e\u0d33\u0d02",
        "line-separator": "\u2028",
    }
    for name, text in texts.items():
        yield name, {"seed": text, "commitment": protocol.digest(text.encode()), "refused": False}
    for name, opened, committed in (
        ("normalised", "\u00e9", "e\u0301"),
        ("trimmed", "a seed", " a seed "),
        ("lower-cased", "seed", "Seed"),
        ("with-a-line-end", "seed\n", "seed"),
        ("utf-16", "seed", "s\0e\0e\0d\0"),
    ):
        yield name, {"seed": opened, "commitment": protocol.digest(committed.encode()), "refused": True}


def salts() -> Iterator[tuple[str, Vector]]:
    seeds = ["a", "b", "c", "d"]
    yield "plain", salt_of(HEADER, seeds)
    yield "seeds-in-another-order", salt_of(HEADER, seeds[::-1])
    yield "header-keys-in-another-order", salt_of(dict(reversed(HEADER.items())), seeds)
    yield "control-characters", salt_of(HEADER, [chr(code) for code in range(32)])
    yield "delete-and-line-separators", salt_of(HEADER, ["\x7f", "\x80", "\u2028", "\u2029"])
    yield "quotes-and-backslashes", salt_of(HEADER, ['"', "\\", '\\"', "/"])
    yield "beyond-the-first-plane", salt_of(HEADER, ["\U0001f600", "\uffff", "\ue000", "\U0010ffff"])
    yield "seeds-that-look-like-json", salt_of(HEADER, ["null", "[]", "{}", "0"])
    before = {"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "1": 4, "\r": 5, "\u00f6": 6, "\u0080": 7}
    match = {"id": "m", "number": 1, "before": before}
    yield "keys-in-utf-16-order", salt_of({**HEADER, "match": match}, seeds)
    yield "largest-integers", salt_of({**HEADER, "number": 2**53 - 1, "dealer": 1 - 2**53}, seeds)


def salt_of(header: Vector, seeds: list[str]) -> Vector:
    return {"header": header, "player_seeds": seeds, "salt": protocol.salt(header, seeds).hex()}


def streams() -> Iterator[tuple[str, Vector]]:
    for label in ("deal/0", "deal/1", "deal/10", "first-seat", "reshuffle/0", "seating"):
        yield label.replace("/", "-"), stream_of(bytes(32), label, 64)
    yield "another-seed", stream_of(b"\xff" * 32, "deal/0", 64)
    yield "one-word", stream_of(bytes(32), "deal/0", 4)
    yield "past-a-block", stream_of(bytes(32), "deal/0", 36)
    yield "to-its-end", stream_of(bytes(32), "deal/0", 8160)


def stream_of(seed: bytes, label: str, length: int) -> Vector:
    stream = protocol.stream(seed, SALT, label, length)
    return {"server_seed": seed.hex(), "salt": SALT.hex(), "label": label, "stream": stream.hex()}


def uniforms() -> Iterator[tuple[str, Vector]]:
    yield "of-one-reads-a-word", uniform_of("deal/0", [1, 1, 2**32])
    yield "of-every-word", uniform_of("deal/0", [2**32] * 9)
    yield "throws-half-away", uniform_of("first-seat", [2**31 + 1] * 40)
    yield "throws-nothing-away", uniform_of("first-seat", [2**31] * 40)
    yield "throws-a-third-away", uniform_of("first-seat", [3 * 2**29 - 1] * 40)
    yield "of-mixed-sizes", uniform_of("seating", [4, 1, 52, 2**31 + 1, 3, 2**32, 2**32 - 1, 8])
    yield "to-the-end-of-the-stream", uniform_of("seating", [6] * 2040)


def uniform_of(label: str, sizes: list[int]) -> Vector:
    reader = protocol.Reader(protocol.stream(bytes(32), SALT, label))
    results = [reader.uniform(m) for m in sizes]
    return {
        "server_seed": bytes(32).hex(),
        "salt": SALT.hex(),
        "label": label,
        "sizes": sizes,
        "results": results,
        "thrown_away": reader.thrown,
    }


def shuffles() -> Iterator[tuple[str, Vector]]:
    for n in (0, 1, 2, 3, 13, 32, 36, 48, 52, 106, 159):
        yield f"of-{n}", shuffle_of(bytes(32), n, thrown=0)
    yield "of-159-with-a-rejection", shuffle_of(SEED_WITH_A_REJECTION.to_bytes(32, "big"), 159, thrown=1)


def shuffle_of(seed: bytes, n: int, thrown: int) -> Vector:
    reader = protocol.Reader(protocol.stream(seed, SALT, "deal/0"))
    order = protocol.shuffle(reader, list(range(n)))
    assert reader.thrown == thrown, f"{reader.thrown} words were thrown away, not {thrown}"
    return {"server_seed": seed.hex(), "salt": SALT.hex(), "label": "deal/0", "order": order, "thrown_away": thrown}


def log_hashes() -> Iterator[tuple[str, Vector]]:
    yield "no-event", log_of([])
    yield "one-event", log_of([BID])
    yield "two-events", log_of([BID, PASS])
    yield "two-events-in-another-order", log_of([PASS, BID])
    yield "sig-left-out", log_of([{**BID, "sig": "A" * 86 + "=="}, PASS])
    yield "keys-in-another-order", log_of([dict(reversed(BID.items()))])
    yield "event-without-a-seat", log_of([{"do": "redeal", "reason": "no-jack"}])
    yield "of-300-events", log_of([{**PASS, "t": t} for t in range(300)])


def log_of(events: list[Vector]) -> Vector:
    return {"salt": SALT.hex(), "events": events, "log_hash": protocol.log_hash(SALT, events).hex()}


def signatures() -> Iterator[tuple[str, Vector]]:
    digest = protocol.log_hash(SALT, [BID])
    sig = protocol.sign(SECRET, digest)
    yield "over-the-log", signature_of(digest, sig, refused=False)
    yield "over-the-hex-text", signature_of(digest, protocol.sign(SECRET, digest.hex().encode()), refused=True)
    yield (
        "over-the-log-before-it",
        signature_of(digest, protocol.sign(SECRET, protocol.log_hash(SALT, [])), refused=True),
    )
    yield "by-another-key", signature_of(digest, protocol.sign(bytes(32), digest), refused=True)
    yield "of-zeros", signature_of(digest, bytes(64), refused=True)
    # RFC 8032 demands S below the order of the group: S + L verifies under a lax reader, and is another text.
    order = 2**252 + 27742317777372353535851937790883648493
    lax = (int.from_bytes(sig[32:], "little") + order).to_bytes(32, "little")
    yield "not-reduced", signature_of(digest, sig[:32] + lax, refused=True)


def signature_of(digest: bytes, sig: bytes, *, refused: bool) -> Vector:
    key = base64.b64encode(protocol.public(SECRET)).decode()
    return {"public_key": key, "digest": digest.hex(), "sig": base64.b64encode(sig).decode(), "refused": refused}


def canonicals() -> Iterator[tuple[str, Vector]]:
    values: dict[str, Any] = {
        "null": None,
        "true": True,
        "zero": 0,
        "least-integer": 1 - 2**53,
        "empty-list": [],
        "empty-object": {},
        "keys-sorted": {"b": 1, "a": 2, "B": 3, "": 4, "aa": 5},
        "keys-in-utf-16-order": {"\ue000": 1, "\U00010000": 2, "\ud7ff": 3},
        "keys-in-utf-16-order-below-a-list": [{"x": [{"\uffff": 1, "\U0010ffff": {"\ue000": 1, "\U00010000": 2}}]}],
        "control-characters": "".join(map(chr, range(32))),
        "quote-and-backslash": '"\\/',
        "unescaped": "\x7f\x80\u2028\u2029\ufeff\U0001f600",
    }
    for name, value in values.items():
        yield name, {"value": value, "canonical": rfc8785.dumps(value).decode()}


def json_texts() -> Iterator[tuple[str, Vector]]:
    texts = {
        "duplicate-key": ['{"a":1,"a":1}', '{"a":1,"b":2,"\\u0061":3}', '[{"b":{"a":[],"a":[]}}]', '{"":1,"":2}'],
        "float": ["1.0", "1e5", "[-0.0]", '{"a":1E-7}', "0.1"],
        "integer-too-large": ["9007199254740992", "-9007199254740992", "[" + "9" * 5000 + "]"],
        "lone-surrogate": [r'"\ud800"', r'"\udc00"', r'"\udc00\ud800"', r'{"\uD83D":1}', r'["a\ud83dx\ude00"]'],
        "too-deep": ["[" * 17 + "]" * 17, '{"a":' * 17 + "1" + "}" * 17, '["]","\\"]",' + "[" * 16 + "]" * 17],
        "bad-json": [
            "", " ", "{", "[1,]", '{"a":1,}', "{'a':1}", "{a:1}", "01", "+1", "-", ".5", "1.", "nul", "True", "NaN",
            "Infinity", "-Infinity", "[1 2]", "1 2", "[]]", '"a', '"\t"', r'"\x41"', r'"\u12"', r'"\u+123"', "\ufeff1",
            "\u00a01", "\f1", "/**/1", "[}", '{"a"}', "\u0661",
        ],
    }  # fmt: skip
    # A value that JSON can say and a record cannot hold is named by its pointer; all else by the whole text.
    pointers = {"[-0.0]": "/0", '{"a":1E-7}': "/a", "[" + "9" * 5000 + "]": "/0", r'["a\ud83dx\ude00"]': "/0"}
    for code, refused in texts.items():
        for number, text in enumerate(refused):
            vector: Vector = {"hex": text.encode().hex(), "text": text, "refused": code}
            yield f"{code}-{number:02}", {**vector, "pointer": pointers.get(text, "")}
    for number, data in enumerate((b"\xff", b'"\xc3"', b'"\xed\xa0\x80"', b'"\xc0\x80"', b'"\xf4\x90\x80\x80"')):
        yield f"bad-utf-8-{number:02}", {"hex": data.hex(), "text": None, "refused": "bad-utf-8", "pointer": ""}
    for name, text in {
        "integers-up-to-the-limit": "[9007199254740991,-9007199254740991]",
        "sixteen-levels": "[" * 16 + "]" * 16,
        "brackets-in-texts": '["[[[[[[[[[[[[[[[[[[[","\\"{","\\\\","}"]',
        "surrogate-pair": r'"\ud83d\ude00"',
        "escaped-backslash-before-u": r'"\\ud800"',
        "white-space": " \t\r\n[ 1 , 2 ] ",
        "same-key-in-other-objects": '[{"a":1},{"a":{"a":2}}]',
        "keys-that-only-look-alike": '{"\u00e9":1,"e\u0301":2}',
    }.items():
        yield f"accepted-{name}", {"hex": text.encode().hex(), "text": text, "refused": None}


KINDS = {
    "commitment": commitments,
    "player-seed": player_seeds,
    "salt": salts,
    "stream": streams,
    "uniform": uniforms,
    "shuffle": shuffles,
    "log-hash": log_hashes,
    "signature": signatures,
    "canonical": canonicals,
    "json": json_texts,
}


def files() -> dict[str, str]:
    """Every file by its path below fixtures/vectors/."""
    return {
        f"{kind}/{name}.json": json.dumps(vector, indent=1, sort_keys=True) + "\n"
        for kind, vectors in KINDS.items()
        for name, vector in vectors()
    }


def main() -> None:
    made = files()
    for kind in KINDS:
        for old in (FOLDER / kind).glob("*.json"):
            old.unlink()
    for path, text in made.items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_text(text, encoding="utf-8")
    print(f"{len(made)} vectors written to {FOLDER}")


if __name__ == "__main__":
    main()
