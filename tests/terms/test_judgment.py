"""Answers are values: equal ones are equal, and none of them is taken for a gap."""

import pytest

from ringtrue.terms import Judge, Judgment, Rating


@pytest.mark.parametrize("value", [False, 0.0, "", (False, True)])
def test_values_that_look_empty_are_values(value: bool | float | str | tuple[bool, ...]) -> None:
    assert Rating("ann", "q1", "pick", value).value == value


def test_equal_answers_are_equal_and_can_be_counted() -> None:
    answers = {
        Judgment("ann", "c1", "pick", "A"),
        Judgment("ann", "c1", "pick", "A"),
        Judgment("ann", "c1", "pick", "B"),
    }
    assert len(answers) == 2
    assert Judge("panel", "model") == Judge("panel", "model")
