"""Two-way mean squares of a complete items x raters matrix: between items, raters, residual, within items."""

from dataclasses import dataclass

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import resample_weights

_ROUNDING = 1e-24  # sums of squares of residuals are exact to about the square of the machine precision


@dataclass(frozen=True, slots=True)
class MeanSquares:
    """The mean squares, as numbers or as arrays over replicates, with the size of the design."""

    items: Array
    raters: Array
    residual: Array
    within: Array
    n: int
    k: int


def mean_squares(complete: Array) -> MeanSquares:
    """The mean squares of the ratings; variation that is mere rounding is set to zero."""
    centred = complete - complete[0, 0]  # first near zero, then to the mean: a large offset costs no digits
    centred = centred - centred.mean()
    by_item = centred.mean(axis=1, keepdims=True)
    by_rater = centred.mean(axis=0, keepdims=True)
    n, k = complete.shape
    squares = np.array(
        [
            k * (by_item**2).sum(),
            n * (by_rater**2).sum(),
            ((centred - by_item - by_rater) ** 2).sum(),
            ((centred - by_item) ** 2).sum(),
        ]
    )
    squares[squares <= _ROUNDING * (centred**2).sum()] = 0.0
    return _over_degrees_of_freedom(squares, n, k)


def resampled_mean_squares(complete: Array, replicates: int, seed: int) -> MeanSquares:
    """The mean squares of every bootstrap sample of items, from one product of weights with per-item sums."""
    n, k = complete.shape
    centred = complete - complete.mean()
    sums = np.column_stack([centred.sum(axis=1) ** 2, (centred**2).sum(axis=1), centred])
    blocks = resample_weights(n, replicates, np.random.default_rng(seed))
    totals = np.concatenate([weights @ sums for weights in blocks])
    by_rater = totals[:, 2:]
    mean_part = by_rater.sum(axis=1) ** 2 / (n * k)
    between = totals[:, 0] / k - mean_part
    raters = (by_rater**2).sum(axis=1) / n - mean_part
    within = totals[:, 1] - totals[:, 0] / k
    return _over_degrees_of_freedom(np.stack([between, raters, within - raters, within]), n, k)


def _over_degrees_of_freedom(squares: Array, n: int, k: int) -> MeanSquares:
    items, raters, residual, within = squares
    return MeanSquares(items / (n - 1), raters / (k - 1), residual / ((n - 1) * (k - 1)), within / (n * (k - 1)), n, k)
