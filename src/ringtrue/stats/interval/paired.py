"""Has a new version become better or worse? The difference of two runs on the same items, with four answers."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.interval.contrast import ALIKE
from ringtrue.stats.interval.crossed import crossed_mean, crossing_of, mean_variance
from ringtrue.terms.result import Estimate

Change = Literal["better", "worse", "no worse", "inconclusive"]
FEWEST_ALIKE = 6  # so many items that all changed by the same: by a sign test 2/2^6 = .03


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """A paired difference (after - before) and what it says; `limit` is the largest drop that counts as no worse."""

    outcome: Change = "inconclusive"
    limit: float = 0.0


def paired_difference(
    before: ArrayLike,
    after: ArrayLike,
    *,
    limit: float = 5.0,
    same_raters: bool = True,
    fixed_raters: bool = False,
    level: float = 0.95,
) -> Difference:
    """Did the mean change, judged on the same items?

    Input: two items x raters matrices with the same items in the same rows; with `same_raters` the columns are the
    same people too. `fixed_raters` asks about these raters alone, not about others like them.
    Result: mean(after - before), and by its interval, not by its value: *better* if all of it lies above 0; *no
    worse* if all of it lies above -limit; *worse* if all of it lies below 0; else *inconclusive*. With the same
    raters the interval is the crossed one of the differences, or with fixed raters the t interval of one mean
    difference for each item; with two panels the item differences carry the item noise, and each panel's own rater
    variance is added: s²(item differences)/n + rater₁/k₁ + rater₂/k₂, Satterthwaite's degrees of freedom.
    Where all items changed by the same there is no interval; from 6 items on the value decides.
    Not for: runs on different items (nothing is paired then); fixed raters, if the conclusion is about other people.
    Checked against: the paired t-test where there is one rater effect-free mean per item; simulated coverage and
    error rates (benchmarks/comparison.py).
    """
    first, second = as_matrix(before, "before"), as_matrix(after, "after")
    if first.shape[0] != second.shape[0]:
        raise ValueError(f"the same items in both runs, got {first.shape[0]} and {second.shape[0]}")
    if same_raters and first.shape != second.shape:
        raise ValueError(
            f"the same raters in both runs, got {first.shape[1]} and {second.shape[1]}; say same_raters=False"
        )
    estimate = _estimate(first, second, level, same=same_raters, fixed=fixed_raters)
    rated = ~(np.isnan(first).all(axis=1) | np.isnan(second).all(axis=1))
    return Difference(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        n=estimate.n,
        method=f"paired difference: {estimate.method}",
        reason=estimate.reason,
        level=level,
        outcome=change_of(estimate, limit, items=int(rated.sum())),
        limit=limit,
    )


def _estimate(first: Array, second: Array, level: float, *, same: bool, fixed: bool) -> Estimate:
    if not same:
        return _two_panels(first, second, level, fixed=fixed)
    if not fixed:
        crossed = crossed_mean(second - first, level=level)
        alike = crossed.low is None and crossed.value is not None and min(second.shape) > 1
        return replace(crossed, reason=ALIKE) if alike else crossed
    both = np.isnan(first) | np.isnan(second)
    return _two_panels(np.where(both, np.nan, first), np.where(both, np.nan, second), level, fixed=True)


def change_of(estimate: Estimate, limit: float, *, items: int) -> Change:
    """What a difference with its interval says; `limit` is the largest drop that counts as no worse.

    A bound decides, not the value: a drop that is certain and certainly small is no worse.
    """
    low, high = estimate.low, estimate.high
    if estimate.value is None:
        return "inconclusive"
    if low is None or high is None:
        if items < FEWEST_ALIKE or estimate.reason != ALIKE:
            return "inconclusive"
        low = high = estimate.value
    if low > 0.0:
        return "better"
    if low > -limit:
        return "no worse"
    return "worse" if high < 0.0 else "inconclusive"


def _two_panels(first: Array, second: Array, level: float, *, fixed: bool) -> Estimate:
    """Difference of item means, with what the choice of each panel adds unless it is fixed."""
    rated = ~(np.isnan(first).all(axis=1) | np.isnan(second).all(axis=1))
    first, second = first[rated], second[rated]
    items = int(rated.sum())
    method = f"{items} items, {'these raters' if fixed else 'two panels of raters; Satterthwaite'}"
    if items < 2:
        return Estimate.absent(f"{items} items rated in both runs: at least 2 are needed", n=items, method=method)
    gaps = np.nanmean(second, axis=1) - np.nanmean(first, axis=1)
    panels = () if fixed else (first, second)
    parts = [(float(gaps.var(ddof=1)) / items, items - 1.0), *(_rater_part(run) for run in panels)]
    variance = sum(part for part, _ in parts)
    value = float(gaps.mean())
    if variance <= 0.0:
        return Estimate(value, n=items, method=method, reason=ALIKE, level=level)
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
