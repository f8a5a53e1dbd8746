"""Ratings as categories: codes, counts per item, and how far apart two categories are."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array

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
