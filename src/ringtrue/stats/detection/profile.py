"""Likelihood intervals: where a profile log-likelihood has fallen too far below its maximum."""

from collections.abc import Callable

from scipy.special import ndtri

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
