"""Power of a design, exact or simulated: how many raters and items a study needs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import overload

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, expit

from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.choice import critical_values
from ringtrue.stats.detection.equivalence import GATE_LEVEL, MIN_GENERIC_CARDS, TOLD_APART_LEVEL
from ringtrue.stats.interval.crossed import bounds, complete_crossings, mean_variance
from ringtrue.stats.resampling import DEFAULT_SEED

# Planning a blind study: what a design of raters x items can certify, by simulation of the crossed design itself.


GENERIC_SHARE = 0.90  # how often raters are taken to find the person against a generic bot
_TABLES_PER_CHUNK = 1 << 21  # simulated picks at a time


@dataclass(frozen=True, slots=True)
class PickDesign:
    """A blind study to be: every rater judges every item once, and some generic control cards.

    `item_sd` and `rater_sd` are the spread of items and raters in logits: 0 and 0 make all picks independent, .8 and .5
    are strong effects.
    """

    items: int = 30
    raters: int = 7
    generic_cards: int = MIN_GENERIC_CARDS
    item_sd: float = 0.0
    rater_sd: float = 0.0
    margin: float = 0.65

    def __post_init__(self) -> None:
        """Refuse a design that has no crossed interval."""
        if self.items < 2 or self.raters < 2:
            raise ValueError(f"a crossed design needs at least 2 items and 2 raters, got {self.items} x {self.raters}")
        if self.item_sd < 0 or self.rater_sd < 0:
            raise ValueError("effects in logits are standard deviations: 0 or more")
        if self.generic_cards < MIN_GENERIC_CARDS:
            raise ValueError(f"at least {MIN_GENERIC_CARDS} generic cards per rater, got {self.generic_cards}")
        if not 0.5 < self.margin < 1.0:
            raise ValueError(f"a margin lies between .5 and 1, got {self.margin}")


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares of simulated studies by outcome, at one true share of finding the person."""

    share: float
    indistinguishable: float
    told_apart: float
    cannot_be_told: float
    studies: int


def operating_rates(
    design: PickDesign,
    share: float,
    *,
    generic_share: float = GENERIC_SHARE,
    studies: int = 2000,
    seed: int = DEFAULT_SEED,
) -> Rates:
    """How often does the gate say what, if the person is really found in `share` of picks?

    Each simulated study draws items, raters and picks: P(found) = logistic(m + item + rater), m chosen so that the
    marginal share is exactly `share`; the same raters, with their effects, judge `generic_cards` pairs with a bot that
    is found in `generic_share` of picks. The gate is then applied as `equivalence` does. Everything is simulated: the
    rates describe the design, not any person.
    """
    rng = np.random.default_rng(seed)
    passed = apart = 0
    step = max(1, _TABLES_PER_CHUNK // (design.raters * (design.items + design.generic_cards)))
    for start in range(0, studies, step):
        said = _one_batch(design, share, generic_share, min(step, studies - start), rng)
        passed += said[0]
        apart += said[1]
    return Rates(share, passed / studies, apart / studies, 1.0 - (passed + apart) / studies, studies)


def _one_batch(
    design: PickDesign, share: float, generic_share: float, studies: int, rng: np.random.Generator
) -> tuple[int, int]:
    raters = design.rater_sd * rng.standard_normal((studies, 1, design.raters))
    picks = simulate_picks(design.items, raters, share, design, rng)
    bots = simulate_picks(design.generic_cards, raters, generic_share, design, rng)
    low, high = _share_bounds(picks, GATE_LEVEL)
    within = (low > 1.0 - design.margin) & (high < design.margin)
    able = _share_bounds(bots, GATE_LEVEL)[0] > 0.5
    low, high = _share_bounds(picks, TOLD_APART_LEVEL)
    apart = ((low > 0.5) | (high < 0.5)) & ~within
    return int((within & able).sum()), int(apart.sum())


def simulate_picks(
    items: int, rater_effects: Array, share: float, design: PickDesign, rng: np.random.Generator
) -> Array:
    """Simulated picks, studies x items x raters, whose marginal share of 1 is `share`."""
    studies, _, raters = rater_effects.shape
    middle = marginal_logit(share, design.item_sd, design.rater_sd)
    chance = expit(middle + design.item_sd * rng.standard_normal((studies, items, 1)) + rater_effects)
    return (rng.random((studies, items, raters)) < chance).astype(np.float64)


def _share_bounds(picks: Array, level: float) -> tuple[Array, Array]:
    means, crossing = complete_crossings(picks)
    return bounds(means, mean_variance(crossing), level)


@lru_cache(maxsize=256)
def marginal_logit(share: float, item_sd: float, rater_sd: float) -> float:
    """The middle m for which logistic(m + normal effects) averages to `share`; by bisection on Gauss-Hermite sums."""
    if not 0.0 < share < 1.0:
        raise ValueError(f"a share to simulate lies between 0 and 1, got {share}")
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    spread = float(np.hypot(item_sd, rater_sd))
    low, high = -40.0, 40.0
    for _ in range(80):
        middle = (low + high) / 2.0
        average = float((weights * expit(middle + spread * nodes)).sum() / weights.sum())
        low, high = (middle, high) if average < share else (low, middle)
    return (low + high) / 2.0


def items_needed(
    design: PickDesign,
    power: float,
    *,
    share: float = 0.5,
    most: int = 400,
    studies: int = 1000,
    seed: int = DEFAULT_SEED,
) -> int | None:
    """Fewest items with which this many raters certify a clone found in `share` of picks with the given power.

    None where `most` items do not suffice: rater effects do not average out over items.
    """

    def suffices(items: int) -> bool:
        rates = operating_rates(replace(design, items=items), share, studies=studies, seed=seed)
        return rates.indistinguishable >= power

    low, high = 1, 8  # one item never suffices
    while not suffices(min(high, most)):
        if high >= most:
            return None
        low, high = high, 2 * high
    high = min(high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


# Planning with independent picks: exact power and sample size of the equivalence test and of the 2AFC test.


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
