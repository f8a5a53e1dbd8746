"""Pearson's r, its intervals and tests against Anscombe's sets, SciPy, pingouin and plain counting."""

from itertools import permutations
from math import atanh, sqrt, tanh

import numpy as np
import pingouin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ringtrue.stats.association.pearson import (
    complete_pairs,
    disattenuated,
    pearson,
    pearson_p,
    permutation_p,
    product_moment,
    transformed_interval,
    unit_length,
)
from ringtrue.terms.result import Estimate

# Anscombe 1973, The American Statistician 27, 17-21: four sets with the same r to three figures.
SHARED_X = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
ANSCOMBE = [
    (SHARED_X, [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]),
    (SHARED_X, [9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74]),
    (SHARED_X, [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73]),
    ([8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8], [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89]),
]
PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=4, max_size=30)


def test_fishers_interval_warns_of_skewed_data_and_only_of_them() -> None:
    steady = np.linspace(-1.0, 1.0, 12)
    noise = np.cos(np.arange(12.0))
    assert pearson(steady, steady + noise).reason is None
    skewed = np.exp(4 * steady)
    found = pearson(skewed, steady + noise)
    # scipy.stats.skew(bias=False) is the same G1
    assert f"x is skewed ({stats.skew(skewed, bias=False):.1f})" in str(found.reason)
    assert found.low is not None
    assert "y is skewed (-" in str(pearson(steady + noise, -skewed).reason)
    assert pearson(skewed, steady + noise, interval="bootstrap").reason is None
    assert pearson(skewed[:9], steady[:9] + noise[:9]).reason is None  # nine values say nothing about a shape


def halves(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    both = np.array(pairs, dtype=float)
    return both[:, 0], both[:, 1]


@pytest.mark.parametrize(("x", "y"), ANSCOMBE)
def test_anscombes_four_sets_have_the_same_r(x: list[float], y: list[float]) -> None:
    assert pearson(x, y).value == pytest.approx(0.8165, abs=4e-4)


@given(PAIRS)
def test_value_interval_and_p_agree_with_scipy(pairs: list[tuple[int, int]]) -> None:
    x, y = halves(pairs)
    ours = pearson(x, y)
    if ours.value is None:
        assert np.ptp(x) == 0 or np.ptp(y) == 0
        return
    theirs = stats.pearsonr(x, y)
    assert ours.value == pytest.approx(theirs.statistic, abs=1e-12)
    assert pearson_p(x, y).value == pytest.approx(theirs.pvalue, abs=1e-9)
    if abs(ours.value) < 1:
        interval = theirs.confidence_interval(0.95)
        assert (ours.low, ours.high) == pytest.approx((interval.low, interval.high), abs=1e-9)


def test_pingouin_gives_the_same_interval_at_another_level() -> None:
    x, y = ANSCOMBE[0]
    ours = pearson(x, y, level=0.9)
    low, high = pingouin.compute_esci(stat=ours.value, nx=11, eftype="r", confidence=0.9, decimals=6)
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-6)


def test_five_pairs_at_r_070_say_almost_nothing() -> None:
    # tanh(artanh .7 ± 1.959964 / sqrt(2)) = -.477, .978. Five pairs with r exactly .7: y = .7 x + sqrt(.51) e, where
    # x and e are orthogonal and of equal length.
    x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    e = np.array([2.0, -1.0, -2.0, -1.0, 2.0]) * sqrt(10 / 14)
    estimate = pearson(x, 0.7 * x + sqrt(0.51) * e)
    assert estimate.value == pytest.approx(0.7)
    assert estimate.low == pytest.approx(tanh(atanh(0.7) - 1.959964 / sqrt(2)), abs=1e-6)
    assert (estimate.low, estimate.high) == pytest.approx((-0.48, 0.98), abs=5e-3)
    assert "exploratory" in estimate.method


def test_five_pairs_need_r_0878_for_significance() -> None:
    # The two-sided 5 % point of r with 3 degrees of freedom is .8783 in the usual tables.
    x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
    e = np.array([2.0, -1.0, -2.0, -1.0, 2.0]) * sqrt(10 / 14)
    for r, significant in ((0.878, False), (0.879, True)):
        p = pearson_p(x, r * x + sqrt(1 - r * r) * e).value
        assert p is not None
        assert (p < 0.05) is significant


def test_thirty_pairs_are_no_longer_called_exploratory() -> None:
    x = np.arange(30.0)
    y = np.sin(x)
    assert "exploratory" in pearson(x[:29], y[:29]).method
    assert "exploratory" not in pearson(x, y).method


