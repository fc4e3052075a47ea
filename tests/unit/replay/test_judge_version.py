"""The version of the judge goes up whenever a verdict changes: a database holds verdicts of older versions (item 5)."""

import json

from dealproof.replay.verdict import JUDGE
from tests.generate.judged import JUDGED, judged

CHANGED = (
    "These records are judged otherwise than when fixtures/judged.json was written. If that is on purpose, count "
    "dealproof.replay.verdict.JUDGE up, so that stored hands are judged again, and run: python -m tests.generate.judged"
)


def test_a_verdict_changes_with_the_version_of_the_judge_only() -> None:
    written = json.loads(JUDGED.read_bytes())
    now = judged()
    changed = [name for name, stored in written["stored"].items() if name in now and now[name] != stored]
    assert written["judge"] == JUDGE, "Run python -m tests.generate.judged."
    assert not changed, f"{CHANGED}: {', '.join(changed[:5])}"
    assert len(written["stored"]) >= 620
