"""Two-way mean squares against Shrout and Fleiss, and their resampled versions against resampled copies."""

import numpy as np
import pytest
from numpy.typing import NDArray

from ringtrue.stats.agreement.anova import mean_squares, resampled_mean_squares
from ringtrue.stats.resample import resample_weights

Matrix = NDArray[np.float64]


def test_shrout_and_fleiss_mean_squares(six_targets: Matrix) -> None:
    # Shrout & Fleiss 1979, table 3: between targets 11.24, within 6.26, judges 32.49, residual 1.02.
    squares = mean_squares(six_targets)
    found = (squares.items, squares.within, squares.raters, squares.residual)
    assert found == pytest.approx((11.24, 6.26, 32.49, 1.02), abs=5e-3)


def test_resampled_mean_squares_are_those_of_the_repeated_items() -> None:
    ratings = np.random.default_rng(1).normal(5.0, 2.0, size=(12, 3))
    replicates = resampled_mean_squares(ratings, 50, seed=7)
    weights = np.concatenate(list(resample_weights(12, 50, np.random.default_rng(7)))).astype(int)
    for row, weight in enumerate(weights):
        direct = mean_squares(np.repeat(ratings, weight, axis=0))
        for name in ("items", "raters", "residual", "within"):
            assert getattr(replicates, name)[row] == pytest.approx(getattr(direct, name), abs=1e-10)


def test_variation_that_is_only_rounding_is_zero() -> None:
    levels = np.array([0.1, 0.7, 0.3])
    squares = mean_squares(1e6 + levels[:, None] + np.array([[0.2, 0.9]]) * 0)
    assert squares.residual == 0.0
    assert squares.within == 0.0
    assert squares.items > 0.0
