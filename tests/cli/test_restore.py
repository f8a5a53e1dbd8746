"""`ringtrue restore`: a study from its backup with what comes next, and refusals that leave nothing behind."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from ringtrue.study.study import Study
from scenario_files import scenario_data
from study_templates import fresh


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    study = fresh(tmp_path / "study", "scenarios")
    item = {key: value for key, value in scenario_data(1).items() if key not in ("type", "title", "difficulty")}
    row = {**item, "kind": "scenario", "tags": {"type": "strategic"}}
    (study.folder / "items.json").write_text(json.dumps([row]), encoding="utf-8")
    return study.backup(tmp_path / "b.ringtrue")


def test_the_study_is_there_and_the_next_step_told(here: Callable[..., Result], backup: Path, tmp_path: Path) -> None:
    done = here("restore", backup, tmp_path / "again", "--who", "Ines")
    assert done.exit_code == 0, done.output
    again = Study.open(tmp_path / "again")
    assert f"{tmp_path / 'again'}: restored." in done.stdout
    assert again.status()["next"] in " ".join(done.stdout.split())
    with again.records() as records:
        assert [(one.act, one.who) for one in records.audit_entries()][-1] == ("restored", "Ines")
    assert again.doctor() == []


def test_json_is_where_the_study_stands(here: Callable[..., Result], backup: Path, tmp_path: Path) -> None:
    document = json.loads(here("restore", backup, tmp_path / "again", "--json").stdout)
    assert document == json.loads(json.dumps(Study.open(tmp_path / "again").status()))


@pytest.mark.parametrize("content", [None, b"", b"not a backup"])
def test_what_is_no_backup_is_refused(here: Callable[..., Result], tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "b").write_bytes(content)
    done = here("restore", tmp_path / "b", tmp_path / "new", "--json")
    (problem,) = json.loads(done.stdout)["problems"]
    assert done.exit_code == 2
    assert problem["file"] == str(tmp_path / "b")
    assert "ringtrue backup" in problem["remedy"]
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(here: Callable[..., Result], backup: Path, tmp_path: Path) -> None:
    done = here("restore", backup, tmp_path / "study")
    assert done.exit_code == 2
    assert "It is not empty." in done.stderr
