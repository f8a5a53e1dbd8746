"""Planning with independent picks: exact power and sample size of the equivalence test and of the 2AFC test."""

from collections.abc import Callable, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr

from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.choice import critical_values

Sizes = Sequence[int] | NDArray[np.int64]
_FIRST_SEARCH = 256
_LARGEST_SEARCH = 1 << 16  # more picks than any study collects, searched in about .3 s


@overload
def equivalence_power(n: int, margin: float, p: float = ..., alpha: float = ...) -> float: ...
@overload
def equivalence_power(n: Sizes, margin: float, p: float = ..., alpha: float = ...) -> Array: ...
def equivalence_power(n: int | Sizes, margin: float, p: float = 0.5, alpha: float = 0.05) -> float | Array:
    """How probable is it that n picks declare the clone indistinguishable within the margin, if raters are right p?

    The test: two one-sided exact binomial tests at alpha, against p <= 1 - margin and against p >= margin; both must
    reject, that is c <= k <= n - c with c the critical value at chance 1 - margin. Result: the exact probability of
    that, a number for one n, an array for several. As the test is discrete, power goes up and down with n.
    Not for: judgments that cluster by rater or item, which need more (simulate the crossed design instead).
    Checked against: the sum over all outcomes with scipy.stats; at p = margin it is at most alpha.
    Reference: Schuirmann 1987, J. Pharmacokinetics and Biopharmaceutics 15, 657-680.
    """
    _check_margin(margin)
    sizes = _sizes(n)
    fewest = critical_values(sizes, 1 - margin, alpha)
    most = sizes - fewest
    declared = np.where(fewest <= most, _below(most, sizes, p) - _below(fewest - 1, sizes, p), 0.0)
    return _like(n, declared)


def equivalence_sample_size(
    margin: float, power: float = 0.8, p: float = 0.5, alpha: float = 0.05, *, steady: bool = False
) -> int:
    """How many independent picks does the equivalence test need?

    Result: the smallest n whose `equivalence_power` reaches the target. Power goes up and down with n, so a few more
    picks may fall short again: `steady=True` gives the n from which no larger one does.
    Not for: clustered judgments, which need more.
    Checked against: 214/268, 96/119, 53/67 picks for margins .60, .65, .70 at 80/90 % power, which are smallest n
    (steady: 227/281, 100/126, 57/69).
    """
    _check_margin(margin)
    if not 1 - margin < p < margin:
        raise ValueError(f"no number of picks shows a share of {p} to lie within {1 - margin:g} and {margin:g}")
    return _smallest(lambda sizes: equivalence_power(sizes, margin, p, alpha), power, steady)


@overload
def detection_power(n: int, p: float, alpha: float = ...) -> float: ...
@overload
def detection_power(n: Sizes, p: float, alpha: float = ...) -> Array: ...
def detection_power(n: int | Sizes, p: float, alpha: float = 0.05) -> float | Array:
    """How probable is it that n picks of one of two show raters to be better than luck, if they are right p?

    Result: the exact power of the one-sided binomial test at alpha, P(X >= `critical_value`(n)).
    Not for: clustered judgments, which need more.
    Checked against: the sum over all outcomes with scipy.stats; at p = .5 it is at most alpha.
    """
    sizes = _sizes(n)
    needed = critical_values(sizes, 0.5, alpha)
    # Right and wrong change places, because the lower tail keeps the digits of a small power.
    return _like(n, _below(sizes - needed, sizes, 1 - p))


def detection_sample_size(p: float, power: float = 0.8, alpha: float = 0.05, *, steady: bool = False) -> int:
    """How many independent picks of one of two show that raters who are right p are better than luck?

    Result: the smallest n whose `detection_power` reaches the target; `steady=True` gives the n from which no larger
    one falls short again.
    Not for: clustered judgments, which need more.
    Checked against: a direct search with scipy.stats.
    """
    if not 0.5 < p <= 1:
        raise ValueError(f"no number of picks shows raters who are right {p} of the time to be better than luck")
    return _smallest(lambda sizes: detection_power(sizes, p, alpha), power, steady)


def _smallest(power_of: Callable[[NDArray[np.int64]], Array], target: float, steady: bool) -> int:
    if not 0 < target < 1:
        raise ValueError(f"power must lie between 0 and 1, got {target}")
    short = 0  # the largest number of picks known to fall short of the target
    first, last = 1, _FIRST_SEARCH
    while last <= _LARGEST_SEARCH:
        sizes = np.arange(first, last + 1)
        reached = power_of(sizes) >= target
        if not steady and reached.any():
            return int(sizes[np.argmax(reached)])
        # The trend of power rises and its teeth shrink: once it holds from n to 2n, it holds.
        short = int(sizes[~reached].max(initial=short))
        if steady and 2 * short < last:
            return short + 1
        first, last = last + 1, 2 * last
    raise ValueError(f"more than {_LARGEST_SEARCH} independent picks would be needed")


def _below(k: NDArray[np.int64], n: NDArray[np.int64], p: float) -> Array:
    """P(X <= k), 0 below k = 0."""
    cumulative: Array = np.where(k < 0, 0.0, bdtr(np.maximum(k, 0).astype(np.float64), n, p))
    return cumulative


def _sizes(n: int | Sizes) -> NDArray[np.int64]:
    sizes = np.asarray(n, dtype=np.int64)
    if (sizes < 0).any():
        raise ValueError("the number of picks cannot be negative")
    return sizes


def _like(n: int | Sizes, values: Array) -> float | Array:
    return values if np.ndim(n) else float(values)


def _check_margin(margin: float) -> None:
    if not 0.5 < margin < 1:
        raise ValueError(f"the margin is a share between .5 and 1, got {margin}")
