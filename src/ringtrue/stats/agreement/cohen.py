"""Cohen's kappa of two raters, weighted or not, and of all pairs of raters at once."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringtrue.stats.agreement.chance_corrected import (
    Coefficient,
    Corrected,
    CorrectedInterval,
    Totals,
    corrected,
    corrected_estimate,
    one_minus_ratio,
)
from ringtrue.stats.agreement.ratings import (
    Categories,
    Weights,
    categorise,
    check_weights,
    distances,
    lack,
    pairable,
    request,
    size,
)
from ringtrue.stats.agreement.unanimity import as_if_one_differed
from ringtrue.stats.arrays import Array, as_matrix, as_vector
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, resample_weights
from ringtrue.terms.result import Estimate


def cohen_kappa(
    a: ArrayLike,
    b: ArrayLike,
    weights: Weights | None = None,
    *,
    level: float = 0.95,
    interval: CorrectedInterval = "delta",
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> Estimate:
    """Do two raters agree on the same items more than two raters with their habits would by chance?

    `a` and `b` hold the two raters' values item by item, NaN for missing; only items both rated count.
    Result: 1 - Do / De; Do is the mean distance of the two ratings of an item, De the mean distance if every rating of
    one met every rating of the other. Distance: 1 for any difference; |x - y| (linear); (x - y)² (quadratic), taken
    between the values themselves.
    Interval: delta method over items, Student t on the Fisher z scale, or the percentile bootstrap over items.
    Not for: raters who come and go between items (fleiss_kappa_of, krippendorff_alpha); a category almost everyone
    chooses, which pulls kappa down however well they agree (gwet_ac); picks of a side, where it is (2p - 1)².
    Checked against: Cohen 1960; the 2 x 2 tables of the encyclopaedia; Feinstein & Cicchetti 1990; statsmodels.
    Reference: Cohen 1960, Educ. Psychol. Meas. 20, 37-46; 1968, Psychol. Bull. 70, 213-220.
    """
    check_weights(weights, "linear", "quadratic")
    asked = request(interval, "delta", level, replicates, seed)
    first, second = as_vector(a, "a"), as_vector(b, "b")
    if first.size != second.size:
        raise ValueError(f"a and b must rate the same items, got {first.size} and {second.size} ratings")
    ratings = np.column_stack([first, second])
    reason = lack(ratings)
    ratings = pairable(ratings)
    placed = categorise(ratings)
    reason = reason or placed.too_many()
    about = size(ratings) + (f", {weights} weights" if weights else "")
    if reason is not None:
        return Estimate.absent(reason, n=ratings.shape[0], method=about)
    apart = distances(placed.values, weights)
    sums = pair_sums(placed.codes[:, 0], placed.codes[:, 1], apart)

    def again(table: Array) -> Estimate:
        return cohen_kappa(
            table[:, 0], table[:, 1], weights, level=level, interval=interval, replicates=replicates, seed=seed
        )

    found = corrected(sums, kappa_of(apart))
    return corrected_estimate(found, about, asked, unanimous=lambda: as_if_one_differed(ratings, again, about, level))


def cohen_pairs(matrix: ArrayLike, weights: Weights | None = None) -> Array:
    """Cohen's kappa of every pair of raters, as a raters x raters array.

    Computed in matrix products over all items at once; each pair on the items both rated. NaN where a pair shares
    fewer than two items or uses a single value throughout.
    Checked against: `cohen_kappa` pair by pair.
    """
    check_weights(weights, "linear", "quadratic")
    placed = categorise(as_matrix(matrix))
    reason = placed.too_many()
    if reason is not None:
        raise ValueError(reason)
    given = (placed.codes >= 0).astype(np.float64)
    shared = given.T @ given
    if placed.values.size < 2:
        return np.full_like(shared, np.nan)
    apart = distances(placed.values, weights)
    observed, expected = np.zeros_like(shared), np.zeros_like(shared)
    # habits[c][i, j]: how often rater i chose category c on the items that rater j rated too.
    habits = np.array([(placed.codes == c).T @ given for c in range(apart.shape[0])])
    for c, far in enumerate(apart):
        observed += (placed.codes == c).T @ (far[placed.codes] * given)
        expected += habits[c] * np.tensordot(far, habits, axes=1).T
    with np.errstate(divide="ignore", invalid="ignore"):
        kappas = one_minus_ratio(observed / shared, expected / shared**2)
    return np.where(shared >= 2, kappas, np.nan)


def pair_sums(first: NDArray[np.intp], second: NDArray[np.intp], apart: Array) -> Array:
    """Per item: distance of the two ratings, whether both exist, and the two ratings as indicators."""
    both = ((first >= 0) & (second >= 0)).astype(np.float64)[:, None]
    chosen = np.eye(apart.shape[0])
    return np.hstack([apart[first, second][:, None], np.ones_like(both), chosen[first], chosen[second]]) * both


def kappa_of(apart: Array) -> Coefficient:
    """Cohen's kappa as a function of the totals of `pair_sums`."""
    q = apart.shape[0]

    def kappa(totals: Totals) -> Totals:
        items = totals[:, 1]
        habits = totals[:, 2:] / items[:, None]
        expected = ((habits[:, :q] @ apart) * habits[:, q:]).sum(axis=1)
        return one_minus_ratio(totals[:, 0] / items, expected)

    return kappa


# Light's kappa: what Cohen's kappa means for more than two raters, the mean over all pairs of them.


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
    # The kappas of all pairs show which pairs have one.
    pairs = list(zip(*np.nonzero(np.triu(np.isfinite(cohen_pairs(ratings, weights)), 1)), strict=True))
    if not pairs:
        why = "no two raters share two items with differing values"
        return Estimate.absent(why, n=ratings.shape[0], method=size(ratings))
    about = f"{size(ratings)}, mean of {len(pairs)} pairs" + (f", {weights} weights" if weights else "")
    left_out = ratings.shape[1] * (ratings.shape[1] - 1) // 2 - len(pairs)
    note = f"pairs of raters left out because they have no kappa: {left_out}" if left_out else ""
    again = partial(light_kappa, weights=weights, level=level, interval=interval, replicates=replicates, seed=seed)
    found = _mean_over(pairs, placed, distances(placed.values, weights))
    return corrected_estimate(found, about, asked, note, lambda: as_if_one_differed(ratings, again, about, level))


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
