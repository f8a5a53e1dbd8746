"""Whether a ratings matrix holds anything to agree about, and what is said where it does not."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.stats.agreement.overlap import lack, lack_of_variety, pairable, size

_ = np.nan


@pytest.mark.parametrize(
    ("matrix", "why"),
    [
        (np.empty((0, 0)), "there are no ratings"),
        (np.empty((5, 0)), "there are no ratings"),
        (np.full((2, 2), np.nan), "there are no ratings"),
        (np.array([[1.0, _], [2.0, _]]), "only one rater gave ratings; agreement needs two"),
        (np.array([[1.0, _], [_, 2.0]]), "no item was rated by two raters, so nothing overlaps"),
        (np.array([[1.0, 2.0], [_, 2.0]]), "only one item was rated by two raters; agreement needs at least two items"),
        (
            np.array([[3.0, 3.0], [3.0, 3.0]]),
            "all ratings are identical, so agreement cannot be told from chance",
        ),
        (np.array([[1.0, 1.0], [2.0, 2.0]]), None),
    ],
)
def test_the_first_thing_lacking_is_said(matrix: np.ndarray, why: str | None) -> None:
    assert lack(matrix) == why


def test_a_different_value_nobody_can_be_compared_on_is_no_variety() -> None:
    assert lack(np.array([[3.0, 3.0], [3.0, 3.0], [9.0, _]])) == lack(np.full((2, 2), 3.0))


def test_identical_ratings_will_do_where_unused_categories_are_known() -> None:
    assert lack(np.full((2, 2), 3.0), identical=False) is None
    assert lack(np.full((2, 1), 3.0), identical=False) is not None


def test_variety_is_looked_for_among_what_was_given() -> None:
    assert lack_of_variety(np.array([[1.0, _], [1.0, 1.0]])) is not None
    assert lack_of_variety(np.array([[1.0, _], [1.0, 1.5]])) is None


def test_the_size_is_said_in_words() -> None:
    assert size(np.zeros((12, 4))) == "12 items x 4 raters"


@given(
    arrays(np.float64, (5, 3), elements=st.sampled_from([1.0, 2.0, np.nan])),
    st.permutations(range(5)),
    st.permutations(range(3)),
)
def test_neither_the_order_of_items_nor_of_raters_matters(
    matrix: np.ndarray, items: list[int], raters: list[int]
) -> None:
    assert lack(matrix) == lack(matrix[items][:, raters])
    assert len(pairable(matrix)) == sum((~np.isnan(row)).sum() >= 2 for row in matrix)


@given(arrays(np.float64, (4, 3), elements=st.sampled_from([1.0, 2.0, 3.0, np.nan])))
def test_where_nothing_is_lacking_another_program_finds_an_alpha(matrix: np.ndarray) -> None:
    if lack(matrix) is None:
        assert np.isfinite(krippendorff.alpha(reliability_data=matrix.T, level_of_measurement="nominal"))
