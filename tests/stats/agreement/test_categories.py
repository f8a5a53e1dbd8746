"""Ratings as categories: places on the scale, counts per item, and distances derived by hand."""

from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.stats.agreement.categories import (
    MOST_CATEGORIES,
    Categories,
    Weights,
    categorise,
    check_weights,
    distances,
)

_ = np.nan
RATINGS = arrays(np.float64, (5, 4), elements=st.sampled_from([-1.0, 0.0, 2.0, 7.5, np.nan]))


def test_values_are_numbered_in_ascending_order_and_a_missing_one_is_minus_one() -> None:
    found = categorise(np.array([[5.0, 1.0], [_, 3.0]]))
    assert found.values.tolist() == [1.0, 3.0, 5.0]
    assert found.codes.tolist() == [[2, 0], [-1, 1]]


def test_points_nobody_used_are_categories_where_the_scale_is_known() -> None:
    found = categorise(np.array([[1.0, 3.0]]), known=np.array([3.0, 1.0, 2.0, 3.0]))
    assert found.values.tolist() == [1.0, 2.0, 3.0]
    assert found.counts().tolist() == [[1.0, 0.0, 1.0]]


def test_a_rating_off_the_known_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="not among the given categories"):
        categorise(np.array([[1.0, 4.0]]), known=np.array([1.0, 2.0, 3.0]))


def test_nothing_rated_has_no_categories() -> None:
    found = categorise(np.full((2, 3), np.nan))
    assert found.values.size == 0
    assert found.counts().shape == (2, 0)
    assert found.too_many() is None


@given(RATINGS, st.permutations(range(4)))
def test_counts_do_not_depend_on_the_order_of_raters(ratings: np.ndarray, order: list[int]) -> None:
    counts = categorise(ratings).counts()
    assert np.array_equal(counts, categorise(ratings[:, order]).counts())
    assert counts.sum(axis=1).tolist() == (~np.isnan(ratings)).sum(axis=1).tolist()


@given(RATINGS)
def test_codes_lead_back_to_the_ratings(ratings: np.ndarray) -> None:
    found = categorise(ratings)
    given_ones = ~np.isnan(ratings)
    assert np.array_equal(found.values[found.codes[given_ones]], ratings[given_ones])
    assert (found.codes[~given_ones] == -1).all()


@pytest.mark.parametrize(("distinct", "refused"), [(MOST_CATEGORIES, False), (MOST_CATEGORIES + 1, True)])
def test_measurements_are_told_from_categories(distinct: int, refused: bool) -> None:
    said = categorise(np.arange(distinct, dtype=np.float64)[:, None]).too_many()
    assert (said is not None) == refused
    if said:
        assert said.startswith("501 distinct values are too many categories; use krippendorff_alpha")


def test_a_table_that_would_not_fit_is_refused_with_few_categories_too() -> None:
    # 2**18 items x 257 values are more than 2**26 cells; 256 values are just 2**26.
    codes = np.broadcast_to(np.zeros(1, dtype=np.intp), (1 << 18, 1))
    assert Categories(np.arange(256.0), codes).too_many() is None
    assert Categories(np.arange(257.0), codes).too_many() is not None


# Categories 0, 1 and 4. Linear: |x - y| / 4. Quadratic: its square. Ordinal: 1 step is 1 pair of ranks, 2 steps
# are 2 * 3 / 2 = 3 pairs, so neighbours stand at 1/3 whatever the gap between their values.
@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (None, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
        ("linear", [[0, 0.25, 1], [0.25, 0, 0.75], [1, 0.75, 0]]),
        ("quadratic", [[0, 0.0625, 1], [0.0625, 0, 0.5625], [1, 0.5625, 0]]),
        ("ordinal", [[0, 1 / 3, 1], [1 / 3, 0, 1 / 3], [1, 1 / 3, 0]]),
    ],
)
def test_distances_are_those_worked_out_by_hand(weights: Weights | None, expected: list[list[float]]) -> None:
    np.testing.assert_allclose(distances(np.array([0.0, 1.0, 4.0]), weights), expected)


@given(
    st.lists(st.integers(-50, 50).map(float), min_size=2, max_size=8, unique=True).map(sorted),
    st.sampled_from([None, "linear", "quadratic", "ordinal"]),
    st.floats(0.1, 100),
)
def test_distances_are_symmetric_from_0_to_1_and_know_no_unit(
    values: list[float], weights: Literal["linear", "quadratic", "ordinal"] | None, unit: float
) -> None:
    apart = distances(np.array(values), weights)
    assert np.array_equal(apart, apart.T)
    assert (np.diag(apart) == 0).all()
    assert apart.max() == pytest.approx(1.0)
    np.testing.assert_allclose(distances(np.array(values) * unit, weights), apart, atol=1e-12)


def test_unknown_weights_are_refused_with_the_known_ones() -> None:
    check_weights(None, "linear")
    check_weights("linear", "linear", "quadratic")
    with pytest.raises(ValueError, match="unknown weights 'cubic'; known here: None, 'linear', 'quadratic'"):
        check_weights("cubic", "linear", "quadratic")
