"""Raters who differ: the beta-binomial model of right picks, and the test whether raters differ at all."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, ndtri, xlogy

from ringtrue.stats.arrays import Array, as_vector
from ringtrue.terms.result import Estimate

# Likelihood intervals: where a profile log-likelihood has fallen too far below its maximum.


_STEPS = 60  # doublings or halvings of the first stride; far more than any bound of interest needs


def allowed_drop(level: float) -> float:
    """How far the log-likelihood may fall inside the interval: half the chi-square quantile on one degree."""
    return float(ndtri(0.5 + level / 2.0)) ** 2 / 2.0


def profile_bound(
    profile: Callable[[float], float],
    peak: float,
    start: float,
    *,
    drop: float,
    stride: float,
    edge: float | None = None,
) -> float | None:
    """The parameter at which `profile`, falling away from `start`, passes `peak - drop`.

    Goes from `start` by growing strides (a negative stride goes down), each at most half way to `edge` if one is
    given, until the floor is passed, then closes in on the crossing. None where it is never passed: the data put no
    bound on that side. `profile` must not rise again on its way, which holds where the log-likelihood is concave.
    """
    from scipy.optimize import brentq

    floor = peak - drop
    inside = start
    for step in range(_STEPS):
        outside = inside + stride * 2.0**step
        if edge is not None:
            half = (inside + edge) / 2.0
            outside = min(outside, half) if stride > 0 else max(outside, half)
        if profile(outside) < floor:
            return float(brentq(lambda x: profile(x) - floor, inside, outside, xtol=1e-12))
        inside = outside
    return None


@dataclass(frozen=True, slots=True)
class BetaBinomial(Estimate):
    """The mean share over raters, how much raters differ, and whether that could be luck.

    `error` is the standard error of the mean from the observed information (None at the edge of the model). `gamma`
    is the correlation of two picks of one rater, 0 when all raters are alike, 1 when each is always right or always
    wrong. `ratio` and `p` are the likelihood-ratio test against gamma = 0.
    """

    error: float | None = None
    gamma: float | None = None
    log_likelihood: float | None = None
    ratio: float | None = None
    p: float | None = None


def beta_binomial(successes: ArrayLike, trials: ArrayLike, *, level: float = 0.95) -> BetaBinomial:
    """Which share of picks is right over all raters, if each rater has a share of their own, and do raters differ?

    Inputs: right picks and picks per rater; a rater without picks, or with NaN in either, is left out.
    Result: mu and gamma of maximum likelihood where a rater's share is drawn from a Beta(a, b) distribution,
    mu = a/(a+b), gamma = 1/(a+b+1); the variance of a rater's n picks is then 1 + (n-1) gamma times the binomial one.
    The interval of mu is that of the profile likelihood. The p halves the chi-square tail on one degree of freedom,
    because gamma = 0 lies on the border of the model (sensR takes the whole tail, which is cautious).
    Not for: effects of items (use `crossed_mean`), or fewer than about five raters, where gamma is hardly known.
    Where it cannot be known at all (one pick per rater, every pick alike) it is None and the reason says so.
    Checked against: sensR's `betabin` without chance correction, 18 raters: mu .4938123 (.0723817), gamma .3144258,
    log-likelihood -41.70868; scipy.stats.betabinom; a brute-force grid.
    Reference: Brockhoff 2003, Food Quality and Preference 14, 405-417; Self & Liang 1987, JASA 82, 605-610.
    """
    right, picks = _per_rater(successes, trials)
    n = int(picks.sum())
    method = f"beta-binomial mean over {picks.size} raters with {n} picks; profile likelihood interval"
    if n == 0:
        return BetaBinomial.absent("no picks", method=method)
    if picks.size == 1:
        return BetaBinomial.absent("one rater: how raters differ cannot be estimated", n=n, method=method)
    model = _Model.of(right, picks)
    mu, gamma = model.fit()
    peak = model.log_likelihood(mu, gamma)
    ratio = max(0.0, 2 * (peak - model.log_likelihood(model.share, 0.0)))
    low, high = _bounds(model, mu, peak, level)
    unknown = _why_gamma_is_unknown(right, picks)
    return BetaBinomial(
        mu,
        low,
        high,
        n,
        method,
        unknown,
        level=level,
        error=None if unknown else model.error(mu, gamma),
        gamma=None if unknown else gamma,
        log_likelihood=peak,
        ratio=None if unknown else ratio,
        p=None if unknown else _border_p(ratio),
    )


@dataclass(frozen=True, slots=True)
class _Model:
    """The log-likelihood, reduced to how many raters have more than j right, wrong and all picks.

    A rater's probability is a product over j of (mu(1-g) + jg), ((1-mu)(1-g) + jg) and 1/(1-g + jg), g = gamma, which
    stays exact down to g = 0 where log-gamma functions would cancel.
    """

    right: Array
    wrong: Array
    every: Array
    constant: float
    share: float

    @classmethod
    def of(cls, right: Array, picks: Array) -> "_Model":
        steps = np.arange(picks.max())[:, None]
        wrong = picks - right
        return cls(
            right=(right > steps).sum(axis=1, dtype=np.float64),
            wrong=(wrong > steps).sum(axis=1, dtype=np.float64),
            every=(picks > steps).sum(axis=1, dtype=np.float64),
            constant=float((gammaln(picks + 1) - gammaln(right + 1) - gammaln(wrong + 1)).sum()),
            share=float(right.sum() / picks.sum()),
        )

    def log_likelihood(self, mu: float, gamma: float) -> float:
        """With the binomial constant, so that it compares with other programs."""
        steps = np.arange(self.every.size) * gamma
        own = 1 - gamma
        # Raters with both right and wrong picks have one factor 1-gamma more than the denominator takes away.
        mixed = self.right[0] + self.wrong[0] - self.every[0]
        first = xlogy(self.right[0], mu) + xlogy(self.wrong[0], 1 - mu) + xlogy(mixed, own)
        rest = (
            xlogy(self.right[1:], mu * own + steps[1:])
            + xlogy(self.wrong[1:], (1 - mu) * own + steps[1:])
            - xlogy(self.every[1:], own + steps[1:])
        )
        return self.constant + float(first + rest.sum())

    def profile(self, mu: float) -> tuple[float, float]:
        """The greatest log-likelihood at this mu, and the gamma that gives it."""
        from scipy.optimize import minimize_scalar

        found = minimize_scalar(
            lambda gamma: -self.log_likelihood(mu, gamma), bounds=(0.0, 1.0), method="bounded", options={"xatol": 1e-8}
        )
        # The search stays inside, but all-alike and all-or-none raters sit on the border.
        return max((self.log_likelihood(mu, gamma), gamma) for gamma in (float(found.x), 0.0, 1.0))

    def fit(self) -> tuple[float, float]:
        """mu and gamma of maximum likelihood."""
        from scipy.optimize import minimize_scalar

        if self.share in (0.0, 1.0):
            return self.share, 0.0
        found = minimize_scalar(
            lambda mu: -self.profile(mu)[0], bounds=(0.0, 1.0), method="bounded", options={"xatol": 1e-8}
        )
        mu = float(found.x)
        gamma = self.profile(mu)[1]
        return (self.share, 0.0) if gamma == 0.0 else (mu, gamma)

    def error(self, mu: float, gamma: float) -> float | None:
        """The standard error of mu from the observed information; at gamma = 0 or 1 that of mu alone."""
        own = 1 - gamma
        steps = np.arange(self.every.size)
        a, b, c = mu * own + steps * gamma, (1 - mu) * own + steps * gamma, own + steps * gamma
        if gamma in (0.0, 1.0):
            # Only the factor of j = 0 is left at 1, and every factor is the same at 0.
            weight = self.right.sum() + self.wrong.sum() if gamma == 0.0 else self.right[0] + self.wrong[0]
            return sqrt(mu * (1 - mu) / float(weight))
        by_mu = own * own * ((self.right / a**2) + (self.wrong / b**2)).sum()
        up, down, whole = steps - mu, steps - (1 - mu), steps - 1
        by_gamma = (self.right * (up / a) ** 2 + self.wrong * (down / b) ** 2 - self.every * (whole / c) ** 2).sum()
        # d²/dmu dgamma of log a is -1/a - own up/a² = -j/a², and the mirror image for b.
        both = (self.right * steps / a**2 - self.wrong * steps / b**2).sum()
        information = by_mu - both**2 / by_gamma if by_gamma > 0 else 0.0
        return sqrt(1 / information) if information > 0 else None


def _bounds(model: _Model, mu: float, peak: float, level: float) -> tuple[float, float]:
    drop = allowed_drop(level)

    def bound(stride: float, edge: float) -> float:
        found = profile_bound(lambda x: model.profile(x)[0], peak, mu, drop=drop, stride=stride, edge=edge)
        return edge if found is None else found

    return (0.0 if mu == 0 else bound(-0.05, 0.0)), (1.0 if mu == 1 else bound(0.05, 1.0))


def _border_p(ratio: float) -> float:
    """Half the chi-square tail on one degree of freedom; 1 where the binomial model itself fits best."""
    return 1.0 if ratio == 0.0 else erfc(sqrt(ratio / 2)) / 2


def _why_gamma_is_unknown(right: Array, picks: Array) -> str | None:
    if right.sum() in (0, picks.sum()):
        return "every pick is the same: how raters differ cannot be estimated"
    if picks.max() == 1:
        return "one pick per rater: how raters differ cannot be estimated"
    return None


def _per_rater(successes: ArrayLike, trials: ArrayLike) -> tuple[Array, Array]:
    right, picks = as_vector(successes, "successes"), as_vector(trials, "trials")
    if right.shape != picks.shape:
        raise ValueError(f"successes and trials must have the same length, got {right.size} and {picks.size}")
    present = ~(np.isnan(right) | np.isnan(picks))
    right, picks = right[present], picks[present]
    if (right != np.floor(right)).any() or (picks != np.floor(picks)).any():
        raise ValueError("successes and trials must be whole numbers")
    if (right < 0).any() or (right > picks).any():
        raise ValueError("successes must lie between 0 and the number of trials")
    return right[picks > 0], picks[picks > 0]
