"""The seven types of scale: what they are declared with, explained by and tried out on."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.scales import (
    MECHANISMS,
    SIDES,
    Unfit,
    accepted,
    accepted_side,
    as_number,
    fault_of,
    normalised,
    off_step,
    plausible,
    read_given,
    words,
)
from ringtrue.terms.protocol import Question, Scale, ScaleType

GRADE = Scale("grade", "steps", 1, 5, 1, {5: "warm", 1: "cold"})
QUESTION = Question("warm", "grade", "How warm?")


def test_every_type_of_the_terms_has_its_mechanism() -> None:
    assert set(MECHANISMS) == set(get_args(ScaleType))


def test_a_fault_names_the_question_and_says_what_to_give() -> None:
    assert fault_of(GRADE, QUESTION, 9) == "warm: outside the scale; give 1 to 5"
    assert fault_of(GRADE, QUESTION, 4) is None


def test_a_pick_is_checked_against_the_speakers_shown() -> None:
    pick = Scale("who", "pick", toward="real")
    assert fault_of(pick, QUESTION, "clone", ("real", "clone")) is None
    assert "not a pick" in (fault_of(pick, QUESTION, "clone", ("real", "generic")) or "")


@pytest.mark.parametrize(
    ("scale", "expected"),
    [
        (GRADE, "a grade, 1 to 5 in steps of 1 (1 cold; 5 warm)"),
        (Scale("who", "pick", toward="real"), "one of the two texts"),
        (Scale("who", "pick", toward="real", ties=True), "one of the two texts, or a tie"),
        (Scale("level", "anchored", 0, 100), "a number by described levels, 0 to 100"),
        (Scale("flag", "flag"), "yes or no"),
    ],
)
def test_a_scale_is_explained_with_its_range_and_labels(scale: Scale, expected: str) -> None:
    assert words(scale) == expected


@pytest.mark.parametrize("scale", [GRADE, Scale("flag", "flag"), Scale("who", "pick", toward="real")])
def test_plausible_answers_lie_on_the_scale_and_differ(scale: Scale) -> None:
    values = plausible(scale)
    assert len(set(values)) == 3
    assert (scale.low or 0) <= min(values) < max(values) <= (scale.high or 1)


# Answers as people, models, JSON and CSV spell them.


PICK = Scale("who", "pick", toward="real")
SHOWN = ("real", "clone")
STEPS3 = Scale("grade", "steps", 1, 3, 1)
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
        (STEPS3, 2, 2.0), (STEPS3, "3", 3.0), (QUARTERS, 0.75, 0.75), (QUARTERS, "0.25", 0.25), (LEANING, -2, -2.0),
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
        (PICK, "A", "its packet"), (PICK, "B", "its packet"), (PICK, "nobody", "give real, clone, or true"),
        (PICK, 2, "not a pick"), (PICK, None, "not a pick"), (PICK, [1], "not a pick"), (PICK, 0.7, "not a pick"),
        (STEPS3, 4, "outside the scale; give 1 to 3"), (STEPS3, 0, "outside"), (STEPS3, 1.5, "steps of 1"),
        (STEPS3, True, "not a number"), (STEPS3, "two", "not a number"), (STEPS3, "1,5", "not a number"),
        (STEPS3, float("nan"), "not a number"), (LEVEL, float("inf"), "not a number"), (LEVEL, 10**400, "not a number"),
        (LEVEL, "100.01", "outside"), (FLAG, 2, "neither"), (FLAG, "perhaps", "neither"), (FLAG, None, "neither"),
        (WORDS, 3, "not a text"), (WORDS, None, "not a text"),
    ],
)  # fmt: skip
def test_an_unfit_answer_is_told_with_what_to_give(scale: Scale, value: object, words: str) -> None:
    with pytest.raises(Unfit, match=words):
        normalised(scale, value, SHOWN if scale is PICK else ())


@pytest.mark.parametrize("value", ["tie", "Tie", " TIE ", 0.5, "0.5"])
def test_a_tie_that_comes_in_is_taken_only_where_no_choice_is_forced(value: object) -> None:
    with pytest.raises(Unfit, match="a choice is forced here; give real or clone, or write ties: true"):
        accepted(PICK, value, SHOWN)
    assert accepted(replace(PICK, ties=True), value, SHOWN) == 0.5
    assert normalised(PICK, value, SHOWN) == 0.5  # one that is stored already


def test_a_side_that_comes_in_may_be_a_tie_only_where_no_choice_is_forced() -> None:
    with pytest.raises(Unfit, match="a choice is forced here; give A or B"):
        read_given(PICK, "tie")
    with pytest.raises(Unfit, match=r"not a side; give A or B$"):
        read_given(PICK, "C")
    with pytest.raises(Unfit, match="not a side; give A, B or tie"):
        read_given(replace(PICK, ties=True), "C")
    assert [accepted_side(replace(PICK, ties=True), side) for side in SIDES] == list(SIDES)
    assert accepted(STEPS3, 2) == 2.0


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
    for scale in (PICK, STEPS3, QUARTERS, LEANING, LEVEL, TICKS, FLAG, WORDS):
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


@pytest.mark.parametrize(("value", "expected"), [("2.5", 2.5), (3, 3.0), (True, None), ("x", None), ("inf", None)])
def test_numbers_in_cells(value: object, expected: float | None) -> None:
    assert as_number(value) == expected
    assert as_number(10**400) is None
    assert as_number([1]) is None
