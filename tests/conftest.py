"""What tests of every room share."""

import os
from collections.abc import Callable

import pytest
from hypothesis import settings

from dealproof.replay import audit
from dealproof.replay.record.record import Record
from dealproof.replay.verdict import Verdict

# No test is timed: a busy machine must not fail a law.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# What tests expect is English, whatever the locale of the machine.
os.environ["DEALPROOF_LANG"] = "en"

JudgingFails = Callable[..., None]
"""Called with a hand ID and, where it matters, the exception: from then on judging that hand raises it."""


@pytest.fixture
def judging_fails(monkeypatch: pytest.MonkeyPatch) -> JudgingFails:
    """Makes the judge fail at one hand, in this process and those forked from it."""

    def arrange(hand: str, error: Exception | None = None) -> None:
        judge = audit._judge

        def failing(record: Record, source: str) -> Verdict:
            if record.hand == hand:
                raise RuntimeError if error is None else error
            return judge(record, source)

        monkeypatch.setattr(audit, "_judge", failing)

    return arrange
