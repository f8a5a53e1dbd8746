"""Krippendorff's alpha at four levels of measurement, with missing ratings, in time linear in the ratings."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.chance_corrected import Corrected, corrected_estimate
from ringtrue.stats.agreement.icc import one_way_interval
from ringtrue.stats.agreement.ratings import (
    Cells,
    IntervalRequest,
    Measurement,
    against_all,
    from_item_mean,
    lack,
    pairable,
    positions,
    relative_squares,
    request,
    size,
    within_items,
)
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, resample_weights
from ringtrue.terms.result import Estimate

# Bootstrap replicates of Krippendorff's alpha over items, in matrix products.


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
    """Ordinal distances follow the ranks of each resample, so positions are computed again in every replicate."""
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


FEW_ITEMS = 30  # below so many the delta interval covers too little, and the F interval is taken where there is one
AlphaInterval = Literal["usual", "F", "delta", "bootstrap"]
MOST_RATIO_VALUES = 10_000  # the ratio distance has no closed form: time grows with the square of the distinct values


def krippendorff_alpha(
    matrix: ArrayLike,
    level: Measurement,
    *,
    confidence: float = 0.95,
    interval: AlphaInterval = "usual",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How far is the disagreement within items below what shuffling all ratings over the items would give?

    `matrix` is items x raters, NaN for missing; items with fewer than two ratings do not count. `level` is the level of
    measurement and sets the distance of two values: nominal 1 for any difference; ordinal the squared number of ratings
    ranked between them (each end counting half); interval (x - y)²; ratio ((x - y) / (x + y))².
    Result: 1 - (N - 1) Do / De; Do sums over items the distances of ordered pairs of ratings / (ratings - 1), De sums
    the distances of all ordered pairs among the N ratings. n counts the items used.
    Interval at level `confidence`: `delta` method over items, Student t on the Fisher z scale; percentile `bootstrap`
    over items; at interval and ordinal level also `F`, that of the one-way intraclass correlation (of ranks where
    ordinal), whose population value is the same. `usual` is F there under 30 items, else delta. At 5 x 7 delta covers
    .77-.88 and F .92-.96 (benchmarks/agreement_coverage.py). Where all raters agree throughout, the lower bound is the
    one the data would give if one rating had been a step off.
    Not for: one rare category, where a handful of items decides (gwet_ac); ratings of which the mean over raters is
    used (icc "2,k").
    Checked against: Krippendorff 2011, all four levels; Gwet's 12 x 4; the krippendorff package.
    Reference: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
    """
    if level not in get_args(Measurement):
        raise ValueError(f"unknown level of measurement {level!r}; known: {', '.join(get_args(Measurement))}")
    ratings = as_matrix(matrix)
    asked = _request(interval, level, ratings, confidence, replicates, seed)
    reason = lack(ratings)
    ratings = pairable(ratings)
    about = f"{size(ratings)}, {level}"
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=about)
    cells = Cells.of(ratings)
    reason = _lack_for_ratio(cells) if level == "ratio" else None
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=about)
    found = _alpha(cells, level)
    if found.value == 1.0:
        how: dict[str, Any] = {"confidence": confidence, "interval": interval, "replicates": replicates, "seed": seed}
        again = partial(krippendorff_alpha, level=level, **how)
        return as_if_one_differed(ratings, again, about, confidence)
    if asked.name == "F":
        return _with_f_interval(found, cells, level, about, asked)
    if asked.name == "bootstrap" and too_large(cells, level):
        why = f"no interval: {cells.values.size} distinct values are too many for the bootstrap; use the delta interval"
        return Estimate(found.value, n=ratings.shape[0], method=about, reason=why, level=confidence)
    return corrected_estimate(found, about, asked)


def _request(
    interval: AlphaInterval, level: Measurement, ratings: Array, confidence: float, replicates: int, seed: int
) -> IntervalRequest:
    """The interval asked for, the usual one settled by level and number of items."""
    squares = level in ("interval", "ordinal")
    if interval == "F" and not squares:
        raise ValueError(f"the F interval is for the levels interval and ordinal, not {level}")
    if interval == "F" or (interval == "usual" and squares and pairable(ratings).shape[0] < FEW_ITEMS):
        return IntervalRequest("F", confidence, replicates, seed)
    return request("delta" if interval == "usual" else interval, "delta", confidence, replicates, seed)


def _with_f_interval(
    found: Corrected, cells: Cells, level: Measurement, about: str, asked: IntervalRequest
) -> Estimate:
    """Alpha with the interval of the one-way intraclass correlation of the same positions."""
    n = found.influence.size
    bounds = one_way_interval(positions(cells, level)[cells.codes], cells.items, asked.level)
    method = f"{about}; F interval of the one-way intraclass correlation{' of ranks' if level == 'ordinal' else ''}"
    if bounds is None:
        why = "no interval: the items differ too little for an F interval"
        return Estimate(found.value, n=n, method=method, reason=why, level=asked.level)
    low, high = min(bounds[0], found.value), max(bounds[1], found.value)
    return Estimate(found.value, low, high, n, method, level=asked.level)


def _alpha(cells: Cells, level: Measurement) -> Corrected:
    observed, against = within_items(cells, level), against_all(cells, level)
    seen, expected = float(observed.sum()), float(cells.per_value @ against)
    disagreement = (cells.total - 1.0) * seen / expected
    seen_by, expected_by = observed, 2.0 * cells.by_item(against[cells.codes])
    if level == "ordinal":
        moved_seen, moved_expected = _moved_positions(cells)
        seen_by, expected_by = seen_by + moved_seen, expected_by + moved_expected
    influence = (
        disagreement * (expected_by / expected - cells.per_item / (cells.total - 1.0))
        - (cells.total - 1.0) * seen_by / expected
    )
    return Corrected(
        1.0 - disagreement,
        influence,
        lambda replicates, seed: resampled_alpha(cells, level, observed, replicates, seed, expected),
    )


def _moved_positions(cells: Cells) -> tuple[Array, Array]:
    """What one more of an item adds to both disagreements by moving the ordinal positions of all values.

    A rating of value c moves c itself by half a rank and every value above it by one.
    """
    places = positions(cells, "ordinal")
    spread = (cells.per_item / (cells.per_item - 1.0))[cells.items] * from_item_mean(cells, places)
    slopes = (
        np.bincount(cells.codes, weights=4.0 * spread, minlength=places.size),
        4.0 * cells.total * cells.per_value * places,
    )
    seen, expected = (cells.by_item((slope[::-1].cumsum()[::-1] - slope / 2.0)[cells.codes]) for slope in slopes)
    return seen, expected


def _lack_for_ratio(cells: Cells) -> str | None:
    if cells.values[0] < 0.0:
        return "the ratio level needs ratings of zero or more"
    if cells.values.size > MOST_RATIO_VALUES:
        return f"{cells.values.size} distinct values are too many for the ratio level; use interval level on logarithms"
    return None
