"""Bootstrap weights: one matrix product over additive per-item sums instead of resampled copies."""

from collections.abc import Callable, Iterator

import numpy as np

from ringtrue.stats.arrays import Array

DEFAULT_REPLICATES = 2000
DEFAULT_SEED = 20261115
_CELLS_PER_CHUNK = 1 << 22  # 32 MiB of weights at a time, however many items there are


def resample_weights(n: int, replicates: int, rng: np.random.Generator) -> Iterator[Array]:
    """How often each of n units is drawn with replacement: one row per replicate, in blocks that bound memory.

    Drawing the units and counting them gives the same weights as a multinomial generator, several times faster.
    """
    step = max(1, min(replicates, _CELLS_PER_CHUNK // n))
    for start in range(0, replicates, step):
        size = min(step, replicates - start)
        drawn = rng.integers(0, n, size=(size, n))
        drawn += np.arange(size)[:, None] * n  # a range of codes of its own for every replicate
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def bootstrap_sums(sums: Array, replicates: int, rng: np.random.Generator) -> Array:
    """Totals of `sums` (items x columns) over `replicates` resamples of its rows; shape (replicates, columns).

    A resample with replacement is a row of weights, so the totals of every replicate are one product weights @ sums.
    """
    return np.concatenate([weights @ sums for weights in resample_weights(sums.shape[0], replicates, rng)])


def percentile_interval(values: Array, level: float) -> tuple[float, float] | None:
    """The central `level` share of the finite replicates; None where fewer than nine in ten are finite."""
    finite = values[np.isfinite(values)]
    if finite.size < 0.9 * values.size or finite.size == 0:
        return None
    tail = (1.0 - level) / 2.0
    low, high = np.quantile(finite, [tail, 1.0 - tail])
    return float(low), float(high)


def bootstrap(
    sums: Array,
    statistic: Callable[[Array], Array],
    *,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Array:
    """Replicates of `statistic`, a function from rows of totals to one number per row, over resampled items."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return statistic(bootstrap_sums(sums, replicates, np.random.default_rng(seed)))
