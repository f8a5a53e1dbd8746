"""The folder of a run: an ordinary study, made whole, refused when something else is given the second time."""

import json
from pathlib import Path

import pytest

from ringtrue.items.items_file import read_items
from ringtrue.study.scenarios.begin import MOVED, begun, moved
from ringtrue.study.scenarios.inputs import NO_IDENTITY, RunGiven, RunInputs, read_inputs
from ringtrue.study.scenarios.run_record import note_of
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput
from scenario_files import SAID, recorded_files, run_files, scenario_table, write_lines_file


@pytest.fixture
def inputs(tmp_path: Path) -> RunInputs:
    scenarios, prompt = run_files(tmp_path, 50)
    clone, judge = recorded_files(tmp_path, {"STR-001": (90, 90, 90, 90, 90)})
    base = tmp_path / "kb"
    base.mkdir()
    return read_inputs(RunGiven(scenarios, prompt, f"recorded:{clone}", (f"recorded:{judge}",), base))


def test_the_folder_is_an_ordinary_study(inputs: RunInputs, tmp_path: Path) -> None:
    study, note, resumed = begun(tmp_path / "deep" / "run", inputs, after=None, who="ana")
    assert not resumed
    assert study.settings.protocol.name == "scenarios"
    assert study.settings.subject == "Nora Quill"
    assert len(study.items()) == 50
    assert read_items(study.items_file, study.settings.protocol) == list(inputs.scenarios)
    clone = study.settings.data["speakers"]["clone"]
    assert clone["system"] == "prompt.md"
    assert (study.folder / "prompt.md").read_text() == inputs.prompt
    assert (study.folder / clone["kb"]).resolve() == (tmp_path / "kb").resolve()
    assert json.loads((study.folder / clone["file"]).read_text().splitlines()[0])["text"] == SAID
    assert study.doctor() == []
    assert note_of(study) == note
    assert sorted(path.name for path in (tmp_path / "deep").iterdir()) == ["run"]  # nothing half-made beside it


def test_the_same_inputs_find_the_run_again(inputs: RunInputs, tmp_path: Path) -> None:
    _, note, _ = begun(tmp_path / "run", inputs, after=None, who="ana")
    _, again, resumed = begun(tmp_path / "run", inputs, after=None, who="ben")
    assert resumed
    assert again == note


def test_changed_inputs_are_named(inputs: RunInputs, tmp_path: Path) -> None:
    begun(tmp_path / "run", inputs, after=None, who="ana")
    rows = scenario_table(50)["scenarios"]
    rows[7]["prompt"] = "Do you sail early?"
    write_lines_file(tmp_path / "scenarios.jsonl", rows)
    (tmp_path / "prompt.md").write_text("Another prompt altogether. " * 10)
    given = inputs.given
    other = RunGiven(given.scenarios, given.prompt, given.speaker, ("anthropic:x",), given.knowledge_base, repeats=3)
    with pytest.raises(BadInput) as caught:
        begun(tmp_path / "run", read_inputs(other), after=None, who="ana")
    assert [problem.place for problem in caught.value.problems] == ["scenarios", "prompt", "judge", "repeats"]
    assert all(problem.remedy for problem in caught.value.problems)


def test_a_folder_with_something_else_in_it_is_left_alone(inputs: RunInputs, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    begun(other, inputs, after=None, who="ana")  # an empty folder will do
    busy = tmp_path / "busy"
    busy.mkdir()
    (busy / "thesis.txt").write_text("mine")
    with pytest.raises(BadInput, match="something else"):
        begun(busy, inputs, after=None, who="ana")
    assert [path.name for path in busy.iterdir()] == ["thesis.txt"]
    Study.create(tmp_path / "study", protocol="scenarios")
    with pytest.raises(BadInput, match="not made by ringtrue run"):
        begun(tmp_path / "study", inputs, after=None, who="ana")


def test_a_place_that_cannot_be_written_is_told(inputs: RunInputs, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(BadInput, match="cannot be made"):
        begun(tmp_path / "file" / "run", inputs, after=None, who="ana")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    with pytest.raises(BadInput, match="something else"):
        begun(Path(), inputs, after=None, who="ana")


def test_the_round_before_needs_a_result(inputs: RunInputs, tmp_path: Path) -> None:
    begun(tmp_path / "run-1", inputs, after=None, who="ana")
    with pytest.raises(BadInput, match="no result yet"):
        begun(tmp_path / "run-2", inputs, after=tmp_path / "run-1", who="ana")
    assert not (tmp_path / "run-2").exists()


def test_a_run_goes_on_at_another_address_and_says_so(tmp_path: Path) -> None:
    scenarios, prompt = run_files(tmp_path, 50)

    def at(port: int, model: str = "c") -> RunInputs:
        url = f"http://127.0.0.1:{port}/v1"
        return read_inputs(RunGiven(scenarios, prompt, f"openai:{model}@{url}", (f"openai:j@{url}",)))

    begun(tmp_path / "run", at(9), after=None, who="ana")
    told = []
    for port in (9, 10, 10, 9):
        study, _, resumed = begun(tmp_path / "run", at(port), after=None, who="ana")
        assert resumed
        told.append(moved(study, at(port)))
    assert [[line.split()[0] for line in lines] for lines in told] == [[], ["clone", "judge"], [], ["clone", "judge"]]
    assert told[1][0].endswith("at http://127.0.0.1:9/v1 before, and is now asked at http://127.0.0.1:10/v1.")
    with study.records() as records:
        notes = [entry.detail["note"] for entry in records.audit_entries() if entry.act == f"noted: {MOVED}"]
    assert notes == [
        {"clone": f"http://127.0.0.1:{port}/v1", "judge": f"http://127.0.0.1:{port}/v1"} for port in (10, 9)
    ]
    with pytest.raises(BadInput, match="speaker"):  # another model is another run
        begun(tmp_path / "run", at(9, "other"), after=None, who="ana")


def test_a_run_whose_note_holds_addresses_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios, prompt = run_files(tmp_path, 50)
    speaker, judge = "openai:c@http://127.0.0.1:9/v1", "openai:j@http://127.0.0.1:9/v1"
    inputs = read_inputs(RunGiven(scenarios, prompt, speaker, (judge,)))
    with monkeypatch.context() as before:  # as notes were written before
        before.setattr("ringtrue.study.scenarios.inputs.NO_IDENTITY", NO_IDENTITY[:-2])
        _, note, _ = begun(tmp_path / "run", inputs, after=None, who="ana")
    assert "url=http://127.0.0.1:9/v1" in note.identity["speaker"]
    _, again, resumed = begun(tmp_path / "run", inputs, after=None, who="ana")
    assert resumed
    assert again == note
