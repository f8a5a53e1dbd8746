"""What the statistics accept as arrays."""

from typing import Any

import numpy as np
import pytest

from ringtrue.stats.arrays import as_codes, as_matrix, as_vector


def test_lists_become_float_arrays_and_nan_stays() -> None:
    assert as_vector([1, 2]).dtype == np.float64
    np.testing.assert_array_equal(as_matrix([[1, None]]), [[1.0, np.nan]])
    np.testing.assert_array_equal(as_codes([0, 2], 2), [0, 2])


def test_wrong_shapes_and_infinities_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="picks must be one-dimensional"):
        as_vector([[1.0]], "picks")
    with pytest.raises(ValueError, match="items x raters"):
        as_matrix([1.0])
    with pytest.raises(ValueError, match="infinite"):
        as_matrix([[1.0, np.inf]])
    with pytest.raises(ValueError, match="raters must be 2 whole numbers"):
        as_codes([-1, 0], 2, "raters")


class Long:
    """A frame of single ratings, as pandas or polars have them: columns, and a column by its name."""

    columns = ("item", "rater", "value")

    def __init__(self, rows: list[tuple[str, str, float]]) -> None:
        self._columns = dict(zip(self.columns, zip(*rows, strict=True), strict=True))

    def __getitem__(self, name: str) -> tuple[object, ...]:
        return self._columns[name]


def test_a_long_frame_becomes_items_by_raters() -> None:
    frame: Any = Long([("b", "x", 1.0), ("a", "y", 2.0), ("a", "x", 3.0)])
    matrix = as_matrix(frame)
    assert matrix.tolist()[0] == [3.0, 2.0]
    assert matrix[1, 0] == 1.0
    assert np.isnan(matrix[1, 1])


def test_a_long_frame_with_two_values_in_one_cell_is_refused() -> None:
    twice: Any = Long([("a", "x", 1.0), ("a", "x", 2.0)])
    with pytest.raises(ValueError, match="two values of one rater for one item"):
        as_matrix(twice)
