"""How well raters tell two speakers apart, from k correct picks of n: D, its complement, sound fidelity, d'."""

from math import sqrt

from scipy.special import ndtri

from ringtrue.stats.detection.proportion import wilson
from ringtrue.terms import Estimate


def discrimination(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """How far from guessing are the picks, and in which direction?

    Result: D = 2p - 1 with p = k/n: 0 when raters guess, 1 when they always find the person, -1 when they always take
    the clone for the person. The interval is the Wilson interval of p put through the same line.
    Not for: judgments that cluster by rater or item (transform a `crossed_mean` instead).
    Checked against: `wilson`, of which it is a linear map.
    """
    share = wilson(k, n, level=level)
    method = f"2p-1 over {n} independent picks; Wilson interval of p, transformed"
    if share.value is None or share.low is None or share.high is None:
        return Estimate.absent("no picks", method=method)
    return Estimate(2 * share.value - 1, 2 * share.low - 1, 2 * share.high - 1, n, method, level=level)


def indistinguishability(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """How near to guessing are the picks, whichever way they lean?

    Result: 1 - |D|: 1 when raters guess, 0 when they are always right or always wrong. The interval is everything
    1 - |D| can be while D is inside its own interval, so its upper end is 1 as soon as guessing is compatible.
    Not for: a one-sided question; a caricature that raters prefer over the person loses here, not in `sound_fidelity`.
    Biased down like every |difference|: raters who guess average less than 1 in a finite sample.
    Checked against: the definition, over the whole interval of D.
    """
    d = discrimination(k, n, level=level)
    method = f"1-|2p-1| over {n} independent picks; Wilson interval of p, transformed"
    if d.value is None or d.low is None or d.high is None:
        return Estimate.absent("no picks", method=method)
    farthest = max(abs(d.low), abs(d.high))
    nearest = max(0.0, d.low, -d.high)
    return Estimate(1 - abs(d.value), 1 - farthest, 1 - nearest, n, method, level=level)


def sound_fidelity(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """How much of the person's voice survives, in points of 100, if being told apart is what costs points?

    Result: 100 (1 - max(0, D)): 100 at or under guessing, 0 when raters always find the person. The interval is the
    Wilson interval of p put through the same falling line.
    Not for: reading the value without its interval. The plug-in value is biased down, since luck above one half costs
    points and luck below earns none: a perfect clone averages 95.8 at 90 picks and 92.8 at 30. Picks under one half
    score 100 too, and need the two-sided `equivalence` to be seen.
    Checked against: the exact binomial mean at p = .5, which is 100 (1 - E|2K/n - 1| / 2).
    """
    d = discrimination(k, n, level=level)
    method = f"100(1-max(0, 2p-1)) over {n} independent picks; Wilson interval of p, transformed"
    if d.value is None or d.low is None or d.high is None:
        return Estimate.absent("no picks", method=method)
    value, low, high = (100 * (1 - max(0.0, x)) for x in (d.value, d.high, d.low))
    return Estimate(value, low, high, n, method, kind="sound", level=level)


def d_prime(k: int, n: int, *, level: float = 0.95) -> Estimate:
    """How many standard deviations apart do the two speakers appear to a rater who picks one of two?

    Result: d' = sqrt(2) z(k/n), z the normal quantile, for a two-alternative forced choice without a preferred side;
    negative when raters mostly pick wrongly. The interval is the Wilson interval of p put through the same function.
    When all picks or none are right, no finite d' fits the data best: there is no value but a reason, and the bound
    that is finite is kept (the lower one when all are right, the upper one when none is). No correction such as half
    a pick is made, because the number would then depend on the correction.
    Not for: picks with a tie option (use `two_ac`), clustered judgments, more than two alternatives.
    Checked against: the tabled normal quantiles; `proportion_correct`, of which it is the inverse.
    Reference: Green & Swets 1966, Signal Detection Theory and Psychophysics.
    """
    share = wilson(k, n, level=level)
    method = f"sqrt(2) z(p) over {n} independent picks of one of two; Wilson interval of p, transformed"
    if share.value is None or share.low is None or share.high is None:
        return Estimate.absent("no picks", method=method)
    value, low, high = (_separation(p) for p in (share.value, share.low, share.high))
    reason = None if value is not None else f"{'all' if k else 'none'} of {n} picks right: d' has no finite estimate"
    return Estimate(value, low, high, n, method, reason, level=level)


def _separation(p: float) -> float | None:
    """sqrt(2) z(p), or None where it is infinite."""
    return sqrt(2) * float(ndtri(p)) if 0 < p < 1 else None
