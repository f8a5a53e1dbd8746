"""Gwet's AC1 and AC2: agreement that does not collapse when one category is much more common than the others."""

from functools import partial
from typing import Any

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
from ringtrue.stats.agreement.ratings import Weights, categorise, check_weights, distances, lack, request, size
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import as_matrix, as_vector
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms.result import Estimate


def gwet_ac(
    matrix: ArrayLike,
    weights: Weights | None = None,
    *,
    categories: ArrayLike | None = None,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Do raters agree more often than if they guessed on the items that are hard to place?

    `matrix` is items x raters, NaN for missing; `categories` names all points of the scale where some went unused,
    because the number of categories q enters the formula.
    Result: AC = (Pa - Pe) / (1 - Pe); Pa is the mean weighted agreement of an item's pairs of ratings,
    Pe = T Σ π_c (1 - π_c) / (q (q - 1)) with π_c the mean share of category c and T the sum of all agreement weights.
    Without weights (T = q) this is AC1; with linear, quadratic or ordinal weights AC2.
    Interval: delta method over items, Student t on the Fisher z scale, or the percentile bootstrap over items.
    Not for: showing that raters tell items apart. Where nearly all ratings fall into one category AC stays high.
    Checked against: Gwet's 12 x 4 example with missing ratings, AC1 and AC2 with their standard errors (irrCAC).
    Reference: Gwet 2008, Br. J. Math. Stat. Psychol. 61, 29-48; 2014, Handbook of Inter-Rater Reliability, 4th ed.
    """
    check_weights(weights, "linear", "quadratic", "ordinal")
    asked = request(interval, "delta", level, replicates, seed)
    ratings = as_matrix(matrix)
    ratings = ratings[~np.isnan(ratings).all(axis=1)]
    known = None if categories is None else as_vector(categories, "categories")
    placed = categorise(ratings, known)
    about = f"{size(ratings)}, {weights or 'no'} weights, {placed.values.size} categories"
    reason = lack(ratings, identical=placed.values.size < 2) or placed.too_many()
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=about)
    apart = distances(placed.values, weights)
    q = placed.values.size
    scale = float((1.0 - apart).sum()) / (q * (q - 1))

    def coefficient(totals: Totals) -> Totals:
        shares = category_shares(totals)
        expected = 1.0 - scale * (shares * (1.0 - shares)).sum(axis=1)
        return one_minus_ratio(observed_disagreement(totals), expected)

    how: dict[str, Any] = {"level": level, "interval": interval, "replicates": replicates, "seed": seed}
    again = partial(gwet_ac, weights=weights, categories=placed.values, **how)
    found = corrected(panel_sums(placed.counts(), apart), coefficient)
    return corrected_estimate(found, about, asked, unanimous=lambda: as_if_one_differed(ratings, again, about, level))
