"""Counted texts stacked, and shares of grams worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.voice.counted import Counted, shares, spread
from ringtrue.voice.counts import Matrix

COUNTS = Matrix(np.array([[3.0, 0.0, 1.0], [0.0, 0.0, 2.0]]))
tables = arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 9))


def counted(rows: int, first: float) -> Counted:
    numbers = first + np.arange(rows * 2.0).reshape(rows, 2)
    return Counted(Matrix(numbers), Matrix(numbers * 10), Matrix(numbers * 100), numbers * 1000)


def test_parts_are_stacked_in_their_order_kind_by_kind() -> None:
    stacked = Counted.stacked([counted(2, 1.0), counted(1, 9.0)])
    assert len(stacked) == 3
    assert stacked.phrases.toarray().tolist() == [[1, 2], [3, 4], [9, 10]]
    assert stacked.letters.toarray().tolist() == [[10, 20], [30, 40], [90, 100]]
    assert stacked.masked.toarray().tolist() == [[100, 200], [300, 400], [900, 1000]]
    assert stacked.habits.tolist() == [[1000, 2000], [3000, 4000], [9000, 10000]]


def test_a_part_without_texts_changes_nothing() -> None:
    stacked = Counted.stacked([counted(0, 1.0), counted(2, 1.0)])
    assert len(stacked) == 2
    assert isinstance(stacked.phrases, Matrix)


def test_shares_are_of_all_grams_with_half_a_use_of_each_added() -> None:
    # totals 3, 0, 3 and half a use more: 3.5, 0.5, 3.5 of 7.5
    assert shares(COUNTS) == pytest.approx([3.5 / 7.5, 0.5 / 7.5, 3.5 / 7.5])


def test_spread_counts_texts_not_uses_with_one_text_added() -> None:
    # in one, none and two of two texts, and one text more that has everything: 2/3, 1/3, 3/3
    assert spread(COUNTS) == pytest.approx([2 / 3, 1 / 3, 1.0])


@given(tables)
def test_shares_add_up_to_one_and_none_is_zero(table: np.ndarray) -> None:
    found = shares(Matrix(table.astype(np.float64)))
    assert found.sum() == pytest.approx(1.0)
    assert (found > 0).all()


@given(tables)
def test_spread_is_a_share_that_is_never_zero_nor_moved_by_the_number_of_uses(table: np.ndarray) -> None:
    found = spread(Matrix(table.astype(np.float64)))
    assert ((found > 0) & (found <= 1)).all()
    assert np.array_equal(found, spread(Matrix((table > 0).astype(np.float64))))
    assert found == pytest.approx(((table > 0).sum(axis=0) + 1) / (len(table) + 1))
