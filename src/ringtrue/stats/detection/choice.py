"""Forced choices with a known chance level: what d' predicts, how many right answers are more than luck."""

from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ncfdtr, ndtr, ndtri

from ringtrue.stats.arrays import Array

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
