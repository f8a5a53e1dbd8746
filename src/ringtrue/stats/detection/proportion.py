"""Intervals of a share: the Wilson score interval and the exact (Clopper-Pearson) one."""

from math import sqrt

from scipy.special import betaincinv, ndtri

from ringtrue.terms.result import Estimate


def wilson(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """Which shares are compatible with k successes in n independent trials?

    Result: k/n with the Wilson score interval, the set of p the score test does not reject:
    (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    Not for: judgments that cluster by rater or item (use `crossed_mean`); it takes every trial as independent.
    Checked against: Newcombe 1998, table I, method 3 (81/263, 15/148, 0/20, 1/29); statsmodels.
    Reference: Wilson 1927, J. Am. Stat. Assoc. 22, 209-212.
    """
    _check_counts(k, n)
    method = f"share of {n} independent trials; Wilson score interval"
    if n == 0:
        return Estimate.absent("no trials", method=method)
    low, high = wilson_bounds(k / n, n, level)
    return Estimate(k / n, low, high, n, method, level=level)


def wilson_bounds(share: float, trials: float, level: float) -> tuple[float, float]:
    """Wilson's bounds of a share of so many trials, which need not be whole: clustered ones count for fewer."""
    z = float(ndtri(0.5 + level / 2.0))
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    low = 0.0 if share == 0.0 else max(0.0, centre - half)
    high = 1.0 if share == 1.0 else min(1.0, centre + half)
    return low, high


def exact(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """Which shares are compatible with k successes in n independent trials, guaranteed at every true share?

    Result: k/n with the Clopper-Pearson interval, from the beta quantiles B(α/2; k, n-k+1) and B(1-α/2; k+1, n-k).
    Not for: a short interval (it covers more than asked), or clustered judgments (use `crossed_mean`).
    Checked against: Newcombe 1998, table I, method 5; statsmodels.
    Reference: Clopper & Pearson 1934, Biometrika 26, 404-413.
    """
    _check_counts(k, n)
    method = f"share of {n} independent trials; exact (Clopper-Pearson) interval"
    if n == 0:
        return Estimate.absent("no trials", method=method)
    tail = (1.0 - level) / 2.0
    low = 0.0 if k == 0 else float(betaincinv(k, n - k + 1, tail))
    high = 1.0 if k == n else float(betaincinv(k + 1, n - k, 1.0 - tail))
    return Estimate(k / n, low, high, n, method, level=level)


def _check_counts(k: int, n: int) -> None:
    if not 0 <= k <= n:
        raise ValueError(f"successes must lie between 0 and the number of trials, got {k} of {n}")
