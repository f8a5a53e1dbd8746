"""What is known about model judges, from what is recorded."""

import json
from pathlib import Path

import pytest

from ringtrue.report.judging import judging_of
from ringtrue.score.scoring import score
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.study.judge_panel import item_sample
from ringtrue.study.study import Study
from ringtrue.terms.result import Estimate, Result
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
    one = lambda _: ""  # noqa: E731 - judges that study.yaml does not name are one model
    bare = score(protocol, study.items(), ratings, replicates=50, seed=study.settings.seed, model_of=one)
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


# How many of its cards each judge has scored: by judge and take, and over all of them.


Scores = list[float | None]


def study_with_judge_counts(
    folder: Path, answers: dict[str, Scores], judges: dict[str, int], kind: str = "model"
) -> Study:
    """Raters with the score each gives to scenario 1, 2 ... (None: no score), and judges of study.yaml with repeats."""
    study = Study.create(folder / "s", protocol="scenarios")
    (study.folder / "items.yaml").unlink()
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, 5)]
    write_lines_file(study.folder / "items.jsonl", rows)
    named = {name: {"kind": "local", "repeats": repeats} for name, repeats in judges.items()}
    with (study.folder / "study.yaml").open("a", encoding="utf-8") as file:
        file.write(f"judges: {json.dumps(named)}\n")
    recorded(study, answers, kind)
    return Study.open(study.folder)


def recorded(study: Study, answers: dict[str, Scores], kind: str = "model", speaker: str = "clone") -> None:
    given = [
        JudgmentRecord(
            rater, scenario_data(place)["id"], question, value, speaker, kind,  # type: ignore[arg-type]
            reason=None if value is not None else "no usable answer",
        )
        for rater, values in answers.items()
        for place, value in enumerate(values, 1)
        for question in FIVE
    ]  # fmt: skip
    with study.records() as records:
        records.record_judgments(given, who="ana")


def told(result: Result) -> list[tuple[str, int, int]]:
    return [(one.name, one.scored, one.cards) for one in result.judges]


def test_a_judge_that_never_gives_a_score_is_counted(tmp_path: Path) -> None:
    study = study_with_judge_counts(tmp_path, {"j": [95, 95, 95, 95], "k": [None] * 4}, {"j": 1, "k": 1})
    result = study.score(replicates=2)
    assert told(result) == [("j", 4, 4), ("k", 0, 4)]
    assert (result.coverage, result.fully_judged, result.is_complete) == (1.0, 0.0, False)
    assert "k scored 0 of 4 cards." in result.notes


def test_a_take_that_was_set_and_has_no_answer_at_all_is_counted_too(tmp_path: Path) -> None:
    result = study_with_judge_counts(tmp_path, {"j": [95, 95, 95, 95]}, {"j": 2}).score(replicates=2)
    assert told(result) == [("j", 4, 4), ("j (take 2)", 0, 4)]
    assert result.fully_judged == 0.0


def test_items_are_fully_judged_where_nobody_left_a_gap(tmp_path: Path) -> None:
    # The first lacks scenario 1, the second scenario 2: two of four have both.
    study = study_with_judge_counts(tmp_path, {"j": [None, 95, 95, 95], "k": [95, None, 95, 95]}, {"j": 1, "k": 1})
    result = study.score(replicates=2)
    assert told(result) == [("j", 3, 4), ("k", 3, 4)]
    assert (result.coverage, result.fully_judged) == (1.0, 0.5)


def test_a_judge_that_stopped_in_between_has_all_items_before_it(tmp_path: Path) -> None:
    result = study_with_judge_counts(tmp_path, {"j": [95, None]}, {"j": 1}).score(replicates=2)
    assert told(result) == [("j", 1, 4)]
    assert (result.coverage, result.fully_judged) == (0.25, 0.25)


def test_whoever_scored_everything_is_complete(tmp_path: Path) -> None:
    study = study_with_judge_counts(
        tmp_path, {"j": [95] * 4, "j~2": [95] * 4, "k": [90] * 4, "k~2": [91] * 4}, {"j": 2, "k": 2}
    )
    result = study.score(replicates=2)
    assert (result.fully_judged, result.is_complete) == (1.0, True)
    assert len(result.judges) == 4


def test_a_judge_that_is_set_and_was_never_asked_is_not_waited_for(tmp_path: Path) -> None:
    result = study_with_judge_counts(tmp_path, {"j": [95] * 4}, {"j": 1, "later": 1}).score(replicates=2)
    assert told(result) == [("j", 4, 4)]
    assert result.is_complete


def test_a_model_from_a_file_was_asked_what_it_speaks_of(tmp_path: Path) -> None:
    result = study_with_judge_counts(tmp_path, {"j": [95] * 4, "file": [90, 90]}, {"j": 1}).score(replicates=2)
    assert told(result) == [("j", 4, 4), ("file", 2, 2)]
    assert (result.fully_judged, result.is_complete) == (1.0, True)


