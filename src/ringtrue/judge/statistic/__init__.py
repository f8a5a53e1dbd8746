"""Statistics as judges: always labelled so, recorded as their own, never mixed into people's numbers."""

from typing import TYPE_CHECKING

from ringtrue.judge.statistic.voice import QUESTION, RATER, Opinion, voice_opinion
from ringtrue.terms.on_demand import on_demand

if TYPE_CHECKING:
    from ringtrue.judge.statistic.difficulty import Difficulty, quote_difficulty
    from ringtrue.judge.statistic.style import Deviation, StyleCheck, style_habits
else:
    # Every scoring looks for what the voice instrument has said.
    __getattr__ = on_demand(
        __name__, {"difficulty": "Difficulty quote_difficulty", "style": "Deviation StyleCheck style_habits"}
    )

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
