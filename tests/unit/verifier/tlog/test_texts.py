"""Notes, keys, checkpoints, proof texts: what is written is read, and nothing else is (LOG.md)."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog import note as notes
from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from dealproof.verifier.tlog.cosignature import cosign, cosignature_key, cosigned_at
from dealproof.verifier.tlog.note import Key, Note, Signature, format_key, format_note, parse_key, parse_note
from dealproof.verifier.tlog.note_signature import check_note, note_key, sign_note
from dealproof.verifier.tlog.proof_text import ProofText, format_proof_text, parse_proof_text

SECRET = bytes([1]) * 32
KEY = note_key("log.example/28", SECRET)
WITNESS = cosignature_key("witness.example", SECRET)
CHECKPOINT = Checkpoint(KEY.name, 3, bytes(range(32)))
NOTE = sign_note(format_checkpoint(CHECKPOINT), KEY, SECRET)
PROOF = ProofText(2, (bytes(32), bytes([255]) * 32), NOTE, CHECKPOINT, b"extra")

LINES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=8)
NAMES = LINES.filter(lambda text: "+" not in text and not any(map(str.isspace, text)))
SIZES = st.integers(0, 2**53 - 1)
HASHES = st.binary(min_size=32, max_size=32)
SIGNATURES = st.builds(Signature, NAMES, st.binary(min_size=4, max_size=4), st.binary(min_size=1, max_size=9))
CHECKPOINTS = st.builds(Checkpoint, LINES, SIZES, HASHES, st.lists(LINES, max_size=2).map(tuple))


def code(read: Callable[[Any], object], text: Any) -> str:
    with pytest.raises(MalformedLog) as fault:
        read(text)
    assert fault.value.reason.endswith(".")
    return fault.value.code


@given(st.lists(LINES | st.just(""), max_size=4), st.lists(SIGNATURES, min_size=1, max_size=4))
def test_a_note_is_read_as_it_is_written(lines: list[str], signatures: list[Signature]) -> None:
    note = Note("".join(f"{line}\n" for line in lines) or "\n", tuple(signatures))
    assert parse_note(format_note(note)) == note


@given(CHECKPOINTS)
def test_a_checkpoint_is_read_as_it_is_written(checkpoint: Checkpoint) -> None:
    assert parse_checkpoint(format_checkpoint(checkpoint)) == checkpoint


@given(CHECKPOINTS, SIZES, st.lists(HASHES, max_size=5), st.binary(max_size=4), st.lists(SIGNATURES, min_size=1))
def test_a_proof_text_is_read_as_it_is_written(
    checkpoint: Checkpoint, index: int, hashes: list[bytes], extra: bytes, signatures: list[Signature]
) -> None:
    note = Note(format_checkpoint(checkpoint), tuple(signatures[:64]))
    proof = ProofText(index, tuple(hashes), note, checkpoint, extra)
    assert parse_proof_text(format_proof_text(proof)) == proof


@given(NAMES, st.sampled_from([1, 4]), st.integers(1, 9).map(lambda byte: note_key("", bytes([byte]) * 32).public))
def test_a_key_is_read_as_it_is_written(name: str, type: int, public: bytes) -> None:
    key = Key(name, type, public)
    assert parse_key(format_key(key)) == key


@given(st.binary(max_size=60) | st.binary(max_size=60).map(lambda end: format_proof_text(PROOF)[:-70] + end))
def test_whatever_the_bytes_are_no_other_error_is_raised(data: bytes) -> None:
    for read, again in ((parse_note, format_note), (parse_proof_text, format_proof_text)):
        with suppress(MalformedLog):
            assert again(read(data)) == data


@given(st.text(max_size=60))
def test_whatever_the_text_is_no_other_error_is_raised(text: str) -> None:
    for read, again in ((parse_key, format_key), (parse_checkpoint, format_checkpoint)):
        with suppress(MalformedLog):
            assert again(read(text)) == text


BROKEN_NOTES = {
    "empty": b"",
    "only-a-blank-line": b"\n\n",
    "no-signature": b"a\n\n",
    "no-blank-line": "a\n— b AAAAAAA=\n".encode(),
    "no-final-newline": "a\n\n— b AAAAAAA=".encode(),
    "a-line-more-at-the-end": "a\n\n— b AAAAAAA=\n\n".encode(),
    "crlf": "a\r\n\r\n— b AAAAAAA=\r\n".encode(),
    "tab": "a\t\n\n— b AAAAAAA=\n".encode(),
    "nul": "a\0\n\n— b AAAAAAA=\n".encode(),
    "not-utf-8": b"\xff\n\n\xe2\x80\x94 b AAAAAAA=\n",
    "surrogate-in-utf-8": b"\xed\xa0\x80\n\n\xe2\x80\x94 b AAAAAAA=\n",
    "utf-16": "a\n\n— b AAAAAAA=\n".encode("utf-16"),
    "hyphen-for-dash": b"a\n\n- b AAAAAAA=\n",
    "en-dash": "a\n\n– b AAAAAAA=\n".encode(),
    "no-space-behind-the-dash": "a\n\n—b AAAAAAA=\n".encode(),
    "two-spaces-behind-the-dash": "a\n\n—  b AAAAAAA=\n".encode(),
    "two-spaces-behind-the-name": "a\n\n— b  AAAAAAA=\n".encode(),
    "space-at-the-end": "a\n\n— b AAAAAAA= \n".encode(),
    "no-name": "a\n\n—  AAAAAAA=\n".encode(),
    "no-base64": "a\n\n— b\n".encode(),
    "empty-base64": "a\n\n— b \n".encode(),
    "plus-in-a-name": "a\n\n— b+c AAAAAAA=\n".encode(),
    "no-break-space-in-a-name": "a\n\n— b\xa0c AAAAAAA=\n".encode(),
    "ideographic-space-in-a-name": "a\n\n— b\u3000c AAAAAAA=\n".encode(),
    "next-line-in-a-name": "a\n\n— b\x85c AAAAAAA=\n".encode(),
    "no-padding": "a\n\n— b AAAAAAA\n".encode(),
    "too-much-padding": "a\n\n— b AAAAAAA==\n".encode(),
    "spare-bits": "a\n\n— b AAAAAAB=\n".encode(),
    "url-base64": "a\n\n— b AAAAA_-=\n".encode(),
    "base64-outside-ascii": "a\n\n— b ＡAAAAAA=\n".encode(),
    "newline-in-base64": "a\n\n— b AAAA\nAAA=\n".encode(),
    "only-a-key-id": "a\n\n— b AAAAAA==\n".encode(),
    "65-signatures": b"a\n\n" + "— b AAAAAAA=\n".encode() * 65,
    "too-large": b"a" * notes.MAX_NOTE_BYTES + "\n\n— b AAAAAAA=\n".encode(),
}


@pytest.mark.parametrize("data", BROKEN_NOTES.values(), ids=BROKEN_NOTES)
def test_a_note_that_would_not_be_written_is_not_read(data: bytes) -> None:
    assert code(parse_note, data) == "bad-note"


def test_64_signatures_are_read_and_one_of_a_million_is_not_even_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "— b AAAAAAA=\n".encode()
    assert len(parse_note(b"a\n\n" + line * 64).signatures) == 64
    monkeypatch.setattr(notes, "_parse_line", None)
    monkeypatch.setattr(notes, "MAX_NOTE_BYTES", 10**9)
    assert code(parse_note, b"a\n\n" + line * 10**6) == "bad-note"


def test_a_text_may_hold_blank_lines_and_what_looks_like_signatures() -> None:
    text = "a\n\n— b AAAAAAA=\n\n\n"
    note = parse_note(f"{text}\n— b AAAAAAA=\n".encode())
    assert (note.text, len(note.signatures)) == (text, 1)


ID = format_key(KEY).split("+")[1]
PUBLIC = format_key(KEY).split("+", 2)[2]
BROKEN_KEYS = {
    "empty": "",
    "no-plus": "log.example/28",
    "one-plus": f"log.example/28+{ID}",
    "no-name": f"+{ID}+{PUBLIC}",
    "space-in-the-name": f"log example+{ID}+{PUBLIC}",
    "another-name": f"log.example/29+{ID}+{PUBLIC}",
    "another-id": f"log.example/28+00000000+{PUBLIC}",
    "id-in-capitals": f"log.example/28+{ID.upper()}+{PUBLIC}",
    "id-short": f"log.example/28+{ID[:-1]}+{PUBLIC}",
    "no-padding": f"log.example/28+{ID}+{PUBLIC.rstrip('=')}A",
    "no-key": f"log.example/28+{ID}+",
    "type-alone": f"log.example/28+{ID}+AQ==",
    "31-bytes": "log.example/28+00000000+AQ" + "A" * 41 + "=",
    "type-6": format_key(Key("log.example/28", 6, KEY.public)),
    "type-0": format_key(Key("log.example/28", 0, KEY.public)),
    "identity": format_key(Key("log.example/28", 1, (1).to_bytes(32, "little"))),
    "not-canonical": format_key(Key("log.example/28", 1, (2**255 - 19).to_bytes(32, "little"))),
}


@pytest.mark.parametrize("text", BROKEN_KEYS.values(), ids=BROKEN_KEYS)
def test_a_key_that_would_not_be_written_or_proves_nothing_is_not_read(text: str) -> None:
    assert code(parse_key, text) == "bad-key"


ROOT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
BROKEN_CHECKPOINTS = {
    "empty": "",
    "two-lines": "a\n1\n",
    "no-final-newline": f"a\n1\n{ROOT}",
    "no-origin": f"\n1\n{ROOT}\n",
    "empty-extension": f"a\n1\n{ROOT}\n\n",
    "no-size": f"a\n\n{ROOT}\n",
    "size-with-a-leading-zero": f"a\n01\n{ROOT}\n",
    "size-00": f"a\n00\n{ROOT}\n",
    "size-negative": f"a\n-1\n{ROOT}\n",
    "size-with-a-plus": f"a\n+1\n{ROOT}\n",
    "size-with-a-space": f"a\n 1\n{ROOT}\n",
    "size-with-an-underscore": f"a\n1_0\n{ROOT}\n",
    "size-in-hex": f"a\n0x1\n{ROOT}\n",
    "size-in-arabic-digits": f"a\n١\n{ROOT}\n",
    "size-with-a-fraction": f"a\n1.0\n{ROOT}\n",
    "size-2-to-the-53": f"a\n{2**53}\n{ROOT}\n",
    "size-2-to-the-63": f"a\n{2**63}\n{ROOT}\n",
    "size-2-to-the-64": f"a\n{2**64}\n{ROOT}\n",
    "size-of-a-million-digits": f"a\n{'9' * 10**6}\n{ROOT}\n",
    "root-of-31-bytes": f"a\n1\n{'A' * 40}AA==\n",
    "root-of-33-bytes": f"a\n1\n{'A' * 44}\n",
    "root-without-padding": f"a\n1\n{ROOT[:-1]}\n",
    "root-with-spare-bits": f"a\n1\n{ROOT[:-2]}9=\n",
    "root-in-hex": f"a\n1\n{'00' * 32}\n",
}


@pytest.mark.parametrize("text", BROKEN_CHECKPOINTS.values(), ids=BROKEN_CHECKPOINTS)
def test_a_checkpoint_that_would_not_be_written_is_not_read(text: str) -> None:
    assert code(parse_checkpoint, text) == "bad-checkpoint"


WHOLE = format_proof_text(PROOF).decode()
BROKEN_PROOFS = {
    "empty": "",
    "head-alone": "c2sp.org/tlog-proof@v1\n",
    "another-version": WHOLE.replace("@v1", "@v2"),
    "no-index": WHOLE.replace("index 2\n", ""),
    "index-twice": WHOLE.replace("index 2\n", "index 2\nindex 2\n"),
    "index-empty": WHOLE.replace("index 2", "index "),
    "index-with-a-leading-zero": WHOLE.replace("index 2", "index 02"),
    "index-negative": WHOLE.replace("index 2", "index -2"),
    "index-2-to-the-53": WHOLE.replace("index 2", f"index {2**53}"),
    "index-2-to-the-63": WHOLE.replace("index 2", f"index {2**63}"),
    "index-with-two-spaces": WHOLE.replace("index 2", "index  2"),
    "index-in-capitals": WHOLE.replace("index 2", "Index 2"),
    "extra-behind-the-index": WHOLE.replace("extra ZXh0cmE=\nindex 2", "index 2\nextra ZXh0cmE="),
    "extra-twice": WHOLE.replace("extra ZXh0cmE=\n", "extra ZXh0cmE=\n" * 2),
    "extra-empty": WHOLE.replace("extra ZXh0cmE=", "extra "),
    "extra-without-padding": WHOLE.replace("extra ZXh0cmE=", "extra ZXh0cmE"),
    "hash-short": WHOLE.replace("A" * 43 + "=", "AAAA"),
    "hash-in-hex": WHOLE.replace("A" * 43 + "=", "00" * 32),
    "hash-with-spare-bits": WHOLE.replace("A" * 43 + "=", "A" * 42 + "B="),
    "64-hashes": WHOLE.replace("A" * 43 + "=\n", ("A" * 43 + "=\n") * 63),
    "ten-thousand-hashes": WHOLE.replace("A" * 43 + "=\n", ("A" * 43 + "=\n") * 10**4),
    "no-blank-line": WHOLE.replace("\n\nlog", "\nlog"),
    "two-blank-lines": WHOLE.replace("\n\nlog", "\n\n\nlog"),
    "no-note": WHOLE.partition("\n\n")[0] + "\n\n",
    "crlf": WHOLE.replace("\n", "\r\n"),
    "note-without-signature": WHOLE.rpartition("—")[0],
    "note-that-is-no-checkpoint": WHOLE.replace("log.example/28\n3\n", "3\n"),
}


@pytest.mark.parametrize("text", BROKEN_PROOFS.values(), ids=BROKEN_PROOFS)
def test_a_proof_text_that_would_not_be_written_is_not_read(text: str) -> None:
    assert code(parse_proof_text, text.encode()) in {"bad-proof", "bad-note", "bad-checkpoint"}


def test_63_hashes_are_read() -> None:
    assert len(parse_proof_text(WHOLE.replace("A" * 43 + "=\n", ("A" * 43 + "=\n") * 62).encode()).hashes) == 63


# Signatures


def test_every_bit_of_a_signed_note_counts() -> None:
    """The text, the signature, the key: with one bit of any flipped, nothing is signed."""
    check_note(NOTE, KEY)
    (line,) = NOTE.signatures
    for place in range(8 * len(line.value)):
        value = (int.from_bytes(line.value, "big") ^ 1 << place).to_bytes(64, "big")
        with pytest.raises(LogRefuted, match="does not verify"):
            check_note(Note(NOTE.text, (line._replace(value=value),)), KEY)
    for at, letter in enumerate(NOTE.text):
        text = NOTE.text[:at] + chr(ord(letter) ^ 1) + NOTE.text[at + 1 :]
        with pytest.raises(LogRefuted, match="does not verify"):
            check_note(Note(text, NOTE.signatures), KEY)
    for other in (Key("log.example/29", 1, KEY.public), Key(KEY.name, 4, KEY.public)):
        with pytest.raises(LogRefuted, match="no line"):
            check_note(NOTE, other)


def test_a_second_line_of_a_key_is_checked_too() -> None:
    (line,) = NOTE.signatures
    wrong = line._replace(value=bytes(64))
    for lines in ((line, wrong), (wrong, line)):
        with pytest.raises(LogRefuted) as fault:
            check_note(Note(NOTE.text, lines), KEY)
        assert fault.value.code == "bad-signature"


def test_a_line_of_an_unknown_key_is_ignored() -> None:
    """C2SP signed-note: also where it shares the name or the ID with a known key, but not both."""
    strangers = (Signature("x", KEY.id, b"?"), Signature(KEY.name, bytes(4), b"?"))
    check_note(NOTE._replace(signatures=(*strangers, *NOTE.signatures)), KEY)


def test_the_signature_of_a_colliding_key_does_not_verify() -> None:
    """A key ID has 32 bits: a line under the name and ID of a key, by another key, is a failure and no stranger."""
    other = sign_note(NOTE.text, note_key(KEY.name, bytes([2]) * 32), bytes([2]) * 32)
    forged = other.signatures[0]._replace(key_id=KEY.id)
    with pytest.raises(LogRefuted, match="does not verify"):
        check_note(Note(NOTE.text, (forged,)), KEY)


@given(st.integers(0, 2**53 - 1))
def test_a_cosignature_gives_its_time(time: int) -> None:
    assert cosigned_at(Note(NOTE.text, (cosign(NOTE.text, WITNESS, time, SECRET),)), WITNESS) == time


def test_of_two_cosignatures_the_earlier_counts_and_of_none_none() -> None:
    lines = tuple(cosign(NOTE.text, WITNESS, time, SECRET) for time in (30, 20))
    assert cosigned_at(Note(NOTE.text, lines), WITNESS) == 20
    assert cosigned_at(NOTE, WITNESS) is None


COSIGNATURE = cosign(NOTE.text, WITNESS, 1790000000, SECRET)
BROKEN_COSIGNATURES = {
    "time-changed": COSIGNATURE.value[:7] + b"\1" + COSIGNATURE.value[8:],
    "signature-changed": COSIGNATURE.value[:-1] + b"\0",
    "last-byte-missing": COSIGNATURE.value[:-1],
    "a-byte-more": COSIGNATURE.value + b"\0",
    "without-time": COSIGNATURE.value[8:],
    "nothing-but-a-time": COSIGNATURE.value[:8],
    "one-byte": b"\0",
    "signed-as-a-note": bytes(8) + NOTE.signatures[0].value,
    "time-2-to-the-53": cosign(NOTE.text, WITNESS, 2**53, SECRET).value,
    "time-2-to-the-63": cosign(NOTE.text, WITNESS, 2**63, SECRET).value,
    "of-another-checkpoint": cosign(NOTE.text.replace("3", "4"), WITNESS, 1790000000, SECRET).value,
}


@pytest.mark.parametrize("value", BROKEN_COSIGNATURES.values(), ids=BROKEN_COSIGNATURES)
def test_a_cosignature_that_does_not_verify_is_refused(value: bytes) -> None:
    line = COSIGNATURE._replace(value=value)
    with pytest.raises(LogRefuted) as fault:
        cosigned_at(Note(NOTE.text, (COSIGNATURE, line)), WITNESS)
    assert fault.value.code == "bad-cosignature"
