"""Punctuation: how often each mark is used, in whatever script."""

import re
from functools import partial

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span


def _found(pattern: re.Pattern[str], read: Reading) -> list[Span]:
    return [match.span() for match in pattern.finditer(read.text)]


def _per_words(pattern: re.Pattern[str], read: Reading) -> Tally:
    return float(len(pattern.findall(read.text))), float(len(read.words))


def _marks(name: str, title: str, pattern: str, usual: float) -> Habit:
    seen = re.compile(pattern)
    return Habit(
        name, title, "per 1,000 words", "punctuation", 1000, usual, 50, partial(_per_words, seen), partial(_found, seen)
    )


# Every pattern begins with the mark itself, which the engine finds fast, and looks around from there.
HABITS = (
    _marks("commas", "commas", r"[,،、，](?:(?<!\d.)|(?!\d))", 55),
    _marks("semicolons", "semicolons", r"[;；؛](?<!&\w\w;)(?<!&\w\w\w;)(?<!&\w{4};)", 1.5),
    _marks("colons", "colons", r"[:：](?![/\d])", 3),
    _marks("dashes", "dashes", r"[—–](?!\d)|-(?:-++(?! *+\n)(?!\Z)|(?<=\S -)(?= \S))", 6),
    _marks("parentheses", "parentheses", r"[(（](?=[^\s)])", 2),
    _marks("exclamations", "exclamation marks", r"[!！]++", 1),
    _marks("ellipses", "ellipses (...)", r"\.(?:\.\.++)|…++", 1),
    _marks("quotations", "quotation marks (pairs)", r"[“«„「『]|\"(?=\w)(?<!\w\")", 3),
    _marks("numerals", "numbers in digits", r"\d(?<![\w.,]\d)[\d.,]*+", 9),
)
