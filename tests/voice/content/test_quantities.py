"""Numbers and what they count."""

import pytest

from ringtrue.voice.content.quantities import number, quantities
from ringtrue.voice.content.stems import words


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("7", 7.0),
        ("1,000", 1000.0),
        ("1.000.000", 1e6),
        ("3,5", 3.5),
        ("3.5", 3.5),
        ("20%", 20.0),
        ("twenty", 20.0),
        ("três", None),  # words() has taken the accent off before
        ("tres", 3.0),
        ("one", None),
        ("1.2.3", None),
        ("b52", None),
        ("word", None),
    ],
)
def test_what_a_word_counts(word: str, value: float | None) -> None:
    assert number(word) == value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three children and two dogs", {"children": {3.0}, "dog": {2.0}}),
        ("20 % of profit, or 30 percent", {"%": {20.0, 30.0}}),
        ("$500 or 20 dollars", {"money": {500.0, 20.0}}),
        ("in 1998.", {"": {1998.0}}),
        ("dez por cento", {"%": {10.0}}),
        ("no number", {}),
    ],
)
def test_numbers_by_what_they_count(text: str, found: dict[str, set[float]]) -> None:
    assert quantities(words(text)) == found
