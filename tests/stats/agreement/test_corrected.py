"""The shared intervals of chance-corrected coefficients."""

import numpy as np
import pytest

from ringtrue.stats.agreement.corrected import Corrected, corrected, corrected_estimate, gradient
from ringtrue.stats.agreement.request import IntervalRequest


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
