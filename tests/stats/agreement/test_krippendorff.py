"""Krippendorff's alpha against his examples, the krippendorff package, and a weighted brute-force alpha."""

from typing import get_args

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.special import stdtrit

from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha, resampled_alpha, too_large
from ringtrue.stats.agreement.ratings import Cells, Measurement, against_all, pairable, within_items
from ringtrue.stats.resampling import resample_weights

Matrix = NDArray[np.float64]
LEVELS = ("nominal", "ordinal", "interval", "ratio")
RATINGS = arrays(np.float64, (6, 4), elements=st.sampled_from([0.0, 1.0, 2.0, 5.0, np.nan]))


def weighted_alpha(ratings: Matrix, level: str, weights: Matrix) -> float:
    """Alpha by its definition, from the coincidence matrix with each item counted `weights` times."""
    values = np.unique(ratings[~np.isnan(ratings)])
    coincidences = np.zeros((values.size, values.size))
    for row, weight in zip(ratings, weights, strict=True):
        given = [int(np.searchsorted(values, v)) for v in row if not np.isnan(v)]
        for i, first in enumerate(given):
            for j, second in enumerate(given):
                if i != j:
                    coincidences[first, second] += weight / (len(given) - 1)
    per_value = coincidences.sum(axis=0)
    apart = np.zeros_like(coincidences)
    for c, k in np.ndindex(apart.shape):
        low, high = min(c, k), max(c, k)
        between = per_value[low : high + 1].sum() - (per_value[c] + per_value[k]) / 2
        apart[c, k] = {
            "nominal": float(c != k),
            "ordinal": between**2 * (c != k),
            "interval": (values[c] - values[k]) ** 2,
            "ratio": ((values[c] - values[k]) / ((values[c] + values[k]) or 1.0)) ** 2,
        }[level]
    total = per_value.sum()
    return float(1 - (total - 1) * (coincidences * apart).sum() / (per_value @ apart @ per_value))


@pytest.mark.parametrize(
    ("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_four_observers_give_the_published_values(four_observers: Matrix, level: str, expected: float) -> None:
    # Krippendorff 2011, section C and D: 12 units, 4 observers, missing values.
    estimate = krippendorff_alpha(four_observers, level)
    assert estimate.value == pytest.approx(expected, abs=5e-4)
    assert estimate.n == 11  # the twelfth unit has one rating


def test_gwets_handbook_gives_the_nominal_value_with_more_digits(four_observers: Matrix) -> None:
    assert krippendorff_alpha(four_observers, "nominal").value == pytest.approx(0.74342, abs=5e-6)


def test_two_observers_give_the_published_nominal_value() -> None:
    # Krippendorff 2011, section B: two observers, 12 units, categories a to e.
    first, second = "aabbdcccedda", "babbbcccedd" + "d"
    matrix = np.array([[ord(x) for x in first], [ord(y) for y in second]], dtype=float).T
    assert krippendorff_alpha(matrix, "nominal").value == pytest.approx(0.692, abs=5e-4)


def test_two_observers_give_the_published_binary_value() -> None:
    # Krippendorff 2011, section A: two observers, 10 units, values 0 and 1.
    matrix = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]], dtype=float).T
    assert krippendorff_alpha(matrix, "nominal").value == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("level", LEVELS)
def test_random_ratings_with_holes_agree_with_the_krippendorff_package(level: str) -> None:
    rng = np.random.default_rng(4)
    for _ in range(10):
        ratings = np.clip(rng.integers(1, 6, size=(20, 1)) + rng.integers(-1, 2, size=(20, 4)), 0, 6).astype(float)
        ratings[rng.random(ratings.shape) < 0.25] = np.nan
        theirs = krippendorff.alpha(reliability_data=ratings.T, level_of_measurement=level)
        assert krippendorff_alpha(ratings, level).value == pytest.approx(theirs, abs=1e-12)


@given(RATINGS, st.sampled_from(LEVELS), st.permutations(range(4)), st.permutations(range(6)))
def test_order_of_raters_and_items_does_not_matter(
    ratings: Matrix, level: str, raters: list[int], items: list[int]
) -> None:
    value = krippendorff_alpha(ratings, level).value
    same = None if value is None else pytest.approx(value, abs=1e-12)
    assert krippendorff_alpha(ratings[:, raters], level).value == same
    assert krippendorff_alpha(ratings[items], level).value == same


@given(RATINGS, st.floats(-1e3, 1e3), st.floats(0.01, 100.0))
def test_interval_level_ignores_shift_and_scale_and_ordinal_any_rising_change(
    ratings: Matrix, shift: float, scale: float
) -> None:
    for level, changed in (
        ("interval", ratings * scale + shift),
        ("ordinal", np.exp(ratings)),
        ("ratio", ratings * scale),
    ):
        one, other = krippendorff_alpha(ratings, level), krippendorff_alpha(changed, level)
        assert other.value == (None if one.value is None else pytest.approx(one.value, abs=1e-9))
        assert other.low == (None if one.low is None else pytest.approx(one.low, abs=1e-7))


