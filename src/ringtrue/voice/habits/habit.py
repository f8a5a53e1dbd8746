"""A habit: something counted in a text, how it is called, and where it shows."""

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Literal

from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span

Family = Literal["rhythm", "punctuation", "opener", "contraction", "hedge", "length", "person", "layout"]

Tally = tuple[float, float]
"""How much of the habit, out of how much text."""

Count = Callable[[Reading], Tally | None]
Spots = Callable[[Reading], list[Span]]


def nowhere(_: Reading) -> list[Span]:
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
