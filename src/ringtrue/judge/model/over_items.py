"""Means over items with an interval, for values that come several to an item: linear in the items, however many."""

from math import sqrt

import numpy as np
from scipy.special import stdtrit

from ringtrue.stats.arrays import Array
from ringtrue.terms import Estimate


def mean_over_items(
    sums: Array, method: str, *, least: float = -np.inf, most: float = np.inf, level: float = 0.95
) -> Estimate:
    """What would the mean be over all items like these?

    Input: one row for each item, the sum of its values and their number (or weight); the scale's `least` and `most`.
    Result: R = total / number with R ± t(n-1) sqrt(n/(n-1) sum (x - R w)²) / sum w, the linearised variance of a ratio
    with items as the independent pieces; n counts items.
    Not for: fewer than about ten items that are very unequal in number, where it is somewhat short.
    Checked against: the t interval of a plain mean where every item has one value; the cluster bootstrap.
    Reference: Cochran 1977, Sampling Techniques, section 6.3.
    """
    total, number = sums.sum(axis=0)
    value, n = float(total / number), sums.shape[0]
    if n == 1:
        return Estimate(value, n=1, method=method, reason="one item: nothing is known of others", level=level)
    rest = sums[:, 0] - value * sums[:, 1]
    half = float(stdtrit(n - 1, 0.5 + level / 2)) * sqrt(n / (n - 1) * float(rest @ rest)) / float(number)
    told = f"{method}; t interval over {n} items"
    return Estimate(value, max(least, value - half), min(most, value + half), n, told, level=level)
