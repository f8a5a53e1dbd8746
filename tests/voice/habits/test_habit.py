"""A habit's value, worked by hand, and what holds for every habit there is."""

from collections.abc import Callable
from math import isfinite, log, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits.habit import Habit, nowhere
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS

amounts, bases = st.floats(0, 1e9), st.floats(0, 1e9)
every = pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)


def commas(scale: str = "count") -> Habit:
    """55 per 1,000 words are usual, with the weight of 50 words."""
    return Habit("commas", "commas", "per 1,000 words", "punctuation", 1000, 55, 50, lambda _: None, scale=scale)  # type: ignore[arg-type]


def test_the_value_has_the_usual_mixed_in() -> None:
    # 10 in 150 words and 2.75 in 50 usual ones: 12.75 in 200
    assert commas().value((10, 150)) == pytest.approx(63.75)
    assert commas().value((0, 0)) == 55


def test_the_plain_value_is_as_counted() -> None:
    assert commas().plain((10, 200)) == 50
    assert commas().plain((0, 200)) == 0
    assert commas().plain((0, 0)) is None


def test_counts_have_roots_and_lengths_logarithms() -> None:
    assert commas().even(49) == sqrt(49)
    assert commas("length").even(49) == log(49)


@given(st.sampled_from(HABITS), amounts, bases)
def test_the_even_value_is_finite_whatever_was_counted(habit: Habit, amount: float, base: float) -> None:
    assert isfinite(habit.even(habit.value((amount, base))))


@given(st.sampled_from(HABITS), st.floats(0, 1e6), st.floats(0, 1e6), st.floats(1, 1e6))
def test_more_of_it_is_a_higher_value(habit: Habit, one: float, two: float, base: float) -> None:
    low, high = sorted((one, two))
    assert habit.value((low, base)) <= habit.value((high, base))


@given(st.sampled_from(HABITS), amounts, st.floats(1, 1e9))
def test_the_value_lies_between_the_usual_and_what_was_counted(habit: Habit, amount: float, base: float) -> None:
    counted = habit.plain((amount, base))
    assert counted is not None
    low, high = sorted((counted, habit.usual))
    assert low * (1 - 1e-9) <= habit.value((amount, base)) <= high * (1 + 1e-9)


def test_names_and_titles_are_each_habits_own() -> None:
    assert len({habit.name for habit in HABITS}) == len({habit.title for habit in HABITS}) == len(HABITS)


@every
def test_everyday_prose_stands_above_nothing_and_has_a_weight(habit: Habit) -> None:
    assert habit.usual > 0
    assert habit.prior > 0
    assert habit.per > 0


@every
def test_nothing_is_counted_in_an_empty_text(habit: Habit) -> None:
    empty = ParsedText("", "en")
    assert (habit.tally(empty) or (0.0, 0.0))[0] == 0
    assert habit.spots(empty) == []


@every
@given(text=st.text(max_size=60))
def test_spots_lie_within_the_text_in_order(habit: Habit, text: str) -> None:
    spots = habit.spots(ParsedText(text, "en"))
    assert all(0 <= start < end <= len(text) for start, end in spots)
    assert spots == sorted(spots)


def test_some_habits_show_nowhere() -> None:
    assert nowhere(ParsedText("Anything, anywhere.")) == []


# Habits that are words on a list: hedges, boosters, person.


Count = Callable[..., tuple[float, float, list[Any]]]


def test_hedges_and_boosters(count: Count) -> None:
    text = "I think maybe it is sort of true, but frankly it is very late, of course."
    assert count("hedges", text)[::2] == (3, ["I think", "maybe", "sort of"])
    assert count("boosters", text)[::2] == (3, ["frankly", "very", "of course"])


def test_person(count: Count) -> None:
    text = "I told you that we, my friends and I, are on your side; it's our town."
    assert count("first_person", text)[:2] == (3, 16)
    assert count("first_person_plural", text)[2] == ["we", "our"]
    assert count("second_person", text)[2] == ["you", "your"]


def test_portuguese(count: Count) -> None:
    assert count("hedges", "Talvez você tenha um pouco de razão.", "pt")[0] == 2
    assert count("first_person_plural", "A gente vai com o nosso carro.", "pt")[0] == 2


def test_without_a_list_a_habit_is_unknown() -> None:
    hedges = next(habit for habit in HABITS if habit.name == "hedges")
    read = ParsedText("Peut-être que je pense trop souvent à la même chose dans la vie.")
    assert hedges.tally(read) is None
    assert hedges.spots(read) == []
