"""One checkpoint, sent to witnesses until the quorum of a policy is complete (C2SP tlog-witness).

    POST <address>/add-checkpoint

    old <size of the last checkpoint that the witness has seen>
    <hashes of the consistency proof>
    <blank line>
    <the checkpoint, a signed note>

A witness that has seen another size answers 409 with that size and is asked once more. Witnesses are asked at once; no
one is waited for when the quorum is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Final

from dealproof.verifier.errors import LogRefuted, MalformedLog
from dealproof.verifier.tlog.checkpoint import parse_checkpoint
from dealproof.verifier.tlog.cosignature import cosigned_at
from dealproof.verifier.tlog.fields import format_base64, parse_number
from dealproof.verifier.tlog.note import Key, Note, Signature, format_note, parse_note
from dealproof.verifier.tlog.policy import Policy
from dealproof.verifier.tlog.tree import Proof, prove_consistency
from dealproof.web.log.errors import NotWitnessed
from dealproof.web.log.http_client import Answer, post, reason
from dealproof.web.log.publishing import Signed
from dealproof.web.log.signature_lines import with_lines
from dealproof.web.presentation.translations import spoken
from dealproof.web.store.log_database import LogDatabase

MOST_ANSWER: Final = 1 << 14
"""Bytes of the answer of a witness."""
MOST_SECONDS: Final = 20.0
"""Seconds that all witnesses together may take."""
SIZE_TYPE: Final = "text/x.tlog.size"

Prove = Callable[[int, int], Proof]
"""Returns the consistency proof from one size to another."""
Post = Callable[[str, bytes, int], Answer]


class Unwilling(Exception):
    """A witness did not cosign; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """The witnesses of a log: their addresses, and the policy that says which keys count and how many suffice."""

    addresses: tuple[str, ...]
    policy: Policy
    post: Post = post

    def cosign(self, signed: Signed, database: LogDatabase) -> Note:
        """Returns the checkpoint with the cosignatures that complete the quorum. Raises `NotWitnessed`."""

        def prove(old: int, new: int) -> Proof:
            with database.reading() as tables:
                return prove_consistency(old, new, tables.subtrees)

        answers: Queue[Note | Unwilling] = Queue()
        for address in self.addresses:
            # A thread may be left behind where a witness is slow; nothing waits for it.
            here = copy_context()
            ask = partial(here.run, self._ask, address, signed, prove)
            Thread(target=lambda asked: answers.put(asked()), args=(ask,), daemon=True).start()
        return self._gather(signed, answers)

    def is_complete(self, note: Note) -> bool:
        """Whether the cosignatures of a checkpoint complete the quorum, and all of them verify."""
        try:
            times = {each.key: cosigned_at(note, each.key) for each in self.policy.witnesses}
        except LogRefuted:
            return False
        return self.policy.completed_at({key: time for key, time in times.items() if time is not None}) is not None

    def _gather(self, signed: Signed, answers: Queue[Note | Unwilling]) -> Note:
        note, failures, end = signed.note, [], monotonic() + MOST_SECONDS
        for _ in self.addresses:
            if self.is_complete(note):
                return note
            try:
                answer = answers.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                failures.append(say("witnesses-slow", seconds=int(MOST_SECONDS)))
                break
            if isinstance(answer, Unwilling):
                failures.append(str(answer))
            else:
                note = with_lines(note, answer.signatures)
        if self.is_complete(note):
            return note
        raise NotWitnessed(
            "not-witnessed", size=signed.checkpoint.size, reasons=" ".join(failures) or say("no-witness")
        )

    def _ask(self, address: str, signed: Signed, prove: Prove) -> Note | Unwilling:
        try:
            return add_checkpoint(address, signed, [each.key for each in self.policy.witnesses], prove, self.post)
        except Unwilling as unwilling:
            return unwilling
        except Exception as error:  # noqa: BLE001  # whatever it is, the log waits for a sentence
            return Unwilling(say("witness-unreached", url=address, reason=str(error) or type(error).__name__))


def add_checkpoint(address: str, signed: Signed, keys: Sequence[Key], prove: Prove, send: Post) -> Note:
    """Sends a checkpoint to one witness and returns it with the lines of `keys` that the witness answered, all of which
    verify. Raises `Unwilling`."""
    url = f"{address.rstrip('/')}/add-checkpoint"
    size, old = signed.checkpoint.size, seen_before(signed.before, keys)
    answer = _send(send, url, request(old, size, signed.note, prove))
    if (seen := _size_in(answer)) is not None and seen != old:
        if seen > size:
            raise Unwilling(say("witness-ahead", url=address, seen=seen, size=size))
        answer = _send(send, url, request(seen, size, signed.note, prove))
    if answer.status != HTTPStatus.OK:
        raise Unwilling(refusal(address, answer))
    try:
        return _with_lines(signed.note, answer.body, keys)
    except (MalformedLog, LogRefuted) as fault:
        raise Unwilling(say("witness-wrong", url=address, reason=fault.reason)) from None


def request(old: int, new: int, note: Note, prove: Prove) -> bytes:
    """Returns the body of a request."""
    proof = prove(old, new) if old else ()
    return "".join(f"{line}\n" for line in (f"old {old}", *map(format_base64, proof), "")).encode() + format_note(note)


def seen_before(before: Note | None, keys: Iterable[Key]) -> int:
    """Returns the size that a witness has presumably seen last: that of the checkpoint before, if any of the keys
    cosigned it. If this is wrong, the witness answers with the size."""
    if before is None or not any(key.lines(before) for key in keys):
        return 0
    return parse_checkpoint(before.text).size


def refusal(address: str, answer: Answer) -> str:
    """Returns a sentence for an answer that is no cosignature."""
    codes: Mapping[int, str] = {
        HTTPStatus.FORBIDDEN: "witness-knows-no-key",
        HTTPStatus.NOT_FOUND: "witness-knows-no-log",
        HTTPStatus.CONFLICT: "witness-conflict",
        HTTPStatus.UNPROCESSABLE_ENTITY: "witness-refused-proof",
    }
    return say(codes.get(answer.status, "witness-answered"), url=address, status=answer.status)


def say(code: str, /, **values: object) -> str:
    """Returns a sentence of the log."""
    return spoken().say("log", code, **values)


def _send(send: Post, url: str, body: bytes) -> Answer:
    try:
        return send(url, body, MOST_ANSWER)
    except OSError as error:
        raise Unwilling(say("witness-unreached", url=url, reason=reason(error))) from None


def _size_in(answer: Answer) -> int | None:
    """The size that the witness has seen, if it says so."""
    if answer.status != HTTPStatus.CONFLICT or answer.type != SIZE_TYPE:
        return None
    try:
        return parse_number(answer.body.decode().removesuffix("\n"), "bad-checkpoint")
    except (MalformedLog, UnicodeDecodeError):
        return None


def _with_lines(note: Note, body: bytes, keys: Iterable[Key]) -> Note:
    """The note with the lines of an answer that are of known keys. Raises MalformedLog, LogRefuted."""
    # Read below another text: a blank line in the answer would add to that of the checkpoint.
    answered = note._replace(signatures=parse_note(b"-\n\n" + body).signatures)
    lines: list[Signature] = []
    for key in keys:
        if cosigned_at(answered, key) is not None:
            lines += key.lines(answered)
    if not lines:
        raise LogRefuted("bad-cosignature", say("witness-unknown"))
    return with_lines(note, lines)
