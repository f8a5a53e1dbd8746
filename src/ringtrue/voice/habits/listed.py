"""Habits that are words on a list: how often they stand in a text, and where."""

from collections.abc import Mapping
from functools import partial

from ringtrue.voice.habits.habit import Family, Habit, Tally
from ringtrue.voice.habits.language import Language
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span
from ringtrue.voice.habits.wordlists import WordList

Lists = Mapping[Language, WordList]


def occurrences(read: Reading, listed: WordList) -> int:
    """How many words and pairs of the list stand in the text."""
    single = sum(read.counts[word] for word in listed.words & read.counts.keys())
    return single + (sum(read.pairs[pair] for pair in listed.pairs & read.pairs.keys()) if listed.pairs else 0)


def places(read: Reading, listed: WordList) -> list[Span]:
    """Where they stand."""
    spans = [(place, place) for place, word in enumerate(read.words) if word in listed.words]
    if listed.pairs:
        neighbours = zip(read.words, read.words[1:], strict=False)
        spans += [(place, place + 1) for place, pair in enumerate(neighbours) if pair in listed.pairs]
    return [(int(read.starts[first]), int(read.ends[last])) for first, last in sorted(spans)]


def _tally(lists: Lists, read: Reading) -> Tally | None:
    listed = lists.get(read.language) if read.language else None
    return None if listed is None else (float(occurrences(read, listed)), float(len(read.words)))


def _spots(lists: Lists, read: Reading) -> list[Span]:
    listed = lists.get(read.language) if read.language else None
    return [] if listed is None else places(read, listed)


def listed_habit(name: str, title: str, family: Family, usual: float, lists: Lists) -> Habit:
    """A habit counted per thousand words; unknown in languages that have no list."""
    return Habit(
        name, title, "per 1,000 words", family, 1000, usual, 50, partial(_tally, lists), partial(_spots, lists)
    )
