"""Rows held against earlier rows: answered twice, another kind of judge, checklists of different lengths."""

import json
from typing import Any


def test_the_same_answer_twice_is_refused_with_both_lines(desk: Any) -> None:
    row = {"question": "vibe", "value": 2}
    (problem,) = desk.faults(row, {"question": "score", "value": 2}, row | {"value": 3, "rater": " R1 "})
    assert problem.place == "line 3, rater"
    assert problem.what == "R1 answered vibe about D1 already on line 1."
    assert problem.remedy == "Keep one of the two."


def test_nobody_named_is_the_candidate_and_so_is_the_one_on_every_card(desk: Any) -> None:
    quote = {"item": "Q1", "question": "found", "value": "tie"}
    problems = desk.faults(
        quote, quote | {"speaker": "clone"}, quote | {"speaker": "real"}, quote | {"speaker": "self"}
    )
    assert [problem.place for problem in problems] == ["line 2, rater", "line 3, rater"]


def test_another_rater_item_question_or_speaker_is_no_repetition(desk: Any) -> None:
    row = {"item": "Q1", "question": "voice", "value": 0}
    others = ({"rater": "R2"}, {"item": "Q2"}, {"question": "found"}, {"speaker": "generic"})
    assert len(desk.take(row, *(row | other for other in others))) == 5


def test_in_one_line_of_json_both_places_are_told_by_their_index(desk: Any) -> None:
    row = {"rater": "R1", "item": "D1", "question": "vibe", "value": 2}
    (problem,) = desk.refusal(lambda: desk.read(json.dumps({"judgments": [row, row]}), "answers.json"))
    assert problem.place == "line 1, judgments[1].rater"
    assert problem.what.endswith("already on line 1, judgments[0].")


def test_a_rater_is_one_kind_of_judge_throughout(desk: Any) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2}, {"question": "score", "value": 2, "judge_kind": "model"})
    assert problem.what == "R1 is a model here and a person on line 1."


def test_where_an_item_lists_nothing_the_lengths_of_checklists_must_agree(desk: Any) -> None:
    row = {"item": "D2", "question": "criteria", "value": [True, False]}
    assert len(desk.take(row, row | {"rater": "R2"})) == 2
    (problem,) = desk.faults(row, row | {"rater": "R2", "value": [True]})
    assert (problem.place, problem.what) == ("line 2, value", "criteria: 1 answers here, 2 on line 1.")
