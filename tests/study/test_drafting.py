"""Drafting through a study: pending items, a snapshot, stale citations found, a second run that reads nothing."""

from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest

from ringtrue.sources.person_sources import SNAPSHOT
from ringtrue.study.study import Study
from ringtrue.study.suite_guard import STALE
from ringtrue.terms.problem import BadInput

SAMPLE = Path(str(files("ringtrue.personas") / "oda-brennick"))


@pytest.fixture
def study(tmp_path: Path) -> Study:
    copytree(SAMPLE / "inbox", tmp_path / "person" / "inbox")
    copytree(SAMPLE / "agents", tmp_path / "person" / "agents")
    copytree(SAMPLE / "knowledge", tmp_path / "person" / "knowledge")
    return Study.create(tmp_path / "study", protocol="blind", subject=tmp_path / "person")


def test_drafts_are_pending_and_a_second_run_adds_only_what_is_missing(study: Study) -> None:
    said: list[str] = []
    first = study.draft_items(count=20, watch=said.append)
    assert first.reread == 42
    assert any("difficulty" in what for what in said)
    assert {item.status for item in study.items()} == {"pending"}
    assert (study.folder / SNAPSHOT).is_file()
    gone = first.ids[0]
    study.set_status({gone: "rejected"}, why="too vague")
    before = {item.id: item.fields.get("real") for item in study.items()}
    again = study.draft_items(count=20)
    assert again.reread == 0
    assert again.counts == {"quote": 1}
    real = next(item.fields["real"] for item in study.items() if item.id == again.ids[0])
    assert real not in before.values()  # not what was rejected either


def test_a_line_put_in_makes_citations_stale_with_the_place_they_are_now(study: Study, tmp_path: Path) -> None:
    study.draft_items(count=20)
    assert [one for one in study.check_items().findings if one.rule == STALE] == []
    for path in (tmp_path / "person" / "inbox").rglob("*.txt"):
        path.write_text(f"\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    suite = study.check_items()
    found = [one for one in suite.findings if one.rule == STALE]
    assert suite.fails
    assert found
    assert all("Cite " in one.remedy for one in found)


def test_without_a_folder_of_sources_it_says_what_to_write(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "bare", protocol="blind")
    with pytest.raises(BadInput, match="names no sources"):
        study.draft_items()
