"""A conversation is sealed when it begins: sessions that went badly cannot be left out without a trace."""

import json
from pathlib import Path

import pytest

from conversations import anchored, given, held, short_sheet
from model_server import ModelServer
from ringtrue.study.conversation.findings import NOT_HELD
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

SCORED = {"r1": 1, "r2": 1, "r3": 1}


def scored(folder: Path, study: Study, sessions: tuple[str, ...]) -> None:
    """One person gives full marks on the trials of these sessions."""
    lines = [
        json.dumps({"rater": "ana", "item": item.id, "question": name, "value": SCORED[name]})
        for item in study.items()
        if item.tags["session"] in sessions
        for name in item.fields.get("asks", ())
    ]
    path = folder / "scores.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    study.take_in([path])


def test_a_session_taken_out_by_hand_is_refused_and_recorded_makes_the_verdict_provisional(tmp_path: Path) -> None:
    sheet = short_sheet(tmp_path)
    with ModelServer(anchored) as server:
        study, _ = held(tmp_path / "study", given(server.url, sheet, sessions=2))
        scored(tmp_path, study, ("s1", "s2"))
        assert study.score(replicates=20).sound_verdict.label == "inconclusive"
        whole = study.items_file.read_text(encoding="utf-8")
        first = "".join(line for line in whole.splitlines(keepends=True) if '"s1-' in line)
        study.items_file.write_text(first, encoding="utf-8")
        with pytest.raises(BadInput, match="not as it was recorded") as refused:
            study.score(replicates=20)
        assert "not as it was when the conversation began: taken out" in refused.value.problems[1].what
        with pytest.raises(BadInput, match="not as it was recorded"):  # nor do more sessions write it anew
            held(tmp_path / "study", given(server.url, sheet, sessions=3))
        study.record_change(why="they went badly")
        result = Study.open(study.folder).score(replicates=20)
    assert result.sound_verdict.label == "provisional"
    assert result.notes[0].startswith("After the conversation began")
    assert "item s2-R-1: taken out of the list" in result.notes[0]


def test_sessions_that_are_added_later_are_part_of_what_was_sealed(tmp_path: Path) -> None:
    sheet = short_sheet(tmp_path)
    with ModelServer(anchored) as server:
        held(tmp_path / "study", given(server.url, sheet))
        study, done = held(tmp_path / "study", given(server.url, sheet, sessions=2, floor=1))
    assert done.whole == 3
    assert study.doctor() == []
    scored(tmp_path, study, ("s1", "s2"))
    assert not any("conversation began" in note for note in study.score(replicates=20).notes)


def test_a_study_whose_sessions_were_held_elsewhere_says_that_nothing_shows_them(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "made", protocol="recognition", who="ana")
    trial = {"id": "s1-R-1", "kind": "trial", "prompt": "p", "goal": "g", "asks": ["r1"], "status": "accepted"}
    study.items_file.write_text(json.dumps([{**trial, "tags": {"session": "s1", "trial": 1}}]), encoding="utf-8")
    study = Study.open(study.folder, who="ana")
    scored(tmp_path, study, ("s1",))
    assert NOT_HELD in study.score(replicates=20).notes
