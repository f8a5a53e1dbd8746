"""Formulas at their places: which names are known where, what a formula must give, and what the answer says."""

import numpy as np
import pytest

from ringtrue.formula import parse
from ringtrue.protocols.places import Place, names_by_place

COLUMN = np.array([1.0, 2.0, np.nan])
STUDY = Place(
    "one number",
    {"total": 0.5, "mood": "good"},
    {"x": COLUMN, "total": COLUMN},
    ("a", "a", "b"),
    ("by_",),
    {"mood": frozenset({"good", "bad"})},
    lambda name: "it comes later" if name == "later" else "",
)
ITEM = Place("one for each item", {"x": COLUMN, "y": COLUMN[::-1]}, None, ("a", "a", "b"))


def whats(place: Place, text: str) -> list[str]:
    return [finding.what for finding in place.examine(text)[0]]


@pytest.mark.parametrize(
    "text", ["mean(x)", "total + 1", "by_TECH < 3", 'mood == "bad"', 'mean(x, kind="b", domain="z")', "items()"]
)
def test_a_formula_of_known_names_is_fine(text: str) -> None:
    assert whats(STUDY, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x + 1", ["unknown name 'x'"]),
        ("mean(mood)", ["unknown name 'mood'"]),
        ("by_", ["unknown name 'by_'"]),
        ("a + b", ["unknown name 'a'", "unknown name 'b'"]),
        ("mean(total) + total", ["'total' is a column inside mean() and a number of the study outside of it"]),
        ('mood == "fine"', ["'mood' is never \"fine\""]),
        ('items(kind="c")', ['there is no kind "c"']),
        ("mood > 1", ["the formula cannot be worked out: labels have no order, so '>' says nothing"]),
        ("1 +", ["this cannot be read (column 1 of the formula)"]),
    ],
)
def test_what_is_wrong_with_a_formula_of_the_study(text: str, expected: list[str]) -> None:
    assert whats(STUDY, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 * x", []),
        ("mean(x)", ["mean() has no items to work on here"]),
        ("3", ["the formula gives one number, not one for each item"]),
        ("x / 0", ["the formula has no value for any item"]),
    ],
)
def test_what_is_wrong_with_a_formula_of_items(text: str, expected: list[str]) -> None:
    assert whats(ITEM, text) == expected


def test_the_remedy_explains_a_name_known_elsewhere_and_otherwise_suggests_one() -> None:
    (later,), (slip,) = STUDY.examine("later")[0], STUDY.examine("totl")[0]
    assert later.remedy == "it comes later"
    assert slip.remedy == "did you mean 'total'? known here: total, mood, by_..."


def test_the_value_on_the_made_up_data_comes_with_a_clean_formula() -> None:
    assert STUDY.examine("mean(x) + total")[1] == 2.0


def test_names_are_told_apart_by_whether_a_reduction_holds_them() -> None:
    inside, outside = names_by_place(parse('mean(a - mean(b), domain="x") + max(c, d) * share(e > f)'))
    assert inside == {"a", "b", "e", "f"}
    assert outside == {"c", "d"}
