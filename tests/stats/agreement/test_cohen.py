"""Cohen's kappa against published tables, statsmodels and its own invariances."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.special import stdtrit
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from ringtrue.stats.agreement.cohen import cohen_kappa, cohen_pairs, light_kappa

Matrix = NDArray[np.float64]
WEIGHTS = (None, "linear", "quadratic")
PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=30)


def from_table(rows: list[list[int]]) -> tuple[Matrix, Matrix]:
    """A contingency table written out as two lists of ratings."""
    table = np.array(rows)
    first, second = np.indices(table.shape)
    return np.repeat(first.ravel(), table.ravel()).astype(float), np.repeat(second.ravel(), table.ravel()).astype(float)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # Cohen 1960, p. 37: 200 cases, joint shares .44 .05 .01 / .07 .20 .03 / .09 .05 .06; (.70 - .41) / .59.
        ([[88, 10, 2], [14, 40, 6], [18, 10, 12]], 0.492),
        # The encyclopaedia's kappa page: the grant example and the two tables with equal agreement (60 of 100).
        ([[20, 5], [10, 15]], 0.40),
        ([[45, 15], [25, 15]], 0.1304),
        ([[25, 35], [5, 35]], 0.2593),
        # Feinstein & Cicchetti 1990, first table: agreement .85, kappa .70.
        ([[40, 9], [6, 45]], 0.70),
    ],
)
def test_published_tables_give_their_kappa(table: list[list[int]], expected: float) -> None:
    estimate = cohen_kappa(*from_table(table))
    places = len(f"{expected:g}") - 2
    assert estimate.value == pytest.approx(expected, abs=0.5 * 10**-places + 1e-9)
    assert estimate.n == np.sum(table)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_random_ratings_agree_with_statsmodels(weights: str | None) -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        truth = rng.integers(0, 4, size=60)
        ratings = np.where(rng.random((60, 2)) < 0.6, truth[:, None], rng.integers(0, 4, size=(60, 2)))
        theirs = cohens_kappa(to_table(ratings, bins=4)[0], wt=weights, return_results=False)
        assert cohen_kappa(ratings[:, 0], ratings[:, 1], weights).value == pytest.approx(theirs, abs=1e-12)


def test_the_standard_error_is_the_published_linearised_one(abstractors: Matrix) -> None:
    # irrCAC, kappa2.table(cont3x3abstractors): kappa .7964094, se .05891072 with divisor n; ours has n - 1, so that
    # half the interval on the z scale is t(99) se sqrt(100/99) / (1 - kappa²).
    estimate = cohen_kappa(abstractors[:, 0], abstractors[:, 1])
    half = stdtrit(99, 0.975) * 0.05891072 * np.sqrt(100 / 99) / (1 - 0.7964094**2)
    assert estimate.value == pytest.approx(0.7964094, abs=5e-8)
    assert estimate.low == pytest.approx(np.tanh(np.arctanh(0.7964094) - half), abs=1e-6)
    assert estimate.high == pytest.approx(np.tanh(np.arctanh(0.7964094) + half), abs=1e-6)


@given(PAIRS)
def test_two_values_make_all_weights_alike(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(pairs, dtype=float) > 2).T
    unweighted = cohen_kappa(a, b).value
    for weights in ("linear", "quadratic"):
        assert cohen_kappa(a, b, weights).value == (None if unweighted is None else pytest.approx(unweighted))


@given(PAIRS, st.sampled_from(WEIGHTS), st.permutations(range(5)))
def test_swapping_raters_or_items_changes_nothing(
    pairs: list[tuple[int, int]], weights: str | None, names: list[int]
) -> None:
    a, b = np.array(pairs, dtype=float).T
    value = cohen_kappa(a, b, weights).value
    same = None if value is None else pytest.approx(value, abs=1e-12)
    assert cohen_kappa(b, a, weights).value == same
    assert cohen_kappa(a[::-1], b[::-1], weights).value == same
    renamed = np.array(names, dtype=float)
    if weights is None:
        assert cohen_kappa(renamed[a.astype(int)], renamed[b.astype(int)]).value == same


@given(PAIRS, st.sampled_from(WEIGHTS))
def test_shifting_and_scaling_the_values_changes_nothing(pairs: list[tuple[int, int]], weights: str | None) -> None:
    a, b = np.array(pairs, dtype=float).T
    value = cohen_kappa(a, b, weights).value
    assert cohen_kappa(3 * a - 7, 3 * b - 7, weights).value == (None if value is None else pytest.approx(value))


def test_weights_go_by_the_values_so_a_gap_counts() -> None:
    # Values 0, 1, 4; by hand with linear distances: Do = (1 + 0 + 0 + 3) / 4 = 1; the first rater's 0 1 4 1 against
    # the second's 1 1 4 4: De = (1+1+4+4 + 0+0+3+3 + 3+3+0+0 + 0+0+3+3) / 16 = 28 / 16; kappa = 1 - 16 / 28.
    assert cohen_kappa([0, 1, 4, 1], [1, 1, 4, 4], "linear").value == pytest.approx(1 - 16 / 28)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_all_pairs_at_once_equal_the_pairs_one_by_one(weights: str | None, four_observers: Matrix) -> None:
    kappas = cohen_pairs(four_observers, weights)
    assert kappas.shape == (4, 4)
    np.testing.assert_allclose(kappas, kappas.T)
    for i in range(4):
        for j in range(4):
            one = cohen_kappa(four_observers[:, i], four_observers[:, j], weights)
            assert kappas[i, j] == pytest.approx(one.value, abs=1e-12)


def test_pairs_without_kappa_are_nan() -> None:
    nan = np.nan
    kappas = cohen_pairs([[1, nan, 1], [2, nan, 1], [nan, 1, 1], [nan, 2, 1]])
    assert np.isnan(kappas[0, 1])  # no item in common
    assert np.isnan(kappas[2, 2])  # one value throughout
    assert kappas[0, 2] == pytest.approx(0.0)  # a constant rater agrees as often as chance has it
    assert np.isnan(cohen_pairs(np.full((3, 2), nan))).all()


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ([1, 1, 1], [1, 1, 1], "identical"),
        ([np.nan, np.nan], [np.nan, np.nan], "no ratings"),
        ([1, 2], [np.nan, np.nan], "only one rater"),
        ([1, np.nan], [np.nan, 2], "nothing overlaps"),
        ([1], [2], "only one item"),
        (np.arange(600), np.arange(600)[::-1], "too many categories"),
    ],
)
def test_data_without_kappa_say_why(a: list[float], b: list[float], words: str) -> None:
    estimate = cohen_kappa(a, b)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_values_without_interval_say_why() -> None:
    perfect = cohen_kappa([1, 2], [1, 2])  # with one rating changed they disagree by as much as they agree
    assert (perfect.value, perfect.low) == (1.0, None)
    assert "no disagreement" in str(perfect.reason)
    opposite = cohen_kappa([1, 2, 1, 2], [2, 1, 2, 1])
    assert (opposite.value, opposite.low) == (-1.0, None)
    assert "as large as it can be" in str(opposite.reason)
    constant = cohen_kappa([1, 1, 1], [2, 2, 2])
    assert (constant.value, constant.low) == (0.0, None)
    assert "every item has the same weight" in str(constant.reason)


def test_a_rater_with_one_value_still_has_a_kappa_of_zero() -> None:
    assert cohen_kappa([1, 1, 1, 1], [1, 2, 1, 2]).value == pytest.approx(0.0)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="same items"):
        cohen_kappa([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="unknown weights"):
        cohen_kappa([1, 2], [1, 2], "cubic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown interval"):
        cohen_kappa([1, 2], [1, 2], interval="F")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="too many categories"):
        cohen_pairs(np.arange(1200.0).reshape(600, 2))


# Light's kappa: the mean of pairwise kappas, and what happens to pairs that have none.


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
