"""Means of values that come in clusters (sessions, conversations): the cluster is what is resampled."""

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.arrays import as_vector
from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED, bootstrap, percentile_interval
from ringtrue.terms import Estimate


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
