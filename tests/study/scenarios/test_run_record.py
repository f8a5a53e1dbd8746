"""How a run began, kept in the audit log: written and read back the same, and asked of a study that is no run."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.study.scenarios.inputs import RunGiven, RunInputs, read_inputs
from ringtrue.study.scenarios.run_record import ACT, RunNote, found_note, note_of, run_settings
from ringtrue.study.settings import DEFAULT_SEED, read_settings
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput
from scenario_files import recorded_files, run_files, scenario_table
from study_templates import fresh

words = st.text(max_size=12)
rounds = st.fixed_dictionaries({"folder": words, "aggregate": st.floats(0, 100)})
notes = st.builds(
    RunNote,
    st.dictionaries(words, words, max_size=3),
    words,
    words,
    st.lists(rounds, max_size=3).map(tuple),
    st.lists(words, max_size=3).map(tuple),
)


@given(notes)
def test_a_note_comes_back_from_json_as_it_was(note: RunNote) -> None:
    assert RunNote.of(json.loads(json.dumps(note.as_dict()))) == note


def test_a_note_is_found_in_the_audit_log_among_other_notes(tmp_path: Path) -> None:
    study = fresh(tmp_path / "run", "scenarios")
    note = RunNote({"prompt": "ab"}, "s.yaml", "p.md", ({"folder": "one", "aggregate": 91.5},), ("few",))
    with study.records() as records:
        assert found_note(records) is None
        records.note("something else", {"identity": "no"}, who="ana")
        records.note(ACT, note.as_dict(), who="ana")
        assert found_note(records) == note
    assert note_of(study) == note


def test_the_first_note_counts(tmp_path: Path) -> None:
    study = fresh(tmp_path / "run", "scenarios")
    with study.records() as records:
        records.note(ACT, RunNote({}, "first", "p").as_dict(), who="ana")
        records.note(ACT, RunNote({}, "second", "p").as_dict(), who="ana")
    assert note_of(study).scenario_file == "first"


def test_a_study_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refusal:
        note_of(fresh(tmp_path / "study", "pairs"))
    (problem,) = refusal.value.problems
    assert (problem.file, problem.place) == (str(tmp_path / "study"), "study.yaml")
    assert "not made by ringtrue run" in problem.what
    assert "folder of a run" in problem.remedy


# study.yaml of a run: who speaks and judges, paths as seen from its folder, and readable as any study.yaml is.


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings").resolve()


@pytest.fixture(scope="module")
def inputs(folder: Path) -> RunInputs:
    scenarios, prompt = run_files(folder, 3)
    names = [row["id"] for row in scenario_table(3)["scenarios"]]
    clone, judge = recorded_files(folder, dict.fromkeys(names, (95,) * 5))
    return read_inputs(RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), allow_small=True))


def test_files_are_named_as_seen_from_the_run(folder: Path, inputs: RunInputs) -> None:
    settings = run_settings(folder / "runs" / "one", inputs)
    assert settings["protocol"] == "scenarios"
    assert settings["seed"] == DEFAULT_SEED
    assert settings["speakers"]["clone"] == {"kind": "recorded", "file": "../../clone.jsonl", "system": "prompt.md"}
    assert settings["judges"] == {"judge": {"kind": "recorded", "file": "../../judge.jsonl", "language": "en"}}
    assert settings["note"] == "Answers were recorded earlier."


def test_repeats_are_written_where_there_are_some(folder: Path, inputs: RunInputs) -> None:
    thrice = replace(inputs, given=replace(inputs.given, repeats=3, language="pt"))
    judge = run_settings(folder / "run", thrice)["judges"]["judge"]
    assert (judge["repeats"], judge["language"]) == (3, "pt")


def test_two_judges_and_no_note_where_nothing_was_recorded(folder: Path, inputs: RunInputs) -> None:
    asked = [Speaker(name, "openai", {"model": name, "url": "http://127.0.0.1:9/v1"}) for name in ("a", "b", "c")]
    settings = run_settings(folder / "run", replace(inputs, clone=asked[0], judges=tuple(asked[1:])))
    assert list(settings["speakers"]) == ["a"]
    assert list(settings["judges"]) == ["b", "c"]
    assert "note" not in settings


def test_what_was_written_is_a_study_s_settings(folder: Path, inputs: RunInputs) -> None:
    place = folder / "written"
    place.mkdir()
    extra = Speaker("clone", "openai", {"model": "m", "url": "http://127.0.0.1:9/v1", "prices": {"in": 1.5, "out": 2}})
    made = run_settings(place, replace(inputs, clone=extra))
    write_yaml(place / "study.yaml", made)
    assert read_settings(place).subject == "Nora Quill"
    assert read_yaml(place / "study.yaml").data == made


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("# Nora Quill\n\nYou are she.", "Nora Quill"),
        ("You are she.\n\n   ##  Nora  ", "Nora"),
        ("#\n# #\n#\tNora", "\tNora"),
        ("You are Nora.", "prompt"),
        ("", "prompt"),
        ("# " + "é" * 100, "é" * 80),
    ],
)
def test_the_subject_is_the_first_heading_that_says_something_or_the_file_s_name(
    folder: Path, inputs: RunInputs, prompt: str, name: str
) -> None:
    told = run_settings(folder / "run", replace(inputs, prompt=prompt))["subject"]["name"]
    assert told.strip() == name.strip()


def test_the_subject_of_a_composed_prompt_is_whose_card_or_folder_it_is(folder: Path, inputs: RunInputs) -> None:
    composed = replace(inputs, prompt="# Who you are\n\nYou are she.", subject="Nora Quill")
    assert run_settings(folder / "run", composed)["subject"]["name"] == "Nora Quill"


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["temperature", "headers", "stop"]), plain_values))
def test_settings_sealed_in_a_speaker_come_out_as_they_were_given(
    folder: Path, inputs: RunInputs, given: dict[str, Any]
) -> None:
    made = run_settings(folder / "run", replace(inputs, clone=Speaker("clone", "openai", given)))
    assert made["speakers"]["clone"] == {"kind": "openai", **given, "system": "prompt.md"}
    assert all(type(value) in (dict, list) or not hasattr(value, "__len__") or isinstance(value, str)
               for value in made["speakers"]["clone"].values())  # fmt: skip


@pytest.mark.parametrize("value", [None, ""])
def test_a_path_that_is_not_set_is_written_as_it_is(folder: Path, inputs: RunInputs, value: str | None) -> None:
    clone = Speaker("clone", "openai", {"model": "m", "ca": value})
    assert run_settings(folder / "run", replace(inputs, clone=clone))["speakers"]["clone"]["ca"] == value
