"""Planning a blind study: what a design of raters x items can certify, by simulation of the crossed design itself."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from scipy.special import expit

from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.equivalence import GATE_LEVEL, MIN_GENERIC_CARDS, TOLD_APART_LEVEL
from ringtrue.stats.interval.components import complete_crossings, mean_variance
from ringtrue.stats.interval.crossed import bounds
from ringtrue.stats.resample import DEFAULT_SEED

GENERIC_SHARE = 0.90  # how often raters are taken to find the person against a generic bot
_TABLES_PER_CHUNK = 1 << 21  # simulated picks at a time


@dataclass(frozen=True, slots=True)
class Design:
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
    design: Design, share: float, *, generic_share: float = GENERIC_SHARE, studies: int = 2000, seed: int = DEFAULT_SEED
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
    design: Design, share: float, generic_share: float, studies: int, rng: np.random.Generator
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


def simulate_picks(items: int, rater_effects: Array, share: float, design: Design, rng: np.random.Generator) -> Array:
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
    design: Design, power: float, *, share: float = 0.5, most: int = 400, studies: int = 1000, seed: int = DEFAULT_SEED
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
