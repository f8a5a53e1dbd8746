"""Has a new version become worse? The difference of two runs on the same items, with three possible answers."""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.interval.crossed import crossed_mean, crossing_of, mean_variance
from ringtrue.terms.result import Estimate

Change = Literal["worse", "not worse", "inconclusive"]


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """A paired difference (after - before) and what it says about a drop of more than `limit`."""

    outcome: Change = "inconclusive"
    limit: float = 0.0


def paired_difference(
    before: ArrayLike, after: ArrayLike, *, limit: float = 5.0, same_raters: bool = True, level: float = 0.95
) -> Difference:
    """Did the mean drop by more than `limit`, judged on the same items?

    Input: two items x raters matrices with the same items in the same rows; with `same_raters` the columns are the
    same people too.
    Result: mean(after - before). *worse* if the whole interval lies below 0 and its value at or below -limit; *not
    worse* if the whole interval lies above -limit; else *inconclusive*. With the same raters the interval is the
    crossed one of the differences; otherwise the item differences carry the item noise, and each panel's own rater
    variance is added: s²(item differences)/n + rater₁/k₁ + rater₂/k₂, Satterthwaite's degrees of freedom.
    Not for: runs on different items (nothing is paired then).
    Checked against: the paired t-test where there is one rater effect-free mean per item; simulated coverage.
    """
    first, second = as_matrix(before, "before"), as_matrix(after, "after")
    if first.shape[0] != second.shape[0]:
        raise ValueError(f"the same items in both runs, got {first.shape[0]} and {second.shape[0]}")
    if same_raters and first.shape != second.shape:
        raise ValueError(
            f"the same raters in both runs, got {first.shape[1]} and {second.shape[1]}; say same_raters=False"
        )
    estimate = crossed_mean(second - first, level=level) if same_raters else _two_panels(first, second, level)
    return Difference(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        n=estimate.n,
        method=f"paired difference: {estimate.method}",
        reason=estimate.reason,
        level=level,
        outcome=_outcome(estimate, limit),
        limit=limit,
    )


def _outcome(estimate: Estimate, limit: float) -> Change:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "inconclusive"
    if estimate.high < 0.0 and estimate.value <= -limit:
        return "worse"
    return "not worse" if estimate.low > -limit else "inconclusive"


def _two_panels(first: Array, second: Array, level: float) -> Estimate:
    """Difference of item means when each run had raters of its own."""
    rated = ~(np.isnan(first).all(axis=1) | np.isnan(second).all(axis=1))
    first, second = first[rated], second[rated]
    items = int(rated.sum())
    method = f"{items} items, two panels of raters; Satterthwaite"
    if items < 2:
        return Estimate.absent(f"{items} items rated in both runs: at least 2 are needed", n=items, method=method)
    gaps = np.nanmean(second, axis=1) - np.nanmean(first, axis=1)
    parts = [(float(gaps.var(ddof=1)) / items, items - 1.0), *(_rater_part(run) for run in (first, second))]
    variance = sum(part for part, _ in parts)
    value = float(gaps.mean())
    if variance <= 0.0:
        return Estimate(value, n=items, method=method, reason="the differences do not vary: no interval", level=level)
    df = variance**2 / sum(part**2 / free for part, free in parts)
    half = float(stdtrit(df, 0.5 + level / 2.0)) * sqrt(variance)
    return Estimate(value, value - half, value + half, items, f"{method}, df {df:.1f}", level=level)


def _rater_part(run: Array) -> tuple[float, float]:
    """Variance that the choice of raters adds to a run's mean, with its degrees of freedom."""
    items, raters = np.nonzero(~np.isnan(run))
    panel = np.unique(raters).size
    if panel < 2:
        return 0.0, 1.0
    rater = float(mean_variance(crossing_of(run[items, raters], items, raters)).rater)
    return rater / panel, panel - 1.0
