"""Fleiss' kappa: agreement of many raters on categories, from counts or from a ratings matrix."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.chance_corrected import (
    CorrectedInterval,
    Totals,
    category_shares,
    corrected,
    corrected_estimate,
    observed_disagreement,
    one_minus_ratio,
    panel_sums,
)
from ringtrue.stats.agreement.ratings import IntervalRequest, categorise, distances, lack, request, size
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms.result import Estimate


def fleiss_kappa(
    counts: ArrayLike,
    *,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Do raters put items into the same categories more often than their habits alone would?

    `counts` is items x categories: how many raters chose each category.
    Result: (P - Pe) / (1 - Pe); P is the mean over items of the share of agreeing pairs of ratings, Pe = Σ π_c² with
    π_c the mean share of category c. Items may differ in their number of ratings: each weighs the same, and items
    with one rating count in π alone (Gwet's generalisation; with equal numbers it is Fleiss' own).
    Interval: delta method over items, Student t on the Fisher z scale, or the percentile bootstrap over items.
    Not for: ordered or numeric ratings, where near misses should count (gwet_ac with weights, krippendorff_alpha);
    a category almost everyone chooses, which pulls kappa down however well raters agree (gwet_ac).
    Checked against: the 10 x 14 x 5 example of the encyclopaedia; Gwet's 12 x 4 with its standard error; statsmodels.
    Reference: Fleiss 1971, Psychol. Bull. 76, 378-382; Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed.
    """
    asked = request(interval, "delta", level, replicates, seed)
    table = as_matrix(counts, "counts")
    if np.isnan(table).any() or (table < 0).any() or (table != np.round(table)).any():
        raise ValueError("counts must be whole numbers of zero or more")
    table = table[table.sum(axis=1) > 0]
    reason = _lack_of_counts(table)
    if reason is not None:
        return Estimate.absent(reason, n=table.shape[0])
    few, many = int(table.sum(axis=1).min()), int(table.sum(axis=1).max())
    raters = f"{many} raters" if few == many else f"{few} to {many} raters"
    return _fleiss(table, f"{table.shape[0]} items x {raters}", asked)


def fleiss_kappa_of(
    matrix: ArrayLike,
    *,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Fleiss' kappa of a ratings matrix, items x raters with NaN for missing; see `fleiss_kappa`."""
    asked = request(interval, "delta", level, replicates, seed)
    ratings = as_matrix(matrix)
    ratings = ratings[~np.isnan(ratings).all(axis=1)]
    categories = categorise(ratings)
    reason = lack(ratings) or categories.too_many()
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=size(ratings))
    about = size(ratings)
    again = partial(fleiss_kappa_of, level=level, interval=interval, replicates=replicates, seed=seed)
    return _fleiss(categories.counts(), about, asked, lambda: as_if_one_differed(ratings, again, about, level))


def _fleiss(
    counts: Array, about: str, asked: IntervalRequest, unanimous: Callable[[], Estimate] | None = None
) -> Estimate:
    sums = panel_sums(counts, distances(np.arange(counts.shape[1], dtype=np.float64), None))
    return corrected_estimate(corrected(sums, _kappa), about, asked, unanimous=unanimous)


def _kappa(totals: Totals) -> Totals:
    expected = 1.0 - (category_shares(totals) ** 2).sum(axis=1)
    return one_minus_ratio(observed_disagreement(totals), expected)


def _lack_of_counts(table: Array) -> str | None:
    if table.shape[0] == 0:
        return "there are no ratings"
    together = table[table.sum(axis=1) >= 2]
    if together.shape[0] == 0:
        return "no item was rated by two raters, so nothing overlaps"
    if together.shape[0] == 1:
        return "only one item was rated by two raters; agreement needs at least two items"
    if (together.sum(axis=0) > 0).sum() < 2:
        return "all ratings are identical, so agreement cannot be distinguished from chance"
    return None
