"""1 - observed/expected and its intervals."""

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from ringtrue.stats.agreement.ratings import IntervalRequest
from ringtrue.stats.arrays import Array
from ringtrue.stats.resampling import percentile_interval, resample_weights
from ringtrue.terms.result import Estimate

# Chance-corrected coefficients, 1 - observed / expected disagreement, and their two intervals over items.


CorrectedInterval = Literal["delta", "bootstrap"]
Totals = NDArray[Any]  # rows of totals: real, or complex while a derivative is taken
Coefficient = Callable[[Totals], Totals]

_STEP = 1e-20  # a complex step loses no digits, so it can be as small as the squares allow
_TINY = 1e-12  # expected disagreement below this is rounding
_NAMES = {"delta": "delta-method t interval on the Fisher z scale", "bootstrap": "percentile bootstrap over items"}


@dataclass(frozen=True, slots=True)
class Corrected:
    """A coefficient with what its intervals need.

    `influence` is the derivative of the value by each item's weight; `resampled` gives the replicates for a number of
    them and a seed. The value is NaN where the expected disagreement is zero.
    """

    value: float
    influence: Array
    resampled: Callable[[int, int], Array]


def one_minus_ratio(observed: Totals, expected: Totals) -> Totals:
    """1 - observed / expected, NaN where nothing but rounding is expected."""
    return np.asarray(1.0 - observed / np.where(expected.real > _TINY, expected, np.nan))


def corrected(sums: Array, coefficient: Coefficient) -> Corrected:
    """The coefficient of additive per-item sums (items x columns): its value, influences and replicates."""
    totals = sums.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(coefficient(totals[None, :])[0])
        influence = sums @ gradient(coefficient, totals)
    return Corrected(value, influence, lambda replicates, seed: _resample(sums, coefficient, replicates, seed))


def gradient(coefficient: Coefficient, totals: Array) -> Array:
    """The derivative of a coefficient by each total, by complex steps: exact for sums, products and ratios."""
    stepped = totals[None, :] + 1j * _STEP * np.eye(totals.size)
    return np.asarray(coefficient(stepped).imag / _STEP)


def _resample(sums: Array, coefficient: Coefficient, replicates: int, seed: int) -> Array:
    blocks = resample_weights(sums.shape[0], replicates, np.random.default_rng(seed))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.concatenate([coefficient(weights @ sums) for weights in blocks])


def corrected_estimate(
    found: Corrected,
    about: str,
    asked: IntervalRequest,
    note: str = "",
    unanimous: Callable[[], Estimate] | None = None,
) -> Estimate:
    """The value with the interval asked for, or with the reason why it has none; `note` stands before that reason.

    `unanimous` gives the estimate where no disagreement was seen.
    """
    n = found.influence.size
    if found.value == 1.0 and unanimous is not None:
        return unanimous()
    method = f"{about}; {_NAMES[asked.name]}"
    bounds, why = _bounds(found, asked)
    reason = "; ".join(part for part in (note, why) if part) or None
    low, high = bounds if bounds is not None else (None, None)
    return Estimate(found.value, low, high, n, method, reason, level=asked.level)


def _bounds(found: Corrected, asked: IntervalRequest) -> tuple[tuple[float, float] | None, str]:
    if found.value == 1.0:
        return None, "no interval: no disagreement was seen, so its spread is unknown"
    if found.value <= -1.0:
        return None, "no interval: disagreement is as large as it can be, so its spread is unknown"
    if asked.name == "bootstrap":
        bounds = percentile_interval(found.resampled(asked.replicates, asked.seed), asked.level)
        return bounds, "" if bounds else "no interval: too many resamples hold only identical ratings"
    bounds = _delta_interval(found.value, found.influence, asked.level)
    return (
        bounds,
        "" if bounds else "no interval: every item has the same weight, so the spread between items is unknown",
    )


def _delta_interval(value: float, influence: Array, level: float) -> tuple[float, float] | None:
    n = influence.size
    spread = float(((influence - influence.mean()) ** 2).sum()) * n / (n - 1)
    if spread < _TINY**2:
        return None
    # On the z scale the interval stays inside -1 and 1. Simulated (benchmarks/agreement_coverage.py), it covers better
    # and is shorter than on the scale of log(1 - value), and covers better than the bootstrap with few items.
    half = float(stdtrit(n - 1, 0.5 + level / 2.0)) * sqrt(spread) / (1.0 - value**2)
    return tanh(atanh(value) - half), tanh(atanh(value) + half)


# A panel's per-item sums: what Fleiss' kappa and Gwet's coefficients share, whatever the number of raters per item.


def panel_sums(counts: Array, apart: Array) -> Array:
    """Per item: mean disagreement of its pairs of ratings, whether it has a pair, and the share of each category.

    `counts` is items x categories with at least one rating per item, `apart` the distances between categories.
    """
    ratings = counts.sum(axis=1)
    paired = ratings >= 2
    pairs = np.where(paired, ratings * (ratings - 1.0), 1.0)
    disagreement = ((counts @ apart) * counts).sum(axis=1) / pairs
    return np.column_stack([disagreement, paired, counts / ratings[:, None]])


def observed_disagreement(totals: Totals) -> Totals:
    """Mean over the items that have a pair of ratings."""
    return np.asarray(totals[:, 0] / totals[:, 1])


def category_shares(totals: Totals) -> Totals:
    """Mean share of each category, every item weighing the same however many rated it."""
    shares = totals[:, 2:]
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
