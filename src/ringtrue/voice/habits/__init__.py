"""Habits of writing that can be counted: rhythm, punctuation, openers, contractions, hedges, person, lengths."""

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.language import Language, language_of
from ringtrue.voice.habits.profile import HABITS, NAMES, tallies, unknown, vector
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import sentences

__all__ = [
    "HABITS",
    "NAMES",
    "Habit",
    "Language",
    "Reading",
    "Tally",
    "language_of",
    "sentences",
    "tallies",
    "unknown",
    "vector",
]
