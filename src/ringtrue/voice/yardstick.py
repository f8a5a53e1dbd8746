"""Yardstick at one length: floor (impostors), ceiling (the person's held-out text), and the place between."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.stats.resampling import bootstrap_sums, percentile_interval
from ringtrue.voice.lineup import Lineup
from ringtrue.voice.measures import WEIGHTS
from ringtrue.voice.texts import Text, passages

# Where scores lie between a floor and a ceiling, with an interval that knows people differ from day to day.


# One writer's sets of text from different occasions differ by more than their passages' spread explains. Measured on
# the tuning speakers of public debates (benchmarks/voice.py --places), mixed with what the person's own folds show.
_OCCASION = 0.8  # standard deviation of the mean score between occasions, for everybody
_OF_DISTANCE = 0.30  # and a share of the distance from floor to ceiling: who stands out does not do so every day
_PRIOR_FOLDS = 16.0  # how many folds' worth of that is mixed in
_LASTING = 0.2  # share of that variance which all occasions of a set have in common: what years change
SETS = 1000  # drawn of the person and of impostors, to see where a set of replies stands among them


@dataclass(frozen=True, slots=True)
class Group:
    """Scores, and the number of the writer, occasion or fold each belongs to."""

    scores: Array
    member: NDArray[np.int64]

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores.mean())

    @property
    def occasions(self) -> float:
        """How many occasions of equal size vary as much as these: n² over the sum of their squared sizes."""
        size = np.bincount(self.member).astype(np.float64)
        return float(size.sum() ** 2 / (size**2).sum())


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made."""

    replicates: int
    seed: int
    level: float


Place = tuple[float, float | None, float | None]


def place(replies: Group, floor: Group, ceiling: Group, how: Resampling) -> Place | None:
    """Where the mean score lies between floor (0) and ceiling (1), with its interval; None if they coincide.

    Replies, the person's held-out passages and whole impostors are resampled in every replicate; replies and ceiling
    are moved by what occasions differ, the replies by less the more occasions (members) they come from. The ceiling's
    occasions are its folds.
    """
    apart = ceiling.mean - floor.mean
    if apart <= 0:
        return None
    value = (replies.mean - floor.mean) / apart
    if replies.scores.size < 2:
        return value, None, None
    rng = np.random.default_rng(how.seed)
    moved = np.sqrt(occasion_variance(ceiling, apart))
    given = _means(replies.scores, how.replicates, rng)
    given += moved * _over(replies.occasions) * rng.standard_normal(how.replicates)
    own = _means(ceiling.scores, how.replicates, rng)
    own += moved / np.sqrt(np.unique(ceiling.member).size) * rng.standard_normal(how.replicates)
    foreign = _means_of_groups(floor, how.replicates, rng)
    with np.errstate(divide="ignore", invalid="ignore"):
        limits = percentile_interval((given - foreign) / np.where(own > foreign, own - foreign, np.nan), how.level)
    low, high = limits or (None, None)
    return value, low, high


def standing(replies: Group, floor: Group, ceiling: Group, seed: int) -> tuple[float, float]:
    """Share of impostors' sets that score below the replies, and share of the person's own sets that do.

    Sets have as many texts from as many occasions as the replies. They are drawn with replacement from the passages
    of one impostor, every one as often as any other, or of the person, and moved by what occasions differ.
    """
    rng = np.random.default_rng(seed)
    number, mean = replies.scores.size, replies.mean
    moved = np.sqrt(occasion_variance(ceiling, max(ceiling.mean - floor.mean, 0.0))) * _over(replies.occasions)
    noise = rng.standard_normal((2, SETS))
    own = rng.choice(ceiling.scores, size=(SETS, number)).mean(axis=1) + moved * noise[0]
    foreign = impostor_sets(floor, number, rng) + _OCCASION * _over(replies.occasions) * noise[1]
    return float((foreign < mean).mean()), float((own < mean).mean())


def _over(occasions: float) -> float:
    """How much a set of so many occasions is moved, as a share of what one occasion is moved."""
    return float(np.sqrt(_LASTING + (1 - _LASTING) / occasions))


def impostor_sets(floor: Group, number: int, rng: np.random.Generator) -> Array:
    """Mean scores of sets of so many passages, each set of one impostor, every impostor as often as any other."""
    count = np.bincount(floor.member)
    start = np.cumsum(count) - count
    who = rng.choice(np.flatnonzero(count), size=(SETS, 1))
    drawn = start[who] + np.floor(rng.random((SETS, number)) * count[who]).astype(np.int64)
    return np.asarray(floor.scores[drawn].mean(axis=1))


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


