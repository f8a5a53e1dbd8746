"""The seven types of scale: what they are declared with, explained by and tried out on."""

from typing import get_args

import pytest

from ringtrue.protocols import MECHANISMS, fault_of, words
from ringtrue.protocols.scales import plausible
from ringtrue.terms import Question, Scale, ScaleType

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
        (Scale("who", "pick", toward="real"), "one of the two texts, or a tie"),
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
