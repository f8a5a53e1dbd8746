"""Pearson's correlation, its interval and its two tests (Student's t and permutation)."""

from itertools import permutations as arrangements
from math import factorial, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, ndtri

from ringtrue.stats.arrays import Array, as_vector
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, bootstrap, percentile_interval
from ringtrue.terms.result import Estimate

# Two series as complete pairs: what every correlation needs to know before it is computed.


EXPLORATORY_BELOW = 30  # pairs: fewer than this and the interval of r is too wide to decide anything
_ON_A_LINE = 1e-12  # distance of |r| from 1 that rounding alone can make


def complete_pairs(x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
    """The pairs of which both values are known; series of different length are refused."""
    first, second = as_vector(x, "x"), as_vector(y, "y")
    if first.size != second.size:
        raise ValueError(f"x and y must be equally long, got {first.size} and {second.size}")
    known = ~(np.isnan(first) | np.isnan(second))
    return first[known], second[known]


def why_no_correlation(x: Array, y: Array) -> str | None:
    """The reason why these complete pairs have no correlation, or None if they have one."""
    if x.size < 3:
        return f"{x.size} complete pairs; a correlation needs at least three"
    constant = [name for name, values in (("x", x), ("y", y)) if values.min() == values.max()]
    return f"all values of {' and of '.join(constant)} are equal" if constant else None


def unit_length(values: Array) -> Array:
    """The values centred and scaled to length one, so that the product of two such series is their correlation.

    They are divided by the largest first: squares of very small or very large numbers would leave the float range.
    """
    scaled = values / np.abs(values).max()
    centred = scaled - scaled.mean()
    centred /= np.abs(centred).max()
    unit: Array = centred / np.sqrt(centred @ centred)
    return unit


def product_moment(x: Array, y: Array) -> float:
    """The correlation of two series that have one, never outside [-1, 1]; points on a line give exactly ±1."""
    r = float(unit_length(x) @ unit_length(y))
    return float(np.sign(r)) if abs(r) > 1.0 - _ON_A_LINE else r


def stamp(n: int) -> str:
    """What the method line ends with: a warning under thirty pairs, nothing otherwise."""
    return f"; exploratory (under {EXPLORATORY_BELOW} pairs)" if n < EXPLORATORY_BELOW else ""


def why_no_interval(r: float, n: int) -> str | None:
    """The reason why a correlation of n pairs has no interval, or None if it has one."""
    if n < 4:
        return "an interval needs at least four pairs"
    if abs(r) == 1.0:
        return "the pairs are in perfect order, where an interval cannot be estimated"
    return None


SKEWED = 1.0  # of a normal series of 10 values a quarter, of one of 30 a twentieth is as skewed as this by chance
_LEAST_FOR_SKEW = 10  # values; with fewer the skewness says nothing


def skew_warning(x: Array, y: Array) -> str | None:
    """A warning where Fisher's interval covers less than it says because a series is skewed; None otherwise."""
    found = {name: skewness(values) for name, values in (("x", x), ("y", y))}
    skewed = [f"{name} is skewed ({value:.1f})" for name, value in found.items() if abs(value) > SKEWED]
    if x.size < _LEAST_FOR_SKEW or not skewed:
        return None
    return (
        f"{' and '.join(skewed)}: Fisher's interval holds for about normal data and is too short here; "
        "compare the bootstrap interval and Spearman's rho"
    )


def skewness(values: Array) -> float:
    """The adjusted skewness G1 = g1 sqrt(n (n - 1)) / (n - 2) of three values or more that are not all alike."""
    n = values.size
    unit = unit_length(values) * sqrt(n)  # mean 0, variance 1
    return float((unit**3).mean()) * sqrt(n * (n - 1)) / (n - 2)


def transformed_interval(r: float, standard_error: float, z: float) -> tuple[float, float]:
    """Bounds of r that are symmetric on Fisher's scale, artanh r ± z standard errors."""
    centre = np.arctanh(r)
    return float(np.tanh(centre - z * standard_error)), float(np.tanh(centre + z * standard_error))


_ENUMERATE_UP_TO = 50_000  # arrangements; eight pairs have 40,320
_CELLS_PER_CHUNK = 1 << 20
_ROUNDING = 1e-9  # arrangements this close to the observed correlation count as equal to it


def pearson(
    x: ArrayLike,
    y: ArrayLike,
    *,
    level: float = 0.95,
    interval: Literal["fisher", "bootstrap"] = "fisher",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How closely do two series follow a straight line?

    Result: r over the pairs without a missing value. Interval `fisher`: tanh(artanh r ± z / sqrt(n-3)), for roughly
    normal pairs; `bootstrap`: percentiles over resampled pairs, for any shape but many pairs (in normal ones with
    ρ = .6 it covers .90 at 15 pairs, .92 at 30, .94 at 60; Fisher's .94-.95 throughout).
    From ten pairs on Fisher's interval comes with a warning where a series is skewed by more than 1: at a skewness of 2
    it covers .83-.88 (simulated, 30 and 100 pairs, ρ .5 and .8).
    Under thirty pairs the method says "exploratory": at n = 5 the interval of r = .70 runs from -.48 to .98.
    No value under three pairs or when a series is constant; no interval under four pairs or on a perfect line.
    Not for: agreement (two series can correlate and never agree: use an ICC), curved relations (use `spearman`),
    pairs that repeat a rater or an item (they are not independent).
    Checked against: Anscombe 1973, sets I-IV (.816); scipy.stats.pearsonr, value and interval; pingouin.
    Reference: Fisher 1921, Metron 1, 3-32; Efron & Tibshirani 1993, An Introduction to the Bootstrap, ch. 13.
    """
    if interval not in ("fisher", "bootstrap"):
        raise ValueError(f"interval must be 'fisher' or 'bootstrap', not {interval!r}")
    x, y = complete_pairs(x, y)
    n = x.size
    named = "Fisher interval" if interval == "fisher" else f"percentile interval of {replicates} bootstrap replicates"
    method = f"Pearson correlation of {n} complete pairs; {named}{stamp(n)}"
    if reason := why_no_correlation(x, y):
        return Estimate.absent(reason, n=n, method=method)
    r = product_moment(x, y)
    if reason := why_no_interval(r, n):
        return Estimate(r, n=n, method=method, reason=reason, level=level)
    if interval == "fisher":
        low, high = transformed_interval(r, 1.0 / sqrt(n - 3), float(ndtri(0.5 + level / 2.0)))
        return Estimate(r, low, high, n, method, skew_warning(x, y), level=level)
    bounds = percentile_interval(_bootstrapped(x, y, replicates, seed), level)
    if bounds is None:
        reason = "in more than one bootstrap replicate in ten a series is constant"
        return Estimate(r, n=n, method=method, reason=reason, level=level)
    return Estimate(r, *bounds, n, method, level=level)


def pearson_p(x: ArrayLike, y: ArrayLike) -> Estimate:
    """How often would unrelated normal series correlate at least this strongly, in either direction?

    Result: the two-sided p of t = r sqrt((n-2)/(1-r²)) with n-2 degrees of freedom, as the incomplete beta function
    I(1-r²; (n-2)/2, 1/2). No value where `pearson` has none.
    Not for: small or skewed samples (use `permutation_p`).
    Checked against: scipy.stats.pearsonr; five pairs need r >= .878 for p < .05.
    Reference: Student 1908, Biometrika 6, 302-310.
    """
    x, y = complete_pairs(x, y)
    n = x.size
    method = f"two-sided t-test of Pearson's r, {n} complete pairs"
    if reason := why_no_correlation(x, y):
        return Estimate.absent(reason, n=n, method=method)
    r = product_moment(x, y)
    # The upper tail of r² by its complement: near r = 0 the direct tail loses half its digits to rounding.
    p = betainc((n - 2) / 2.0, 0.5, (1.0 - r) * (1.0 + r)) if abs(r) > 0.5 else 1.0 - betainc(0.5, (n - 2) / 2.0, r * r)
    return Estimate(float(p), n=n, method=method)


def permutation_p(x: ArrayLike, y: ArrayLike, *, permutations: int = 10_000, seed: int = DEFAULT_SEED) -> Estimate:
    """How often does shuffling one series correlate at least this strongly, in either direction?

    Result: the share of arrangements of y whose |r| reaches the observed one. Up to eight pairs all n! arrangements
    are counted and p is exact; beyond, `permutations` random ones are drawn and p = (1 + hits) / (1 + draws), which
    is never 0 and never too small on average. No value where `pearson` has none.
    Not for: pairs in a sequence (neighbours in time are not exchangeable).
    Checked against: a plain count over all arrangements; scipy.stats.pearsonr with PermutationMethod; `pearson_p`.
    Reference: Pitman 1937, Suppl. J. R. Stat. Soc. 4, 225-232; Phipson & Smyth 2010, SAGMB 9, article 39.
    """
    if permutations < 1:
        raise ValueError(f"permutations must be at least 1, not {permutations}")
    x, y = complete_pairs(x, y)
    n = x.size
    exact = factorial(min(n, 20)) <= _ENUMERATE_UP_TO
    counted = f"all {factorial(n)} arrangements" if exact else f"{permutations} random arrangements"
    method = f"two-sided permutation test of Pearson's r, {n} complete pairs, {counted}"
    if reason := why_no_correlation(x, y):
        return Estimate.absent(reason, n=n, method=method)
    x, y = unit_length(x), unit_length(y)
    reach = abs(float(x @ y)) - _ROUNDING
    if exact:
        every = y[np.array(list(arrangements(range(n))))]
        return Estimate(float(np.mean(np.abs(every @ x) >= reach)), n=n, method=method)
    hits = _random_hits(x, y, reach, permutations, np.random.default_rng(seed))
    return Estimate((1 + hits) / (1 + permutations), n=n, method=method)


def _random_hits(x: Array, y: Array, reach: float, draws: int, rng: np.random.Generator) -> int:
    step = max(1, _CELLS_PER_CHUNK // x.size)
    hits = 0
    for start in range(0, draws, step):
        shuffled = np.tile(y, (min(step, draws - start), 1))
        rng.permuted(shuffled, axis=1, out=shuffled)
        hits += int(np.count_nonzero(np.abs(shuffled @ x) >= reach))
    return hits


def _bootstrapped(x: Array, y: Array, replicates: int, seed: int) -> Array:
    """Replicates of r from five sums per pair; nan where a replicate repeats one value of a series throughout."""
    x, y = unit_length(x), unit_length(y)
    n = x.size

    def correlation(totals: Array) -> Array:
        sx, sy, sxx, syy, sxy = totals.T
        vx, vy = sxx - sx * sx / n, syy - sy * sy / n
        # A constant replicate leaves rounding noise of this order instead of a zero.
        spread = np.where((vx > 1e-14 * sxx) & (vy > 1e-14 * syy), vx * vy, np.nan)
        r: Array = np.clip((sxy - sx * sy / n) / np.sqrt(spread), -1.0, 1.0)
        return r

    return bootstrap(np.column_stack([x, y, x * x, y * y, x * y]), correlation, replicates=replicates, seed=seed)


# Correct a correlation for the unreliability of the two measures.


def disattenuated(r: Estimate | float, reliability_x: Estimate | float, reliability_y: Estimate | float) -> Estimate:
    """How strongly would two measures correlate if both were free of random error?

    Result: r / sqrt(reliability_x reliability_y), and the interval of r divided by the same number. The reliabilities
    are taken as known, so the interval is too short where they are estimated from few items or raters. Nothing is
    cut off at 1: a corrected value beyond ±1 is given as it is, with a reason, because it says that the reliabilities
    are underestimated or r is inflated by chance; a bound beyond ±1 is likewise left.
    No value when r or a reliability has none, or a reliability is 0 or less.
    Not for: errors that are shared by the two measures (same raters, same session); a claim that needs the observed
    correlation.
    Checked against: a hand calculation; a simulation with known true correlation and reliabilities.
    Reference: Spearman 1904, Am. J. Psychol. 15, 72-101.
    """
    observed, x, y = map(_as_estimate, (r, reliability_x, reliability_y))
    method = "correlation corrected for attenuation; interval of r rescaled, reliabilities taken as known"
    if observed.value is None or x.value is None or y.value is None:
        missing = next(given.reason for given in (observed, x, y) if given.value is None)
        return Estimate.absent(f"nothing to correct: {missing}", n=observed.n, method=method)
    if abs(observed.value) > 1.0 or max(x.value, y.value) > 1.0:
        raise ValueError("neither a correlation nor a reliability can exceed 1")
    if min(x.value, y.value) <= 0.0:
        reason = (
            f"a reliability is not above 0 ({x.value:.3g} and {y.value:.3g}): nothing is measured to correlate with"
        )
        return Estimate.absent(reason, n=observed.n, method=method)
    root = sqrt(x.value * y.value)
    value = observed.value / root
    beyond = "beyond ±1: the reliabilities are underestimated, or the correlation is inflated by chance"
    low, high = (None if bound is None else bound / root for bound in (observed.low, observed.high))
    return Estimate(
        value, low, high, observed.n, method, beyond if abs(value) > 1.0 else observed.reason, level=observed.level
    )


def _as_estimate(given: Estimate | float) -> Estimate:
    return given if isinstance(given, Estimate) else Estimate(given)