_MOST_PASSAGES = 60  # of one fold at one length
_PRIOR_PEERS = 4.0  # how many impostors' worth of the usual spread is mixed into the spread seen for one text
_LEAST_SPREAD = 0.3  # where impostors all move together, a little apart must not look like very far apart
_WIDE_FLOOR = 1.4  # standard deviation of impostors' scores, seldom above 1.2, from which on the unit grows


class Yardstick:
    """Likeness normalised twice, so that it means the same for every person and every text.

    By candidate: from each reference's column the mean and spread over passages of people who are not that reference
    are taken out (some references are like everybody). By probe: from each text's likeness to the person the mean
    and spread of its likeness to the impostors are taken out (some texts are like everybody). The measures are then
    added with fixed weights. An impostor's passage is never compared with that impostor's own reference, which
    contains it.
    """

    def __init__(self, lineup: Lineup, folds: Sequence[list[Text]], length: int) -> None:
        """Cut everybody's text into passages of this length and compare them all with all references."""
        self._lineup = lineup
        foreign, impostor = lineup.foreign(length)
        # A single fold held out would leave nothing to compare it with.
        held_out = [passages(fold, length, _MOST_PASSAGES) for fold in folds] if len(folds) > 1 else []
        likeness = lineup.likeness(foreign)
        likeness[:, np.arange(impostor.size), lineup.own + 1 + impostor] = np.nan
        self._mean = np.nanmean(likeness, axis=1, keepdims=True)
        self._scale = _inverse(np.nanstd(likeness, axis=1, keepdims=True))
        standard = self._standard(likeness)
        self._usual = np.nanvar(standard[:, :, lineup.own + 1 :], axis=2).mean(axis=1)
        reached = fused(self._against(standard, lineup.own))
        self._zero, self._unit = float(reached.mean()), max(float(reached.std()) / _WIDE_FLOOR, 1.0)
        self.floor = Group(self._placed(reached), impostor)
        parts = [self._scores(texts, fold) for fold, texts in enumerate(held_out)]
        member = np.repeat(np.arange(len(parts)), [part.size for part in parts])
        self.ceiling = Group(np.concatenate([np.zeros(0), *parts]), member)

    def scores(self, texts: Sequence[Text]) -> Array:
        """One number for each text: how much more it is like the person than like the impostors."""
        return self._scores(texts, self._lineup.own)

    def even_scores(self, texts: Sequence[Text]) -> Array:
        """The same against the person without each fold in turn, averaged: as much reference as the ceiling has.

        Held-out text never meets the whole reference, and more reference raises every score: replies measured
        against all of it would lie too high on the scale whose 1 is held-out text.
        """
        if self._lineup.own < 2 or not texts:
            return self.scores(texts)
        standard = self._standard(self._lineup.likeness(self._lineup.count(texts)))
        parts = [self._placed(fused(self._against(standard, fold))) for fold in range(self._lineup.own)]
        return np.asarray(np.mean(parts, axis=0))

    def by_measure(self, texts: Sequence[Text]) -> Array:
        """The same before the measures are added: measures x texts, in the order of WEIGHTS."""
        return self._measured(texts, self._lineup.own)

    def _scores(self, texts: Sequence[Text], reference: int) -> Array:
        return self._placed(fused(self._measured(texts, reference))) if texts else np.zeros(0)

    def _placed(self, scores: Array) -> Array:
        """Scores with impostors at 0; one unit is made larger where impostors lie unusually far apart."""
        return (scores - self._zero) / self._unit

    def _measured(self, texts: Sequence[Text], reference: int) -> Array:
        return self._against(self._standard(self._lineup.likeness(self._lineup.count(texts))), reference)

    def _standard(self, likeness: Array) -> Array:
        return np.asarray((likeness - self._mean) * self._scale)

    def _against(self, standard: Array, reference: int) -> Array:
        peers = standard[:, :, self._lineup.own + 1 :]
        seen = np.isfinite(peers).sum(axis=2)
        variance = np.nanvar(peers, axis=2) * seen + _PRIOR_PEERS * self._usual[:, None]
        spread = np.maximum(np.sqrt(variance / (seen + _PRIOR_PEERS)), _LEAST_SPREAD)
        return np.asarray((standard[:, :, reference] - np.nanmean(peers, axis=2)) / spread)


def fused(measures: Array) -> Array:
    """The measures of each text added with their fixed weights."""
    return np.asarray(np.average(measures, axis=0, weights=list(WEIGHTS.values())))


def _inverse(spread: Array) -> Array:
    """1 / spread, and 0 where nothing varies: what does not vary tells nobody apart."""
    return np.where(spread > 1e-12, 1.0 / np.maximum(spread, 1e-12), 0.0)
