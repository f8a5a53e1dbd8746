"""Lengths and layout, counted by hand."""

from collections.abc import Callable
from typing import Any

import pytest

Count = Callable[..., tuple[float, float, list[Any]]]
TEXT = "# Head\n\nOne **two** three.\n\n- four 😀\n- five\n1. six\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("word_length", (27, 8)),  # Head One two three four five 1 six: 4+3+3+5+4+4+1+3
        ("paragraph_length", (8, 3)),
        ("text_length", (8, 1)),
        ("list_items", (3, 8)),
        ("headings", (1, 8)),
        ("bold", (1, 8)),
        ("emoji", (1, 8)),
    ],
)
def test_amount_and_base(count: Count, name: str, expected: tuple[int, int]) -> None:
    assert count(name, TEXT)[:2] == expected


def test_an_empty_text_has_no_length(count: Count) -> None:
    assert count("text_length", "...")[:2] == (0, 0)
