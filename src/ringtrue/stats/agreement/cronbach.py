"""Cronbach's alpha: how reliable the raters' sum is, with Feldt's interval."""

from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtri

from ringtrue.stats.agreement.icc import MeanSquares, mean_squares, resampled_mean_squares
from ringtrue.stats.agreement.ratings import (
    IntervalRequest,
    complete_items,
    in_units_of_range,
    lack_of_complete,
    request,
    size_of_complete,
)
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, percentile_interval
from ringtrue.terms.result import Estimate


def cronbach_alpha(
    matrix: ArrayLike,
    *,
    level: float = 0.95,
    interval: Literal["feldt", "bootstrap"] = "feldt",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How closely would the sum over these raters agree with the sum over other raters of the same kind?

    `matrix` is items x raters (raters take the place of test questions); items not rated by everyone are left out.
    Result: k/(k-1) (1 - Σ var(rater) / var(sum over raters)), computed as 1 - E/B from the two-way mean squares, which
    is the same number and equals ICC(3,k).
    Interval: Feldt's, 1 - (1 - alpha) F at the quantiles of F(n-1, (n-1)(k-1)), or percentiles over resampled items.
    Not for: the reliability of one rater (icc "2,1"); raters who differ in level where levels matter (icc "2,k");
    few items, where a high limit fails by chance: at 5 x 7 and alpha .75 the interval is .16 to .97.
    Checked against: the variance formula; pingouin, value and interval; ICC(3,k).
    Reference: Cronbach 1951, Psychometrika 16, 297-334; Feldt 1965, Psychometrika 30, 357-370.
    """
    asked = request(interval, "feldt", level, replicates, seed)
    ratings = as_matrix(matrix)
    used = complete_items(ratings)
    method = size_of_complete(ratings, used)
    reason = lack_of_complete(ratings, used)
    if reason is not None:
        return Estimate.absent(reason, n=used.shape[0], method=method)
    used = in_units_of_range(used)
    squares = mean_squares(used)
    if squares.items == 0.0:
        return Estimate.absent("the items' ratings do not differ between items", n=squares.n, method=method)
    value = _alpha(squares).item()
    if squares.within == 0.0:
        again = partial(cronbach_alpha, level=level, interval=interval, replicates=replicates, seed=seed)
        return as_if_one_differed(used, again, method, level)
    name = "Feldt interval" if asked.name == "feldt" else "percentile bootstrap over items"
    bounds, why = _bounds(used, squares, asked)
    low, high = bounds if bounds is not None else (None, None)
    return Estimate(value, low, high, squares.n, f"{method}; {name}", why, level=level)


def _alpha(squares: MeanSquares) -> Array:
    return np.asarray(1.0 - squares.residual / np.where(squares.items > 0.0, squares.items, np.nan))


def _bounds(used: Array, squares: MeanSquares, asked: IntervalRequest) -> tuple[tuple[float, float] | None, str | None]:
    if squares.residual == 0.0:
        return None, "no interval: no disagreement was seen, so its spread is unknown"
    if asked.name == "feldt":
        return _feldt_interval(_alpha(squares).item(), squares.n, squares.k, asked.level), None
    values = _alpha(resampled_mean_squares(used, asked.replicates, asked.seed))
    bounds = percentile_interval(values, asked.level)
    return bounds, None if bounds else "no interval: in too many resamples the items do not differ"


def _feldt_interval(value: float, n: int, k: int, level: float) -> tuple[float, float]:
    tail = (1.0 - level) / 2.0
    df = (n - 1, (n - 1) * (k - 1))
    return 1 - (1 - value) * float(fdtri(*df, 1 - tail)), 1 - (1 - value) * float(fdtri(*df, tail))
