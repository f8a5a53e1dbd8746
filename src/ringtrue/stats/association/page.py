"""Page's test: do several judges or blocks put conditions in the order that was predicted?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.association.spearman import mid_ranks
from ringtrue.terms.result import Estimate

_EXACT_CONDITIONS = 8
_EXACT_BLOCKS = 100


@dataclass(frozen=True, slots=True)
class OrderTest(Estimate):
    """An estimate whose value is a test statistic; `p` is the chance of at least this value if there is no order."""

    p: float | None = None

    def __post_init__(self) -> None:
        """Check as every estimate does, and refuse a p that is not a probability."""
        Estimate.__post_init__(self)
        if self.p is not None and not (isfinite(self.p) and 0.0 <= self.p <= 1.0):
            raise ValueError(f"p must lie between 0 and 1, not {self.p}")


def page_test(matrix: ArrayLike, order: Sequence[int]) -> OrderTest:
    """Do the blocks put the conditions in this order?

    `matrix` is conditions x blocks (a block is a rater, an item, a session); `order` lists the rows from the one
    predicted lowest to the one predicted highest. Blocks with a missing value are left out; n counts the others.
    Result: L = Σ over conditions of predicted rank x sum of the ranks given, ties sharing mid-ranks, and the
    one-sided p = P(L or more) when every arrangement of a block's ranks is equally likely. Exact for up to 8
    conditions and 100 blocks: a block's distribution comes from adding one condition at a time to each subset of
    its ranks (its own ranks, so ties are exact too) and the blocks' distributions are convolved. Beyond, normal with
    mean n k(k+1)²/4 and the permutation variance, without continuity correction. There is no interval.
    No value when no block is complete or every block ties all conditions.
    Not for: an order chosen after seeing the data; finding out which conditions differ.
    Checked against: scipy.stats.page_trend_test, exact and asymptotic; enumeration with ties; Page's critical values.
    Reference: Page 1963, J. Am. Stat. Assoc. 58, 216-230.
    """
    given = as_matrix(matrix)
    k = given.shape[0]
    if k < 2 or sorted(order) != list(range(k)):
        raise ValueError(f"order must name each of at least two rows once, got {list(order)} for {k} rows")
    blocks = given[list(order)].T
    blocks = blocks[~np.isnan(blocks).any(axis=1)]
    n = blocks.shape[0]
    method = f"Page's L of {k} conditions in {n} complete blocks; one-sided p"
    if n == 0:
        return OrderTest.absent("no block rates every condition", method=method)
    # Twice the rank is whole even where two values share one.
    doubled = np.rint(2.0 * np.array([mid_ranks(block) for block in blocks])).astype(np.int64)
    if not np.ptp(doubled, axis=1).any():
        return OrderTest.absent("every block ties all conditions", n=n, method=method)
    total = int((doubled @ np.arange(1, k + 1)).sum())
    if k <= _EXACT_CONDITIONS and n <= _EXACT_BLOCKS:
        return OrderTest(total / 2.0, n=n, method=f"{method}, exact", p=_exact_tail(doubled, total))
    return OrderTest(total / 2.0, n=n, method=f"{method}, normal approximation", p=_normal_tail(doubled, total))


def _normal_tail(doubled: NDArray[np.int64], total: int) -> float:
    n, k = doubled.shape
    predicted = np.arange(1, k + 1) - (k + 1) / 2.0
    deviation = doubled / 2.0 - (k + 1) / 2.0
    variance = float(predicted @ predicted) * float((deviation**2).sum()) / (k - 1)
    z = (total / 2.0 - n * k * (k + 1) ** 2 / 4.0) / sqrt(variance)
    return float(ndtr(-z))


def _exact_tail(doubled: NDArray[np.int64], total: int) -> float:
    """P(sum over blocks >= total); blocks with the same ties share one distribution."""
    least, chances = 0, np.ones(1)
    for ranks, times in Counter(tuple(int(rank) for rank in sorted(block)) for block in doubled).items():
        lowest, one = _block_distribution(ranks)
        for _ in range(times):
            chances = np.convolve(chances, one)
            least += lowest
    return min(1.0, float(chances[max(0, total - least) :].sum()))


def _block_distribution(ranks: tuple[int, ...]) -> tuple[int, Array]:
    """The least value, and the chance of each value from it on, of Σ position x rank over all arrangements.

    A subset of the ranks says which ones the first positions have taken; its array counts the ways to reach each sum.
    """
    k = len(ranks)
    size = 1 + sum(position * rank for position, rank in enumerate(ranks, start=1))
    ways = np.zeros((1 << k, size))
    ways[0, 0] = 1.0
    for taken in range(1, 1 << k):
        position = taken.bit_count()
        for which in range(k):
            if taken >> which & 1:
                shift = position * ranks[which]
                ways[taken, shift:] += ways[taken ^ (1 << which), : size - shift]
    every = ways[-1]
    lowest = int(np.flatnonzero(every)[0])
    return lowest, every[lowest:] / every.sum()
