"""Spearman's rank correlation with mid-ranks for ties."""

from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ringtrue.stats.arrays import Array
from ringtrue.stats.association.pearson import (
    complete_pairs,
    product_moment,
    stamp,
    transformed_interval,
    why_no_correlation,
    why_no_interval,
)
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, percentile_interval, resample_weights
from ringtrue.terms.result import Estimate

_DIGITS = 12  # of the largest value: sums of a million ratings are exact to more, and no scale is as fine


def spearman(
    x: ArrayLike,
    y: ArrayLike,
    *,
    level: float = 0.95,
    interval: Literal["fisher", "bootstrap"] = "fisher",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How closely do two series put the same items in the same order?

    Result: the Pearson correlation of the mid-ranks over the pairs without a missing value. Interval `fisher`:
    tanh(artanh r ± z sqrt((1 + r²/2) / (n-3))), the standard error of Bonett and Wright, which covers .95-.97
    of normal pairs up to ρ = .9;
    `bootstrap`: percentiles over resampled pairs, ranked again in every replicate.
    Under thirty pairs the method says "exploratory". No value under three pairs or when a series is constant; no
    interval under four pairs or in perfect order.
    Not for: agreement (use an ICC), relations that rise and fall, many ties in a short scale (the interval is then
    approximate), pairs that repeat a rater or an item.
    Checked against: scipy.stats.spearmanr; the interval by hand and by its coverage in normal pairs; the bootstrap
    against replicates resampled and ranked one by one.
    Reference: Bonett & Wright 2000, Psychometrika 65, 23-28.
    """
    if interval not in ("fisher", "bootstrap"):
        raise ValueError(f"interval must be 'fisher' or 'bootstrap', not {interval!r}")
    x, y = map(without_rounding, complete_pairs(x, y))
    n = x.size
    named = "Bonett-Wright" if interval == "fisher" else f"percentile ({replicates} bootstrap replicates)"
    method = f"Spearman rank correlation of {n} complete pairs; {named} interval{stamp(n)}"
    if reason := why_no_correlation(x, y):
        return Estimate.absent(reason, n=n, method=method)
    r = product_moment(mid_ranks(x), mid_ranks(y))
    if reason := why_no_interval(r, n):
        return Estimate(r, n=n, method=method, reason=reason, level=level)
    if interval == "fisher":
        standard_error = sqrt((1.0 + r * r / 2.0) / (n - 3))
        low, high = transformed_interval(r, standard_error, float(ndtri(0.5 + level / 2.0)))
        return Estimate(r, low, high, n, method, level=level)
    bounds = percentile_interval(_bootstrapped(x, y, replicates, seed), level)
    if bounds is None:
        reason = "in more than one bootstrap replicate in ten a series is constant"
        return Estimate(r, n=n, method=method, reason=reason, level=level)
    return Estimate(r, *bounds, n, method, level=level)


def without_rounding(values: Array) -> Array:
    """The values without the last digits of floating-point sums: means that are equal on paper rank as ties."""
    size = float(np.abs(values).max(initial=0.0))
    return values if size == 0.0 else np.round(values / size, _DIGITS) * size


def mid_ranks(values: Array) -> Array:
    """Ranks from 1, equal values sharing the mean of the ranks they occupy."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Array = (np.cumsum(count) - (count - 1) / 2.0)[place]
    return ranks


def _bootstrapped(x: Array, y: Array, replicates: int, seed: int) -> Array:
    """Replicates of the correlation, ranked again: a replicate is how often it holds each pair.

    Those counts give its ranks without sorting again, because resampling never changes the order of the values.
    """
    parts = []
    for held in resample_weights(x.size, replicates, np.random.default_rng(seed)):
        rx, ry = _centred_ranks(x, held), _centred_ranks(y, held)
        wx = held * rx
        spread = np.einsum("ij,ij->i", wx, rx) * np.einsum("ij,ij->i", held * ry, ry)
        # Centred mid-ranks are multiples of a half and sum exactly, so a constant replicate has spread 0 and no more.
        spread[spread == 0.0] = np.nan
        parts.append(np.einsum("ij,ij->i", wx, ry) / np.sqrt(spread))
    return np.concatenate(parts)


def _centred_ranks(values: Array, held: Array) -> Array:
    """Mid-rank minus mean rank of every pair in every replicate; `held` is replicates x pairs."""
    order = np.argsort(values, kind="stable")
    distinct, first = np.unique(values[order], return_index=True)
    count = np.add.reduceat(held[:, order], first, axis=1)
    ranks = np.cumsum(count, axis=1) - (count - 1) / 2.0
    ranks -= (values.size + 1) / 2.0
    centred: Array = ranks[:, np.searchsorted(distinct, values)]
    return centred