@given(PAIRS, st.floats(0.01, 100), st.floats(-100, 100))
def test_neither_roles_nor_units_nor_order_of_pairs_matter(
    pairs: list[tuple[int, int]], scale: float, shift: float
) -> None:
    x, y = halves(pairs)
    value = pearson(x, y).value
    same = [pearson(y, x).value, pearson(x[::-1], y[::-1]).value, pearson(scale * x + shift, y).value]
    if value is None:
        assert same == [None, None, None]
    else:
        assert same == pytest.approx([value] * 3, abs=1e-9)
        assert pearson(-scale * x, y).value == pytest.approx(-value, abs=1e-9)


def test_numbers_near_the_ends_of_the_float_range_correlate_as_well() -> None:
    x, y = np.array(ANSCOMBE[0])
    for scale in (1e-300, 1e300):
        assert pearson(scale * x, y).value == pytest.approx(0.8164, abs=1e-4)


def test_a_pair_with_a_missing_value_is_left_out() -> None:
    x, y = ANSCOMBE[0]
    assert pearson([*x, np.nan, 5], [*y, 1.0, np.nan]) == pearson(x, y)


def test_the_bootstrap_gives_the_percentiles_of_resampled_correlations() -> None:
    # 4,000 replicates drawn one by one by np.corrcoef; the two runs differ by Monte-Carlo error only, whose standard
    # error at a 2.5 % quantile of a spread of .08 is about .003.
    rng = np.random.default_rng(7)
    x = rng.normal(size=60)
    y = 0.6 * x + 0.8 * rng.normal(size=60)
    ours = pearson(x, y, interval="bootstrap", replicates=4000)
    draws = rng.integers(0, 60, size=(4000, 60))
    low, high = np.quantile([np.corrcoef(x[d], y[d])[0, 1] for d in draws], [0.025, 0.975])
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=0.015)
    assert ours == pearson(x, y, interval="bootstrap", replicates=4000)
    assert ours != pearson(x, y, interval="bootstrap", replicates=4000, seed=1)


def test_the_bootstrap_gives_no_interval_where_most_replicates_are_constant() -> None:
    estimate = pearson([0, 0, 0, 0, 0, 1], [0, 1, 2, 3, 4, 3], interval="bootstrap")
    assert estimate.value is not None
    assert estimate.low is None
    assert "constant" in str(estimate.reason)


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=3, max_size=6))
def test_few_pairs_are_permuted_exhaustively(pairs: list[tuple[int, int]]) -> None:
    x, y = halves(pairs)
    ours = permutation_p(x, y).value
    if ours is None:
        assert np.ptp(x) == 0 or np.ptp(y) == 0
        return
    # Whole numbers, so Σxy - n mean(x) mean(y) times n is exact and equal arrangements compare equal.
    n = len(x)
    observed = abs(n * (x @ y) - x.sum() * y.sum())
    reached = [abs(n * (x @ np.array(other)) - x.sum() * y.sum()) >= observed for other in permutations(y)]
    assert ours == pytest.approx(np.mean(reached))


def test_many_pairs_are_permuted_at_random_near_scipys_p() -> None:
    # Both are Monte-Carlo with 10,000 draws: standard error of the difference at most sqrt(2 x .25/1e4) = .007.
    rng = np.random.default_rng(3)
    x = rng.normal(size=25)
    y = 0.3 * x + rng.normal(size=25)
    ours = permutation_p(x, y)
    theirs = stats.pearsonr(x, y, method=stats.PermutationMethod(n_resamples=9999, rng=rng))
    assert ours.value == pytest.approx(theirs.pvalue, abs=0.03)
    assert ours == permutation_p(x, y)
    assert "10000 random" in ours.method


def test_a_random_p_is_never_zero() -> None:
    x = np.arange(40.0)
    assert permutation_p(x, x, permutations=99).value == pytest.approx(1 / 100)


def test_data_without_a_correlation_give_a_reason() -> None:
    for statistic in (pearson, pearson_p, permutation_p):
        assert statistic([1, 2], [2, 1]).reason == "2 complete pairs; a correlation needs at least three"
        assert statistic([1, 1, 1], [1, 2, 3]).reason == "all values of x are equal"
        assert statistic([1, 1, 1], [2, 2, 2]).reason == "all values of x and of y are equal"


