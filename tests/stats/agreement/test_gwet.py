"""Gwet's AC1 and AC2 against his own example, and their invariances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.special import stdtrit

from ringtrue.stats.agreement.gwet import gwet_ac

Matrix = NDArray[np.float64]
WEIGHTS = st.sampled_from([None, "linear", "quadratic", "ordinal"])
RATINGS = arrays(np.float64, (6, 4), elements=st.sampled_from([1.0, 2.0, 3.0, 4.0, np.nan]))


@pytest.mark.parametrize(
    ("weights", "expected", "places"),
    # irrCAC on cac.raw4raters (Gwet 2014): AC1 .77544; AC2 linear .859, ordinal .899, quadratic .914.
    [(None, 0.77544, 5), ("linear", 0.859, 3), ("ordinal", 0.899, 3), ("quadratic", 0.914, 3)],
)
def test_gwets_example_gives_his_values(
    four_observers: Matrix, weights: str | None, expected: float, places: int
) -> None:
    assert gwet_ac(four_observers, weights).value == pytest.approx(expected, abs=0.5 * 10**-places)


def test_the_standard_error_is_the_published_linearised_one(abstractors: Matrix) -> None:
    # irrCAC, gwet.ac1.table(cont3x3abstractors): .8493305, se .04321747 with divisor n; ours has n - 1.
    estimate = gwet_ac(abstractors)
    half = stdtrit(99, 0.975) * 0.04321747 * np.sqrt(100 / 99) / (1 - 0.8493305**2)
    assert estimate.value == pytest.approx(0.8493305, abs=5e-8)
    assert estimate.low == pytest.approx(np.tanh(np.arctanh(0.8493305) - half), abs=1e-6)
    assert estimate.high == pytest.approx(np.tanh(np.arctanh(0.8493305) + half), abs=1e-6)


def test_a_common_category_does_not_pull_it_down() -> None:
    # 118 yes-yes, 5 and 2 split, none no-no. By hand: pa = 118/125; share of yes (123 + 120) / 250 = .972;
    # pe = 2 x .972 x .028; AC1 = (pa - pe) / (1 - pe) = .9408, where Cohen's kappa is negative.
    ratings = [[1, 1]] * 118 + [[1, 0]] * 5 + [[0, 1]] * 2
    chance = 2 * 0.972 * 0.028
    assert gwet_ac(ratings).value == pytest.approx((118 / 125 - chance) / (1 - chance))


@given(RATINGS, WEIGHTS, st.permutations(range(4)), st.permutations(range(6)))
def test_order_of_raters_and_items_does_not_matter(
    ratings: Matrix, weights: str | None, raters: list[int], items: list[int]
) -> None:
    value = gwet_ac(ratings, weights).value
    same = None if value is None else pytest.approx(value, abs=1e-12)
    assert gwet_ac(ratings[:, raters], weights).value == same
    assert gwet_ac(ratings[items], weights).value == same


@given(RATINGS, WEIGHTS)
def test_reversing_the_scale_changes_nothing(ratings: Matrix, weights: str | None) -> None:
    one, other = gwet_ac(ratings, weights), gwet_ac(10 - ratings, weights)
    assert other.value == (None if one.value is None else pytest.approx(one.value, abs=1e-12))
    assert other.low == (None if one.low is None else pytest.approx(one.low, abs=1e-9))


def test_a_category_nobody_used_counts_when_it_is_named() -> None:
    ratings = [[1, 1], [2, 2], [1, 2], [2, 2]]
    # By hand: pa = 3/4, shares 3/8 and 5/8, Σ π(1-π) = 30/64; pe = 30/64 with two categories, 15/64 with three.
    assert gwet_ac(ratings).value == pytest.approx((3 / 4 - 30 / 64) / (34 / 64))
    assert gwet_ac(ratings, categories=[1, 2, 3]).value == pytest.approx((3 / 4 - 15 / 64) / (49 / 64))
    with pytest.raises(ValueError, match="not among the given categories"):
        gwet_ac(ratings, categories=[1, 3])


def test_identical_ratings_agree_fully_only_where_another_category_is_known() -> None:
    assert "identical" in str(gwet_ac([[1, 1], [1, 1]]).reason)
    known = gwet_ac([[1, 1], [1, 1]], categories=[0, 1])
    assert (known.value, known.low) == (1.0, None)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[np.nan, np.nan]], "no ratings"),
        ([[1], [2]], "only one rater"),
        ([[1, np.nan], [np.nan, 2]], "nothing overlaps"),
        ([[1, 2]], "only one item"),
        (np.arange(1200.0).reshape(600, 2), "too many categories"),
    ],
)
def test_data_without_coefficient_say_why(rows: list[list[float]], words: str) -> None:
    estimate = gwet_ac(rows)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_the_bootstrap_is_near_the_delta_interval_with_many_items() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 4, size=(300, 1))
    ratings = np.where(rng.random((300, 4)) < 0.7, truth, rng.integers(0, 4, (300, 4))).astype(float)
    ratings[rng.random(ratings.shape) < 0.2] = np.nan
    delta, resampled = gwet_ac(ratings, "linear"), gwet_ac(ratings, "linear", interval="bootstrap")
    assert (resampled.low, resampled.high) == pytest.approx((delta.low, delta.high), abs=0.015)
