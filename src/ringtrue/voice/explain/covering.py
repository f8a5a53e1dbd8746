"""Words and habits that say the same: 'maybe' and the hedges it is one of."""

from collections.abc import Sequence

from ringtrue.voice.explain.usage import Usage
from ringtrue.voice.habits import HABITS, Habit, Language, Reading

_LISTED = ("opener", "contraction", "hedge", "person")
_WHOLE_STORY = 0.6  # of a habit's difference that one word makes, for the word to be told instead
_HABITS = {habit.name: habit for habit in HABITS}


def once(rows: Sequence[Usage], language: Language | None) -> list[Usage]:
    """The rows without those that another row covers: the habit goes where one word is most of it, else the word."""
    dropped: set[int] = set()
    for place, habit_row in enumerate(rows):
        if habit_row.habit and habit_row.kind in _LISTED:
            covered = [
                number for number, row in enumerate(rows) if _within(row, habit_row, _HABITS[habit_row.habit], language)
            ]
            alone = any(_difference(rows[number]) >= _WHOLE_STORY * _difference(habit_row) for number in covered)
            comparable = habit_row.kind != "contraction"
            dropped.update([place] if alone and comparable else covered)
    return [row for number, row in enumerate(rows) if number not in dropped]


def _within(row: Usage, habit_row: Usage, habit: Habit, language: Language | None) -> bool:
    """Whether the row's words are on the habit's list and differ in the same direction."""
    wording = row.habit is None and row.kind in (("opener",) if habit.family == "opener" else ("word", "phrase"))
    if not wording or row.direction != habit_row.direction:
        return False
    tally = habit.tally(Reading(row.name, language))
    return tally is not None and tally[0] > 0


def _difference(row: Usage) -> float:
    return abs(row.replies - row.own)
