"""Forced choices with a known chance level: what d' predicts, how many right answers are more than luck."""

from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ncfdtr, ndtr, ndtri

from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.proportion import wilson
from ringtrue.terms.result import Estimate

_NODES = 96  # 1e-14 with ten alternatives, 1e-6 still with two hundred
_ROUNDING = 1 + 1e-12  # a tail probability of exactly alpha counts as reaching it, whatever its last bit says


def proportion_correct(d: float, alternatives: int = 2) -> float:
    """How often is the right one of m alternatives picked, if it stands out by d' = d?

    Result: the probability that a N(d, 1) variable exceeds m - 1 independent N(0, 1) ones, E[Φ(d + Z)^(m-1)], by
    Gauss-Hermite quadrature; Φ(d/sqrt(2)) for m = 2 and 1/m at d = 0.
    Not for: raters with a preferred position, or the triangle test (use `triangle_correct`).
    Checked against: 2AFC .760 and 3AFC .634 at d' = 1 (Hacker & Ratcliff 1979); adaptive quadrature.
    Reference: Hacker & Ratcliff 1979, Perception & Psychophysics 26, 168-170.
    """
    if alternatives < 2:
        raise ValueError(f"a choice needs at least two alternatives, got {alternatives}")
    if alternatives == 2:
        return float(ndtr(d / sqrt(2)))
    nodes, weights = _gauss_hermite()
    return float(weights @ ndtr(d + nodes) ** (alternatives - 1))


def triangle_correct(d: float) -> float:
    """How often is the odd one of three found, if one speaker gave it and another, d' = d away, gave the two others?

    Result: P(F > 3) for a noncentral F with 1 and 1 degrees of freedom and noncentrality 2d²/3; 1/3 at d = 0. The
    direction of the difference does not matter.
    Not for: picking the one that is more like somebody (that is a forced choice: `proportion_correct` with three).
    Checked against: the integral of Ura 1960 by quadrature.
    Reference: Ennis 1993, J. Sensory Studies 8, 353-370.
    """
    return 1.0 - float(ncfdtr(1, 1, 2 * d * d / 3, 3))


def binomial_p(k: int, n: int, chance: float = 0.5) -> float:
    """How probable are k or more right answers of n by luck alone?

    Result: the exact one-sided p, P(X >= k) for X binomial with n and `chance`.
    Not for: clustered judgments, whose luck comes in lumps; looking after every answer (use `e_value`).
    Checked against: ABX 12 of 16 -> .0384; scipy.stats.binomtest.
    """
    if not 0 <= k <= n:
        raise ValueError(f"right answers must lie between 0 and the number of answers, got {k} of {n}")
    _check_chance(chance)
    return float(_upper_tail(np.asarray([k]), np.asarray([n]), chance)[0])


def sign_test(k: int, n: int) -> float:
    """Is one of two sides ahead more often than a fair coin would put it there?

    Result: the exact two-sided p of k pairs of n in which one side is ahead, min(1, 2 P(X >= max(k, n - k))) for X
    binomial with n and 1/2; 1 for n = 0. Pairs in which neither is ahead are left out beforehand.
    Not for: pairs that depend on each other, such as the same two texts judged by several raters.
    Checked against: 23 of 29 -> .00232 and 9 of 10 -> .0215, derived by hand; scipy.stats.binomtest.
    Reference: Dixon & Mood 1946, J. Am. Stat. Assoc. 41, 557-566.
    """
    return min(1.0, 2 * binomial_p(max(k, n - k), n))


def critical_value(n: int, chance: float = 0.5, alpha: float = 0.05) -> int | None:
    """How many of n answers must be right to rule out luck at level alpha?

    Result: the smallest k with P(X >= k) <= alpha under luck, or None where even n of n right answers could be luck.
    Not for: planning (see `detection_power`) or clustered judgments.
    Checked against: published tables, 2AFC 10 -> 9, 16 -> 12, 50 -> 32; triangle 6 -> 5, 18 -> 10, 30 -> 15.
    Reference: Roessler, Pangborn, Sidel & Stone 1978, J. Food Science 43, 940-943.
    """
    if n < 0:
        raise ValueError(f"the number of answers cannot be negative, got {n}")
    k = int(critical_values(np.asarray([n]), chance, alpha)[0])
    return k if k <= n else None


def critical_values(n: NDArray[np.int64], chance: float, alpha: float) -> NDArray[np.int64]:
    """`critical_value` for every number of answers in an array; n + 1 where even n of n could be luck."""
    _check_chance(chance)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie between 0 and 1, got {alpha}")
    sizes = np.asarray(n, dtype=np.int64)
    # The normal quantile with its skewness term lands within one or two of the answer; the exact tails decide.
    z = float(ndtri(1 - alpha))
    guess = sizes * chance + z * np.sqrt(sizes * chance * (1 - chance)) + (z * z - 1) * (1 - 2 * chance) / 6 + 1
    k: NDArray[np.int64] = np.clip(guess.astype(np.int64), 0, sizes + 1)
    allowed = alpha * _ROUNDING
    while (short := _upper_tail(k, sizes, chance) > allowed).any():
        k = k + short
    while (spare := (k > 0) & (_upper_tail(k - 1, sizes, chance) <= allowed)).any():
        k = k - spare
    return k


def _upper_tail(k: NDArray[np.int64], n: NDArray[np.int64], chance: float) -> Array:
    """P(X >= k), exactly 1 at k = 0 and 0 at k = n + 1."""
    inside = betainc(np.clip(k, 1, None), np.clip(n - k, 0, None) + 1.0, chance)
    tail: Array = np.where(k <= 0, 1.0, np.where(k > n, 0.0, inside))
    return tail


def _check_chance(chance: float) -> None:
    if not 0 < chance < 1:
        raise ValueError(f"chance must lie between 0 and 1, got {chance}")


@cache
def _gauss_hermite() -> tuple[Array, Array]:
    """Nodes and weights of an expectation over a standard normal variable."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(_NODES)
    return nodes, weights / weights.sum()


# How well raters tell two speakers apart, from k correct picks of n: D, its complement, sound fidelity, d'.


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
