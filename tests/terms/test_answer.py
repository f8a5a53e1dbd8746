"""Answers as given: what they hold, and their form in JSON."""

import json
from dataclasses import FrozenInstanceError

import pytest

from ringtrue.terms.answer import Given, Judge, Judgment, Rating


def test_an_answer_needs_card_question_and_value_only() -> None:
    given = Given("c1", "voice", -2.0)
    assert (given.shown, given.seconds, given.visible_seconds, given.comment) == ((), None, None, "")
    assert (given.recognised, given.position) == (False, None)


def test_its_json_form_has_every_field_and_lists_for_tuples() -> None:
    given = Given("c1", "ticks", (True, False), ("0a" * 6, "0b" * 6), 3.5, 3.0, "well", True, 2)
    told = json.loads(json.dumps(given.as_dict()))
    assert told == {
        "card": "c1",
        "question": "ticks",
        "value": [True, False],
        "shown": ["0a0a0a0a0a0a", "0b0b0b0b0b0b"],
        "seconds": 3.5,
        "visible_seconds": 3.0,
        "comment": "well",
        "recognised": True,
        "position": 2,
    }
    assert set(told) == set(Given.__dataclass_fields__)


def test_an_answer_taken_back_has_no_value_and_none_can_be_changed() -> None:
    given = Given("c1", "voice", None)
    assert given.as_dict()["value"] is None
    with pytest.raises(FrozenInstanceError):
        given.value = 1.0  # type: ignore[misc]


# Answers are values: equal ones are equal, and none of them is taken for a gap.


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