def test_an_item_that_was_withdrawn_is_asked_of_nobody(tmp_path: Path) -> None:
    study = study_with_judge_counts(tmp_path, {"j": [95] * 4}, {"j": 1, "k": 1})
    study.set_status({scenario_data(1)["id"]: "rejected"})
    recorded(study, {"k": [90] * 4})
    with study.records() as records:
        gone = scenario_data(1)["id"]
        open_rows = [row._replace(value=None, reason="asked again") for row in records.judgments() if row.item == gone]
        records.correct_judgments(open_rows, who="ana", why="to leave it open")
    result = Study.open(study.folder).score(replicates=2)
    assert told(result) == [("j", 3, 3), ("k", 3, 3)]
    assert (result.fully_judged, result.is_complete) == (1.0, True)


def one_out_one_in(study: Study, out: str = "rejected") -> Study:
    """The first scenario does not count any more, and a fifth has come; nobody was asked about that."""
    study.set_status({scenario_data(1)["id"]: out})  # type: ignore[dict-item]
    fifth = {"kind": "scenario", "status": "accepted", **scenario_data(5)}
    with (study.folder / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(fifth) + "\n")
    return Study.open(study.folder)


@pytest.mark.parametrize("people", [False, True])
@pytest.mark.parametrize("out", ["rejected", "withdrawn"])
def test_an_answer_on_an_item_left_out_does_not_stand_for_one_on_a_new_item(
    tmp_path: Path, out: str, people: bool
) -> None:
    study = one_out_one_in(study_with_judge_counts(tmp_path, {"j": [95] * 4}, {"j": 1}), out)
    if people:
        recorded(study, {"ana": [90] * 5}, "person")
    result = study.score(replicates=2)
    assert told(result) == [("j", 3, 4)]
    assert (result.fully_judged, result.is_complete) == (0.75, False)


def test_the_same_with_repeats_and_controls(tmp_path: Path) -> None:
    answers: dict[str, Scores] = {"j": [95] * 4, "j~2": [95] * 5, "k": [90] * 5}
    study = study_with_judge_counts(tmp_path, answers, {"j": 2, "k": 1})
    recorded(study, {"k": [90] * 2}, speaker="generic")  # one of these on the item that goes
    result = one_out_one_in(study).score(replicates=2)
    assert told(result) == [("j", 3, 4), ("j (take 2)", 4, 4), ("k", 5, 5)]
    assert result.fully_judged == 0.75


@pytest.mark.parametrize("scored_before", [False, True])
def test_an_item_that_is_gone_from_the_list_counts_for_nobody(tmp_path: Path, scored_before: bool) -> None:
    study = study_with_judge_counts(tmp_path, {"j": [95] * 4}, {"j": 1})
    if scored_before:  # only then is it known that the item was there
        study.score(replicates=2)
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(2, 6)]
    write_lines_file(study.folder / "items.jsonl", rows)
    assert told(Study.open(study.folder).score(replicates=2)) == [("j", 3, 4)]


def test_a_model_from_a_file_is_not_told_of_with_items_left_out(tmp_path: Path) -> None:
    study = study_with_judge_counts(tmp_path, {"file": [95] * 4, "other": [95]}, {})
    study.set_status({scenario_data(1)["id"]: "rejected"})
    result = Study.open(study.folder).score(replicates=2)
    assert told(result) == [("file", 3, 3)]  # all that the other spoke of is gone
    assert (result.fully_judged, result.is_complete) == (1.0, True)


@pytest.mark.parametrize("kind", ["person", "statistic"])
def test_people_and_statistics_are_no_model_judges(tmp_path: Path, kind: str) -> None:
    study = study_with_judge_counts(tmp_path, {"ana": [95] * 4}, {})
    recorded(study, {"other": [95, None]}, kind)
    assert told(study.score(replicates=2)) == [("ana", 4, 4)]


# A sample of items is fixed by its seed, and as large as the answers on each allow.


ITEMS = [f"SC-{n:05}" for n in range(5000)]


def test_the_same_items_are_drawn_in_whatever_order_they_come() -> None:
    drawn = item_sample(ITEMS, 20, seed=7)
    assert drawn == item_sample(reversed(ITEMS), 20, seed=7)
    assert drawn != item_sample(ITEMS, 20, seed=8)
    assert len(drawn) == 1000


def test_a_sample_is_from_all_over_the_list() -> None:
    places = [int(item[3:]) for item in item_sample(ITEMS, 20, seed=7)]
    # The mean place of 1,000 drawn from 5,000 without replacement has a standard error of about 41.
    assert abs(sum(places) / len(places) - 2499.5) < 4 * 41


def test_where_each_item_has_very_many_answers_some_items_are_kept_all_the_same() -> None:
    assert len(item_sample(ITEMS, 1e6, seed=7)) == 200
    assert item_sample(ITEMS[:3], 1e6, seed=7) == set(ITEMS[:3])
