"""How a run began, kept in the audit log: written and read back the same, and asked of a study that is no run."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.study.run_note import ACT, RunNote, found_note, note_of
from ringtrue.terms import BadInput
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
