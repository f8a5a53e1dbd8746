"""The standard error of measurement: how far one rater's score is off, in the scale's own units."""

from math import sqrt

from numpy.typing import ArrayLike
from scipy.special import chdtri

from ringtrue.stats.agreement.icc import mean_squares
from ringtrue.stats.agreement.ratings import complete_items, lack_of_complete, size_of_complete
from ringtrue.stats.arrays import as_matrix
from ringtrue.terms.result import Estimate


def measurement_error(matrix: ArrayLike, *, level: float = 0.95) -> Estimate:
    """By how much does one rater's score of an item typically miss what all such raters would give it on average?

    `matrix` is items x raters, NaN for missing; items not rated by everyone are left out.
    Result: sqrt(rater variance + residual variance) of the two-way analysis, in the units of the ratings; it equals
    sqrt(W), the root of the mean square within items, and sd sqrt(1 - ICC(1,1)). For the mean of k raters
    divide by sqrt(k). Unlike an ICC it says the same when the items happen to be alike.
    Interval: chi-square with Satterthwaite's degrees of freedom for the sum of the two variances.
    Not for: comparing scales of different length; categories without order.
    Checked against: the mean squares of Shrout & Fleiss 1979 (W = 6.26, so 2.50); coverage by simulation.
    Reference: Shrout & Fleiss 1979, Psychol. Bull. 86, 420-428; Satterthwaite 1946, Biometrics Bull. 2, 110-114.
    """
    ratings = as_matrix(matrix)
    used = complete_items(ratings)
    method = size_of_complete(ratings, used)
    n, k = used.shape
    reason = lack_of_complete(ratings, used)
    if reason is not None:
        return Estimate.absent(reason, n=n, method=method)
    squares = mean_squares(used)
    within = float(squares.within)
    if within == 0.0:
        why = "no interval: no disagreement was seen, so its spread is unknown"
        return Estimate(0.0, n=n, method=method, reason=why, level=level)
    raters, residual = float(squares.raters) / n, float(squares.residual) * (n - 1) / n
    df = within**2 / (raters**2 / (k - 1) + residual**2 / ((n - 1) * (k - 1)))
    tail = (1.0 - level) / 2.0
    low, high = (sqrt(within * df / float(chdtri(df, share))) for share in (tail, 1.0 - tail))
    return Estimate(sqrt(within), low, high, n, f"{method}; chi-square interval", level=level)
