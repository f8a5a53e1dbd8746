"""Krippendorff's alpha at four levels of measurement, with missing ratings, in time linear in the ratings."""

from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.cells import Cells, Measurement, against_all, from_item_mean, positions, within_items
from ringtrue.stats.agreement.corrected import Corrected, CorrectedInterval, corrected_estimate
from ringtrue.stats.agreement.overlap import lack, pairable, size
from ringtrue.stats.agreement.request import request
from ringtrue.stats.agreement.resampled_alpha import resampled_alpha, too_large
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms import Estimate

MOST_RATIO_VALUES = 10_000  # the ratio distance has no closed form: time grows with the square of the distinct values


def krippendorff_alpha(
    matrix: ArrayLike,
    level: Measurement,
    *,
    confidence: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How far is the disagreement within items below what shuffling all ratings over the items would give?

    `matrix` is items x raters, NaN for missing; items with fewer than two ratings do not count. `level` is the level of
    measurement and sets the distance of two values: nominal 1 for any difference; ordinal the squared number of ratings
    ranked between them (each end counting half); interval (x - y)²; ratio ((x - y) / (x + y))².
    Result: 1 - (N - 1) Do / De; Do sums over items the distances of ordered pairs of ratings / (ratings - 1), De sums
    the distances of all ordered pairs among the N ratings. n counts the items used.
    Interval at level `confidence`: delta method over items, Student t on the Fisher z scale, or the percentile
    bootstrap over items.
    Not for: one rare category, where a handful of items decides (gwet_ac); ratings of which the mean over raters is
    used (icc "2,k").
    Checked against: Krippendorff 2011, all four levels; Gwet's 12 x 4; the krippendorff package.
    Reference: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.
    """
    if level not in get_args(Measurement):
        raise ValueError(f"unknown level of measurement {level!r}; known: {', '.join(get_args(Measurement))}")
    asked = request(interval, "delta", confidence, replicates, seed)
    ratings = as_matrix(matrix)
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
    if asked.name == "bootstrap" and too_large(cells, level):
        why = f"no interval: {cells.values.size} distinct values are too many for the bootstrap; use the delta interval"
        return Estimate(found.value, n=ratings.shape[0], method=about, reason=why, level=confidence)
    return corrected_estimate(found, about, asked)


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
