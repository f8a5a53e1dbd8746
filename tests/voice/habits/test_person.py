"""I, we and you: every entry of the lists is found in its own habit and in no other."""

from collections.abc import Callable
from typing import Any

import pytest

from ringtrue.voice.habits import Language, Reading
from ringtrue.voice.habits.person import _FIRST, _PLURAL, _SECOND, HABITS

Count = Callable[..., tuple[float, float, list[Any]]]
LISTS = {"first_person": _FIRST, "first_person_plural": _PLURAL, "second_person": _SECOND}
EVERY = [
    (name, language, entry)
    for name, lists in LISTS.items()
    for language, listed in lists.items()
    for entry in sorted([*listed.words, *map(" ".join, listed.pairs)])
]


@pytest.mark.parametrize(("name", "language", "entry"), EVERY)
def test_every_entry_counts_for_one_person_only(count: Count, name: str, language: Language, entry: str) -> None:
    found = {habit.name: count(habit.name, f"{entry} nono", language)[0] for habit in HABITS}
    assert found == {habit.name: float(habit.name == name) for habit in HABITS}


def test_a_curled_apostrophe_is_an_apostrophe(count: Count) -> None:
    assert count("first_person", "I\u2019m here and I\u2019ve won")[::2] == (2, ["I\u2019m", "I\u2019ve"])


def test_words_that_look_like_one_without_its_apostrophe_are_not_counted(count: Count) -> None:
    assert count("first_person_plural", "Were they ill? Well, wed on the shed.")[0] == 0
    assert count("first_person", "The id is ill.")[0] == 0


@pytest.mark.parametrize("name", LISTS)
def test_other_languages_have_no_list(name: str) -> None:
    habit = next(habit for habit in HABITS if habit.name == name)
    assert habit.tally(Reading("Ich habe dich und uns nicht in der Stadt gesehen und das ist gut so.")) is None
