"""Bootstrap replicates of Krippendorff's alpha over items, in matrix products."""

from collections.abc import Callable

import numpy as np

from ringtrue.stats.agreement.cells import Cells, Measurement, positions, relative_squares
from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import resample_weights

_MOST_CELLS = 1 << 24  # 128 MiB for the table of items x distinct values
_MOST_RATIO_VALUES = 2_000  # and the table of distances among them
_ROUNDING = 1e-12  # expected disagreement below this share of the sample's own is rounding

Disagreements = tuple[Array, Array, Array]  # observed, expected, number of ratings; one each per replicate


def too_large(cells: Cells, measurement: Measurement) -> bool:
    """Whether the tables the bootstrap multiplies would not fit; interval level needs none."""
    q = cells.values.size
    crowded = q * cells.per_item.size > _MOST_CELLS or (measurement == "ratio" and q > _MOST_RATIO_VALUES)
    return measurement != "interval" and crowded


def resampled_alpha(
    cells: Cells, measurement: Measurement, observed: Array, replicates: int, seed: int, expected: float
) -> Array:
    """Alpha of every resample; NaN where one holds only identical ratings. `expected` is the sample's own."""
    disagreements = _ordinal(cells) if measurement == "ordinal" else _fixed(cells, measurement, observed)
    found = []
    for weights in resample_weights(cells.per_item.size, replicates, np.random.default_rng(seed)):
        seen, chance, ratings = disagreements(weights)
        found.append(1.0 - (ratings - 1.0) * seen / np.where(chance > _ROUNDING * expected, chance, np.nan))
    return np.concatenate(found)


def _fixed(cells: Cells, measurement: Measurement, observed: Array) -> Callable[[Array], Disagreements]:
    """For distances that do not change with the sample: totals of fixed per-item sums."""
    if measurement == "interval":
        here = positions(cells, measurement)[cells.codes]
        columns = np.column_stack([cells.by_item(here), cells.by_item(here**2)])
    else:
        columns = cells.counts()
    sums = np.column_stack([observed, cells.per_item, columns])
    apart = relative_squares(cells.values[:, None], cells.values) if measurement == "ratio" else None

    def disagreements(weights: Array) -> Disagreements:
        totals = weights @ sums
        ratings, rest = totals[:, 1], totals[:, 2:]
        if measurement == "interval":
            expected = 2.0 * (ratings * rest[:, 1] - rest[:, 0] ** 2)
        elif apart is None:
            expected = ratings**2 - (rest**2).sum(axis=1)
        else:
            expected = ((rest @ apart) * rest).sum(axis=1)
        return totals[:, 0], expected, ratings

    return disagreements


def _ordinal(cells: Cells) -> Callable[[Array], Disagreements]:
    """Ordinal distances follow the ranks of each resample, so positions are taken anew in every replicate."""
    counts = cells.counts()
    share = 2.0 / (cells.per_item - 1.0)

    def disagreements(weights: Array) -> Disagreements:
        per_value = weights @ counts
        ratings = per_value.sum(axis=1)
        places = np.cumsum(per_value, axis=1) - per_value / 2.0 - ratings[:, None] / 2.0
        squares = cells.per_item * (places**2 @ counts.T) - (places @ counts.T) ** 2
        expected = 2.0 * ratings * (per_value * places**2).sum(axis=1)  # positions weighted by their counts sum to zero
        return (weights * share * squares).sum(axis=1), expected, ratings

    return disagreements
