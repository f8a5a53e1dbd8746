"""Where scores lie between a floor and a ceiling, with an interval that knows people differ from day to day."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import bootstrap_sums, percentile_interval

# One writer's sets of text from different occasions differ by more than their passages' spread explains. Measured on
# the tuning speakers of public debates (benchmarks/voice.py --places), mixed with what the person's own folds show.
_OCCASION = 0.8  # standard deviation of the mean score between occasions, for everybody
_OF_DISTANCE = 0.25  # and a share of the distance from floor to ceiling: who stands out does not do so every day
_PRIOR_FOLDS = 8.0  # how many folds' worth of that is mixed in


@dataclass(frozen=True, slots=True)
class Group:
    """Scores, and the number of the writer, occasion or fold each belongs to."""

    scores: Array
    member: NDArray[np.int64]

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean())


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made."""

    replicates: int
    seed: int
    level: float


Place = tuple[float, float | None, float | None]


def place(scores: Array, floor: Group, ceiling: Group, how: Resampling) -> Place | None:
    """Where the mean score lies between floor (0) and ceiling (1), with its interval; None if they coincide.

    Replies, the person's held-out passages and whole impostors are drawn anew in every replicate; replies and ceiling
    are moved by what occasions differ.
    """
    apart = ceiling.mean - floor.mean
    if apart <= 0:
        return None
    value = (float(scores.mean()) - floor.mean) / apart
    if scores.size < 2:
        return value, None, None
    rng = np.random.default_rng(how.seed)
    moved = np.sqrt(occasion_variance(ceiling, apart))
    given = _means(scores, how.replicates, rng) + moved * rng.standard_normal(how.replicates)
    own = _means(ceiling.scores, how.replicates, rng)
    own += moved / np.sqrt(np.unique(ceiling.member).size) * rng.standard_normal(how.replicates)
    foreign = _means_of_groups(floor, how.replicates, rng)
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = percentile_interval((given - foreign) / np.where(own > foreign, own - foreign, np.nan), how.level)
    low, high = limits or (None, None)
    return value, low, high


def occasion_variance(own: Group, apart: float) -> float:
    """Variance of the mean score between occasions: what folds show beyond their passages' spread, and the usual."""
    usual = _OCCASION**2 + (_OF_DISTANCE * apart) ** 2
    size = np.bincount(own.member)
    size = size[size > 0].astype(np.float64)
    if size.size < 2 or own.scores.size <= size.size:
        return usual
    _, fold = np.unique(own.member, return_inverse=True)
    means = np.bincount(fold, own.scores) / size
    within = float(((own.scores - means[fold]) ** 2).sum()) / (own.scores.size - size.size)
    between = float(means.var(ddof=1)) - within * float((1 / size).mean())
    seen = size.size - 1
    return (seen * max(between, 0.0) + _PRIOR_FOLDS * usual) / (seen + _PRIOR_FOLDS)


def _means(scores: Array, replicates: int, rng: np.random.Generator) -> Array:
    return bootstrap_sums(scores[:, None], replicates, rng)[:, 0] / scores.size


def _means_of_groups(scores: Group, replicates: int, rng: np.random.Generator) -> Array:
    """Means over whole groups drawn with replacement; a single group's scores are drawn one by one."""
    totals = np.column_stack([np.bincount(scores.member, scores.scores), np.bincount(scores.member)]).astype(np.float64)
    present = totals[totals[:, 1] > 0]
    if len(present) == 1:
        return _means(scores.scores, replicates, rng)
    drawn = bootstrap_sums(present, replicates, rng)
    return np.asarray(drawn[:, 0] / drawn[:, 1])
