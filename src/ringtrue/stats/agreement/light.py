"""Light's kappa: what Cohen's kappa means for more than two raters, the mean over all pairs of them."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.categories import Categories, Weights, categorise, check_weights, distances
from ringtrue.stats.agreement.cohen import cohen_pairs, kappa_of, pair_sums
from ringtrue.stats.agreement.corrected import Corrected, CorrectedInterval, corrected, corrected_estimate
from ringtrue.stats.agreement.overlap import lack, pairable, size
from ringtrue.stats.agreement.request import request
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED, resample_weights
from ringtrue.terms import Estimate

Pair = tuple[int, int]


def light_kappa(
    matrix: ArrayLike,
    weights: Weights | None = None,
    *,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """How well do the raters of a panel agree two by two, each against the habits of the other?

    Result: the mean of Cohen's kappa over all pairs of raters (for two raters, Cohen's kappa); each pair is compared
    on the items both rated. Pairs with fewer than two such items, or with a single value throughout, have no kappa;
    they are left out and counted in the reason.
    Interval: as for `cohen_kappa`; items are the unit, because all pairs share them.
    Not for: many raters with few items each, where most pairs hardly overlap (krippendorff_alpha).
    Checked against: the mean of statsmodels' pairwise kappas; `cohen_kappa` for two raters.
    Reference: Light 1971, Psychol. Bull. 76, 365-377.
    """
    check_weights(weights, "linear", "quadratic")
    asked = request(interval, "delta", level, replicates, seed)
    ratings = as_matrix(matrix)
    reason = lack(ratings)
    ratings = pairable(ratings)
    placed = categorise(ratings)
    reason = reason or placed.too_many()
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=size(ratings))
    # The kappas of all pairs tell which pairs have one.
    pairs = list(zip(*np.nonzero(np.triu(np.isfinite(cohen_pairs(ratings, weights)), 1)), strict=True))
    if not pairs:
        why = "no two raters share two items with differing values"
        return Estimate.absent(why, n=ratings.shape[0], method=size(ratings))
    about = f"{size(ratings)}, mean of {len(pairs)} pairs" + (f", {weights} weights" if weights else "")
    left_out = ratings.shape[1] * (ratings.shape[1] - 1) // 2 - len(pairs)
    note = f"pairs of raters left out because they have no kappa: {left_out}" if left_out else ""
    return corrected_estimate(_mean_over(pairs, placed, distances(placed.values, weights)), about, asked, note)


def _mean_over(pairs: list[Pair], placed: Categories, apart: Array) -> Corrected:
    kappa = kappa_of(apart)

    def each() -> Iterator[Array]:
        return (pair_sums(placed.codes[:, first], placed.codes[:, second], apart) for first, second in pairs)

    def resampled(replicates: int, seed: int) -> Array:
        blocks = resample_weights(placed.codes.shape[0], replicates, np.random.default_rng(seed))
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.concatenate([_mean_of_defined([kappa(w @ sums) for sums in each()]) for w in blocks])

    parts = [corrected(sums, kappa) for sums in each()]
    value = float(np.mean([part.value for part in parts]))
    return Corrected(value, np.mean([part.influence for part in parts], axis=0), resampled)


def _mean_of_defined(kappas: list[Array]) -> Array:
    """Mean over the pairs that have a kappa, per replicate; NaN where none has."""
    values = np.stack(kappas)
    defined = np.isfinite(values)
    return np.asarray(np.where(defined, values, 0.0).sum(axis=0) / defined.sum(axis=0))
