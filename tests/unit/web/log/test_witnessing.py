"""Checkpoints that witnesses cosign: by C2SP tlog-witness, until the quorum of the policy is complete."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from dealproof.verifier.tlog.cosignature import cosigned_at
from dealproof.verifier.tlog.note import Note, parse_note
from dealproof.verifier.tlog.policy import Group, Policy, Witness
from dealproof.web.log import witnessing
from dealproof.web.log.errors import NotWitnessed
from dealproof.web.log.http_client import Answer
from dealproof.web.log.publishing import LogService, Unpublished, append, publish
from dealproof.web.log.witnessing import Witnesses
from tests.support.logs import FakeWitness, commits, deal, listening, result, running_log

EACH_DATABASE = True


def policy(witnesses: list[FakeWitness], threshold: int) -> Policy:
    named = tuple(Witness(f"w{at}", each.key) for at, each in enumerate(witnesses))
    return Policy((), named, (Group("all", threshold, tuple(each.name for each in named)),), "all")


def cosigned(log: LogService, witnesses: list[FakeWitness], threshold: int | None = None) -> LogService:
    """The log with witnesses, each at an address that is its number."""

    def post(url: str, body: bytes, most: int) -> Answer:
        return witnesses[int(url.split("/")[2])].post(url, body, most)

    needed = policy(witnesses, len(witnesses) if threshold is None else threshold)
    addresses = tuple(f"http://{at}/" for at in range(len(witnesses)))
    return log._replace(cosign=Witnesses(addresses, needed, post).cosign)


def published(log: LogService) -> bytes | None:
    with log.database.reading() as tables:
        return tables.checkpoint()


def stored(log: LogService) -> int:
    with log.database.reading() as tables:
        return tables.size()


def test_an_append_returns_with_the_cosignatures_of_the_quorum(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        witnesses = [FakeWitness(name, log.key.public) for name in ("one.example", "two.example")]
        log = cosigned(log, witnesses)
        for first in (1, 4, 5):
            assert all(each.new for each in append(log, commits(3 if first == 1 else 1, first=first)))
            note = published(log)
            assert note is not None
            assert [cosigned_at(parse_note(note), each.key) is not None for each in witnesses] == [True, True]
        assert [each.answers for each in witnesses] == [[200, 200, 200]] * 2


def test_a_witness_that_has_seen_another_size_is_asked_once_more(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        append(cosigned(log, [witness]), commits(3))
        append(log, commits(4, first=4))
        append(log, commits(1, first=8))
        publish(cosigned(log, [witness]))
        assert witness.answers == [200, 409, 200]
        assert witness.seen.size == 8
        publish(cosigned(log, [witness]))
        assert witness.answers[-1] == 200


def test_a_checkpoint_that_is_cosigned_again_keeps_the_first_line_of_each_key(database: str, tmp_path: Path) -> None:
    """`dealproof log checkpoint` may run for ever on a log to which nobody appends: a note has 64 lines at most."""
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        log = cosigned(log, [witness])
        append(log, commits(3))
        first = published(log)
        for _ in range(70):
            witness.time += 60
            publish(log)
        assert witness.answers == [200] * 71
        assert published(log) == first


def test_leaves_that_come_while_a_witness_is_waited_for_share_the_next_checkpoint(
    database: str, tmp_path: Path
) -> None:
    """Processes publish in turn: no witness sees a checkpoint that another one has overtaken."""
    tables = "abcdef"
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        asked = policy([witness], 1)

        def post(url: str, body: bytes, most: int) -> Answer:
            while stored(log) < len(tables):
                sleep(0.002)
            return witness.post(url, body, most)

        witnesses = Witnesses(("http://w",), asked, post)
        log = log._replace(cosign=witnesses.cosign, is_witnessed=witnesses.is_complete)
        with ThreadPoolExecutor(len(tables)) as pool:
            found = [*pool.map(lambda table: append(log, commits(1, table)), tables)]
        assert sorted(each.index or 0 for (each,) in found) == [*range(len(tables))]
        assert witness.answers in ([200], [200, 200])
        note = published(log)
        assert note is not None
        assert cosigned_at(parse_note(note), witness.key) is not None


def test_leaves_that_were_published_without_witnesses_are_cosigned_when_they_are_appended_again(
    database: str, tmp_path: Path
) -> None:
    with running_log(database, tmp_path) as log:
        append(log, commits(2))
        witness = FakeWitness("one.example", log.key.public)
        witnesses = Witnesses(("http://w",), policy([witness], 1), witness.post)
        log = log._replace(cosign=witnesses.cosign, is_witnessed=witnesses.is_complete)
        for _ in range(2):
            assert [each.index for each in append(log, commits(2))] == [0, 1]
            note = published(log)
            assert note is not None
            assert cosigned_at(parse_note(note), witness.key) is not None
        assert witness.answers == [200]


def test_without_the_quorum_nothing_is_published_and_repeating_the_append_completes_it(
    database: str, tmp_path: Path
) -> None:
    with running_log(database, tmp_path) as log:
        witness, down = FakeWitness("one.example", log.key.public), FakeWitness("two.example", None)
        with pytest.raises(Unpublished, match=r"3 leaves is not published.* http://1/ does not know this log"):
            append(cosigned(log, [witness, down]), commits(3))
        assert published(log) is None
        with pytest.raises(NotWitnessed):
            publish(cosigned(log, [witness, down]))
        down.log = log.key.public
        outcomes = append(cosigned(log, [witness, down]), commits(3))
        assert [(each.index, each.new) for each in outcomes] == [(0, False), (1, False), (2, False)]
        assert published(log) is not None


def test_an_append_that_stops_says_of_every_leaf_what_became_of_it(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        answers = iter([witness.post, lambda *_: Answer(500, "text/plain", b"")])
        told = Witnesses(("http://w",), policy([witness], 1), lambda *each: next(answers)(*each))
        leaves = [*commits(2), deal("t.1"), deal("t.9"), result("t.1")]
        with pytest.raises(Unpublished, match="status 500") as stopped:
            append(log._replace(cosign=told.cosign), leaves)
        assert [each.index for each in stopped.value.published] == [0, 1]
        assert [(each.index, each.code) for each in stopped.value.stored] == [(2, None), (None, "commit-missing")]
        with log.database.reading() as tables:
            assert tables.entries(0, 9) == leaves[:3]


def test_the_quorum_is_that_of_the_policy(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        append(
            cosigned(log, [FakeWitness("one.example", log.key.public), FakeWitness("two.example", None)], 1), commits(1)
        )
        with pytest.raises(Unpublished, match="No witness is named"):
            append(cosigned(log, [], 1), commits(1, first=2))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(403, "text/plain", b""), "does not know the key"),
        (Answer(404, "text/plain", b""), "does not know this log"),
        (Answer(409, "text/plain", b""), "has seen another tree"),
        (Answer(409, witnessing.SIZE_TYPE, b"99\n"), "has seen a checkpoint of 99 leaves"),
        (Answer(409, witnessing.SIZE_TYPE, b"-1\n"), "has seen another tree"),
        (Answer(409, witnessing.SIZE_TYPE, b"\xff"), "has seen another tree"),
        (Answer(422, "text/plain", b""), "does not accept"),
        (Answer(500, "text/plain", b"x" * 9000), "answers with status 500"),
        (Answer(302, "text/plain", b""), "answers with status 302"),
        (Answer(200, "text/plain", b""), "does not count"),
        (Answer(200, "text/plain", b"\xff\n"), "does not count"),
        (Answer(200, "text/plain", "— one.example AAAA\n".encode()), "does not count"),
        (Answer(200, "text/plain", "— another.example AAAAAAAA\n".encode()), "no cosignature under a key"),
    ],
)
def test_every_answer_that_does_not_count_is_a_sentence(
    database: str, tmp_path: Path, answer: Answer, said: str
) -> None:
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        told = Witnesses(("http://w",), policy([witness], 1), lambda *_: answer)
        with pytest.raises(Unpublished, match=said):
            append(log._replace(cosign=told.cosign), commits(1))
        assert published(log) is None


def test_a_cosignature_that_does_not_verify_does_not_count(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        witness, forged = FakeWitness("one.example", log.key.public), FakeWitness("one.example", log.key.public)
        forged.secret = bytes(32)
        told = Witnesses(("http://w",), policy([witness], 1), forged.post)
        with pytest.raises(Unpublished, match="does not verify"):
            append(log._replace(cosign=told.cosign), commits(1))


def test_a_cosignature_of_another_text_than_the_checkpoint_does_not_count(database: str, tmp_path: Path) -> None:
    """C2SP tlog-witness: the answer is signature lines; a blank line in it makes no other text of the note."""
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)

        def post(url: str, body: bytes, most: int) -> Answer:
            text = parse_note(body.partition(b"\n\n")[2]).text + "more\n"
            return Answer(200, "text/plain", b"more\n\n" + witness.line(Note(text, ())))

        told = Witnesses(("http://w",), policy([witness], 1), post)
        with pytest.raises(Unpublished, match="does not verify"):
            append(log._replace(cosign=told.cosign), commits(1))


def test_a_witness_that_does_not_answer_is_given_up(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witnessing, "MOST_SECONDS", 0.05)
    hung = Event()

    def post(url: str, body: bytes, most: int) -> Answer:
        hung.wait(60)
        raise TimeoutError

    with running_log(database, tmp_path) as log:
        told = Witnesses(("http://w",), policy([FakeWitness("one.example", None)], 1), post)
        with pytest.raises(Unpublished, match="did not answer"):
            append(log._replace(cosign=told.cosign), commits(1))
        hung.set()


def test_a_witness_is_reached_over_http(database: str, tmp_path: Path) -> None:
    with running_log(database, tmp_path) as log:
        witness = FakeWitness("one.example", log.key.public)
        with listening(witness) as address:
            reached = Witnesses((address,), policy([witness], 1))
            append(log._replace(cosign=reached.cosign), commits(3))
            append(log._replace(cosign=reached.cosign), commits(2, first=4))
        assert witness.answers == [200, 200]
        with pytest.raises(Unpublished, match=r"cannot be reached: .*refused"):
            append(log._replace(cosign=reached.cosign), commits(1, first=6))
