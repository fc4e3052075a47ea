"""`dealproof schema`: the schema of the record, as JSON."""

import json

from dealproof.replay.record.schema import record_schema
from tests.unit.web.conftest import Run


def test_it_prints_the_schema_of_the_record(run: Run) -> None:
    result = run("schema")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == record_schema()