@given(RATINGS, st.permutations([0.0, 1.0, 2.0, 5.0]))
def test_nominal_level_ignores_the_names_of_the_categories(ratings: Matrix, names: list[float]) -> None:
    renamed = ratings.copy()
    for old, new in zip([0.0, 1.0, 2.0, 5.0], names, strict=True):
        renamed[ratings == old] = new
    value = krippendorff_alpha(ratings, "nominal").value
    assert krippendorff_alpha(renamed, "nominal").value == (None if value is None else pytest.approx(value, abs=1e-12))


@pytest.mark.parametrize("level", LEVELS)
def test_the_delta_interval_rests_on_the_true_derivatives(four_observers: Matrix, level: str) -> None:
    # Central differences of the brute-force alpha in the weight of each item, instead of the closed forms.
    ratings, step = four_observers[:11], 1e-5
    ones = np.ones(11)
    slopes = [
        (weighted_alpha(ratings, level, ones + step * unit) - weighted_alpha(ratings, level, ones - step * unit))
        / step
        / 2
        for unit in np.eye(11)
    ]
    value = weighted_alpha(ratings, level, ones)
    half = stdtrit(10, 0.95) * np.std(slopes, ddof=1) * np.sqrt(11) / (1 - value**2)
    estimate = krippendorff_alpha(four_observers, level, confidence=0.9, interval="delta")
    assert (estimate.low, estimate.high) == pytest.approx(
        (np.tanh(np.arctanh(value) - half), np.tanh(np.arctanh(value) + half)), abs=1e-6
    )
    assert estimate.level == 0.9


@pytest.mark.parametrize("level", LEVELS)
def test_bootstrap_replicates_are_alphas_of_resampled_items(level: str) -> None:
    rng = np.random.default_rng(6)
    ratings = np.abs(rng.integers(1, 5, size=(200, 1)) + rng.integers(-1, 2, size=(200, 3))).astype(float)
    ratings[rng.random(ratings.shape) < 0.1] = np.nan
    estimate = krippendorff_alpha(ratings, level, interval="bootstrap", replicates=1000)
    values = [krippendorff_alpha(ratings[rng.integers(0, 200, 200)], level).value for _ in range(400)]
    assert (estimate.low, estimate.high) == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=0.02)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_a_hundred_thousand_distinct_values_need_no_square_table(level: str) -> None:
    rng = np.random.default_rng(9)
    ratings = rng.normal(size=(50_000, 1)) + rng.normal(size=(50_000, 2))
    ratings[:1000, 1] = ratings[:1000, 0]
    estimate = krippendorff_alpha(ratings, level)
    # Population: half the variance is shared (interval, about the same for ranks); 2 % of items are exact ties.
    assert estimate.value == pytest.approx(0.02 if level == "nominal" else 0.5, abs=0.03)
    assert estimate.low is not None


def test_too_many_values_for_a_table_are_said_so() -> None:
    rng = np.random.default_rng(10)
    ratings = rng.random((6000, 2))
    assert "too many for the ratio level" in str(krippendorff_alpha(ratings, "ratio").reason)
    resampled = krippendorff_alpha(ratings, "ordinal", interval="bootstrap")
    assert resampled.value is not None
    assert "too many for the bootstrap" in str(resampled.reason)
    assert krippendorff_alpha(ratings, "interval", interval="bootstrap", replicates=100).low is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (np.full((2, 2), np.nan), "no ratings"),
        ([[1], [2]], "only one rater"),
        ([[1, np.nan], [np.nan, 2]], "nothing overlaps"),
        ([[1, 2], [3, np.nan]], "only one item"),
        ([[0.1, 0.1, 0.1], [0.1, 0.1, 0.1]], "identical"),
        ([[1, 1], [1, 1], [2, np.nan]], "identical"),
    ],
)
def test_data_without_alpha_say_why(rows: list[list[float]], words: str, level: str) -> None:
    estimate = krippendorff_alpha(rows, level)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_perfect_agreement_has_the_lower_bound_of_one_disagreement() -> None:
    estimate = krippendorff_alpha([[1, 1, 1], [2.5, 2.5, 2.5], [0.1, 0.1, 0.1]], "interval")
    # The widest step is 1 to 2.5; either way, one rating a step off gives the lowest bound.
    moved = [krippendorff_alpha(table, "interval").low for table in (
        [[2.5, 1, 1], [2.5, 2.5, 2.5], [0.1, 0.1, 0.1]], [[1, 1, 1], [1, 2.5, 2.5], [0.1, 0.1, 0.1]]
    )]  # fmt: skip
    assert (estimate.value, estimate.low, estimate.high) == (1.0, min(low for low in moved if low is not None), 1.0)
    assert "unanimous" in estimate.method


