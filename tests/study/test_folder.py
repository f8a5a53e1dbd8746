"""A study folder as acts find it: opened with its settings, its one list of items, its records, its newest result."""

from dataclasses import replace
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.study.folder import StudyFolder, starter
from ringtrue.study.study import Study
from ringtrue.study.suite_guard import check_suite
from ringtrue.terms.problem import BadInput


def test_a_study_is_a_folder_with_acts_and_opens_as_either(study: Study) -> None:
    opened = StudyFolder.open(str(study.folder), who="somebody")
    assert type(opened) is StudyFolder
    assert type(Study.open(study.folder)) is Study
    assert (opened.folder, opened.who, opened.settings) == (study.folder, "somebody", study.settings)
    assert [item.id for item in opened.items()] == ["P1", "P2", "P3"]


def test_a_folder_without_a_study_is_refused_with_the_way_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        StudyFolder.open(tmp_path)
    [problem] = refusal.value.problems
    assert (problem.file, problem.place, problem.what) == (
        str(tmp_path),
        "study.yaml",
        "There is no study in this folder.",
    )
    assert "ringtrue new" in problem.remedy


def test_items_are_in_one_file_and_two_are_refused(study: Study) -> None:
    assert study.items_file == study.folder / "items.yaml"
    (study.folder / "items.jsonl").write_text('{"id": "P9", "kind": "pair", "domain": "TECH"}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="two lists of items"):
        study.items()
    study.folder.joinpath("items.yaml").unlink()
    assert [item.id for item in study.items()] == ["P9"]
    study.folder.joinpath("items.jsonl").unlink()
    assert study.items_file.name == "items.yaml"  # where they would be written


def test_records_are_those_of_the_study_and_closed_afterwards(study: Study) -> None:
    with study.records() as records:
        assert records.record().protocol["name"] == "pairs"
        assert list(records.judgments()) == []


def test_the_newest_result_is_told_with_what_a_report_says_of_it(study: Study, answers: Path) -> None:
    assert study.latest() is None
    study.take_in([answers])
    study.score(replicates=100)
    study.score(replicates=200)
    newest = study.latest()
    assert newest is not None
    assert (newest.seq, newest.result.resampling["replicates"]) == (2, 200)
    about = study.about(newest)
    assert about == study.about_result(newest.result, newest.provenance)
    assert (about.study_name, about.replicates) == (study.folder.name, 200)


def test_records_held_open_are_the_same_for_every_act_within(study: Study) -> None:
    with study.held_open():
        with study.records() as first:
            first.note("looked at", {}, who="ana")
        with study.records() as second:
            assert second is first
            assert [entry.act for entry in second.audit_entries()][-1] == "noted: looked at"
    with study.records() as later:
        assert later is not first
        assert [entry.act for entry in later.audit_entries()][-1] == "noted: looked at"


# The examples a new study begins with can be taken as they are.


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_starter_is_empty_and_its_examples_are_items(name: str, tmp_path) -> None:
    protocol = load(name)
    text = starter(protocol)
    assert YAML(typ="safe").load(text) == []
    examples = "\n".join(line.removeprefix("# ") for line in text.splitlines()[1:-1])
    path = tmp_path / "items.yaml"
    path.write_text(examples, encoding="utf-8")
    assert [item.kind for item in read_items(path, protocol)] == list(protocol.kinds)


def test_the_starter_of_a_blind_study_has_every_field_its_rules_ask_for(tmp_path: Path) -> None:
    protocol = load("blind")
    path = tmp_path / "items.yaml"
    examples = (line.removeprefix("# ") for line in starter(protocol).splitlines()[1:-1])
    path.write_text("\n".join(examples), encoding="utf-8")
    items = [replace(item, status="accepted") for item in read_items(path, protocol)]
    found = check_suite(protocol, items).faults
    assert [(one.rule, one.what) for one in found if one.rule != "citations resolve"] == []
