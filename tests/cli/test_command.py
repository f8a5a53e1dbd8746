"""What every command shares: refusals with exit code 2, interruptions with 3."""

import json

import click
import pytest
from click.testing import CliRunner

from ringtrue.cli.command import command
from ringtrue.terms import BadInput, Problem


@command("refuse", example="refuse")
def refuse(as_json: bool) -> None:
    raise BadInput(
        [Problem("a.csv", "line 2", "not a number", "x\ty", "write a number"), Problem("a.csv", "line 9", "gone")]
    )


@command("stop", example="stop")
def stop(as_json: bool) -> None:
    raise KeyboardInterrupt


@command("fail", example="fail")
def fail(as_json: bool) -> int:
    return 1


def test_a_refusal_lists_every_problem_and_exits_with_2() -> None:
    done = CliRunner().invoke(refuse, [])
    assert done.exit_code == 2
    assert "2 problems" in done.stderr
    for part in ("a.csv", "line 2", "line 9", "write a number", "x\\ty"):
        assert part in done.stderr
    assert done.stdout == ""


def test_with_json_the_refusal_is_a_document_too() -> None:
    done = CliRunner().invoke(refuse, ["--json"])
    assert done.exit_code == 2
    assert [problem["place"] for problem in json.loads(done.stdout)["problems"]] == ["line 2", "line 9"]


@pytest.mark.parametrize(("what", "code"), [(stop, 3), (fail, 1)])
def test_interruptions_and_exit_codes_reach_the_shell(what: click.Command, code: int) -> None:
    assert CliRunner().invoke(what, []).exit_code == code
