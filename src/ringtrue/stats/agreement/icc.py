"""Intraclass correlations: the six forms of Shrout and Fleiss with their F intervals."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtri

from ringtrue.stats.agreement.ratings import (
    IntervalRequest,
    complete_items,
    in_units_of_range,
    lack_of_complete,
    request,
    size_of_complete,
)
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import Array, Codes, as_matrix
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, percentile_interval, resample_weights
from ringtrue.terms.result import Estimate

# Two-way mean squares of a complete items x raters matrix: between items, raters, residual, within items.


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


FORMS = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")


def icc(
    matrix: ArrayLike,
    form: str,
    *,
    level: float = 0.95,
    interval: Literal["F", "bootstrap"] = "F",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Which share of the variance of ratings comes from the items rather than from the raters and chance?

    `matrix` is items x raters, NaN for missing; items not rated by everyone are left out, and the method says so.
    `form`: "1,1" other raters for every item; "2,1" the same raters, drawn from many, levels compared; "3,1" these
    raters only, levels ignored; "1,k" "2,k" "3,k" the same for the mean of the k raters. n counts the items used.
    Result, with mean squares B (items), J (raters), E (residual), W (within items):
    (1,1) (B-W)/(B+(k-1)W); (2,1) (B-E)/(B+(k-1)E+k(J-E)/n); (3,1) (B-E)/(B+(k-1)E);
    (1,k) (B-W)/B; (2,k) (B-E)/(B+(J-E)/n); (3,k) (B-E)/B.
    Interval: from the F distribution (Satterthwaite degrees of freedom for form 2), or percentiles over resampled
    items.
    Not for: categories without order (krippendorff_alpha, gwet_ac), or matrices with holes (krippendorff_alpha); the F
    interval takes effects and errors as normal.
    Checked against: Shrout & Fleiss 1979, values, mean squares and intervals; pingouin.
    Reference: Shrout & Fleiss 1979, Psychol. Bull. 86, 420-428; McGraw & Wong 1996, Psychol. Methods 1, 30-46.
    """
    if form not in FORMS:
        raise ValueError(f"unknown form {form!r}; known: {', '.join(FORMS)}")
    asked = request(interval, "F", level, replicates, seed)
    ratings = as_matrix(matrix)
    used = complete_items(ratings)
    method = size_of_complete(ratings, used)
    reason = lack_of_complete(ratings, used)
    if reason is not None:
        return Estimate.absent(reason, n=used.shape[0], method=method)
    used = in_units_of_range(used)
    squares = mean_squares(used)
    value = coefficient(squares, form).item()
    if not np.isfinite(value):
        return Estimate.absent("the items' ratings do not differ between items", n=used.shape[0], method=method)
    if squares.within == 0.0 and value == 1.0:
        again = partial(icc, form=form, level=level, interval=interval, replicates=replicates, seed=seed)
        return as_if_one_differed(used, again, method, level)
    name = "F interval" if asked.name == "F" else "percentile bootstrap over items"
    bounds, why = _bounds(used, squares, form, asked)
    low, high = bounds if bounds is not None else (None, None)
    return Estimate(value, low, high, squares.n, f"{method}; {name}", why, level=level)


def coefficient(squares: MeanSquares, form: str) -> Array:
    """The form's formula, NaN where its denominator is not positive."""
    b, j, e, n, k = squares.items, squares.raters, squares.residual, squares.n, squares.k
    w = squares.within if form[0] == "1" else e
    between = np.asarray((j - e) / n if form[0] == "2" else 0.0)
    below = b + between if form[2] == "k" else b + (k - 1) * w + k * between
    return np.asarray((b - w) / np.where(below > 0.0, below, np.nan))


def _bounds(
    used: Array, squares: MeanSquares, form: str, asked: IntervalRequest
) -> tuple[tuple[float, float] | None, str | None]:
    noise = squares.within if form[0] == "1" else squares.residual
    if noise == 0.0 and (form[0] != "2" or squares.raters == 0.0):
        return None, "no interval: no disagreement was seen, so its spread is unknown"
    if squares.items == 0.0:
        return None, "no interval: the items' mean ratings do not differ at all"
    if asked.name == "F":
        bounds = _f_interval(squares, form, asked.level)
        return bounds, None if bounds else "no interval: the items differ too little for an F interval"
    values = coefficient(resampled_mean_squares(used, asked.replicates, asked.seed), form)
    bounds = percentile_interval(values, asked.level)
    return bounds, None if bounds else "no interval: in too many resamples the items do not differ"


def _f_interval(squares: MeanSquares, form: str, level: float) -> tuple[float, float] | None:
    upper = 0.5 + level / 2.0
    k = squares.k
    low, high = _absolute_interval(squares, upper) if form[0] == "2" else _ratio_interval(squares, form, upper)
    # Form 2 below zero: its degrees of freedom can run out, and the bounds with them.
    if not low <= coefficient(squares, f"{form[0]},1").item() <= high:
        return None
    if form[2] == "1":
        return low, high
    if 1 + (k - 1) * low <= 0.0:
        return None
    return low * k / (1 + (k - 1) * low), high * k / (1 + (k - 1) * high)  # Spearman-Brown: from one rater to k


def _ratio_interval(squares: MeanSquares, form: str, upper: float) -> tuple[float, float]:
    """The interval of forms (1,1) and (3,1), where items / noise follows one F distribution."""
    n, k = squares.n, squares.k
    noise, df = (squares.within, n * (k - 1)) if form[0] == "1" else (squares.residual, (n - 1) * (k - 1))
    ratio = float(squares.items / noise)
    low, high = ratio / float(fdtri(n - 1, df, upper)), ratio * float(fdtri(df, n - 1, upper))
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _absolute_interval(squares: MeanSquares, upper: float) -> tuple[float, float]:
    """The interval of form (2,1); raters and residual share degrees of freedom after Satterthwaite."""
    b, j, e = float(squares.items), float(squares.raters), float(squares.residual)
    n, k = squares.n, squares.k
    rho = coefficient(squares, "2,1").item()
    rest = (n * (1 + (k - 1) * rho) - k * rho) * e
    df = (k * rho * j + rest) ** 2 / ((k * rho * j) ** 2 / (k - 1) + rest**2 / ((n - 1) * (k - 1)))
    beside = k * j + (k * n - k - n) * e
    wide, narrow = float(fdtri(n - 1, df, upper)), float(fdtri(df, n - 1, upper))
    return n * (b - wide * e) / (wide * beside + n * b), n * (narrow * b - e) / (beside + n * narrow * b)


# The one-way interval for any pattern of ratings: Krippendorff's alpha at interval level estimates the same number.


def one_way_interval(values: Array, items: Codes, level: float) -> tuple[float, float] | None:
    """The F interval of ICC(1,1) from ratings in one row each, `items` saying whose they are; None where none exists.

    With unequal numbers of ratings the usual mean number, (N - Σk²/N) / (n - 1), stands in for k.
    """
    counts = np.bincount(items).astype(np.float64)
    n, total = counts.size, float(counts.sum())
    means = np.bincount(items, weights=values) / counts
    within = float(((values - means[items]) ** 2).sum()) / (total - n)
    between = float((counts * (means - values.mean()) ** 2).sum()) / (n - 1)
    if within <= 0.0 or between <= 0.0:
        return None
    k = (total - float((counts**2).sum()) / total) / (n - 1)
    upper = 0.5 + level / 2.0
    ratio = between / within
    low = ratio / float(fdtri(n - 1, total - n, upper))
    high = ratio * float(fdtri(total - n, n - 1, upper))
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)
