"""How the tests of single habits look one up and count it."""

from collections.abc import Callable

import pytest

from ringtrue.voice.habits.parsed_text import Language, ParsedText
from ringtrue.voice.habits.profile import HABITS

Shown = tuple[float, float, list[str]]


@pytest.fixture
def count() -> Callable[..., Shown]:
    """Amount, base and the places of a habit in a text."""

    def counted(name: str, text: str, language: Language | None = "en") -> Shown:
        habit = next(habit for habit in HABITS if habit.name == name)
        read = ParsedText(text, language)
        tally = habit.tally(read)
        assert tally is not None
        return *tally, [text[start:end] for start, end in habit.spots(read)]

    return counted
