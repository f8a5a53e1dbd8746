"""Statistics as judges: always labelled so, recorded as their own, never mixed into people's numbers."""

from ringtrue.judge.statistic.difficulty import Difficulty, quote_difficulty
from ringtrue.judge.statistic.style import Deviation, StyleCheck, style_habits
from ringtrue.judge.statistic.voice import QUESTION, RATER, Opinion, voice_opinion

__all__ = [
    "QUESTION",
    "RATER",
    "Deviation",
    "Difficulty",
    "Opinion",
    "StyleCheck",
    "quote_difficulty",
    "style_habits",
    "voice_opinion",
]
