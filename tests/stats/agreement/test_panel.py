"""Per-item sums of a panel: against every pair of raters, and a table worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.stats.agreement.panel import category_shares, observed_disagreement, panel_sums

PLAIN = 1.0 - np.eye(3)
COUNTS = arrays(np.float64, (4, 3), elements=st.integers(0, 4).map(float)).filter(
    lambda counts: bool((counts.sum(axis=1) >= 1).all()) and bool((counts.sum(axis=1) >= 2).any())
)


def test_a_table_worked_out_by_hand() -> None:
    # Item 1: categories a a b, of three pairs two differ. Item 2: one rating, no pair. Item 3: b b, no difference.
    sums = panel_sums(np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 2.0, 0.0]]), PLAIN)
    np.testing.assert_allclose(sums, [[2 / 3, 1, 2 / 3, 1 / 3, 0], [0, 0, 0, 0, 1], [0, 1, 0, 1, 0]])
    totals = sums.sum(axis=0)[None, :]
    assert observed_disagreement(totals) == pytest.approx([1 / 3])  # (2/3 + 0) over the two items with a pair
    np.testing.assert_allclose(category_shares(totals), [[2 / 9, 4 / 9, 1 / 3]])


@given(COUNTS, st.lists(st.floats(0, 1), min_size=3, max_size=3))
def test_disagreement_is_the_mean_over_every_pair_of_ratings(counts: np.ndarray, far: list[float]) -> None:
    apart = np.array([[0, far[0], far[1]], [far[0], 0, far[2]], [far[1], far[2], 0]])
    sums = panel_sums(counts, apart)
    for row, found in zip(counts, sums, strict=True):
        given_ones = np.repeat(np.arange(3), row.astype(int))
        pairs = [apart[a, b] for i, a in enumerate(given_ones) for j, b in enumerate(given_ones) if i != j]
        assert found[0] == pytest.approx(np.mean(pairs) if pairs else 0.0)
        assert found[1] == bool(pairs)


@given(COUNTS)
def test_shares_sum_to_one_and_every_item_weighs_the_same(counts: np.ndarray) -> None:
    def shares(table: np.ndarray) -> np.ndarray:
        return np.asarray(category_shares(panel_sums(table, PLAIN).sum(axis=0)[None, :])[0])

    assert shares(counts).sum() == pytest.approx(1.0)
    busier = counts.copy()
    busier[0] *= 5  # five times the raters on one item, who answer in the same proportions
    np.testing.assert_allclose(shares(busier), shares(counts))
