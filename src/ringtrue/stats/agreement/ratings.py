"""A ratings matrix as categories, cells, complete part; interval request."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array

# Ratings as categories: codes, counts per item, and how far apart two categories are.


Weights = Literal["linear", "quadratic", "ordinal"]
MOST_CATEGORIES = 500  # tables of categories x categories stay small, and no scale has more points
_MOST_CELLS = 1 << 26  # 512 MiB for the table of items x categories


@dataclass(frozen=True, slots=True)
class Categories:
    """The distinct values in ascending order, and every rating as its place among them (-1 for missing)."""

    values: Array
    codes: NDArray[np.intp]

    def counts(self) -> Array:
        """How many raters put each item into each category; shape items x categories."""
        items, q = self.codes.shape[0], self.values.size
        rows, columns = np.nonzero(self.codes >= 0)
        cells = rows * q + self.codes[rows, columns]
        return np.bincount(cells, minlength=items * q).reshape(items, q).astype(np.float64)

    def too_many(self) -> str | None:
        """Says so where the ratings look like measurements rather than categories."""
        q = self.values.size
        if q > MOST_CATEGORIES or q * self.codes.shape[0] > _MOST_CELLS:
            return f"{q} distinct values are too many categories; use krippendorff_alpha at interval level or icc"
        return None


def categorise(matrix: Array, known: Array | None = None) -> Categories:
    """Number the categories; `known` names all points of the scale, used or not."""
    given = ~np.isnan(matrix)
    values = np.unique(matrix[given]) if known is None else np.unique(known)
    if known is not None and not np.isin(matrix[given], values).all():
        raise ValueError("some ratings are not among the given categories")
    codes = np.full(matrix.shape, -1, dtype=np.intp)
    codes[given] = np.searchsorted(values, matrix[given])
    return Categories(values, codes)


def check_weights(weights: str | None, *known: str) -> None:
    """Refuse a weighting nobody defined."""
    if weights is not None and weights not in known:
        raise ValueError(f"unknown weights {weights!r}; known here: None, {', '.join(map(repr, known))}")


def distances(values: Array, weights: Weights | None) -> Array:
    """Disagreement between two or more categories, from 0 on the diagonal to 1 for the farthest.

    Unweighted: any two differ by 1. Linear and quadratic go by the values themselves, so that a gap in the scale counts
    and an unused category changes nothing. Ordinal counts the pairs of ranks spanned: m(m+1)/2 for m steps.
    """
    if weights is None:
        return np.asarray(1.0 - np.eye(values.size))
    places = np.arange(values.size, dtype=np.float64) if weights == "ordinal" else values
    apart = np.abs(places[:, None] - places[None, :])
    if weights == "ordinal":
        apart = apart * (apart + 1.0) / 2.0
    apart /= apart.max()
    return apart**2 if weights == "quadratic" else apart


# Pairable ratings as a flat list of cells, and how far apart they are at each level of measurement.


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


# Whether a ratings matrix holds anything to agree about: two raters, two items, two different values.


def pairable(matrix: Array) -> Array:
    """The items that at least two raters rated; only they can show agreement."""
    return np.asarray(matrix[(~np.isnan(matrix)).sum(axis=1) >= 2])


def lack(matrix: Array, *, identical: bool = True) -> str | None:
    """Why no agreement can be computed from this matrix, in words; None where it can.

    Identical ratings throughout leave nothing to correct for chance; `identical=False` skips that test for callers
    who know of categories nobody used.
    """
    given = ~np.isnan(matrix)
    if not given.any():
        return "there are no ratings"
    if given.any(axis=0).sum() < 2:
        return "only one rater gave ratings; agreement needs two"
    together = int((given.sum(axis=1) >= 2).sum())
    if together == 0:
        return "no item was rated by two raters, so nothing overlaps"
    if together == 1:
        return "only one item was rated by two raters; agreement needs at least two items"
    if identical:
        return lack_of_variety(pairable(matrix))
    return None


def lack_of_variety(matrix: Array) -> str | None:
    """Says so where all ratings are the same number."""
    if np.nanmin(matrix) == np.nanmax(matrix):
        return "all ratings are identical, so agreement cannot be distinguished from chance"
    return None


def size(matrix: Array) -> str:
    """The matrix in words, for an estimate's method."""
    return f"{matrix.shape[0]} items x {matrix.shape[1]} raters"


# The complete part of a ratings matrix: items rated by everyone, how many were left out, and whether they suffice.


def complete_items(ratings: Array) -> Array:
    """The items rated by everyone."""
    return ratings[~np.isnan(ratings).any(axis=1)]


def in_units_of_range(used: Array) -> Array:
    """Ratings that are not all alike, from 0 to 1: variance ratios stay the same and squares cannot overflow."""
    return np.asarray((used - used.min()) / (used.max() - used.min()))


def size_of_complete(ratings: Array, used: Array) -> str:
    """Size of the design in words, with the items left out."""
    left_out = ratings.shape[0] - used.shape[0]
    note = f" ({left_out} not rated by everyone left out)" if left_out else ""
    return f"{used.shape[0]} items x {ratings.shape[1]} raters{note}"


def lack_of_complete(ratings: Array, used: Array) -> str | None:
    """Why the complete items cannot give a variance ratio, in words; None where they can."""
    if np.isnan(ratings).all():
        return "there are no ratings"
    if ratings.shape[1] < 2:
        return "only one rater gave ratings; agreement needs two"
    if used.shape[0] < 2:
        return (
            f"{used.shape[0]} of {ratings.shape[0]} items were rated by everyone and two are needed; "
            "krippendorff_alpha takes missing ratings"
        )
    return lack_of_variety(used)


# What a caller asks of an interval: which one, at which level, with how many replicates from which seed.


@dataclass(frozen=True, slots=True)
class IntervalRequest:
    """A checked request; `name` is the statistic's own interval or "bootstrap"."""

    name: str
    level: float
    replicates: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse levels and replicate counts from which no interval can come."""
        if not 0.0 < self.level < 1.0:
            raise ValueError(f"the confidence level must lie between 0 and 1, got {self.level}")
        if self.replicates < 1:
            raise ValueError(f"at least one bootstrap replicate is needed, got {self.replicates}")


def request(interval: str, own: str, level: float, replicates: int, seed: int) -> IntervalRequest:
    """The request, where the statistic offers its `own` interval and the bootstrap over items."""
    if interval not in (own, "bootstrap"):
        raise ValueError(f"unknown interval {interval!r}; known here: {own!r}, 'bootstrap'")
    return IntervalRequest(interval, level, replicates, seed)
