"""The mean of ratings when every rater and every item is a draw: the interval that holds for new ones of both."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array, Codes, as_codes, as_matrix, as_vector
from ringtrue.terms.result import Estimate

# Variance of a grand mean when raters and items are crossed: components by the method of moments, any pattern.


@dataclass(frozen=True, slots=True)
class Crossing:
    """The additive sums a crossed variance needs.

    The counts describe who rated what; `squares`, `item_squares` and `rater_squares` are arrays, one entry for each
    table of ratings with that pattern, so that thousands of simulated tables cost one pass. Ratings are centred at
    their grand mean first: `squares` is then the total sum of squares, `item_squares` the sum over items of
    (item total)²/(ratings of the item), `rater_squares` the same over raters.
    """

    ratings: int
    items: int
    raters: int
    item_load: float  # sum over items of (ratings of the item)²
    rater_load: float
    squares: Array
    item_squares: Array
    rater_squares: Array


@dataclass(frozen=True, slots=True)
class MeanVariance:
    """Variance of the grand mean with its degrees of freedom, and the variances it is made of."""

    variance: Array
    df: Array
    item: Array
    rater: Array
    residual: Array


def mean_variance(crossing: Crossing) -> MeanVariance:
    """Variance of the mean of all ratings, y = mean + item + rater + residual, each effect random.

    Each component comes from sums of squares alone (for a complete table these are the usual ANOVA estimators):
    within items the variance is rater + residual, within raters item + residual, over all pairs all three. With the
    effective sizes k = Σ nᵢ²/N and m = Σ nⱼ²/N the mean squares A = residual + k·item, B = residual + m·rater and E =
    residual give N·Var(mean) = A + B - E. A component that comes out negative is not visible in the data: its mean
    square is pooled with the residual, and leaves the sum. Satterthwaite's degrees of freedom follow from what stays:
    without pooling, a component of zero costs the degrees of freedom of a real one, and an interval from 3 raters
    covers 99 % of the time instead of 95 %.
    """
    residual, item, rater = _components(crossing)
    total = crossing.ratings
    effective_items = total**2 / crossing.item_load
    effective_raters = total**2 / crossing.rater_load
    free_items = max(effective_items - 1.0, 1e-9)
    free_raters = max(effective_raters - 1.0, 1e-9)
    free_residual = max(total - crossing.items - crossing.raters + 1.0, 1.0)
    item_square = residual + item * (total / effective_items)
    rater_square = residual + rater * (total / effective_raters)
    items_show = item > 0.0
    raters_show = rater > 0.0
    free = free_residual + np.where(items_show, 0.0, free_items) + np.where(raters_show, 0.0, free_raters)
    pooled = (
        residual * free_residual
        + np.where(items_show, 0.0, item_square * free_items)
        + np.where(raters_show, 0.0, rater_square * free_raters)
    ) / free
    seen_items = np.where(items_show, item_square, 0.0)
    seen_raters = np.where(raters_show, rater_square, 0.0)
    # A + B - E with both components visible, the one visible mean square, or the pooled residual alone.
    share = 1.0 - items_show.astype(np.float64) - raters_show.astype(np.float64)
    scaled = np.maximum(seen_items + seen_raters + share * pooled, 0.0)
    spread = seen_items**2 / free_items + seen_raters**2 / free_raters + (share * pooled) ** 2 / free
    with np.errstate(divide="ignore", invalid="ignore"):
        df = np.where(spread > 0.0, scaled**2 / spread, free)
    return MeanVariance(scaled / total, np.maximum(df, 1.0), np.maximum(item, 0.0), np.maximum(rater, 0.0), pooled)


def _components(crossing: Crossing) -> tuple[Array, Array, Array]:
    """Residual, item and rater variance; where a pattern cannot part two of them, the residual holds both."""
    total, squares = crossing.ratings, crossing.squares
    if total == crossing.items:  # no item was rated twice: raters are clusters, items belong to the residual
        residual = (squares - crossing.rater_squares) / max(total - crossing.raters, 1)
        return residual, np.zeros_like(squares), _one_way(crossing, residual, crossing.rater_load)
    if total == crossing.raters:  # no rater rated twice: items are clusters
        residual = (squares - crossing.item_squares) / max(total - crossing.items, 1)
        return residual, _one_way(crossing, residual, crossing.item_load), np.zeros_like(squares)
    within_items = (squares - crossing.item_squares) / (total - crossing.items)
    within_raters = (squares - crossing.rater_squares) / (total - crossing.raters)
    items_weight = total**2 - crossing.item_load
    raters_weight = total**2 - crossing.rater_load
    pairs = total**2 - total
    overlap = pairs - items_weight - raters_weight
    if overlap == 0.0:
        return within_items, within_raters - within_items, np.zeros_like(squares)
    residual = (total * squares - within_raters * items_weight - within_items * raters_weight) / overlap
    residual = np.maximum(residual, 0.0)
    return residual, within_raters - residual, within_items - residual


def _one_way(crossing: Crossing, residual: Array, load: float) -> Array:
    """Between-cluster variance of a one-way layout, from all pairs."""
    total = crossing.ratings
    between = total**2 - load
    if between == 0.0:
        return np.zeros_like(residual)
    component: Array = (total * crossing.squares - residual * (total**2 - total)) / between
    return component


def crossing_of(values: Array, items: Codes, raters: Codes) -> Crossing:
    """The sums of one table in long form; `items` and `raters` are codes 0, 1, 2 ..., no value missing."""
    centred = values - values.mean()
    item_sizes, item_squares = _cluster_squares(centred, items)
    rater_sizes, rater_squares = _cluster_squares(centred, raters)
    return Crossing(
        ratings=values.size,
        items=int((item_sizes > 0).sum()),
        raters=int((rater_sizes > 0).sum()),
        item_load=float((item_sizes**2).sum()),
        rater_load=float((rater_sizes**2).sum()),
        squares=np.asarray((centred**2).sum()),
        item_squares=item_squares,
        rater_squares=rater_squares,
    )


def _cluster_squares(centred: Array, codes: Codes) -> tuple[Array, Array]:
    sizes = np.bincount(codes).astype(np.float64)
    totals = np.bincount(codes, weights=centred)
    filled = sizes > 0
    return sizes, np.asarray((totals[filled] ** 2 / sizes[filled]).sum())


def complete_crossings(tables: Array) -> tuple[Array, Crossing]:
    """Grand means and sums of many complete tables at once; `tables` has shape (tables, items, raters)."""
    _, items, raters = tables.shape
    means = tables.mean(axis=(1, 2))
    centred = tables - means[:, None, None]
    return means, Crossing(
        ratings=items * raters,
        items=items,
        raters=raters,
        item_load=float(items * raters**2),
        rater_load=float(raters * items**2),
        squares=(centred**2).sum(axis=(1, 2)),
        item_squares=(centred.sum(axis=2) ** 2).sum(axis=1) / raters,
        rater_squares=(centred.sum(axis=1) ** 2).sum(axis=1) / items,
    )


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
