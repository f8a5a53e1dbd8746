"""Pairable ratings as a flat list of cells, and how far apart they are at each level of measurement."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array

Measurement = Literal["nominal", "ordinal", "interval", "ratio"]
_BLOCK = 1 << 22  # cells of a distance table held at a time


@dataclass(frozen=True)
class Cells:
    """Every rating of an item that has at least two: its item, its value, and the value's place among the distinct."""

    ratings: Array  # items x raters, NaN for missing
    items: NDArray[np.intp]
    codes: NDArray[np.intp]
    values: Array  # distinct, ascending
    per_item: Array
    per_value: Array

    @classmethod
    def of(cls, ratings: Array) -> "Cells":
        """Read the cells off a matrix of pairable items."""
        items, raters = np.nonzero(~np.isnan(ratings))
        values, codes = np.unique(ratings[items, raters], return_inverse=True)
        per_item = np.bincount(items, minlength=ratings.shape[0]).astype(np.float64)
        return cls(ratings, items, codes, values, per_item, np.bincount(codes).astype(np.float64))

    @cached_property
    def total(self) -> float:
        """The number of ratings."""
        return float(self.per_item.sum())

    def by_item(self, cell_values: Array) -> Array:
        """Sum over each item's cells."""
        return np.bincount(self.items, weights=cell_values, minlength=self.per_item.size).astype(np.float64)

    def counts(self) -> Array:
        """Items x distinct values, for the bootstrap."""
        n, q = self.per_item.size, self.values.size
        return np.bincount(self.items * q + self.codes, minlength=n * q).reshape(n, q).astype(np.float64)


def positions(cells: Cells, measurement: Measurement) -> Array:
    """Where each distinct value stands on the line whose squared differences are the distances, up to a factor."""
    if measurement == "ordinal":
        return np.asarray(np.cumsum(cells.per_value) - cells.per_value / 2.0 - cells.total / 2.0)
    # Measured from the lowest in units of the range, squares neither overflow nor vanish, and offsets cost no digits.
    scaled = (cells.values - cells.values[0]) / (cells.values[-1] - cells.values[0])
    return np.asarray(scaled - (cells.per_value @ scaled) / cells.total)


def within_items(cells: Cells, measurement: Measurement) -> Array:
    """Per item, the summed distance of its ordered pairs of ratings over (ratings - 1)."""
    if measurement == "nominal":
        kinds, times = np.unique(cells.items * cells.values.size + cells.codes, return_counts=True)
        alike = np.bincount(kinds // cells.values.size, weights=times.astype(np.float64) ** 2)
        summed = cells.per_item**2 - alike
    elif measurement == "ratio":
        summed = np.zeros(cells.per_item.size)
        for rater in cells.ratings.T:
            summed += np.nansum(relative_squares(rater[:, None], cells.ratings), axis=1)
    else:
        summed = 2.0 * cells.per_item * cells.by_item(from_item_mean(cells, positions(cells, measurement)) ** 2)
    return np.asarray(summed / (cells.per_item - 1.0))


def from_item_mean(cells: Cells, places: Array) -> Array:
    """Each cell's position minus the mean position of its item."""
    here = places[cells.codes]
    return np.asarray(here - (cells.by_item(here) / cells.per_item)[cells.items])


def against_all(cells: Cells, measurement: Measurement) -> Array:
    """Per distinct value, its summed distance from all ratings."""
    if measurement == "nominal":
        return np.asarray(cells.total - cells.per_value)
    if measurement == "ratio":
        step = max(1, _BLOCK // cells.values.size)
        starts = range(0, cells.values.size, step)
        blocks = [relative_squares(cells.values[s : s + step, None], cells.values) @ cells.per_value for s in starts]
        return np.concatenate(blocks)
    places = positions(cells, measurement)
    return np.asarray(cells.total * places**2 - 2 * places * (cells.per_value @ places) + cells.per_value @ places**2)


def relative_squares(one: Array, other: Array) -> Array:
    """The ratio distance ((x - y) / (x + y))², 0 where both are 0; NaN passes through."""
    both, apart = one + other, one - other
    np.divide(apart, both, out=apart, where=both != 0.0)
    return np.asarray(apart * apart)
