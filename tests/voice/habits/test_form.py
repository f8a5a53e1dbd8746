"""Rhythm, punctuation, lengths and layout, counted by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits.form import LAYOUT
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import NAMES

Count = Callable[..., tuple[float, float, list[Any]]]


# Sentence rhythm, counted by hand.


TEXT = "I came. I saw all of it and then I went home again. Why? " + "word " * 31 + "end."  # 2, 11, 1, 32 words


def test_words_per_sentence(count: Count) -> None:
    assert count("words_per_sentence", TEXT)[:2] == (46, 4)


def test_the_sentence_of_middling_length_comes_first(count: Count) -> None:
    # Median of 1, 2, 11, 32 is 6.5: both 2 and 11 are 4.5 away, the earlier one is taken first.
    assert count("words_per_sentence", TEXT)[2][:2] == ["I came.", "I saw all of it and then I went home again."]


def test_spread_is_relative_to_the_mean(count: Count) -> None:
    # Mean 46/4 = 11.5; distances 9.5, 0.5, 10.5, 20.5 add up to 41; 41 / 11.5 = 3.5652.
    assert count("sentence_spread", TEXT)[:2] == (pytest.approx(41 / 11.5), 4)


def test_short_and_long_sentences(count: Count) -> None:
    assert count("short_sentences", TEXT) == (2, 4, ["I came.", "Why?"])
    assert count("long_sentences", TEXT)[:2] == (1, 4)


def test_questions_of_any_script(count: Count) -> None:
    assert count("questions", 'What? No. Really?! "Why?" 你呢？ هل أنت بخير؟')[:2] == (5, 6)


def test_no_sentence_at_all(count: Count) -> None:
    assert count("sentence_spread", "...") == (0, 0, [])
    assert count("words_per_sentence", "") == (0, 0, [])


# Punctuation, counted by hand.


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


# Lengths and layout, counted by hand.


LENGTHS_TEXT = "# Head\n\nOne **two** three.\n\n- four 😀\n- five\n1. six\n"


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
    assert count(name, LENGTHS_TEXT)[:2] == expected


def test_an_empty_text_has_no_length(count: Count) -> None:
    assert count("text_length", "...")[:2] == (0, 0)


# Lists, headings, bold type and emoji, and what only looks like them.


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
    assert all(habit.tally(ParsedText("- \u4f60\u597d")) is not None for habit in LAYOUT)
    assert not {habit.name for habit in LAYOUT} & set(NAMES)


@given(st.text("-*#_1.) \n\tx\U0001f600", max_size=80))
def test_as_many_places_are_shown_as_are_counted(text: str) -> None:
    read = ParsedText(text)
    for habit in LAYOUT:
        tally = habit.tally(read)
        assert tally is not None
        assert tally[0] == len(habit.spots(read))


@pytest.mark.parametrize("text", ["**" * 100_000, "_" * 200_000, "- " * 100_000, "#" * 200_000, "\n" * 200_000])
def test_hostile_texts_are_read_in_one_go(text: str) -> None:
    read = ParsedText(text)
    assert all(habit.tally(read) is not None for habit in LAYOUT)
