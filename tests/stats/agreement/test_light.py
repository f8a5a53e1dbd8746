"""Light's kappa: the mean of pairwise kappas, and what happens to pairs that have none."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from ringtrue.stats.agreement import cohen_kappa, cohen_pairs, light_kappa

Matrix = NDArray[np.float64]


def test_it_is_the_mean_of_statsmodels_pairwise_kappas() -> None:
    rng = np.random.default_rng(11)
    truth = rng.integers(0, 3, size=(40, 1))
    ratings = np.where(rng.random((40, 5)) < 0.7, truth, rng.integers(0, 3, size=(40, 5)))
    tables = [to_table(ratings[:, pair], bins=3)[0] for pair in map(list, combinations(range(5), 2))]
    theirs = np.mean([cohens_kappa(table, return_results=False) for table in tables])
    estimate = light_kappa(ratings)
    assert estimate.value == pytest.approx(theirs, abs=1e-12)
    assert "mean of 10 pairs" in estimate.method


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("interval", ["delta", "bootstrap"])
def test_for_two_raters_it_is_cohens_kappa_with_the_same_interval(
    abstractors: Matrix, weights: str | None, interval: str
) -> None:
    light = light_kappa(abstractors, weights, interval=interval, replicates=500)
    cohen = cohen_kappa(abstractors[:, 0], abstractors[:, 1], weights, interval=interval, replicates=500)
    assert (light.value, light.low, light.high) == pytest.approx((cohen.value, cohen.low, cohen.high))


@given(arrays(np.float64, (8, 3), elements=st.sampled_from([1.0, 2.0, 3.0, np.nan])), st.permutations(range(3)))
def test_the_order_of_raters_does_not_matter(ratings: Matrix, order: list[int]) -> None:
    one, other = light_kappa(ratings), light_kappa(ratings[:, order])
    assert other.value == (None if one.value is None else pytest.approx(one.value, abs=1e-12))
    assert other.reason == one.reason
    kappas = cohen_pairs(ratings)[np.triu_indices(3, 1)]
    if one.value is not None:
        assert one.value == pytest.approx(kappas[np.isfinite(kappas)].mean(), abs=1e-12)


def test_pairs_without_kappa_are_left_out_and_counted() -> None:
    nan = np.nan
    estimate = light_kappa([[1, 1, nan], [2, 2, nan], [1, 2, nan], [2, 2, 1], [nan, nan, 1]])
    assert estimate.value == pytest.approx(cohen_kappa([1, 2, 1, 2], [1, 2, 2, 2]).value)
    assert "left out because they have no kappa: 2" in str(estimate.reason)
    assert estimate.low is not None


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[1, 1], [1, 1]], "identical"),
        ([[1], [2]], "only one rater"),
        ([[1, np.nan, 2, np.nan], [np.nan, 2, np.nan, 1]], "no two raters share two items"),
    ],
)
def test_panels_without_kappa_say_why(rows: list[list[float]], words: str) -> None:
    estimate = light_kappa(rows)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_a_pair_that_hardly_differs_on_the_scale_of_the_others_is_left_out() -> None:
    nan = np.nan
    ratings = [[0, 1, nan], [1, 1, nan], [nan, 0, 1e9], [nan, 1e9, 1e9], [nan, 0, 0]]
    estimate = light_kappa(ratings, "quadratic")
    assert "left out because they have no kappa: 2" in str(estimate.reason)
    assert estimate.value == pytest.approx(cohen_kappa([0, 1e9, 0], [1e9, 1e9, 0], "quadratic").value)
