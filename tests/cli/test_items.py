"""`ringtrue items`: import and check, as a user types them."""

import json
from pathlib import Path

import click
import pytest

from ringtrue.cli.items import command


@pytest.fixture
def folder(run, tmp_path: Path) -> Path:
    assert run("new", tmp_path / "study", "--protocol", "pairs").returncode == 0
    return tmp_path / "study"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    place = tmp_path / "answers"
    place.mkdir()
    rows = ["persona,regime,domain,run,cosine,a_score,pfi"]
    for number, domain in enumerate(("TECH", "ANAL", "PHIL", "SELF", "NARR")):
        for regime in ("FULL", "T3", "GAMMA"):
            (place / f"Ada_T3_{domain}_run1_{regime}.txt").write_text(f"{regime} on {domain}", encoding="utf-8")
        rows.append(f"Ada,T3,{domain},1,0.8{number}1234567,9,{(0.8 + number / 100 + 0.001234567 + 0.9) / 2}")
    rows += [f"Ada,T3,{domain},2,0.85,9,0.875" for domain in ("TECH", "ANAL", "PHIL")]
    (place / "index.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return place


def test_import_then_check(run, folder: Path, answers: Path) -> None:
    done = run("items", "import", folder, answers)
    assert done.returncode == 0, done.stderr
    shown = " ".join(done.stdout.split())  # long paths wrap
    assert "5 pairs brought into" in shown
    assert "3 of 8 rows are constant" in shown
    assert "Lines 7-9" in shown
    checked = run("items", "check", folder, "--json")
    assert checked.returncode == 0
    assert json.loads(checked.stdout)["holds"] is True
    again = run("items", "import", folder, answers, "--json")
    assert again.returncode == 2
    assert len(json.loads(again.stdout)["problems"]) == 5


def test_json_lists_ids_and_flags(run, folder: Path, answers: Path) -> None:
    document = json.loads(run("items", "import", folder, answers, "--json").stdout)
    assert document["imported"][0] == "Ada_ANAL_run1"
    assert [flag["kind"] for flag in document["flags"]] == ["constant", "definition"]
    assert document["flags"][0]["lines"] == [7, 8, 9]


def test_a_suite_that_fails_is_exit_1_and_a_list_that_cannot_be_read_2(run, folder: Path) -> None:
    done = run("items", "check", folder)
    assert done.returncode == 1
    assert "something is missing" in done.stdout
    assert "Only raters can tell: at least 5 people." in done.stdout
    (folder / "items.yaml").write_text("- {id: A, kind: paar}\n", encoding="utf-8")
    refused = run("items", "check", folder)
    assert refused.returncode == 2
    assert "did you mean pair?" in refused.stderr


@pytest.mark.parametrize("name", sorted(command.commands))
def test_every_subcommand_has_json_help_and_an_example_that_parses(name: str) -> None:
    inner = command.commands[name]
    assert inner.help
    example = (inner.epilog or "").splitlines()[-1].split()
    assert example[:3] == ["ringtrue", "items", name]
    assert isinstance(inner.make_context(name, example[3:]), click.Context)
