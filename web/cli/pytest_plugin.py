"""Hands as tests: a pytest plugin that does nothing unless `--dealproof` or `dealproof = true` in an ini file asks for
it.

Every hand is a test of its own. Files that are named on the command line are read as `dealproof check` reads them,
whatever their names; folders are searched for the same files as there (`*.hand.json`, `*.jsonl`, packed or not), or by
the ini value alone for `*.hand.json` and `*.hands.jsonl`. A hand that is not verified fails, and the test says the
move, the rule in words and what was legal in its place, in the language that `DEALPROOF_LANG` asks for; names of tests
are English. Nothing but pytest is imported until the first such file is met.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from dealproof.web.cli.input.chunks import Chunk

ENDINGS: Final = tuple(name + packed for name in (".hand.json", ".hands.jsonl") for packed in ("", ".gz", ".zst"))
SEPARATOR: Final = "::"
"""What pytest joins names with; a name that holds it could not be selected."""


class NotVerified(Exception):
    """A hand that is not verified; the text says why, in lines."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option and the ini value that turn the plugin on."""
    group = parser.getgroup("dealproof")
    group.addoption("--dealproof", action="store_true", help="Check every hand in the files and folders named.")
    parser.addini("dealproof", "Check every hand in *.hand.json and *.hands.jsonl.", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> HandFile | None:
    """Takes files with hands, where the plugin is on."""
    asked = parent.config.getoption("--dealproof")
    if not (asked or parent.config.getini("dealproof")) or not taken(file_path, parent.session, asked=asked):
        return None
    try:
        name = file_path.relative_to(parent.config.rootpath).as_posix()
    except ValueError:
        name = file_path.as_posix()
    return HandFile.from_parent(parent, path=file_path, name=file_path.name, nodeid=name)


def taken(path: Path, session: pytest.Session, *, asked: bool) -> bool:
    """Whether a file is one with hands."""
    if path.name.endswith(ENDINGS):
        return True
    if not asked or path.suffix == ".py":
        return False
    from dealproof.web.cli.input.sources import holds_hands

    return session.isinitpath(path) or holds_hands(path.name)


class HandFile(pytest.Collector):
    """A file with hands. It is no `pytest.File`, of which `--lf` skips those whose path it cannot find in an ID again:
    a path may hold `::`."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item a hand; one more, which fails, where the file cannot be read to its end."""
        from dealproof.web.cli.input.sources import Reading, Unreadable

        try:
            for chunk in Reading(str(self.path)).chunks():
                for single in chunk.singly():
                    yield HandItem.within(self, title(single), chunk=single)
        except Unreadable as error:
            yield UnreadItem.within(self, "unread", sentence=str(error))


class Item(pytest.Item):
    """A test of the plugin."""

    @classmethod
    def within(cls, file: HandFile, name: str, **kwargs: Any) -> pytest.Item:
        """The item of a file. Its ID is given as text, from which pytest makes the same one as from its cache: one
        that it makes from parent and name differs where these hold brackets or `::`, and `--lf` finds it no more."""
        item: pytest.Item = cls.from_parent(file, name=name, nodeid=f"{file.nodeid}{SEPARATOR}{name}", **kwargs)
        return item


class HandItem(Item):
    """One hand."""

    def __init__(self, *, chunk: Chunk, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.chunk = chunk

    def runtest(self) -> None:
        """Judges the hand."""
        from dealproof.web.cli.language import UnknownLanguage, asked_for, speaking_as_asked

        try:
            with speaking_as_asked(asked_for((), os.environ), {}, "utf-8"):
                self.judge()
        except UnknownLanguage as error:
            pytest.fail(str(error), pytrace=False)

    def judge(self) -> None:
        """Judges the hand. Raises `NotVerified` with the reasons in the language that is spoken."""
        from dealproof.web.cli.check.judging import Judge
        from dealproof.web.presentation.visible_text import visible

        for piece in self.chunk.pieces():
            case = Judge(()).case(self.chunk, piece)
            if case.failed:
                raise NotVerified("\n".join(map(visible, [f"{case.judgement.title}.", *case.reasons()])))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reasons alone; where something broke, all that there is to know."""
        return str(excinfo.value) if isinstance(excinfo.value, NotVerified) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, the line from 0, and what the failure is headed with. Where that is the name alone, pytest writes
        `::` for the full stops in it wherever it prints the ID."""
        return self.path, self.chunk.first - 1 if self.chunk.first else None, f"{self.name} in {self.path.name}"


class UnreadItem(Item):
    """What is left of a file that could not be read to its end."""

    def __init__(self, *, sentence: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sentence = sentence

    def runtest(self) -> None:
        """Fails with the sentence."""
        pytest.fail(self.sentence, pytrace=False)


def title(single: Chunk) -> str:
    """`line 17 HAND`, `item 2 HAND`, or `hand HAND` in a file of one; without the ID where that cannot be read. A test
    that passes is shown as good: the name of an imported hand says what is not known of it."""
    from dealproof.replay.judge import IMPORT, kind_of
    from dealproof.web.cli.check.glance import glance
    from dealproof.web.presentation.translations import spoken

    piece = next(single.pieces())
    hand = glance(piece.data).hand
    unknown = spoken().say("reports", "imported") if kind_of(piece.data) == IMPORT else None
    place = single.place_of(piece) or "hand"
    return " ".join(filter(None, [place, hand and hand.replace(SEPARATOR, ":%3A"), unknown]))
