"""Spearman's rank correlation against SciPy, hand calculation, and resampling one replicate at a time."""

from math import asin, atanh, pi, sqrt, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ringtrue.stats.association.spearman import _bootstrapped, mid_ranks, spearman
from ringtrue.stats.resampling import resample_weights

PAIRS = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=4, max_size=30)


def spelled_out(x: np.ndarray, y: np.ndarray, times: np.ndarray) -> float:
    return stats.spearmanr(np.repeat(x, times), np.repeat(y, times)).statistic


@given(PAIRS)
def test_the_value_agrees_with_scipy_ties_and_all(pairs: list[tuple[int, int]]) -> None:
    x, y = np.array(pairs, dtype=float).T
    ours = spearman(x, y)
    if ours.value is None:
        assert np.ptp(x) == 0 or np.ptp(y) == 0
    else:
        assert ours.value == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=20))
def test_ties_share_the_mean_of_their_ranks(values: list[int]) -> None:
    assert mid_ranks(np.array(values, dtype=float)).tolist() == stats.rankdata(values).tolist()


@given(PAIRS)
def test_neither_roles_nor_rising_maps_nor_order_of_pairs_matter(pairs: list[tuple[int, int]]) -> None:
    x, y = np.array(pairs, dtype=float).T
    value = spearman(x, y).value
    same = [spearman(y, x).value, spearman(x[::-1], y[::-1]).value, spearman(np.exp(x), y**3).value]
    if value is None:
        assert same == [None, None, None]
    else:
        assert same == pytest.approx([value] * 3, abs=1e-12)
        assert spearman(-x, y).value == pytest.approx(-value, abs=1e-12)


def test_the_interval_has_the_standard_error_of_bonett_and_wright() -> None:
    # Ranks 1..7 against 2 1 4 3 6 5 7: Σd² = 6, r = 1 - 6 x 6 / (7 x 48) = .892857;
    # half-width on Fisher's scale 1.959964 sqrt((1 + r²/2) / 4).
    r = 1 - 36 / 336
    half = 1.959964 * sqrt((1 + r * r / 2) / 4)
    estimate = spearman([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 6, 5, 7])
    assert estimate.value == pytest.approx(r)
    assert (estimate.low, estimate.high) == pytest.approx((tanh(atanh(r) - half), tanh(atanh(r) + half)), abs=1e-6)
    assert "exploratory" in estimate.method


def test_the_interval_covers_the_rank_correlation_of_normal_pairs() -> None:
    # In normal pairs Spearman's population value is (6/π) asin(ρ/2). At ρ = .7 and 25 pairs the interval covers .957
    # (4,000 samples): slightly more than asked. 1,500 samples have a standard error of .005; .0175 is 3.3 of them.
    rng = np.random.default_rng(11)
    truth = 6 / pi * asin(0.35)
    x = rng.normal(size=(1500, 25))
    y = 0.7 * x + sqrt(0.51) * rng.normal(size=x.shape)
    covered = [(e := spearman(a, b)).low < truth < e.high for a, b in zip(x, y, strict=True)]
    assert np.mean(covered) == pytest.approx(0.957, abs=0.0175)


def test_every_bootstrap_replicate_is_ranked_anew() -> None:
    # The same draws, spelled out: each replicate repeats its pairs, and SciPy ranks and correlates them. 1,500
    # replicates of 3,000 pairs are more than one block of weights; the last ones are looked at too.
    rng = np.random.default_rng(5)
    for x, y, replicates in (
        (*rng.integers(0, 6, size=(2, 12)).astype(float), 50),
        (*rng.normal(size=(2, 3000)), 1500),
    ):
        ours = _bootstrapped(x, y, replicates, 9)
        assert ours.shape == (replicates,)
        held = np.concatenate([part[-5:] for part in resample_weights(x.size, replicates, np.random.default_rng(9))])
        spelled = [spelled_out(x, y, times.astype(int)) for times in held]
        assert ours[-5:] == pytest.approx(np.array(spelled[-5:]), abs=1e-12)


def test_the_bootstrap_interval_surrounds_the_value_and_repeats_with_its_seed() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=80)
    y = x + rng.normal(size=80)
    estimate = spearman(x, y, interval="bootstrap")
    assert estimate.low < estimate.value < estimate.high
    assert estimate == spearman(x, y, interval="bootstrap")
    assert (estimate.low, estimate.high) == pytest.approx((spearman(x, y).low, spearman(x, y).high), abs=0.08)


def test_data_without_a_value_or_an_interval_give_a_reason() -> None:
    assert spearman([1, np.nan, 2], [1, 2, 3]).reason == "2 complete pairs; a correlation needs at least three"
    assert spearman([1, 2, 3, 4], [5, 5, 5, 5]).reason == "all values of y are equal"
    perfect = spearman([1, 2, 3, 4, 5], [1, 4, 9, 16, 25])
    assert perfect.value == 1.0
    assert perfect.low is None
    assert "perfect order" in str(perfect.reason)
    scarce = spearman([0, 0, 0, 0, 0, 1], [0, 1, 2, 3, 4, 3], interval="bootstrap")
    assert scarce.low is None
    assert "constant" in str(scarce.reason)


def test_an_unknown_interval_is_refused() -> None:
    with pytest.raises(ValueError, match="interval must be"):
        spearman([1, 2, 3], [1, 2, 4], interval="exact")  # type: ignore[arg-type]


def test_means_that_are_equal_on_paper_are_ties_however_they_were_added_up() -> None:
    # .1 + .2 and .3 differ in their last bit; ranked by it, the order of two equal pairs would be decided by noise.
    x = [0.1 + 0.2, 0.3, 0.5, 0.7, 0.9]
    assert spearman(x, [1, 2, 3, 4, 5]).value == spearman([0.3, 0.3, 0.5, 0.7, 0.9], [1, 2, 3, 4, 5]).value
    assert spearman([2, 1, 3, 4, 5], x).value == spearman([1, 2, 3, 4, 5], x).value
