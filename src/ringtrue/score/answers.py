"""Answers to one question as arrays, and how they pool over raters, for the data or for many resamples at once."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ringtrue.stats.arrays import Array, Codes

_DENSE_UP_TO = 8  # cells for each answer: a dense product is that much faster than a sparse one


class Column(Protocol):
    """Something with one number for each item, for the raters as they are or as each replicate weighs them."""

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:
        """One number for each item, (items,) or with rater weights (replicates x raters) (replicates, items).

        `tie` is what an even split among raters counts, where they decide by majority.
        """


@dataclass(frozen=True)
class Answers:
    """Single answers as numbers: `values[i]` was given on item `items[i]` by rater `raters[i]`."""

    items: Codes
    raters: Codes
    values: Array
    size: int  # items in the study
    panel: int  # raters in the study

    @property
    def cells(self) -> Codes:
        """The place of each answer in a table of items x raters, counted row by row."""
        return self.items * self.panel + self.raters

    def within(self, size: int, panel: int) -> "Answers":
        """The answers on the first items by the first raters, as many as there are of each."""
        kept = (self.items < size) & (self.raters < panel)
        return Answers(self.items[kept], self.raters[kept], self.values[kept], size, panel)

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:  # noqa: ARG002 - a mean has no ties
        """The mean over raters."""
        if raters is None and self._is_one_for_each_item:
            return self.values
        totals, counts = self.sums(raters)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean: Array = totals / counts
        return mean

    @property
    def _is_one_for_each_item(self) -> bool:
        return self.items.size == self.size and np.array_equal(self.items, np.arange(self.size))

    def sums(self, raters: Array | None) -> tuple[Array, Array]:
        """Sum of the answers on each item, and how many there are, raters counted as often as they were drawn."""
        if raters is None:
            totals = np.bincount(self.items, weights=self.values, minlength=self.size).astype(np.float64)
            return totals, np.bincount(self.items, minlength=self.size).astype(np.float64)
        given, present = self._crossed
        return raters @ given, raters @ present

    @cached_property
    def _crossed(self) -> tuple[Any, Any]:
        """Raters x items: the answers and where there are any; sparse unless a good part of the cells is filled."""
        place, shape = (self.raters, self.items), (self.panel, self.size)
        if self.panel * self.size > _DENSE_UP_TO * self.values.size:
            from scipy.sparse import csr_array  # 10 MB, which only large panels with gaps need

            ones = np.ones(self.values.size)
            return csr_array((self.values, place), shape=shape), csr_array((ones, place), shape=shape)
        given, present = np.zeros(shape), np.zeros(shape)
        np.add.at(given, place, self.values)  # a second answer adds up here as it does everywhere else
        np.add.at(present, place, 1.0)
        return given, present

    def matrix(self, items: Codes) -> Array:
        """The given items x all raters as a dense table, NaN where there is no answer."""
        row = np.full(self.size, -1)
        row[items] = np.arange(items.size)
        kept = row[self.items] >= 0
        table = np.full((items.size, self.panel), np.nan)
        table[row[self.items[kept]], self.raters[kept]] = self.values[kept]
        return table

    def on(self, items: Codes) -> "Answers":
        """The answers on the given items only."""
        wanted = np.zeros(self.size, dtype=np.bool_)
        wanted[items] = True
        kept = wanted[self.items]
        return Answers(self.items[kept], self.raters[kept], self.values[kept], self.size, self.panel)

    @property
    def answered(self) -> Codes:
        """The items with an answer, in order."""
        return np.unique(self.items)


@dataclass(frozen=True)
class Majority:
    """Yes-or-no answers by majority: 1 where more than half say yes; a tie among raters does not, nor one's own."""

    answers: Answers

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:
        """1, 0, or missing where nobody answered."""
        return decided(self._yes.by_item(raters), tie)

    @cached_property
    def _yes(self) -> Answers:
        return replace(self.answers, values=(self.answers.values > 0.5).astype(np.float64))


@dataclass(frozen=True)
class Criteria:
    """Checklists: each criterion counts by majority, an item's value is the share of its criteria that are met."""

    ticks: Answers  # "items" of these answers are single criteria, sorted by the item they belong to
    owners: Codes  # the item of each criterion
    size: int

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:
        """The share of criteria met; missing where an item has none, or none was judged."""
        from scipy.sparse import csr_array

        met = decided(self.ticks.by_item(raters), tie)
        known = ~np.isnan(met)
        owned = csr_array(
            (np.ones(self.owners.size), (np.arange(self.owners.size), self.owners)), (met.shape[-1], self.size)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            share: Array = (np.nan_to_num(met) @ owned) / (known.astype(np.float64) @ owned)
        return share


@dataclass(frozen=True)
class HowMany:
    """How many raters answered a question about each item."""

    answers: Answers

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:  # noqa: ARG002 - nothing is decided
        """The number of answers."""
        return self.answers.sums(raters)[1]


@dataclass(frozen=True)
class Fixed:
    """A number of the item itself, whoever rates."""

    values: Array

    def by_item(self, raters: Array | None, tie: float = 0.0) -> Array:  # noqa: ARG002 - raters do not matter
        """The numbers as they are."""
        return self.values


def decided(shares: Array, tie: float = 0.0) -> Array:
    """Shares of yes as decisions: over a half is 1, under it 0, a half itself `tie`; missing stays missing."""
    return np.where(np.isnan(shares), np.nan, np.where(shares == 0.5, tie, (shares > 0.5).astype(np.float64)))