def test_three_pairs_and_a_perfect_line_have_no_interval() -> None:
    three = pearson([1, 2, 3], [1, 3, 2])
    assert three.value == pytest.approx(0.5)
    assert three.low is None
    assert "four pairs" in str(three.reason)
    line = pearson([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4])
    assert line.value == 1.0
    assert line.low is None
    assert "perfect" in str(line.reason)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="equally long"):
        pearson([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="interval must be"):
        pearson([1, 2, 3], [1, 2, 4], interval="jackknife")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least 1"):
        permutation_p([1, 2, 3], [1, 2, 4], permutations=0)


# What a correlation needs to know first: complete pairs, and series of length one.


def test_only_pairs_with_both_values_stay() -> None:
    x, y = complete_pairs([1, np.nan, 3, 4], [5, 6, np.nan, 8])
    assert x.tolist() == [1, 4]
    assert y.tolist() == [5, 8]


@given(st.lists(st.floats(-1e150, 1e150), min_size=2, max_size=20).filter(lambda v: min(v) < max(v)))
def test_a_series_becomes_centred_and_of_length_one(values: list[float]) -> None:
    unit = unit_length(np.array(values))
    assert unit @ unit == pytest.approx(1.0)
    assert abs(unit.sum()) < 1e-6 * np.abs(unit).max() * unit.size


@given(st.integers(3, 50), st.floats(0.001, 1000), st.floats(-1000, 1000))
def test_points_on_a_line_correlate_exactly(n: int, slope: float, shift: float) -> None:
    x = np.arange(n, dtype=float)
    assert product_moment(x, slope * x + shift) == 1.0
    assert product_moment(x, shift - slope * x) == -1.0


def test_the_transformed_interval_stays_inside_and_leans_towards_zero() -> None:
    low, high = transformed_interval(0.9, 0.5, 1.96)
    assert -1 < low < 0.9 < high < 1
    assert 0.9 - low > high - 0.9


# Correction for attenuation against hand calculation and a simulation whose truth is known.


def test_value_and_interval_are_divided_by_the_same_root() -> None:
    # sqrt(.64 x .81) = .8 x .9 = .72; .36/.72 = .5, .18/.72 = .25, .54/.72 = .75.
    corrected = disattenuated(Estimate(0.36, 0.18, 0.54, 40, level=0.9), 0.64, Estimate(0.81))
    assert (corrected.value, corrected.low, corrected.high) == pytest.approx((0.5, 0.25, 0.75))
    assert (corrected.n, corrected.level) == (40, 0.9)


def test_it_recovers_the_correlation_of_the_true_scores() -> None:
    # True scores correlate .6; errors of variance 1 and .25 make the reliabilities 1/2 and .8. With 40,000 pairs the
    # standard error of the corrected value is about (1/sqrt(.4)) / 200 = .008.
    rng = np.random.default_rng(6)
    truth = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], size=40_000)
    seen = truth + rng.normal(size=truth.shape) * [1.0, 0.5]
    observed = pearson(*seen.T)
    assert observed.value == pytest.approx(0.6 * sqrt(0.5 * 0.8), abs=0.02)
    assert disattenuated(observed, 0.5, 0.8).value == pytest.approx(0.6, abs=0.025)


@given(st.floats(-1, 1), st.floats(0.05, 1), st.floats(0.05, 1))
def test_the_correction_never_weakens_and_ignores_which_measure_is_which(r: float, x: float, y: float) -> None:
    corrected = disattenuated(r, x, y)
    assert abs(corrected.value) >= abs(r)
    assert corrected.value == disattenuated(r, y, x).value
    assert disattenuated(r, 1, 1).value == r
    assert (corrected.reason is not None) == (abs(corrected.value) > 1)


def test_a_value_beyond_one_is_given_with_what_it_means() -> None:
    corrected = disattenuated(0.9, 0.5, 0.5)
    assert corrected.value == pytest.approx(1.8)
    assert "underestimated" in str(corrected.reason)


def test_without_a_correlation_or_a_reliability_there_is_a_reason() -> None:
    assert "not above 0" in str(disattenuated(0.3, 0.0, 0.8).reason)
    assert "not above 0" in str(disattenuated(0.3, 0.8, -0.2).reason)
    assert disattenuated(Estimate.absent("all equal"), 0.8, 0.8).reason == "nothing to correct: all equal"
    assert disattenuated(0.3, 0.8, Estimate.absent("one rater")).reason == "nothing to correct: one rater"


def test_a_correlation_or_reliability_above_one_is_refused() -> None:
    for r, x in ((1.2, 0.8), (0.3, 1.2)):
        with pytest.raises(ValueError, match="exceed 1"):
            disattenuated(r, x, 0.8)
