"""A habit of writing: how it is counted in a text, its name and unit, and where it shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import log, sqrt
from typing import Literal

from ringtrue.voice.habits.parsed_text import Language, ParsedText, Span, WordList

Family = Literal["rhythm", "punctuation", "opener", "contraction", "hedge", "length", "person", "layout"]

Tally = tuple[float, float]
"""How much of the habit, out of how much text."""

Count = Callable[[ParsedText], Tally | None]
Spots = Callable[[ParsedText], list[Span]]


def nowhere(_: ParsedText) -> list[Span]:
    """For habits that no single place shows."""
    return []


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit's value is `per` times amount out of base: 'commas', 52 'per 1,000 words'.

    `usual` is the value in everyday prose. It is mixed in with the weight of `prior` units of the base, so that a
    text without a single comma does not come out as infinitely terse. `whole` marks habits that only a whole
    text shows, such as its length: passages cut from texts do not have them.
    """

    name: str
    title: str
    unit: str
    family: Family
    per: float
    usual: float
    prior: float
    tally: Count
    spots: Spots = nowhere
    scale: Literal["count", "length"] = "count"
    whole: bool = False

    def value(self, tally: Tally) -> float:
        """The value in its unit, with the prior mixed in."""
        amount, base = tally
        return (self.per * amount + self.prior * self.usual) / (base + self.prior)

    def plain(self, tally: Tally) -> float | None:
        """The value in its unit as counted, None where there is nothing to count in."""
        amount, base = tally
        return self.per * amount / base if base > 0 else None

    def even(self, value: float) -> float:
        """The value on a scale where the same distance means about the same everywhere: root for counts, else log."""
        return log(value) if self.scale == "length" else sqrt(value)


# Habits that are words on a list: how often they are in a text, and where.


Lists = Mapping[Language, WordList]


def occurrences(read: ParsedText, listed: WordList) -> int:
    """How many words and pairs of the list are in the text."""
    single = sum(read.counts[word] for word in listed.words & read.counts.keys())
    return single + (sum(read.pairs[pair] for pair in listed.pairs & read.pairs.keys()) if listed.pairs else 0)


def places(read: ParsedText, listed: WordList) -> list[Span]:
    """Where they stand."""
    spans = [(place, place) for place, word in enumerate(read.words) if word in listed.words]
    if listed.pairs:
        neighbours = zip(read.words, read.words[1:], strict=False)
        spans += [(place, place + 1) for place, pair in enumerate(neighbours) if pair in listed.pairs]
    return [(int(read.starts[first]), int(read.ends[last])) for first, last in sorted(spans)]


def _tally(lists: Lists, read: ParsedText) -> Tally | None:
    listed = lists.get(read.language) if read.language else None
    return None if listed is None else (float(occurrences(read, listed)), float(len(read.words)))


def _spots(lists: Lists, read: ParsedText) -> list[Span]:
    listed = lists.get(read.language) if read.language else None
    return [] if listed is None else places(read, listed)


def listed_habit(name: str, title: str, family: Family, usual: float, lists: Lists) -> Habit:
    """A habit counted per thousand words; unknown in languages that have no list."""
    return Habit(
        name, title, "per 1,000 words", family, 1000, usual, 50, partial(_tally, lists), partial(_spots, lists)
    )
