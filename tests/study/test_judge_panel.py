"""What is known about model judges, from what is recorded."""

import json
from pathlib import Path

import pytest

from ringtrue.report.judging import judging_of
from ringtrue.score import score
from ringtrue.store import JudgmentRecord
from ringtrue.study import Study
from ringtrue.terms import Estimate
from scenario_files import FIVE, scenario_data, write_lines_file


def study_with(folder: Path, answers: dict[str, list[float]], kind: str = "model") -> Study:
    """Raters and the score each gives, for all five questions, to scenario 1, 2 ..."""
    study = Study.create(folder / "s", protocol="scenarios")
    (study.folder / "items.yaml").unlink()
    longest = max(4, *map(len, answers.values()))
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, longest + 1)]
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
    return judging_of(study.score(replicates=2))


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
    result = study_with(tmp_path, {"ana": [80, 90, 70, 60], "ben": [80, 90, 70, 60]}, kind="person").score(replicates=2)
    assert (judging_of(result), result.judges, result.fully_judged) == ({}, (), None)
    assert not [name for name in result.estimates if name.startswith(("noise", "agreement"))]


def test_what_is_known_of_judges_stands_in_the_result_and_moves_no_other_number(tmp_path: Path) -> None:
    given: dict[str, list[float]] = {"a": [80, 90, 70, 60], "b": [70, 95, 75, 50]}
    study = study_with(tmp_path, given)
    result = study.score(replicates=50)
    kept = json.loads((study.folder / "result.json").read_text(encoding="utf-8"))["estimates"]
    (written,) = study.report("json")
    assert json.loads(written.read_text(encoding="utf-8"))["estimates"] == kept
    assert kept["agreement_weighted_score"]["kind"] == "statistic"
    protocol = study.settings.protocol
    ratings = [row.as_rating() for row in _rows(study)]
    bare = score(protocol, study.items(), ratings, replicates=50, seed=study.settings.seed)
    assert {name: result.estimates[name] for name in bare.estimates} == dict(bare.estimates)
    assert result.coverage == bare.coverage
    assert (result.verdict, result.sound_verdict) == (bare.verdict, bare.sound_verdict)


def test_people_are_what_errors_are_held_against(tmp_path: Path) -> None:
    # Two judges who are off by the same amounts, against one person: errors 10, -10, 10, -10 both times, so r is 1.
    study = study_with(tmp_path, {"a": [80, 60, 80, 60], "b": [80, 60, 80, 60]})
    with study.records() as records:
        rows = [
            JudgmentRecord("ana", item.id, question, 70.0, "clone", judge_kind="person")
            for item in study.items()
            for question in FIVE
        ]
        records.record_judgments(rows, who="ana")
    assert known_of(study)["error_correlation_voice_accuracy"].value == pytest.approx(1.0)


def test_of_very_many_answers_those_on_a_sample_of_items_are_compared(tmp_path: Path) -> None:
    number = 5_010  # with four times five answers to each just over 100,000
    scores = [60.0 + n * 7 % 31 for n in range(number)]
    other = [score + 1 for score in scores]
    study = study_with(tmp_path, {"a": scores, "a~2": other, "b": scores, "b~2": other})
    rated = study.items()[:40]  # people rate few, and hardly one of these would be in a sample of all
    truth = [JudgmentRecord("ana", item.id, question, 70.0, "clone") for item in rated for question in FIVE]
    with study.records() as records:
        records.record_judgments(truth, who="ana")
    found = known_of(study)
    noise, errors = found["noise_weighted_score"], found["error_correlation_weighted_score"]
    drawn = 20_000 * number // (20 * number + 200)
    assert (noise.value, noise.n) == (pytest.approx(1), drawn)
    assert f"from {drawn} items, drawn with seed {study.settings.seed}" in noise.method
    assert (errors.value, errors.n) == (pytest.approx(1), 40)
    assert "from 40 items, that people rated, drawn" in errors.method
    assert known_of(study) == found
    assert [(one.scored, one.cards) for one in study.score(replicates=2).judges] == [(number, number)] * 4


def _rows(study: Study) -> list[JudgmentRecord]:
    with study.records() as records:
        return list(records.judgments())
