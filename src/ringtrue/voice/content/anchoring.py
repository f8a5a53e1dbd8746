"""A value placed between floor and ceiling, with intervals that carry the uncertainty of both."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, stdtrit

from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.resample import bootstrap_sums, percentile_interval
from ringtrue.terms import Estimate

_FEW = 10


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: which pairs belong together, how often they are drawn, at which level."""

    group: Codes  # for every pair, 0, 1, 2 ...
    unit: str
    replicates: int
    seed: int
    level: float

    def of(self, columns: Sequence[Array], statistic: Callable[[Array], Array], words: str) -> Estimate:
        """A statistic of column means over the pairs that have every column; nan marks a pair that lacks one.

        `statistic` takes rows of means and gives one number each, nan where there is none.
        """
        table = np.column_stack(columns)
        complete = np.isfinite(table).all(axis=1)
        n = int(complete.sum())
        method = f"{words}; expanded percentile bootstrap over {self.unit}"
        if n == 0:
            return Estimate.absent("no pair has the texts this needs", method=method)
        counted = np.column_stack([table[complete], np.ones(n)])
        code = np.unique(self.group[complete], return_inverse=True)[1]
        sums = np.column_stack([np.bincount(code, column) for column in counted.T]).astype(np.float64)
        value = float(statistic(_means(sums.sum(axis=0, keepdims=True)))[0])
        if not np.isfinite(value):
            return Estimate.absent(_no_room(table[complete].mean(axis=0)), n=n, method=method)
        if sums.shape[0] < 2:
            return Estimate(value, n=n, method=method, reason=f"no interval from one of {self.unit}", level=self.level)
        drawn = bootstrap_sums(sums, self.replicates, np.random.default_rng(self.seed))
        limits = percentile_interval(statistic(_means(drawn)), _expanded(self.level, sums.shape[0]))
        if limits is None:
            reason = "no interval: in more than a tenth of the resamples the ceiling does not lie above the floor"
            return Estimate(value, n=n, method=method, reason=reason, level=self.level)
        caution = f"only {sums.shape[0]} {self.unit}: the interval is a rough one" if sums.shape[0] < _FEW else None
        return Estimate(value, *limits, n=n, method=method, reason=caution, level=self.level)


def between(means: Array) -> Array:
    """(x - floor) / (ceiling - floor) for rows x, ceiling, floor; nan where there is no room between."""
    x, ceiling, floor = means.T
    room = ceiling - floor
    return np.where(room > 0.0, (x - floor) / np.where(room > 0.0, room, 1.0), np.nan)


def gap_between(means: Array) -> Array:
    """How far x lies above another value y, in units of ceiling - floor, for rows x, ceiling, floor, y."""
    return between(means[:, :3]) - between(means[:, [3, 1, 2]])


def one_pair(
    x: float, ceiling: Array, floor: Array, noise: tuple[Array, Array], how: Resampling, words: str
) -> Estimate:
    """One pair between its own controls; `noise` holds the deviations of ceiling and floor texts over all pairs.

    A pair has few controls, so deviations from the pairs' means are drawn from all pairs together (a residual
    bootstrap). The pair's own text is taken as it is.
    """
    method = f"{words}; the pair's controls resampled, its text not"
    n = ceiling.size + floor.size
    if not ceiling.size or not floor.size:
        missing = "the same speaker again" if not ceiling.size else "another persona"
        return Estimate.absent(f"no text of {missing} for this pair", n=n, method=method)
    centre = np.array([[x, ceiling.mean(), floor.mean()]])
    value = float(between(centre)[0])
    if not np.isfinite(value):
        return Estimate.absent(_no_room(centre[0]), n=n, method=method)
    if not noise[0].size or not noise[1].size:
        reason = "no interval: it needs pairs with two texts or more of each control"
        return Estimate(value, n=n, method=method, reason=reason, level=how.level)
    rng = np.random.default_rng(how.seed)
    drawn = np.repeat(centre, how.replicates, axis=0)
    for column, deviations, size in ((1, noise[0], ceiling.size), (2, noise[1], floor.size)):
        drawn[:, column] += rng.choice(deviations, (how.replicates, size)).mean(axis=1)
    limits = percentile_interval(between(drawn), how.level)
    if limits is None:
        reason = "no interval: in more than a tenth of the resamples the ceiling does not lie above the floor"
        return Estimate(value, n=n, method=method, reason=reason, level=how.level)
    return Estimate(value, *limits, n=n, method=method, level=how.level)


def deviations(values: Sequence[Array]) -> Array:
    """How far single texts lie from their pair's mean, widened for the mean being taken from the same texts."""
    several = [pair for pair in values if pair.size > 1]
    parts = [(pair - pair.mean()) * np.sqrt(pair.size / (pair.size - 1)) for pair in several]
    return np.concatenate(parts) if parts else np.zeros(0)


def _expanded(level: float, n: int) -> float:
    """The level at which percentiles of n things cover as often as asked: as a t interval is wider than a normal one.

    Reference: Hesterberg 2015, The American Statistician 69, 371-386 (expanded percentile interval).
    """
    quantile = float(stdtrit(n - 1, 0.5 + level / 2.0)) * np.sqrt(n / (n - 1))
    return float(1.0 - 2.0 * ndtr(-quantile))


def _means(sums: Array) -> Array:
    return np.asarray(sums[:, :-1] / sums[:, -1:])


def _no_room(means: Array) -> str:
    return (
        f"the ceiling ({means[1]:.3f}) does not lie above the floor ({means[2]:.3f}): "
        "this backend cannot tell the speaker from another persona here"
    )
