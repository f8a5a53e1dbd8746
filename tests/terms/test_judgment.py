"""A rating without a value says why."""

import pytest

from ringtrue.terms import Judge, Judgment, Rating


def test_a_missing_value_is_never_silent() -> None:
    with pytest.raises(ValueError, match="no value needs a reason"):
        Rating("ann", "q1", "pick", None)
    assert Rating("ann", "q1", "pick", None, reason="skipped").reason == "skipped"


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
