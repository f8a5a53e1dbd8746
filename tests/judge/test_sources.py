"""Files of judgments in their three forms, and what is refused before any row is looked at."""

from typing import Any

import pytest

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
