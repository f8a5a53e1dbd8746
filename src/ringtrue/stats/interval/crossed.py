"""The mean of ratings when every rater and every item is a draw: the interval that holds for new ones of both."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array, as_codes, as_matrix, as_vector
from ringtrue.stats.interval.components import MeanVariance, crossing_of, mean_variance
from ringtrue.terms import Estimate

_SAME = 1e-12  # ratings that differ by less, relative to their size, differ by rounding only


def crossed_mean(matrix: ArrayLike, *, level: float = 0.95) -> Estimate:
    """What would the mean be over all raters and items like these?

    Input: items x raters, NaN for missing, any pattern of missing.
    Result: the mean of the ratings given, with mean ± t(df) sqrt(variance): the variance of a grand mean under crossed
    random effects (see `components.mean_variance`), Satterthwaite's degrees of freedom. n counts ratings.
    Not for: one rater or one item (no interval: nothing is known of others); 3 raters with strong rater effects
    (covers .92 instead of .95); conclusions about these very raters and items, for which it is too wide.
    Checked against: the two-way ANOVA of a complete table by hand; simulated coverage (benchmarks/coverage.py):
    .94-.97 from 5 raters on, up to .98 where there are no effects at all.
    Reference: Satterthwaite 1946, Biometrics Bulletin 2, 110-114; Gao & Owen 2017, Electron. J. Statist. 11, 1235-1296.
    """
    table = as_matrix(matrix)
    items, raters = np.nonzero(~np.isnan(table))
    return crossed_mean_of(table[items, raters], items, raters, level=level)


def crossed_mean_of(values: ArrayLike, items: ArrayLike, raters: ArrayLike, *, level: float = 0.95) -> Estimate:
    """`crossed_mean` for ratings in long form: one value, item code and rater code (0, 1, 2 ...) for each rating.

    Memory and time are linear in the ratings, however few of the items x raters cells are filled.
    """
    ratings = as_vector(values)
    item_codes = as_codes(items, ratings.size, "items")
    rater_codes = as_codes(raters, ratings.size, "raters")
    if np.isnan(ratings).any():
        raise ValueError("values in long form must not be missing: leave the rating out")
    if ratings.size == 0:
        return Estimate.absent("no ratings", method="mean of crossed ratings")
    crossing = crossing_of(ratings, item_codes, rater_codes)
    where = f"mean of {ratings.size} ratings, {crossing.items} items x {crossing.raters} raters"
    mean = float(ratings.mean())
    missing = _why_no_interval(crossing.items, crossing.raters, ratings)
    if missing:
        return Estimate(mean, n=ratings.size, method=where, reason=missing, level=level)
    spread = mean_variance(crossing)
    low, high = bounds(np.asarray(mean), spread, level)
    method = f"{where}; crossed interval (Satterthwaite, df {float(spread.df):.1f})"
    return Estimate(mean, float(low), float(high), ratings.size, method, level=level)


def bounds(mean: Array, spread: MeanVariance, level: float) -> tuple[Array, Array]:
    """Lower and upper bound of the central `level` interval, for one mean or many."""
    half = stdtrit(spread.df, 0.5 + level / 2.0) * np.sqrt(spread.variance)
    return mean - half, mean + half


def _why_no_interval(items: int, raters: int, ratings: Array) -> str | None:
    if raters == 1:
        return "one rater: the data say nothing about other raters, so there is no interval"
    if items == 1:
        return "one item: the data say nothing about other items, so there is no interval"
    if np.ptp(ratings) <= _SAME * max(1.0, float(np.abs(ratings).max())):
        return "all ratings are identical: their spread cannot be estimated, so there is no interval"
    return None
