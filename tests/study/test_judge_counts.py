"""How many of its cards each judge has scored: by judge and take, and over all of them."""

import json
from pathlib import Path

import pytest

from ringtrue.store import JudgmentRecord
from ringtrue.study import Study
from ringtrue.terms import Result
from scenario_files import FIVE, scenario_data, write_lines_file

Scores = list[float | None]


def study_with(folder: Path, answers: dict[str, Scores], judges: dict[str, int], kind: str = "model") -> Study:
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
    study = study_with(tmp_path, {"j": [95, 95, 95, 95], "k": [None] * 4}, {"j": 1, "k": 1})
    result = study.score(replicates=2)
    assert told(result) == [("j", 4, 4), ("k", 0, 4)]
    assert (result.coverage, result.fully_judged, result.is_complete) == (1.0, 0.0, False)
    assert "k scored 0 of 4 cards." in result.notes


def test_a_take_that_was_set_and_has_no_answer_at_all_is_counted_too(tmp_path: Path) -> None:
    result = study_with(tmp_path, {"j": [95, 95, 95, 95]}, {"j": 2}).score(replicates=2)
    assert told(result) == [("j", 4, 4), ("j (take 2)", 0, 4)]
    assert result.fully_judged == 0.0


def test_items_are_fully_judged_where_nobody_left_a_gap(tmp_path: Path) -> None:
    # The first lacks scenario 1, the second scenario 2: two of four have both.
    study = study_with(tmp_path, {"j": [None, 95, 95, 95], "k": [95, None, 95, 95]}, {"j": 1, "k": 1})
    result = study.score(replicates=2)
    assert told(result) == [("j", 3, 4), ("k", 3, 4)]
    assert (result.coverage, result.fully_judged) == (1.0, 0.5)


def test_a_judge_that_stopped_in_between_has_all_items_before_it(tmp_path: Path) -> None:
    result = study_with(tmp_path, {"j": [95, None]}, {"j": 1}).score(replicates=2)
    assert told(result) == [("j", 1, 4)]
    assert (result.coverage, result.fully_judged) == (0.25, 0.25)


def test_whoever_scored_everything_is_complete(tmp_path: Path) -> None:
    study = study_with(tmp_path, {"j": [95] * 4, "j~2": [95] * 4, "k": [90] * 4, "k~2": [91] * 4}, {"j": 2, "k": 2})
    result = study.score(replicates=2)
    assert (result.fully_judged, result.is_complete) == (1.0, True)
    assert len(result.judges) == 4


def test_a_judge_that_is_set_and_was_never_asked_is_not_waited_for(tmp_path: Path) -> None:
    result = study_with(tmp_path, {"j": [95] * 4}, {"j": 1, "later": 1}).score(replicates=2)
    assert told(result) == [("j", 4, 4)]
    assert result.is_complete


def test_a_model_from_a_file_was_asked_what_it_speaks_of(tmp_path: Path) -> None:
    result = study_with(tmp_path, {"j": [95] * 4, "file": [90, 90]}, {"j": 1}).score(replicates=2)
    assert told(result) == [("j", 4, 4), ("file", 2, 2)]
    assert (result.fully_judged, result.is_complete) == (1.0, True)


def test_an_item_that_was_withdrawn_is_asked_of_nobody(tmp_path: Path) -> None:
    study = study_with(tmp_path, {"j": [95] * 4}, {"j": 1, "k": 1})
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
    study = one_out_one_in(study_with(tmp_path, {"j": [95] * 4}, {"j": 1}), out)
    if people:
        recorded(study, {"ana": [90] * 5}, "person")
    result = study.score(replicates=2)
    assert told(result) == [("j", 3, 4)]
    assert (result.fully_judged, result.is_complete) == (0.75, False)


def test_the_same_with_repeats_and_controls(tmp_path: Path) -> None:
    answers: dict[str, Scores] = {"j": [95] * 4, "j~2": [95] * 5, "k": [90] * 5}
    study = study_with(tmp_path, answers, {"j": 2, "k": 1})
    recorded(study, {"k": [90] * 2}, speaker="generic")  # one of these on the item that goes
    result = one_out_one_in(study).score(replicates=2)
    assert told(result) == [("j", 3, 4), ("j (take 2)", 4, 4), ("k", 5, 5)]
    assert result.fully_judged == 0.75


@pytest.mark.parametrize("scored_before", [False, True])
def test_an_item_that_is_gone_from_the_list_counts_for_nobody(tmp_path: Path, scored_before: bool) -> None:
    study = study_with(tmp_path, {"j": [95] * 4}, {"j": 1})
    if scored_before:  # only then is it known that the item was there
        study.score(replicates=2)
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(2, 6)]
    write_lines_file(study.folder / "items.jsonl", rows)
    assert told(Study.open(study.folder).score(replicates=2)) == [("j", 3, 4)]


def test_a_model_from_a_file_is_not_told_of_with_items_left_out(tmp_path: Path) -> None:
    study = study_with(tmp_path, {"file": [95] * 4, "other": [95]}, {})
    study.set_status({scenario_data(1)["id"]: "rejected"})
    result = Study.open(study.folder).score(replicates=2)
    assert told(result) == [("file", 3, 3)]  # all that the other spoke of is gone
    assert (result.fully_judged, result.is_complete) == (1.0, True)


@pytest.mark.parametrize("kind", ["person", "statistic"])
def test_people_and_statistics_are_no_model_judges(tmp_path: Path, kind: str) -> None:
    study = study_with(tmp_path, {"ana": [95] * 4}, {})
    recorded(study, {"other": [95, None]}, kind)
    assert told(study.score(replicates=2)) == [("ana", 4, 4)]
