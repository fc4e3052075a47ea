"""Hands as tests: a pytest plugin that sleeps unless it is woken by `--dealproof` or by `dealproof = true` in an ini
file.

Every hand in `*.hand.json` and `*.hands.jsonl`, packed (`.gz`, `.zst`) or not, is a test of its own. One that is not
verified fails, and says the event, the rule in words and what was legal in its place. Nothing but pytest is imported
until the first such file is met.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from web.commands.chunks import Chunk, Piece

ENDINGS: Final = tuple(name + packed for name in (".hand.json", ".hands.jsonl") for packed in ("", ".gz", ".zst"))


class NotVerified(Exception):
    """A hand that is not verified; the text says why, in lines."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option and the ini value that wake the plugin."""
    group = parser.getgroup("dealproof")
    group.addoption("--dealproof", action="store_true", help="Check every hand in *.hand.json and *.hands.jsonl.")
    parser.addini("dealproof", "Check every hand in *.hand.json and *.hands.jsonl.", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> HandFile | None:
    """Takes files with hands, where the plugin is awake."""
    if not file_path.name.endswith(ENDINGS):
        return None
    awake = parent.config.getoption("--dealproof") or parent.config.getini("dealproof")
    return HandFile.from_parent(parent, path=file_path) if awake else None


class HandFile(pytest.File):
    """A file with hands."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item a hand; one more, which fails, where the file cannot be read to its end."""
        from web.commands.sources import Reading, Unreadable

        try:
            for chunk in Reading(str(self.path)).chunks():
                yield from self.items(chunk)
        except Unreadable as error:
            yield UnreadItem.from_parent(self, name="unread", sentence=str(error))

    def items(self, chunk: Chunk) -> Iterator[pytest.Item]:
        """The items of one chunk."""
        from web.commands.reports.form import line_in

        for piece in chunk.pieces():
            line = line_in(piece.source, chunk.path)
            yield HandItem.from_parent(self, name=title(piece, line), piece=piece, line=line)


class HandItem(pytest.Item):
    """One hand."""

    def __init__(self, *, piece: Piece, line: int | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.piece = piece
        self.line = line

    def runtest(self) -> None:
        """Judges the hand."""
        from web.public import judged
        from web.sentences import ENGLISH, sentences
        from web.telling.judgement import Judgement
        from web.telling.letters import visible

        hand, verdict = judged(self.piece.data, self.piece.source)
        if verdict.verdict != "verified":
            judgement = Judgement(verdict.to_json(), sentences(ENGLISH), hand)
            raise NotVerified("\n".join(map(visible, [f"{judgement.title}.", *judgement.reasons()])))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reasons alone; where something broke, all that there is to know."""
        return str(excinfo.value) if isinstance(excinfo.value, NotVerified) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, the line from 0, and what the failure is headed with."""
        return self.path, None if self.line is None else self.line - 1, self.name


class UnreadItem(pytest.Item):
    """What is left of a file that could not be read to its end."""

    def __init__(self, *, sentence: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sentence = sentence

    def runtest(self) -> None:
        """Fails with the sentence."""
        pytest.fail(self.sentence, pytrace=False)


def title(piece: Piece, line: int | None) -> str:
    """`line 17 [HAND]`, or `hand [HAND]` in a file of one; without the ID where that cannot be read."""
    from replay.record import hand_id
    from verifier.encoding import parse_json
    from verifier.errors import Malformed

    place = "hand" if line is None else f"line {line}"
    try:
        hand = hand_id(parse_json(piece.data))
    except Malformed:
        return place
    return f"{place} [{hand}]" if hand else place
