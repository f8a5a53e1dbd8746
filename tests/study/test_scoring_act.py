"""Scoring as an act: recorded, written, items noted once, and nothing without an answer."""

import json
from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.study.folder import StudyFolder
from ringtrue.study.scoring_act import score_study
from ringtrue.terms import BadInput


def acts(study: StudyFolder) -> list[str]:
    with study.records() as records:
        return [entry.act for entry in records.audit_entries()]


def test_a_result_is_recorded_and_written(study: Study, answers: Path) -> None:
    study.take_in([answers])
    told: list[int] = []
    result = score_study(StudyFolder.open(study.folder), replicates=300, watch=told.append)
    assert result.resampling == {"seed": study.settings.seed, "replicates": 300}
    assert sum(told) == 300
    latest = study.latest()
    assert latest is not None
    assert latest.result.estimates == result.estimates
    assert json.loads((study.folder / "result.json").read_text(encoding="utf-8"))["counts"] == result.counts
    assert acts(study)[-1] == "result recorded"


def test_items_are_recorded_again_only_where_they_changed(study: Study, answers: Path) -> None:
    study.take_in([answers])
    recorded = acts(study).count("items recorded")
    score_study(study, replicates=100)
    assert acts(study).count("items recorded") == recorded
    listed = study.items_file.read_text(encoding="utf-8")
    study.items_file.write_text(listed.replace("prompt: one", "prompt: another"), encoding="utf-8")
    score_study(study, replicates=100)
    assert acts(study)[-2:] == ["items recorded", "result recorded"]


def test_without_an_answer_there_is_no_result(study: Study) -> None:
    with pytest.raises(BadInput, match="no judgments"):
        score_study(study)
    assert study.latest() is None
    assert not (study.folder / "result.json").exists()
