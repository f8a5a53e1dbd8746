"""The shared intervals of chance-corrected coefficients."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.stats.agreement.chance_corrected import (
    Corrected,
    category_shares,
    corrected,
    corrected_estimate,
    gradient,
    observed_disagreement,
    panel_sums,
)
from ringtrue.stats.agreement.ratings import IntervalRequest


def test_complex_steps_give_the_exact_gradient() -> None:
    # f(x, y) = x² / y has the derivatives 2x/y and -x²/y².
    slopes = gradient(lambda totals: totals[:, 0] ** 2 / totals[:, 1], np.array([3.0, 4.0]))
    assert slopes == pytest.approx([1.5, -0.5625], rel=1e-15)


def test_a_share_has_the_t_interval_of_its_mean() -> None:
    # The coefficient is a plain mean m of n numbers, so its standard error is s / sqrt(n) and the z scale divides it
    # by 1 - m². For 0 1 0 1 0: m = .4, s² = .3, t(4) at .975 = 2.776445.
    sums = np.column_stack([[0.0, 1.0, 0.0, 1.0, 0.0], np.ones(5)])
    found = corrected(sums, lambda totals: totals[:, 0] / totals[:, 1])
    estimate = corrected_estimate(found, "5 items", IntervalRequest("delta", 0.95, 100, 1))
    half = 2.776445 * np.sqrt(0.3 / 5) / (1 - 0.16)
    assert estimate.low == pytest.approx(np.tanh(np.arctanh(0.4) - half), abs=1e-6)
    assert estimate.high == pytest.approx(np.tanh(np.arctanh(0.4) + half), abs=1e-6)
    assert estimate.n == 5


def test_a_note_stands_before_the_reason_for_a_missing_interval() -> None:
    found = Corrected(0.5, np.zeros(4), lambda replicates, _seed: np.full(replicates, np.nan))
    delta = corrected_estimate(found, "x", IntervalRequest("delta", 0.95, 10, 1), note="one pair left out")
    assert delta.reason is not None
    assert delta.reason.startswith("one pair left out; no interval")
    resampled = corrected_estimate(found, "x", IntervalRequest("bootstrap", 0.95, 10, 1))
    assert "too many resamples" in str(resampled.reason)
    assert resampled.value == 0.5


def test_levels_and_replicates_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        IntervalRequest("delta", 1.0, 10, 1)
    with pytest.raises(ValueError, match="at least one"):
        IntervalRequest("bootstrap", 0.95, 0, 1)


# Per-item sums of a panel: against every pair of raters, and a table worked out by hand.


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
