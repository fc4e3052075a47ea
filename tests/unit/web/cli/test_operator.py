"""`dealproof operator`: tokens are printed once, and whoever runs the service sees and revokes them by their IDs."""

import json
import re

import pytest

from dealproof.web.operators.tokens import FORM
from tests.unit.web.conftest import Run

EACH_DATABASE = True


def token_in(printed: str) -> str:
    """The token on the last line of what a command printed."""
    token = printed.splitlines()[-1]
    assert FORM.fullmatch(token)
    return token


def test_an_operator_is_added_listed_given_another_token_and_loses_one(run: Run) -> None:
    first = token_in(run("operator", "add", "kochi", "--table", "t1", "--table", "t2").stdout)
    second = token_in(run("operator", "token", "kochi").stdout)
    assert first != second
    listed = run("operator", "list").stdout
    assert listed.startswith("kochi\n  table t1\n  table t2\n")
    assert re.findall(r"token ([0-9a-f]{12})", listed) == [first[3:15], second[3:15]]
    assert first[16:] not in listed
    assert "revoked" not in listed
    assert run("operator", "revoke", first[3:15]).stdout == f"The token {first[3:15]} of kochi is revoked.\n"
    assert re.findall(r"token ([0-9a-f]{12}).*revoked", run("operator", "list").stdout) == [first[3:15]]


def test_a_table_is_assigned_to_another_operator(run: Run) -> None:
    run("operator", "add", "kochi", "--table", "t1")
    run("operator", "add", "thrissur")
    assert run("operator", "assign", "thrissur", "t1", "t3").stdout == "thrissur has: t1, t3\n"
    printed = re.sub("  token .*\n", "", run("operator", "list").stdout)
    assert printed == "kochi\nthrissur\n  table t1\n  table t3\n"


def test_what_was_done_is_printed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealproof.web.cli.operator.AT_ONCE", 2)
    token = token_in(run("operator", "add", "kochi", "--table", "t1").stdout)[3:15]
    run("operator", "revoke", token)
    acts = [json.loads(line) for line in run("operator", "audit", "kochi").stdout.splitlines()]
    assert [(each["act"], each["subject"]) for each in acts] == [
        *(("add", None), ("assign", "t1"), ("token", token), ("revoke", token))
    ]
    later = run("operator", "audit", "kochi", "--since", str(acts[1]["id"])).stdout.splitlines()
    assert [json.loads(line) for line in later] == acts[2:]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("audit nobody", "There is no operator nobody"),
        ("add kochi", "There is an operator kochi already"),
        ("token nobody", "There is no operator nobody"),
        ("assign nobody t", "There is no operator nobody"),
        ("revoke 0123456789ab", "There is no token with this ID"),
        ("add a/b", "“a/b” is not an ID"),
        ("add thrissur --table a/b", "“a/b” is not an ID"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_status_2(run: Run, line: str, said: str) -> None:
    run("operator", "add", "kochi")
    result = run("operator", *line.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert "thrissur" not in run("operator", "list").stdout
