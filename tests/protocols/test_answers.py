"""Answers as people, models, JSON and CSV spell them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.answers import Unfit, off_step
from ringtrue.protocols.scales import normalised
from ringtrue.terms import Scale

PICK = Scale("who", "pick", toward="real")
SHOWN = ("real", "clone")
GRADE = Scale("grade", "steps", 1, 3, 1)
QUARTERS = Scale("quarters", "steps", 0, 1, 0.25)
LEANING = Scale("leaning", "bipolar", -2, 2, 1, toward="real")
LEVEL = Scale("level", "anchored", 0, 100)
TICKS = Scale("ticks", "checklist")
FLAG = Scale("flag", "flag")
WORDS = Scale("words", "text")


@pytest.mark.parametrize(
    ("scale", "value", "expected"),
    [
        (PICK, "real", 1.0), (PICK, " clone ", 0.0), (PICK, "tie", 0.5), (PICK, "Tie", 0.5), (PICK, 0.5, 0.5),
        (PICK, True, 1.0), (PICK, False, 0.0), (PICK, 1, 1.0), (PICK, "0", 0.0), (PICK, "true", 1.0),
        (GRADE, 2, 2.0), (GRADE, "3", 3.0), (QUARTERS, 0.75, 0.75), (QUARTERS, "0.25", 0.25), (LEANING, -2, -2.0),
        (LEVEL, 86.5, 86.5), (LEVEL, "0", 0.0),
        (FLAG, True, True), (FLAG, "yes", True), (FLAG, "No", False), (FLAG, 0, False), (FLAG, "1", True),
        (WORDS, "  as it is ", "  as it is "),
    ],
)  # fmt: skip
def test_an_answer_is_brought_into_one_form(scale: Scale, value: object, expected: object) -> None:
    answer = normalised(scale, value, SHOWN if scale is PICK else ())
    assert answer == expected
    assert type(answer) is type(expected)


@pytest.mark.parametrize(
    ("scale", "value", "words"),
    [
        (PICK, "A", "its packet"), (PICK, "B", "its packet"), (PICK, "nobody", "give real, clone, tie"),
        (PICK, 2, "not a pick"), (PICK, None, "not a pick"), (PICK, [1], "not a pick"), (PICK, 0.7, "not a pick"),
        (GRADE, 4, "outside the scale; give 1 to 3"), (GRADE, 0, "outside"), (GRADE, 1.5, "steps of 1"),
        (GRADE, True, "not a number"), (GRADE, "two", "not a number"), (GRADE, "1,5", "not a number"),
        (GRADE, float("nan"), "not a number"), (LEVEL, float("inf"), "not a number"), (LEVEL, 10**400, "not a number"),
        (LEVEL, "100.01", "outside"), (FLAG, 2, "neither"), (FLAG, "perhaps", "neither"), (FLAG, None, "neither"),
        (WORDS, 3, "not a text"), (WORDS, None, "not a text"),
    ],
)  # fmt: skip
def test_an_unfit_answer_is_told_with_what_to_give(scale: Scale, value: object, words: str) -> None:
    with pytest.raises(Unfit, match=words):
        normalised(scale, value, SHOWN if scale is PICK else ())


@pytest.mark.parametrize(
    "value", [[True, False, True], [1, 0, 1], (1.0, 0.0, 1.0), "1;0;1", "[true, false, true]", "yes, no, yes", "1;0; 1"]
)
def test_a_checklist_may_be_spelt_in_many_ways(value: object) -> None:
    assert normalised(TICKS, value, ("a", "b", "c")) == (True, False, True)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([True, False], "2 answers for 3 things listed"), ("1;0", "2 answers for 3"), ([True, None, True], "neither"),
        ("1;;1", "neither"), ([], "neither"), ("", "neither"), (3, "not a list"), (None, "not a list"),
    ],
)  # fmt: skip
def test_an_unfit_checklist_is_told(value: object, words: str) -> None:
    with pytest.raises(Unfit, match=words):
        normalised(TICKS, value, ("a", "b", "c"))


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_a_checklist_from_a_csv_cell_is_the_list_itself(ticked: list[bool]) -> None:
    for cell in (";".join(str(int(tick)) for tick in ticked), str(ticked)):
        assert normalised(TICKS, cell) == tuple(ticked)


@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers())))
def test_any_value_is_an_answer_or_unfit_and_an_answer_stays_itself(value: object) -> None:
    for scale in (PICK, GRADE, QUARTERS, LEANING, LEVEL, TICKS, FLAG, WORDS):
        try:
            answer = normalised(scale, value, SHOWN if scale is PICK else ())
        except Unfit:
            continue
        assert normalised(scale, answer, SHOWN if scale is PICK else ()) == answer


def test_steps_are_counted_from_the_low_end() -> None:
    odd = Scale("odd", "steps", 1, 7, 2)
    assert not off_step(odd, 3)
    assert off_step(odd, 2)
    assert not off_step(Scale("tenths", "steps", 0, 1, 0.1), 0.3)  # .3 / .1 is 2.9999999999999996
