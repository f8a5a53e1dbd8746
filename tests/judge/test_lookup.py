"""Names a row gives and values off their scale: each fault with its place, value and remedy."""

from typing import Any

import pytest

from ringtrue.terms import Item


@pytest.mark.parametrize(
    ("row", "place", "what", "value", "remedy"),
    [
        ({"item": "d1"}, "item", "There is no item d1.", "d1", "Did you mean D1?"),
        ({"item": "zebra"}, "item", "There is no item zebra.", "zebra", "Known here: Q1, Q2, D1, D2."),
        ({"question": "vibes"}, "question", "There is no question vibes.", "vibes", "Did you mean vibe?"),
        (
            {"item": "Q1"},
            "question",
            "vibe is not asked of items of kind quote.",
            "vibe",
            "Asked of Q1: found, voice.",
        ),
        ({"speaker": "genric"}, "speaker", "There is no speaker genric.", "genric", "Did you mean generic?"),
        ({"speaker": "real"}, "speaker", "There is no speaker real.", "real", "Known here: clone, self, generic."),
        ({"question": ...}, "question", "The question is missing.", "", "Name the question."),
        ({"value": ...}, "value", "There is no answer.", "", "Give a value, or leave the row out."),
        ({"value": None}, "value", "There is no answer.", "None", "Give a value, or leave the row out."),
        ({"value": " "}, "value", "There is no answer.", " ", "Give a value, or leave the row out."),
        ({"value": 4}, "value", "vibe: outside the scale.", "4", "Give 1 to 3."),
        ({"coment": "x"}, "coment", "A judgment has no key coment.", "x", "Did you mean comment?"),
    ],
)
def test_a_fault_says_where_what_and_what_to_do(
    desk: Any, row: dict[str, Any], place: str, what: str, value: str, remedy: str
) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2} | row)
    assert (problem.what, problem.value, problem.remedy) == (what, value, remedy)
    assert problem.place == f"line 1, {place}"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("vibe", 1.5),
        ("vibe", True),
        ("vibe", "much"),
        ("score", 100.5),
        ("trap", 2),
        ("trap", "perhaps"),
        ("criteria", True),
        ("criteria", [True, None, False]),
        ("criteria", []),
        ("remark", 7),
    ],
)
def test_an_answer_off_its_scale_is_refused_at_its_value(desk: Any, question: str, value: object) -> None:
    (problem,) = desk.faults({"question": question, "value": value})
    assert problem.place == "line 1, value"
    assert problem.what.startswith(f"{question}: ")
    assert len(problem.remedy) > 5


def test_a_checklist_has_one_answer_for_each_thing_its_item_lists(desk: Any) -> None:
    criteria, tone = desk.faults(
        {"question": "criteria", "value": [True, False]}, {"question": "tone", "value": [True, False, True]}
    )
    assert criteria.what == "criteria: 2 answers for 3 things listed."
    assert tone.what == "tone: 3 answers for 2 things listed."


def test_an_unknown_item_does_not_hide_a_value_off_its_scale(desk: Any) -> None:
    problems = desk.faults({"item": "D7", "question": "vibe", "value": 9})
    assert [problem.place for problem in problems] == ["line 1, item", "line 1, value"]


def test_an_item_of_a_kind_the_protocol_does_not_have_is_named(desk: Any) -> None:
    row = '{"rater": "R1", "item": "X1", "question": "vibe", "value": 2}'
    (problem,) = desk.refusal(lambda: desk.read(row, items=[Item("X1", "riddle", "?")]))
    assert problem.what == "Item X1 is of kind riddle, which sample does not have."
    assert problem.remedy == "Give the item one of the kinds quote, decision."
