"""The rate and the time left of an audit (issue 15, point 1)."""

import io
import sys

import pytest

from dealproof.replay.archive.chunk import ChunkResult
from dealproof.web.archive.pace import Pace, clock
from dealproof.web.cli.archive_progress import ArchiveProgress, line

NOTHING = ChunkResult({}, (), (), (), {})


def test_what_an_earlier_run_finished_is_done_and_does_not_count_for_the_rate() -> None:
    pace = Pace(start=100.0)
    pace.add(800, part=0.8, fresh=False)
    assert pace.left(now=101.0) is None
    pace.add(100, part=0.9, fresh=True)
    assert pace.hands == 900
    assert pace.rate(now=110.0) == 10.0
    assert pace.left(now=110.0) == pytest.approx(10.0)


def test_nothing_is_left_at_the_end_and_where_the_size_is_not_known_nothing_is_said_of_it() -> None:
    pace = Pace(start=0.0)
    pace.add(5, part=0.0, fresh=True)
    assert pace.left(now=1.0) is None
    assert line(pace, now=1.0) == "5 hands so far, 5 a second"
    pace.add(5, part=1.0, fresh=True)
    assert pace.left(now=1.0) == 0.0
    assert line(pace, now=2.0).endswith("100 %  10 hands, 5 a second, 0:00:00 left")


def test_a_part_that_was_said_too_large_does_not_go_back() -> None:
    pace = Pace(start=0.0)
    pace.add(5, part=0.5, fresh=True)
    pace.add(5, part=0.4, fresh=True)
    assert pace.left(now=1.0) == pytest.approx(1.0)


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00:00"), (59.6, "0:01:00"), (90061, "25:01:01")])
def test_times_are_hours_minutes_and_seconds(seconds: float, text: str) -> None:
    assert clock(seconds) == text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_standard_error_where_somebody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    progress = ArchiveProgress(lambda: 0.25)
    progress(100, NOTHING)
    progress.end()
    assert "██████░" in screen.getvalue()
    assert "25 %  100 hands" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_nothing_is_drawn_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ArchiveProgress(lambda: 0.5)
    progress(100, NOTHING)
    progress.end()
    assert capsys.readouterr() == ("", "")
