"""Punctuation, counted by hand."""

from collections.abc import Callable
from typing import Any

import pytest

Count = Callable[..., tuple[float, float, list[Any]]]


@pytest.mark.parametrize(
    ("name", "text", "amount"),
    [
        ("commas", "a, b, 1,000 and 3, or c，d、e، f", 6),
        ("semicolons", "a; b &amp; c &lt; d; e &quot; f；g", 3),
        ("colons", "so: at 10:30 see http://x or: this", 2),
        ("dashes", "a — b – c -- d - e, well-known, pages 3–4", 4),
        ("dashes", "- item\n  - sub\n---\nend", 0),
        ("parentheses", "one (two) three () （四）", 2),
        ("exclamations", "Yes!!! No! 好！", 3),
        ("ellipses", "So... well…… then.. end", 2),
        ("quotations", 'He said "yes" and “no” and «oui», 5" tall', 3),
        ("numerals", "In 1999, 3.5 of 10,000 a1 b2b", 3),
    ],
)
def test_marks_are_counted_once_each(count: Count, name: str, text: str, amount: int) -> None:
    assert count(name, text)[0] == amount


def test_the_places_are_those_of_the_marks(count: Count) -> None:
    assert count("exclamations", "Yes!!! No!") == (2, 2, ["!!!", "!"])
