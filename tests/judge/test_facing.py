"""Sides turned to speakers, leanings turned toward whom the scale names."""

import pytest

from ringtrue.judge.facing import as_number, turned
from ringtrue.terms import Scale

PICK = Scale("real-one", "pick", toward="real")
NEARER = Scale("nearer", "bipolar", -2, 2, 1, toward="clone")


@pytest.mark.parametrize(
    ("value", "expected"),
    [("A", "clone"), ("b", "real"), (" first ", "clone"), ("2", "real"), (1, "clone"), ("right", "real")],
)
def test_a_side_becomes_its_speaker(value: object, expected: str) -> None:
    assert turned(PICK, value, ("clone", "real")) == expected


def test_a_tie_stays_and_nonsense_is_left_for_the_scale_to_refuse() -> None:
    assert turned(PICK, "Tie", ("clone", "real")) == "tie"
    assert turned(PICK, "C", ("clone", "real")) == "C"


@pytest.mark.parametrize(
    ("sides", "value", "expected"),
    [(("clone", "real"), "-2", 2.0), (("real", "clone"), "-2", "-2"), (("clone", "real"), 0, 0.0), (None, "1", "1")],
)
def test_below_zero_is_the_first_side(sides: tuple[str, str] | None, value: object, expected: object) -> None:
    """Clone first and -2, definitely the first: definitely toward the clone, +2."""
    assert turned(NEARER, value, sides) == expected


def test_other_scales_and_other_words_are_left_alone() -> None:
    assert turned(Scale("yes-no", "flag"), "A", ("clone", "real")) == "A"
    assert turned(NEARER, "much", ("clone", "real")) == "much"
    assert turned(None, 1, ("clone", "real")) == 1


@pytest.mark.parametrize(("value", "expected"), [("2.5", 2.5), (3, 3.0), (True, None), ("x", None), ("inf", None)])
def test_numbers_in_cells(value: object, expected: float | None) -> None:
    assert as_number(value) == expected
    assert as_number(10**400) is None
    assert as_number([1]) is None
