"""`ringtrue protocols`: list, show, check, for people and as JSON."""

import json
from importlib.resources import files
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ringtrue.cli.protocols import command

LITE = Path(str(files("ringtrue.protocols"))) / "lite.yaml"


def run(*arguments: object) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(command, [str(argument) for argument in arguments])


def test_list_names_all_nine() -> None:
    done = run("list")
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        *("name", "blind", "boundary", "continuity", "lite", "non-drift", "non-merge", "pairs"),
        *("recognition", "scenarios"),
    ]
    listed = json.loads(run("list", "--json").stdout)
    assert {len(entry["hash"]) for entry in listed} == {64}


def test_show_explains_in_plain_words_within_the_terminal() -> None:
    done = run("show", "recognition")
    assert done.exit_code == 0
    assert "r3: Is the decoy resisted?" in done.stdout
    assert "caution otherwise" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_show_as_json_is_the_whole_protocol() -> None:
    document = json.loads(run("show", "blind", "--json").stdout)
    assert document["kinds"]["quote"]["share"] == 0.3
    assert document["measures"]["gate"]["margin"] == 0.65
    assert document["verdict"][-1] == {"label": "FAIL", "all": [], "any": [], "note": ""}


def test_show_of_an_unknown_name_suggests_one() -> None:
    done = run("show", "blid")
    assert done.exit_code == 2
    assert "did you mean blind?" in done.stderr


def test_check_of_a_clean_file_says_so() -> None:
    done = run("check", LITE)
    assert done.exit_code == 0
    assert "is clean: lite 2.0.0" in done.stdout
    assert json.loads(run("check", LITE, "--json").stdout)["problems"] == []


def test_check_prints_every_problem_and_exits_with_2(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = LITE.read_text(encoding="utf-8")
    assert "r >= 0.70, domain_NARR" in text
    path.write_text(text.replace("r >= 0.70, domain_NARR", "rh >= 0.70, domain_NARR"), encoding="utf-8")
    done = run("check", path)
    assert done.exit_code == 2
    assert "1 problem" in done.stderr
    assert "unknown name" in done.stderr
    (problem,) = json.loads(run("check", path, "--json").stdout)["problems"]
    assert problem["what"] == "unknown name 'rh'"
    assert problem["remedy"].startswith("did you mean ")


@pytest.mark.parametrize("name", sorted(command.commands))
def test_every_subcommand_has_json_help_and_an_example_that_parses(name: str) -> None:
    inner = command.commands[name]
    assert inner.help
    assert "--json" in {option for parameter in inner.params for option in parameter.opts}
    example = (inner.epilog or "").splitlines()[-1].split()
    assert example[:3] == ["ringtrue", "protocols", name]
    assert isinstance(inner.make_context(name, example[3:]), click.Context)
