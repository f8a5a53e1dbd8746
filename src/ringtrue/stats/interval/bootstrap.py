"""Bootstrap intervals of means: clusters (sessions, conversations) resampled whole; raters and items independently."""

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.arrays import Array, as_matrix, as_vector
from ringtrue.stats.resampling import (
    DEFAULT_REPLICATES,
    DEFAULT_SEED,
    bootstrap,
    percentile_interval,
    resample_weights,
)
from ringtrue.terms.result import Estimate


def cluster_mean(
    values: ArrayLike,
    clusters: ArrayLike,
    *,
    level: float = 0.95,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """What would the mean be over all sessions like these?

    Input: values (NaN missing) and, for each, the name or number of its cluster.
    Result: the mean of all values with the percentile interval over resampled clusters; n counts clusters, because
    they, not the values in them, are the independent pieces.
    Not for: fewer than about ten clusters, where a percentile interval is too short (at 5 it covers about .85); the
    method says how many there were. One cluster gives no interval.
    Checked against: the ordinary bootstrap where every cluster holds one value; enumeration of three clusters.
    Reference: Davison & Hinkley 1997, Bootstrap Methods and their Application, section 3.8.
    """
    numbers = as_vector(values)
    names = np.asarray(clusters)
    if names.shape != numbers.shape:
        raise ValueError(f"one cluster for each value, got {names.shape} for {numbers.shape}")
    present = ~np.isnan(numbers)
    numbers, names = numbers[present], names[present]
    if numbers.size == 0:
        return Estimate.absent("no values", method="mean over clusters")
    codes = np.unique(names, return_inverse=True)[1]
    sums = np.column_stack([np.bincount(codes, weights=numbers), np.bincount(codes)]).astype(np.float64)
    groups = sums.shape[0]
    method = f"mean of {numbers.size} values in {groups} clusters; cluster bootstrap, {replicates} replicates"
    mean = float(numbers.mean())
    if groups == 1:
        return Estimate(mean, n=1, method=method, reason="one cluster: nothing is known of others", level=level)
    means = bootstrap(sums, lambda totals: totals[:, 0] / totals[:, 1], replicates=replicates, seed=seed)
    interval = percentile_interval(means, level)
    low, high = interval if interval else (None, None)
    return Estimate(mean, low, high, groups, method, level=level)


def pigeonhole_mean(
    matrix: ArrayLike, *, level: float = 0.95, replicates: int = DEFAULT_REPLICATES, seed: int = DEFAULT_SEED
) -> Estimate:
    """What would the mean be over all raters and items like these, with no assumption about their distribution?

    Result: the mean of the ratings given, with the percentile interval of means over resampled items and, apart from
    that, resampled raters: each rating weighs (draws of its item) x (draws of its rater). n counts ratings.
    Not for: few raters (at 5 x 7 it covers .92 instead of .95; `crossed_mean` holds .95); it is here for statistics
    and shapes the crossed interval does not fit, and as a second opinion.
    Checked against: the variance of the weighted mean by full enumeration of a 3 x 3 table; simulated coverage.
    Reference: Owen 2007, Annals of Applied Statistics 1, 386-411.
    """
    table = as_matrix(matrix)
    present = ~np.isnan(table)
    n = int(present.sum())
    items, raters = int(present.any(axis=1).sum()), int(present.any(axis=0).sum())
    method = f"mean of {n} ratings, {items} items x {raters} raters; pigeonhole bootstrap, {replicates} replicates"
    if n == 0:
        return Estimate.absent("no ratings", method=method)
    mean = float(table[present].mean())
    if items == 1 or raters == 1:
        lone = "item" if items == 1 else "rater"
        return Estimate(mean, n=n, method=method, reason=f"one {lone}: nothing is known of others", level=level)
    means = _replicate_means(table, present, replicates, np.random.default_rng(seed))
    interval = percentile_interval(means, level)
    if interval is None:
        return Estimate(mean, n=n, method=method, reason="too few filled cells to resample", level=level)
    return Estimate(mean, *interval, n, method, level=level)


def _replicate_means(table: Array, present: np.ndarray, replicates: int, rng: np.random.Generator) -> Array:
    """Means of `replicates` resampled tables: two matrix products, never a resampled copy."""
    items, raters = table.shape
    filled = np.where(present, table, 0.0)
    holds = present.astype(np.float64)
    rater_weights = np.concatenate(list(resample_weights(raters, replicates, rng)))
    means = np.empty(replicates)
    start = 0
    for item_weights in resample_weights(items, replicates, rng):
        block = slice(start, start + item_weights.shape[0])
        totals = ((item_weights @ filled) * rater_weights[block]).sum(axis=1)
        counts = ((item_weights @ holds) * rater_weights[block]).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            means[block] = totals / counts
        start = block.stop
    return means
