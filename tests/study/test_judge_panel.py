"""What is known about model judges, from what is recorded."""

from pathlib import Path

import pytest

from ringtrue.store import JudgmentRecord
from ringtrue.study import Study
from ringtrue.study.judge_panel import judging
from ringtrue.terms import Estimate
from scenario_files import FIVE, scenario_data, write_lines_file


def study_with(folder: Path, answers: dict[str, list[float]], kind: str = "model") -> Study:
    """Raters and the score each gives, for all five questions, to scenario 1, 2 ..."""
    study = Study.create(folder / "s", protocol="scenarios")
    (study.folder / "items.yaml").unlink()
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, 5)]
    write_lines_file(study.folder / "items.jsonl", rows)
    with study.records() as records:
        given = [
            JudgmentRecord(rater, rows[place]["id"], question, value, "clone", judge_kind=kind)  # type: ignore[arg-type]
            for rater, values in answers.items()
            for place, value in enumerate(values)
            for question in FIVE
        ]
        records.record_judgments(given, who="ana")
    return study


def known_of(study: Study) -> dict[str, Estimate]:
    with study.records() as records:
        return judging(study, records)


def test_one_judge_asked_once_says_why_nothing_is_known(tmp_path: Path) -> None:
    found = known_of(study_with(tmp_path, {"j": [80, 90, 70, 60]}))
    assert {name: one.value for name, one in found.items()} == {
        "noise_weighted_score": None,
        "agreement_weighted_score": None,
    }
    assert "asked once" in str(found["noise_weighted_score"].reason)


def test_a_repeat_shows_the_noise_of_single_questions_and_of_the_whole(tmp_path: Path) -> None:
    found = known_of(study_with(tmp_path, {"j": [80, 90, 70, 60], "j~2": [84, 90, 64, 58]}))
    assert found["noise_weighted_score"].value == pytest.approx((4 + 0 + 6 + 2) / 4)
    assert found["noise_voice_accuracy"].value == pytest.approx(3)
    assert found["agreement_weighted_score"].value is None  # it is one judge
    assert next(iter(found)).endswith("weighted_score")


def test_two_judges_agree_or_do_not(tmp_path: Path) -> None:
    found = known_of(study_with(tmp_path, {"a": [80, 90, 70, 60], "b": [80, 90, 70, 60]}))
    assert found["agreement_weighted_score"].value == pytest.approx(1)


def test_people_alone_are_no_panel_of_models(tmp_path: Path) -> None:
    assert known_of(study_with(tmp_path, {"ana": [80, 90, 70, 60]}, kind="person")) == {}
    assert known_of(Study.create(tmp_path / "empty", protocol="scenarios")) == {}
