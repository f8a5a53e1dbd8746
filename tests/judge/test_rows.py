"""The plain fields of a row: names, seconds, texts."""

import json
from typing import Any

import pytest


def test_names_are_trimmed_and_whole_numbers_are_names(desk: Any) -> None:
    (answer,) = desk.take({"rater": 7, "item": " D1 ", "question": " vibe", "value": 2, "speaker": "clone "})
    rating = answer.rating
    assert (rating.rater, rating.item, rating.question, rating.speaker) == ("7", "D1", "vibe", "clone")


@pytest.mark.parametrize("rater", ["", "  ", None, True, ["R1"], 1.5])
def test_what_is_no_name_is_refused(desk: Any, rater: object) -> None:
    (problem,) = desk.faults({"rater": rater, "question": "vibe", "value": 2})
    assert problem.place == "line 1, rater"


@pytest.mark.parametrize("seconds", [-0.1, True, "soon", [1], 10**300 * 10**8])
def test_what_is_no_number_of_seconds_is_refused(desk: Any, seconds: object) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2, "seconds": seconds})
    assert problem.place == "line 1, seconds"


@pytest.mark.parametrize("key", ["comment", "excerpt"])
def test_a_remark_is_a_text(desk: Any, key: str) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2, key: 5})
    assert (problem.place, problem.remedy) == (f"line 1, {key}", "Put it in quotes.")


def test_a_long_value_is_told_by_its_beginning(desk: Any) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": "x" * 10_000})
    assert len(problem.value) == 201


# Files of judgments in their three forms, and what is refused before any row is looked at.


ROW = '{"rater": "R1", "item": "D1", "question": "vibe", "value": 2}'


def test_csv_cells_spell_answers_and_empty_optional_cells_are_left_out(desk: Any) -> None:
    table = (
        "rater;item;question;value;speaker;seconds;comment\n"
        "R1;D1;criteria;1,0,1;clone;3.5;\n"
        'R1;D1;tone;"[true, false]";;;"fine; really"\n'
        "R1;D1;trap;yes;;;\n"
        "R1;D1;remark;;;;\n"
        "\n"
        "R1;Q1;found;tie;;;\n"
    )
    answers = desk.read(table, "answers.csv")
    assert [answer.rating.value for answer in answers] == [(True, False, True), (True, False), True, "", 0.5]
    assert [answer.seconds for answer in answers] == [3.5, None, None, None, None]
    assert [answer.line for answer in answers] == [2, 3, 4, 5, 7]
    assert answers[1].comment == "fine; really"
    assert answers[0].rating.speaker == "clone"


def test_a_fault_in_csv_names_line_and_column(desk: Any) -> None:
    table = "rater,item,question,value\nR1,D1,vibe,2\n,D1,vibe,\n"
    rater, value = desk.refusal(lambda: desk.read(table, "answers.csv"))
    assert (rater.place, rater.what) == ("line 3, column rater", "The rater is missing.")
    assert (value.place, value.what) == ("line 3, column value", "There is no answer.")


def test_unknown_and_missing_columns_are_refused_with_the_nearest(desk: Any) -> None:
    (unknown,) = desk.refusal(lambda: desk.read("rater,item,question,value,coment\nR1,D1,vibe,2,x\n", "answers.csv"))
    assert (unknown.place, unknown.value, unknown.remedy) == ("header", "coment", "Did you mean comment?")
    (missing,) = desk.refusal(lambda: desk.read("rater,item,query,value\nR1,D1,vibe,2\n", "answers.csv"))
    assert missing.what == "The column question is missing."


def test_json_knows_the_line_of_every_judgment(desk: Any) -> None:
    text = f'{{\n"judgments": [\n{ROW},\n\n{ROW.replace("vibe", "score")}]}}'
    assert [answer.line for answer in desk.read(text, "answers.json")] == [3, 5]


@pytest.mark.parametrize(
    ("text", "name", "what"),
    [
        (ROW, "answers.json", "This is not a list of judgments."),
        (
            '{"ringtrue": 1, "packet": "T", "answers": []}',
            "answers.json",
            "This is the result of a packet, not a list of judgments.",
        ),
        ('{"judgments": 3}', "answers.json", "This is not a list of judgments."),
        (f'{{"judgments": [{ROW}], "study": "x"}}', "answers.json", "There is no key study beside judgments."),
        ("[]", "answers.json", "There are no judgments in it."),
        ("\n\n", "answers.jsonl", "There are no judgments in it."),
        ("rater,item,question,value\n", "answers.csv", "There is a header and no row below it."),
        (ROW, "answers.txt", "Judgments are read from .json, .jsonl and .csv files."),
        (f"{ROW}\n{{broken", "answers.jsonl", "A key in double quotes is missing here."),
    ],
)
def test_a_file_that_holds_no_judgments_is_refused(desk: Any, text: str, name: str, what: str) -> None:
    (problem,) = desk.refusal(lambda: desk.read(text, name))
    assert problem.what == what
    assert problem.remedy


def test_bad_lines_and_bad_rows_are_told_together(desk: Any) -> None:
    problems = desk.refusal(lambda: desk.read(f"{{broken\n{ROW}\n{ROW.replace('2', '7')}\n"))
    assert [problem.place.split(",")[0] for problem in problems] == ["line 1", "line 3", "line 3"]


# Rows held against earlier rows: answered twice, another kind of judge, checklists of different lengths.


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
