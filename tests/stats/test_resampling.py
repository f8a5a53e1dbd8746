"""Bootstrap weights and percentile intervals."""

import numpy as np
import pytest

from ringtrue.stats.resampling import bootstrap, bootstrap_sums, percentile_interval, resample_weights


def test_weights_are_multinomial() -> None:
    # n = 4, evenly: mean 1, variance n(1/n)(1-1/n) = .75, covariance -1/4; every row sums to n.
    weights = np.concatenate(list(resample_weights(4, 40_000, np.random.default_rng(1))))
    assert set(weights.sum(axis=1)) == {4.0}
    np.testing.assert_allclose(np.cov(weights.T), np.full((4, 4), -0.25) + np.eye(4), atol=0.02)


def test_blocks_bound_memory_and_lose_no_replicate() -> None:
    blocks = [block.shape for block in resample_weights(1 << 21, 3, np.random.default_rng(1))]
    assert blocks == [(2, 1 << 21), (1, 1 << 21)]


def test_totals_are_those_of_the_rows_actually_drawn() -> None:
    rows = np.random.default_rng(2).normal(size=(6, 3))
    weights = np.concatenate(list(resample_weights(6, 5, np.random.default_rng(3))))
    drawn = [np.repeat(rows, counts.astype(int), axis=0).sum(axis=0) for counts in weights]
    np.testing.assert_allclose(bootstrap_sums(rows, 5, np.random.default_rng(3)), drawn)


def test_a_bootstrapped_mean_has_the_standard_error_of_a_mean() -> None:
    values = np.random.default_rng(4).normal(size=50)
    means = bootstrap(values[:, None], lambda totals: totals[:, 0] / 50, replicates=20_000)
    assert means.std() == pytest.approx(values.std() / 50**0.5, rel=0.03)


def test_too_many_undefined_replicates_give_no_interval() -> None:
    values = np.arange(100.0)
    assert percentile_interval(values, 0.9) == pytest.approx((4.95, 94.05))
    values[:11] = np.nan
    assert percentile_interval(values, 0.9) is None
