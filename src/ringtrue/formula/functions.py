"""The table of functions a formula may call: one entry each, from which calls are checked and documented."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType

import numpy as np

from ringtrue.formula import reductions
from ringtrue.formula.truth import both, compare
from ringtrue.stats.arrays import Array

MISSING = float("nan")


@dataclass(frozen=True, slots=True)
class Function:
    """One function: how it is called, what it gives, an example on the sample of the documentation, and the work.

    An elementwise function is called with arrays that broadcast. One that `reduces` is called with the `Rows` it
    runs over and then the arrays, gives one number for each replicate (last axis kept, length 1), and takes tag
    filters. Infinite results are read as missing.
    """

    call: str  # as written in the documentation: "mean(x)"
    gives: str
    example: str
    result: float | tuple[float, ...]
    apply: Callable[..., Array]
    least: int = 1
    most: int | None = 1  # None: as many as you like
    reduces: bool = False
    paired: bool = False  # arguments come as weight, value, weight, value ...

    @property
    def name(self) -> str:
        """The word before the bracket."""
        return self.call.partition("(")[0]


def _below(limit: Array, *values: Array) -> Array:
    return sum((compare("<", value, limit) for value in values), np.zeros(()))


def _above(limit: Array, *values: Array) -> Array:
    return sum((compare(">", value, limit) for value in values), np.zeros(()))


def _between(x: Array, low: Array, high: Array) -> Array:
    return both(compare(">=", x, low), compare("<=", x, high))


def _clamp(x: Array, low: Array, high: Array) -> Array:
    return np.minimum(np.maximum(x, low), high)


def _default(x: Array, value: Array) -> Array:
    return np.where(np.isnan(x), value, x)


def _weigh(*weighted: Array) -> Array:
    return sum((weight * value for weight, value in zip(weighted[::2], weighted[1::2], strict=True)), np.zeros(()))


def _blend(*weighted: Array) -> Array:
    pairs = list(zip(weighted[::2], weighted[1::2], strict=True))
    total = sum((weight * np.nan_to_num(value) for weight, value in pairs), np.zeros(()))
    return total / sum((weight * ~np.isnan(value) for weight, value in pairs), np.zeros(()))


def _d_prime(p: Array) -> Array:
    from scipy.special import ndtri

    return np.asarray(np.sqrt(2.0) * ndtri(p))


_ELEMENTWISE = (
    Function("abs(a)", "a without its sign", "abs(a - b)", 20, np.abs),
    Function("sqrt(a)", "the square root; missing for a negative number", "sqrt(49)", 7, np.sqrt),
    Function(
        "min(a, b, ...)",
        "the smallest of them; missing if one is missing",
        "min(a, b)",
        70,
        lambda *values: reduce(np.minimum, values),
        2,
        None,
    ),
    Function(
        "max(a, b, ...)",
        "the largest of them; missing if one is missing",
        "max(a, gone)",
        MISSING,
        lambda *values: reduce(np.maximum, values),
        2,
        None,
    ),
    Function("clamp(a, low, high)", "a, kept between low and high", "clamp(a, 0, 50)", 50, _clamp, 3, 3),
    Function("between(a, low, high)", "1 where low <= a <= high, 0 elsewhere", "between(a, 60, 75)", 1, _between, 3, 3),
    Function(
        "below(limit, a, b, ...)",
        "how many of them are under the limit; missing if one is missing",
        "below(75, a, b)",
        1,
        _below,
        2,
        None,
    ),
    Function(
        "above(limit, a, b, ...)",
        "how many of them are over the limit; missing if one is missing",
        "above(60, a, b)",
        2,
        _above,
        2,
        None,
    ),
    Function(
        "known(a)",
        "1 where a has a value, 0 where it is missing",
        "known(x)",
        (1, 1, 0, 1),
        lambda a: (~np.isnan(a)).astype(np.float64),
    ),
    Function(
        "default(a, value)",
        "a, or the value where a is missing",
        "default(x, 0)",
        (80, 60, 0, 100),
        _default,
        2,
        2,
    ),
    Function(
        "first(a, b, ...)",
        "the first of them that has a value",
        "first(gone, a)",
        70,
        lambda *values: reduce(_default, values),
        2,
        None,
    ),
    Function(
        "weigh(weight, a, ...)",
        "the sum of weight times value, in pairs; missing if one is missing",
        "weigh(.6, a, .4, b)",
        78,
        _weigh,
        2,
        None,
        paired=True,
    ),
    Function(
        "blend(weight, a, ...)",
        "the weighted mean of those that have a value, in pairs",
        "blend(.6, a, .4, gone)",
        70,
        _blend,
        2,
        None,
        paired=True,
    ),
    Function("d_prime(p)", "sqrt(2) times the normal quantile of a share of right picks", "d_prime(.5)", 0, _d_prime),
)

_REDUCTIONS = (
    Function("mean(x)", "the mean", "mean(x)", 80, reductions.mean, reduces=True),
    Function(
        "share(condition)",
        "the share of items where the condition holds (0 to 1), among those where it is known",
        "share(x >= 80)",
        2 / 3,
        reductions.share,
        reduces=True,
    ),
    Function(
        "count(condition)",
        "how many items the condition holds for",
        "count(x >= 80)",
        2,
        reductions.count,
        reduces=True,
    ),
    Function("sum(x)", "the sum", 'sum(x, domain="TECH")', 140, reductions.sum_known, reduces=True),
    Function("n(x)", "how many items have a value", "n(x)", 3, reductions.present, reduces=True),
    Function("items()", "how many items there are", 'items(domain="NARR")', 2, reductions.items, 0, 0, reduces=True),
    Function("lowest(x)", "the smallest value", "lowest(x)", 60, reductions.lowest, reduces=True),
    Function("highest(x)", "the largest value", 'highest(x, domain="TECH")', 80, reductions.highest, reduces=True),
    Function("median(x)", "the middle value", "median(x)", 80, reductions.median, reduces=True),
    Function(
        "sd(x)", "the standard deviation, with n-1; of one value missing", "sd(x)", 20, reductions.sd, reduces=True
    ),
)

FUNCTIONS: MappingProxyType[str, Function] = MappingProxyType({f.name: f for f in _ELEMENTWISE + _REDUCTIONS})
