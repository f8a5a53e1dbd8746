"""The value of an entry: sides stay sides, everything else is read by its scale."""

import pytest

from ringtrue.judge.model.asked import Asked
from ringtrue.judge.model.values import read_value
from ringtrue.terms import Answer, Question, Scale

QUESTION = Question("q", "s", "?")
PICK = Scale("s", "pick", toward="real")
NEARER = Scale("s", "bipolar", -2, 2, 1, toward="clone")
SMOOTH = Scale("s", "bipolar", -10, 10, toward="clone")
GRADE = Scale("s", "steps", 1, 3, 1)
LEVEL = Scale("s", "anchored", 0, 100)


@pytest.mark.parametrize(
    ("scale", "given", "value"),
    [
        (PICK, "A", "A"),
        (PICK, " b ", "B"),
        (PICK, "Tie", "tie"),
        (NEARER, -2, -2.0),
        (NEARER, "1", 1.0),
        (NEARER, "A", -1.0),  # a side without a strength is the mildest answer for it
        (NEARER, "b", 1.0),
        (NEARER, "tie", 0.0),
        (SMOOTH, "B", 5.0),
        (GRADE, 2, 2.0),
        (LEVEL, "72.5", 72.5),
        (LEVEL, 0, 0.0),
        (Scale("s", "flag"), True, True),
        (Scale("s", "flag"), "no", False),
        (Scale("s", "checklist"), [True, "false"], (True, False)),
        (Scale("s", "text"), "as it is ", "as it is "),
    ],
)
def test_what_is_read(scale: Scale, given: object, value: Answer) -> None:
    assert read_value(Asked(QUESTION, scale), given) == value


@pytest.mark.parametrize(
    ("scale", "given", "what"),
    [
        (PICK, "C", "not a side"),
        (PICK, 1, "not a side"),
        (PICK, "real", "not a side"),
        (NEARER, 3, "outside the scale"),
        (NEARER, 0.5, "between two steps"),
        (NEARER, "neither", "not a number"),
        (GRADE, "A", "not a number"),
        (GRADE, 2.5, "between two steps"),
        (LEVEL, 100.1, "outside the scale"),
        (LEVEL, True, "not a number"),
        (LEVEL, "80/100", "not a number"),
        (LEVEL, 1e999, "not a number"),
        (LEVEL, [80], "not a number"),
        (Scale("s", "flag"), "perhaps", "neither yes nor no"),
        (Scale("s", "checklist"), "true, false", "not a list"),
        (Scale("s", "checklist"), [True, None], "neither yes nor no"),
        (Scale("s", "checklist"), [], "neither yes nor no"),
        (Scale("s", "text"), 5, "not a text"),
    ],
)
def test_what_is_refused(scale: Scale, given: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        read_value(Asked(QUESTION, scale), given)


def test_a_checklist_has_an_entry_for_each_thing_listed() -> None:
    with pytest.raises(ValueError, match="1 answers for 2 things"):
        read_value(Asked(QUESTION, Scale("s", "checklist"), ("a", "b")), [True])
