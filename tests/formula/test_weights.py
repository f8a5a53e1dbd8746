"""Weights of resamples: tables of counts, checked once, and the part of them under a mask."""

from typing import Any

import numpy as np
import pytest

from ringtrue.formula.error import FormulaError
from ringtrue.formula.weights import Weights


def test_each_replicate_drew_as_many_items_as_its_row_adds_up_to() -> None:
    weights = Weights.of(np.array([[2, 0, 1], [1, 1, 1]]))
    assert weights.drawn.tolist() == [[3.0], [3.0]]
    assert weights.only(np.array([True, False, True])).table.tolist() == [[2.0, 1.0], [1.0, 1.0]]


def test_checked_weights_are_taken_as_they_are() -> None:
    weights = Weights.of(np.ones((2, 2)))
    assert Weights.of(weights) is weights


@pytest.mark.parametrize("given", [[1.0, 1.0], [[1.0, -1.0]], [[np.nan]], [[np.inf]], 1.0])
def test_what_is_no_table_of_counts_is_refused(given: Any) -> None:
    with pytest.raises(FormulaError, match="weights must be replicates x items, finite and not negative"):
        Weights.of(given)
