"""Cronbach's alpha against its variance formula, pingouin and ICC(3,k)."""

import numpy as np
import pandas as pd
import pingouin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.icc import icc

Matrix = NDArray[np.float64]
STEPS = arrays(np.float64, (6, 3), elements=st.integers(1, 5).map(float))
LEVELS = st.lists(st.integers(-9, 9), min_size=3, max_size=3)


@given(STEPS)
def test_it_is_the_variance_formula_and_icc_three_k(ratings: Matrix) -> None:
    estimate, reliability = cronbach_alpha(ratings), icc(ratings, "3,k")
    assert (estimate.value is None) == (reliability.value is None)
    if estimate.value is not None:
        whole = ratings.sum(axis=1).var(ddof=1)
        assert estimate.value == pytest.approx(1.5 * (1 - ratings.var(axis=0, ddof=1).sum() / whole), abs=1e-9)
        assert estimate.value == pytest.approx(reliability.value, abs=1e-9)
        assert estimate.low == (None if reliability.low is None else pytest.approx(reliability.low, rel=1e-9))


def test_value_and_feldt_interval_agree_with_pingouin() -> None:
    rng = np.random.default_rng(14)
    for items, raters in ((5, 7), (30, 3), (80, 10)):
        ratings = rng.normal(size=(items, 1)) + rng.normal(size=(items, raters))
        value, (low, high) = pingouin.cronbach_alpha(data=pd.DataFrame(ratings))
        estimate = cronbach_alpha(ratings)
        assert estimate.value == pytest.approx(value, abs=1e-12)
        assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5.001e-4)


def test_five_items_by_seven_raters_leave_a_wide_interval() -> None:
    # The Feldt interval at alpha .75 with 5 x 7 runs from .16 to .97. Ratings built to have that alpha: item means
    # with mean square B = 4 E.
    contrast = np.array([[-2.0], [-1.0], [0.0], [1.0], [2.0]])
    noise = np.array([[1.0], [-2.0], [0.0], [2.0], [-1.0]]) * np.array([[3, 2, 1, 0, -1, -2, -3]])
    residual = (noise**2).sum() / 24
    ratings = noise + contrast * np.sqrt(4 * residual * 4 / 7 / (contrast**2).sum())
    estimate = cronbach_alpha(ratings)
    assert estimate.value == pytest.approx(0.75)
    assert (estimate.low, estimate.high) == pytest.approx((0.16, 0.97), abs=5e-3)


@given(
    STEPS, st.permutations(range(3)), st.permutations(range(6)), st.lists(st.integers(-9, 9), min_size=3, max_size=3)
)
def test_order_and_levels_of_raters_do_not_matter(
    ratings: Matrix, raters: list[int], items: list[int], levels: list[int]
) -> None:
    value = cronbach_alpha(ratings).value
    if value is not None:
        for changed in (ratings[:, raters], ratings[items]):
            assert cronbach_alpha(changed).value == pytest.approx(value, abs=1e-9)
        moved = cronbach_alpha(ratings + np.array(levels)).value
        assert moved == pytest.approx(value, abs=1e-9)


def test_the_bootstrap_is_repeatable_and_depends_on_the_seed() -> None:
    rng = np.random.default_rng(15)
    ratings = rng.normal(size=(50, 1)) + rng.normal(size=(50, 4))
    one, again = (cronbach_alpha(ratings, interval="bootstrap") for _ in range(2))
    other = cronbach_alpha(ratings, interval="bootstrap", seed=1)
    assert (one.low, one.high) == (again.low, again.high)
    assert one.low != other.low
    assert one.low < one.value < one.high


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[1, 3], [3, 1], [2, 2]], "do not differ between items"),
        ([[2, 2], [2, 2]], "identical"),
        ([[1], [2]], "only one rater"),
        ([[1, 2]], "1 of 1 items"),
    ],
)
def test_data_without_alpha_say_why(rows: list[list[float]], words: str) -> None:
    estimate = cronbach_alpha(rows)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_perfect_agreement_has_a_value_and_no_interval() -> None:
    estimate = cronbach_alpha([[1, 2], [2, 3], [5, 6]])
    assert (estimate.value, estimate.low) == (1.0, None)
    assert "no disagreement" in str(estimate.reason)
