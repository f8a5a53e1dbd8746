"""Lists, headings, bold type and emoji, and what only looks like them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits import NAMES, Reading
from ringtrue.voice.habits.layout import HABITS

Count = Callable[..., tuple[float, float, list[Any]]]


@pytest.mark.parametrize("item", ["- x", "* x", "\u2022 x", "1. x", "12) x", "   - x", "\t999. x"])
def test_list_items(count: Count, item: str) -> None:
    assert count("list_items", f"First:\n{item}\n{item}")[0] == 2


@pytest.mark.parametrize("line", ["-x", "1.5 x", "1999. x", "a - b", "-", "- ", "(1) x", "**x** y"])
def test_lines_that_are_no_list_items(count: Count, line: str) -> None:
    assert count("list_items", f"First:\n{line}\n")[0] == 0


@pytest.mark.parametrize(("line", "found"), [("# x", 1), ("###### x", 1), ("####### x", 0), ("#x", 0), (" # x", 0)])
def test_headings(count: Count, line: str, found: int) -> None:
    assert count("headings", f"Word.\n{line}")[0] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a **b c** d", ["**b c**"]),
        ("__b__ and **c**", ["__b__", "**c**"]),
        ("*b*", []),
        ("a ** b ** c", []),
        ("**b\nc**", []),
        ("2**3", []),
        (f"**{'x' * 201}**", []),
    ],
)
def test_bold(count: Count, text: str, found: list[str]) -> None:
    assert count("bold", text)[::2] == (len(found), found)


@pytest.mark.parametrize(
    ("text", "number"), [("Yes \U0001f600\U0001f680!", 2), ("Love \u2764\ufe0f", 1), (":-) \u00a9 \u4f60", 0)]
)
def test_emoji(count: Count, text: str, number: int) -> None:
    assert count("emoji", text)[0] == number


def test_the_base_is_the_number_of_words(count: Count) -> None:
    assert count("headings", "# Two words")[:2] == (1, 2)
    assert count("emoji", "\U0001f600")[:2] == (1, 0)


def test_layout_is_known_in_every_language_but_shows_in_whole_texts_only() -> None:
    assert all(habit.tally(Reading("- \u4f60\u597d")) is not None for habit in HABITS)
    assert not {habit.name for habit in HABITS} & set(NAMES)


@given(st.text("-*#_1.) \n\tx\U0001f600", max_size=80))
def test_as_many_places_are_shown_as_are_counted(text: str) -> None:
    read = Reading(text)
    for habit in HABITS:
        tally = habit.tally(read)
        assert tally is not None
        assert tally[0] == len(habit.spots(read))


@pytest.mark.parametrize("text", ["**" * 100_000, "_" * 200_000, "- " * 100_000, "#" * 200_000, "\n" * 200_000])
def test_hostile_texts_are_read_in_one_go(text: str) -> None:
    read = Reading(text)
    assert all(habit.tally(read) is not None for habit in HABITS)