@pytest.mark.parametrize("level", ["interval", "ordinal"])
def test_with_few_items_the_interval_is_that_of_the_one_way_intraclass_correlation(level: str) -> None:
    ratings = np.random.default_rng(4).integers(1, 6, size=(5, 7)) + np.arange(5)[:, None]
    places = ratings.astype(float)
    if level == "ordinal":
        _, at, counts = np.unique(ratings, return_inverse=True, return_counts=True)
        places = (np.cumsum(counts) - counts / 2)[at].reshape(ratings.shape)
    found, expected = krippendorff_alpha(ratings, level), icc(places, "1,1")
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert "F interval" in found.method
    assert krippendorff_alpha(ratings, level, interval="delta").low != found.low
    many = np.vstack([ratings] * 6)
    assert "delta" in krippendorff_alpha(many, level).method  # 30 items
    assert "F interval" in krippendorff_alpha(many, level, interval="F").method


def test_gaps_leave_the_f_interval_around_the_value() -> None:
    ratings = np.random.default_rng(5).normal(size=(8, 6)) + np.arange(8)[:, None]
    ratings[np.random.default_rng(6).random(ratings.shape) < 0.3] = np.nan
    found = krippendorff_alpha(ratings, "interval")
    assert found.low < found.value < found.high


def test_the_f_interval_is_for_squared_distances_alone() -> None:
    with pytest.raises(ValueError, match="levels interval and ordinal"):
        krippendorff_alpha([[1, 2], [3, 4]], "nominal", interval="F")


def test_the_ratio_level_refuses_negative_ratings_and_takes_zeros() -> None:
    assert "zero or more" in str(krippendorff_alpha([[-1, 1], [2, 2]], "ratio").reason)
    assert krippendorff_alpha([[0, 0], [2, 2]], "ratio").value == 1.0


def test_values_at_the_ends_of_the_number_range_do_not_break_it() -> None:
    small = krippendorff_alpha([[1e-200, 2e-200], [3e-200, 3e-200], [5e-200, 4e-200]], "interval")
    plain = krippendorff_alpha([[1, 2], [3, 3], [5, 4]], "interval")
    assert small.value == pytest.approx(plain.value)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="nominal, ordinal, interval, ratio"):
        krippendorff_alpha([[1, 2]], "cardinal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="confidence level"):
        krippendorff_alpha([[1, 2]], "nominal", confidence=95)


# Bootstrap replicates of alpha: each is the alpha of the items it drew, as another program computes it.


LEVELS_RESAMPLED_ALPHA: tuple[Measurement, ...] = get_args(Measurement)


def replicates_of(ratings: Matrix, level: Measurement, count: int, seed: int) -> Matrix:
    cells = Cells.of(ratings)
    expected = float(cells.per_value @ against_all(cells, level))
    return resampled_alpha(cells, level, within_items(cells, level), count, seed, expected)


@pytest.mark.parametrize("level", LEVELS_RESAMPLED_ALPHA)
def test_a_replicate_is_the_alpha_of_the_items_it_drew(four_observers: Matrix, level: Measurement) -> None:
    ratings = pairable(four_observers)
    (weights,) = resample_weights(len(ratings), 40, np.random.default_rng(11))
    found = replicates_of(ratings, level, 40, seed=11)
    assert found.shape == (40,)
    for drawn, alpha in zip(weights, found, strict=True):
        again = np.repeat(ratings, drawn.astype(int), axis=0)
        oracle = krippendorff.alpha(reliability_data=again.T, level_of_measurement=level)
        assert alpha == pytest.approx(oracle, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS_RESAMPLED_ALPHA)
def test_a_seed_gives_the_same_again_and_another_seed_does_not(four_observers: Matrix, level: Measurement) -> None:
    ratings = pairable(four_observers)
    one, same, other = (replicates_of(ratings, level, 20, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("level", LEVELS_RESAMPLED_ALPHA)
def test_a_resample_of_identical_ratings_has_no_alpha(level: Measurement) -> None:
    # Two items: a resample holds one of them twice with chance 1/2, and then all its ratings are 0.1, or all 0.3.
    ratings = np.array([[0.1, 0.1], [0.3, 0.3]])
    (weights,) = resample_weights(2, 30, np.random.default_rng(5))
    alone = (weights == 2).any(axis=1)
    assert 0 < alone.sum() < 30
    found = replicates_of(ratings, level, 30, seed=5)
    assert np.isnan(found[alone]).all()
    assert found[~alone] == pytest.approx(1.0)


def of_size(items: int, values: int) -> Cells:
    """Cells of so many items and distinct values, without their ratings: only sizes are looked at."""
    none = np.empty(0, dtype=np.intp)
    return Cells(np.empty((0, 0)), none, none, np.arange(float(values)), np.full(items, 2.0), np.ones(values))


def test_tables_that_would_not_fit_are_told_beforehand() -> None:
    # 2**12 items x 2**12 values are 2**24 cells, the most; the interval level needs no table.
    fits, crowded = of_size(4096, 4096), of_size(4097, 4096)
    assert [too_large(fits, level) for level in LEVELS_RESAMPLED_ALPHA] == [
        False,
        False,
        False,
        True,
    ]  # ratio: more than 2000 values
    assert [too_large(crowded, level) for level in LEVELS_RESAMPLED_ALPHA] == [True, True, False, True]
    assert not too_large(of_size(10, 2000), "ratio")
    assert too_large(of_size(10, 2001), "ratio")
