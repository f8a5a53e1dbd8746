"""The profile of a text: all habits counted at once, as a vector."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.habits.form import LAYOUT, LENGTHS, PUNCTUATION, RHYTHM
from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.parsed_text import Language, ParsedText
from ringtrue.voice.habits.words import CONTRACTIONS, HEDGES, OPENERS, PERSON

HABITS: tuple[Habit, ...] = (
    *RHYTHM,
    *PUNCTUATION,
    *OPENERS,
    *CONTRACTIONS,
    *HEDGES,
    *PERSON,
    *LENGTHS,
    *LAYOUT,
)
_CUT: tuple[Habit, ...] = tuple(habit for habit in HABITS if not habit.whole)

NAMES: tuple[str, ...] = tuple(habit.name for habit in _CUT)
"""The habits in `vector`: those that a passage cut from a text shows as well as the whole."""


def vector(text: str, language: Language | None = None) -> NDArray[np.float64]:
    """One number for each of NAMES, on a scale of even steps (root of a rate, logarithm of a length), always finite.

    Each is drawn a little towards everyday prose, so that a hundred words give no extremes. A habit that is unknown
    because the language has no word list stands at everyday prose, which sets nobody apart; `unknown` names those.
    """
    read = ParsedText(text, language)
    return np.array([habit.even(habit.value(habit.tally(read) or (0.0, 0.0))) for habit in _CUT], dtype=np.float64)


def unknown(language: Language | None) -> tuple[str, ...]:
    """The habits that cannot be counted in this language."""
    read = ParsedText("", language)
    return tuple(habit.name for habit in HABITS if habit.tally(read) is None)


def tallies(read: ParsedText, habits: Iterable[Habit] = HABITS) -> dict[str, Tally]:
    """Amount and base of every habit that can be counted in this text, by name."""
    found = ((habit.name, habit.tally(read)) for habit in habits)
    return {name: tally for name, tally in found if tally is not None}
