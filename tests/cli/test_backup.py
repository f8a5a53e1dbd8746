"""`ringtrue backup`: one file that says how to get the study back, and no file where there cannot be one."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from ringtrue.study.study import Study
from study_templates import fresh


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = fresh(tmp_path / "study", "scenarios")
    (made.folder / "items.json").write_text("[]", encoding="utf-8")
    return made


def test_it_writes_one_file_and_says_how_to_restore_it(
    here: Callable[..., Result], study: Study, tmp_path: Path
) -> None:
    done = here("backup", study.folder, tmp_path / "b.ringtrue")
    assert done.exit_code == 0, done.stderr
    assert f"ringtrue restore {tmp_path / 'b.ringtrue'} NEWDIR" in done.stdout
    with zipfile.ZipFile(tmp_path / "b.ringtrue") as archive:
        assert {"study.yaml", "items.json"} < set(archive.namelist())


def test_files_named_in_study_yaml_are_in_it(here: Callable[..., Result], study: Study, tmp_path: Path) -> None:
    (study.folder / "gold.md").write_text("Salt wind.", encoding="utf-8")
    (study.folder / "told.md").write_text("Read slowly.", encoding="utf-8")
    (study.folder / "private.md").write_text("Not of the study.", encoding="utf-8")
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write("gold: gold.md\nrating: {briefing: told.md}\n")
    done = here("backup", study.folder, tmp_path / "b")
    with zipfile.ZipFile(tmp_path / "b") as archive:
        names = set(archive.namelist())
    assert done.exit_code == 0, done.stderr
    assert {"gold.md", "told.md"} < names
    assert "private.md" not in names


def test_json_names_the_file(here: Callable[..., Result], study: Study, tmp_path: Path) -> None:
    done = here("backup", study.folder, tmp_path / "Übersicht.b", "--json")
    assert json.loads(done.stdout) == {"written": str(tmp_path / "Übersicht.b")}


def test_a_file_that_is_there_is_not_overwritten(here: Callable[..., Result], study: Study, tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine", encoding="utf-8")
    done = here("backup", study.folder, tmp_path / "b", "--json")
    assert done.exit_code == 2
    (problem,) = json.loads(done.stdout)["problems"]
    assert (problem["file"], problem["remedy"]) == (str(tmp_path / "b"), "Name another.")
    assert (tmp_path / "b").read_text(encoding="utf-8") == "mine"


def test_a_place_that_is_not_there_is_refused(here: Callable[..., Result], study: Study, tmp_path: Path) -> None:
    done = here("backup", study.folder, tmp_path / "no" / "b")
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_what_is_no_study_is_refused(here: Callable[..., Result], tmp_path: Path) -> None:
    done = here("backup", tmp_path, tmp_path / "b")
    assert done.exit_code == 2
    assert "no study in this folder" in done.stderr
    assert list(tmp_path.iterdir()) == []
