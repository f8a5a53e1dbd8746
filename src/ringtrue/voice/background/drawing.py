"""Passages drawn from writers' rates: counts that come in bursts, and habits with their spread."""

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.counts import Matrix

_FROM_EVERYBODY = 0.1  # of a writer's rates, so that no gram is impossible
_BURST = 1000.0  # tokens in which a gram, once used, is used once more; measured on debates


def drawn_counts(
    counts: NDArray[np.uint16], tokens: NDArray[np.int64], length: int, each: int, rng: np.random.Generator
) -> Matrix:
    """Grams of `each` passages of every writer, writer by writer.

    Grams are drawn by the writer's rates, and each comes again a Poisson number of times: a word used once is likely
    to be used again, as in real passages.
    """
    rates = counts / tokens[:, None]
    rates = (1 - _FROM_EVERYBODY) * rates + _FROM_EVERYBODY * rates.mean(axis=0)
    again = min(length / _BURST, 1.0)
    rows, columns = [], []
    for number, rate in enumerate(rates):
        size = rng.poisson(rate.sum() * length / (1 + again), each)
        drawn = np.searchsorted(np.cumsum(rate / rate.sum()), rng.random(size.sum()))
        times = 1 + rng.poisson(again, drawn.size)
        rows.append(np.repeat(np.repeat(number * each + np.arange(each), size), times))
        columns.append(np.repeat(np.minimum(drawn, rate.size - 1), times))
    place = (np.concatenate(rows), np.concatenate(columns))
    return Matrix((np.ones(place[0].size), place), shape=(each * len(rates), counts.shape[1]))


def drawn_habits(means: Array, within: Array, each: int, rng: np.random.Generator) -> Array:
    """Habits of `each` passages of every writer: normal about the writer's mean."""
    centres = np.repeat(means, each, axis=0)
    return np.asarray(centres + rng.multivariate_normal(np.zeros(len(within)), within, size=len(centres)))
