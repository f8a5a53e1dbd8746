"""Habits that are words on a list: hedges, boosters, person."""

from collections.abc import Callable
from typing import Any

from ringtrue.voice.habits import HABITS, Reading

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
    read = Reading("Peut-être que je pense trop souvent à la même chose dans la vie.")
    assert hedges.tally(read) is None
    assert hedges.spots(read) == []
