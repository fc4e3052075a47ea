"""`dealproof schema`: the schema of the record, as JSON."""

import json

from dealproof.replay.record.schema import record_schema
from dealproof.replay.record.schema.other_kinds import import_schema, void_schema
from tests.unit.web.conftest import Run


def test_it_prints_the_schema_of_the_record(run: Run) -> None:
    result = run("schema")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == record_schema()


def test_it_prints_the_schemas_of_void_records_and_imported_hands(run: Run) -> None:
    assert json.loads(run("schema", "--void").stdout) == void_schema()
    assert json.loads(run("schema", "--import").stdout) == import_schema()
    both = run("schema", "--void", "--import")
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
