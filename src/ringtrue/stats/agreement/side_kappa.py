"""Kappa of picks between two texts coded by side, and the value it is bound to have."""

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.chance_corrected import (
    CorrectedInterval,
    Totals,
    corrected,
    corrected_estimate,
    observed_disagreement,
    panel_sums,
)
from ringtrue.stats.agreement.ratings import lack, request, size
from ringtrue.stats.arrays import as_matrix
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms.result import Estimate


def side_kappa(
    matrix: ArrayLike,
    *,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Do raters pick the same one of two texts more often than the toss of a coin would?

    `matrix` is items x raters: 1 for one text of the item, 0 for the other, whichever is which; NaN for missing, and
    ties (.5) count as missing.
    Result: 1 - 2 Do, Do the mean over items of the share of pairs of picks that differ. It is Cohen's kappa of picks
    coded by side where the sides are balanced, because both sides are then picked half of the time and chance agreement
    is one half.
    Interval: delta method over items, Student t on the Fisher z scale, or the percentile bootstrap over items.
    Not for: a target such as .70. Raters who find the person with probability p agree by (2p - 1)² (`expected_kappa`):
    .70 needs p of at least .918, or at most .082, so a good clone cannot have it.
    Checked against: (2p - 1)² in simulated picks without item effects; Cohen's kappa on exactly balanced sides.
    Reference: Cohen 1960, Educ. Psychol. Meas. 20, 37-46; Bennett, Alpert & Goldstein 1954, Public Opin. Q. 18, 303.
    """
    asked = request(interval, "delta", level, replicates, seed)
    given = as_matrix(matrix)
    if not np.isin(given[~np.isnan(given)], (0.0, 0.5, 1.0)).all():
        raise ValueError("picks are 1 for one text, 0 for the other and .5 for a tie")
    ratings = np.where(given == 0.5, np.nan, given)
    ratings = ratings[~np.isnan(ratings).all(axis=1)]
    ties = int((given == 0.5).sum())
    note = f"ties left out: {ties}" if ties else ""
    reason = lack(ratings, identical=False)
    if reason is not None:
        return Estimate.absent("; ".join(filter(None, (note, reason))), n=ratings.shape[0], method=size(ratings))
    counts = np.column_stack([(ratings == side).sum(axis=1) for side in (0.0, 1.0)]).astype(np.float64)
    found = corrected(panel_sums(counts, 1.0 - np.eye(2)), _kappa)
    return corrected_estimate(found, f"{size(ratings)}, sides taken as balanced", asked, note)


def _kappa(totals: Totals) -> Totals:
    return np.asarray(1.0 - 2.0 * observed_disagreement(totals))


def expected_kappa(share: Estimate) -> Estimate:
    """The kappa of picks to expect where a share p of them finds the person: (2p - 1)².

    For raters and items that are alike; where items differ in how easily the person is found, kappa is higher.
    Interval: that of p put through the formula; it begins at 0 where p may be one half.
    """
    method = f"(2p - 1)² of the share found; {share.method}"
    if share.value is None:
        return Estimate.absent(share.reason or "nobody picked", n=share.n, method=method)
    value = (2.0 * share.value - 1.0) ** 2
    if share.low is None or share.high is None:
        return Estimate(value, n=share.n, method=method, reason=share.reason, level=share.level)
    ends = [(2.0 * min(max(bound, 0.0), 1.0) - 1.0) ** 2 for bound in (share.low, share.high)]
    low = 0.0 if share.low <= 0.5 <= share.high else min(ends)
    return Estimate(value, low, max(ends), share.n, method, level=share.level)
