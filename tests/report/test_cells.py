"""Any value an item may carry, as one line."""

import pytest

from ringtrue.report.cells import shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "yes"),
        (False, "no"),
        (7, "7"),
        (-0.0, "0"),
        (0.0, "0"),
        (88.00000000000001, "88"),
        (61.6666, "61.67"),
        (0.3333, "0.333"),
        ("two\nlines", "two lines"),
        ((True, 0.5, "x"), "yes, 0.500, x"),
        ({"tone": 1.0, "words": None}, "tone: 1, words: -"),
        (float("inf"), "-"),
    ],
)
def test_values_are_written_as_people_read_them(value: object, text: str) -> None:
    assert shown(value) == text
