"""Layout: lists, headings, bold type and emoji, the furniture of written answers."""

import re
from functools import partial

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span

_EMOJI = "[\u2600-\u27bf\U0001f300-\U0001faff]"


def _found(pattern: re.Pattern[str], read: Reading) -> list[Span]:
    return [match.span() for match in pattern.finditer(read.text)]


def _per_words(pattern: re.Pattern[str], read: Reading) -> Tally:
    return float(len(pattern.findall(read.text))), float(len(read.words))


def _furniture(name: str, title: str, pattern: str) -> Habit:
    seen = re.compile(pattern, re.MULTILINE)
    return Habit(
        name,
        title,
        "per 1,000 words",
        "layout",
        1000,
        1,
        50,
        partial(_per_words, seen),
        partial(_found, seen),
        whole=True,
    )


HABITS = (
    _furniture("list_items", "list items", r"^[ \t]{0,12}(?:[-*•]|\d{1,3}[.)])[ \t]+\S"),
    _furniture("headings", "headings", r"^#{1,6}[ \t]+\S"),
    _furniture("bold", "words in bold", r"\*\*(?=\S)[^*\n]{1,200}\*\*|__(?=\S)[^_\n]{1,200}__"),
    _furniture("emoji", "emoji", f"{_EMOJI}\ufe0f?"),
)
