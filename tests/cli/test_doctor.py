"""`ringtrue doctor`: says that all is well where it is, and else what is not: changed records, odd items."""

import json
import sqlite3
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import Result

from dealt_studies import pair_study
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.study import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = pair_study(tmp_path / "study", 2)
    with made.records() as records:
        records.record_judgments([JudgmentRecord("ann", "P1", "voice", 1.0, "compressed")], who="tester")
    return made


def test_a_study_in_order_is_said_to_be(here: Callable[..., Result], study: Study) -> None:
    done = here("doctor", study.folder)
    assert done.exit_code == 0
    assert "are in order" in done.stdout
    assert json.loads(here("doctor", study.folder, "--json").stdout) == {"study": str(study.folder), "problems": []}


def test_an_answer_changed_behind_the_program_s_back_is_found(here: Callable[..., Result], study: Study) -> None:
    with sqlite3.connect(study.folder / "study.db") as database:
        changed = database.execute("update judgments set value = '2.0' where value = '1.0'").rowcount
    assert changed == 1
    done = here("doctor", study.folder, "--json")
    assert done.exit_code == 2
    assert json.loads(done.stdout)["problems"]


def test_an_entry_taken_out_of_the_audit_log_is_found(here: Callable[..., Result], study: Study) -> None:
    with sqlite3.connect(study.folder / "study.db") as database:
        database.execute("delete from audit where seq = (select max(seq) from audit)")
    assert here("doctor", study.folder).exit_code == 2


def test_items_that_cannot_be_read_are_told_with_their_place(here: Callable[..., Result], study: Study) -> None:
    (study.folder / "items.json").write_text('[{"id": "P1", "kind": "riddle"}]', encoding="utf-8")
    done = here("doctor", study.folder, "--json")
    problems = json.loads(done.stdout)["problems"]
    assert done.exit_code == 2
    assert any("items.json" in problem["file"] and problem["value"] == "riddle" for problem in problems)


def test_a_folder_without_a_study_is_refused(here: Callable[..., Result], tmp_path: Path) -> None:
    done = here("doctor", tmp_path / "none")
    assert done.exit_code == 2
    assert "ringtrue new" in done.stderr


def test_without_a_folder_it_lists_what_is_installed(here: Callable[..., Result]) -> None:
    found = json.loads(here("doctor", "--json").stdout)
    assert found["ringtrue"] == version("ringtrue")
    assert found["numpy"] == version("numpy")
    assert found["python"].count(".") == 2
    table = here("doctor").stdout
    assert all(name in table for name in found)
