"""A panel's per-item sums: what Fleiss' kappa and Gwet's coefficients share, whatever the number of raters per item."""

import numpy as np

from ringtrue.stats.agreement.corrected import Totals
from ringtrue.stats.arrays import Array


def panel_sums(counts: Array, apart: Array) -> Array:
    """Per item: mean disagreement of its pairs of ratings, whether it has a pair, and the share of each category.

    `counts` is items x categories with at least one rating per item, `apart` the distances between categories.
    """
    ratings = counts.sum(axis=1)
    paired = ratings >= 2
    pairs = np.where(paired, ratings * (ratings - 1.0), 1.0)
    disagreement = ((counts @ apart) * counts).sum(axis=1) / pairs
    return np.column_stack([disagreement, paired, counts / ratings[:, None]])


def observed_disagreement(totals: Totals) -> Totals:
    """Mean over the items that have a pair of ratings."""
    return np.asarray(totals[:, 0] / totals[:, 1])


def category_shares(totals: Totals) -> Totals:
    """Mean share of each category, every item weighing the same however many rated it."""
    shares = totals[:, 2:]
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
