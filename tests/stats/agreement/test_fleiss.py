"""Fleiss' kappa against the encyclopaedia's example, Gwet's generalisation and statsmodels."""

import numpy as np
import pytest
import statsmodels.stats.inter_rater as oracle
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.special import stdtrit

from ringtrue.stats.agreement.fleiss import fleiss_kappa, fleiss_kappa_of

Matrix = NDArray[np.float64]
RATINGS = arrays(np.float64, (7, 4), elements=st.sampled_from([0.0, 1.0, 2.0, np.nan]))

# The encyclopaedia's page on Fleiss' kappa: 10 subjects, 14 raters, 5 categories.
TEN_SUBJECTS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_the_encyclopaedias_example_gives_its_value() -> None:
    estimate = fleiss_kappa(TEN_SUBJECTS)
    assert estimate.value == pytest.approx(0.210, abs=5e-4)
    assert estimate.value == pytest.approx(oracle.fleiss_kappa(np.array(TEN_SUBJECTS)), abs=1e-12)
    assert estimate.method.startswith("10 items x 14 raters")


def test_varying_numbers_of_raters_give_gwets_generalised_value(four_observers: Matrix) -> None:
    # Gwet 2014; irrCAC fleiss.kappa.raw(cac.raw4raters): .76117.
    estimate = fleiss_kappa_of(four_observers)
    assert estimate.value == pytest.approx(0.76117, abs=5e-6)
    assert estimate.n == 12


def test_the_standard_error_is_the_published_linearised_one(abstractors: Matrix) -> None:
    # irrCAC, scott2.table(cont3x3abstractors): .7962397, se .05905473 with divisor n (Scott's pi is Fleiss for two).
    estimate = fleiss_kappa_of(abstractors)
    half = stdtrit(99, 0.975) * 0.05905473 * np.sqrt(100 / 99) / (1 - 0.7962397**2)
    assert estimate.value == pytest.approx(0.7962397, abs=5e-8)
    assert estimate.low == pytest.approx(np.tanh(np.arctanh(0.7962397) - half), abs=1e-6)


def test_complete_ratings_agree_with_statsmodels() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        ratings = np.where(rng.random((25, 6)) < 0.5, rng.integers(0, 4, size=(25, 1)), rng.integers(0, 4, (25, 6)))
        table, _values = oracle.aggregate_raters(ratings)
        expected = pytest.approx(oracle.fleiss_kappa(table), abs=1e-12)
        assert fleiss_kappa_of(ratings).value == expected
        assert fleiss_kappa(table).value == expected


@given(RATINGS, st.permutations(range(4)), st.permutations(range(7)), st.permutations(range(3)))
def test_order_of_raters_items_and_names_of_categories_do_not_matter(
    ratings: Matrix, raters: list[int], items: list[int], names: list[int]
) -> None:
    value = fleiss_kappa_of(ratings).value
    same = None if value is None else pytest.approx(value, abs=1e-12)
    assert fleiss_kappa_of(ratings[:, raters]).value == same
    assert fleiss_kappa_of(ratings[items]).value == same
    renamed = np.where(np.isnan(ratings), np.nan, np.array(names, dtype=float)[np.nan_to_num(ratings).astype(int)])
    assert fleiss_kappa_of(renamed).value == same


@given(RATINGS)
def test_counts_and_ratings_give_the_same_estimate(ratings: Matrix) -> None:
    counts = np.stack([(ratings == c).sum(axis=1) for c in range(3)], axis=1)
    one, other = fleiss_kappa(counts), fleiss_kappa_of(ratings)
    assert one.value == (None if other.value is None else pytest.approx(other.value, abs=1e-12))
    assert one.low == (None if other.low is None else pytest.approx(other.low, abs=1e-9))


def test_the_bootstrap_is_repeatable_and_near_the_delta_interval() -> None:
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, size=(200, 1))
    ratings = np.where(rng.random((200, 5)) < 0.7, truth, rng.integers(0, 3, (200, 5)))
    once, again = (fleiss_kappa_of(ratings, interval="bootstrap") for _ in range(2))
    delta = fleiss_kappa_of(ratings)
    assert (once.low, once.high) == (again.low, again.high)
    assert (once.low, once.high) == pytest.approx((delta.low, delta.high), abs=0.015)
    assert "percentile bootstrap" in once.method


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([[0, 0], [0, 0]], "no ratings"),
        ([[1, 0], [0, 1]], "nothing overlaps"),
        ([[2, 1]], "only one item"),
        ([[3, 0], [3, 0]], "identical"),
    ],
)
def test_counts_without_kappa_say_why(counts: list[list[int]], words: str) -> None:
    estimate = fleiss_kappa(counts)
    assert estimate.value is None
    assert words in str(estimate.reason)


def test_ratings_without_kappa_say_why() -> None:
    assert "only one rater" in str(fleiss_kappa_of([[1.0], [2.0]]).reason)
    assert "no ratings" in str(fleiss_kappa_of(np.full((3, 2), np.nan)).reason)


def test_perfect_agreement_has_a_value_and_no_interval() -> None:
    estimate = fleiss_kappa([[3, 0], [0, 3]], interval="bootstrap")
    assert (estimate.value, estimate.low, estimate.high) == (1.0, None, None)
    assert "no disagreement" in str(estimate.reason)


@pytest.mark.parametrize("counts", [[[1.5, 1]], [[-1, 3]], [[np.nan, 1]]])
def test_impossible_counts_are_refused(counts: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        fleiss_kappa(counts)
