"""Whether a ratings matrix holds anything to agree about: two raters, two items, two different values."""

import numpy as np

from ringtrue.stats.arrays import Array


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
        return "all ratings are identical, so agreement cannot be told from chance"
    return None


def size(matrix: Array) -> str:
    """The matrix in words, for an estimate's method."""
    return f"{matrix.shape[0]} items x {matrix.shape[1]} raters"
