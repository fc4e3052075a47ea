"""The record vectors of an independent implementation (fixtures/records): of those that were changed, the ones that
look like a known mistake are explained, and no other."""

import json

import pytest

from dealproof.replay.doctor import explain
from dealproof.replay.judge import judged
from dealproof.replay.verdict import FAILED
from tests.support.paths import ROOT

RECORDS = sorted((ROOT / "fixtures" / "records").glob("*.jsonl"))
EXPLAINED = {
    "tampered-player-seed-with-space": {("blanks", "player-seeds", "writer")},
    "tampered-header-number-changed": {("number-off-by-one", "log-head", "writer")},
}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_is_explained_of_the_vectors(path):
    for vector in map(json.loads, path.read_bytes().splitlines()):
        record, verdict = judged(json.dumps(vector["record"]).encode())
        if record is None or FAILED not in verdict.checks.values() or "imported" in {e.remark for e in verdict.remarks}:
            continue
        found = {(each.code, each.check, each.by) for each in explain(record, verdict.checks)}
        assert found == EXPLAINED.get(vector["name"], set()), vector["name"]
