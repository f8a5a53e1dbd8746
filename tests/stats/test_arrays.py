"""What the statistics accept as arrays."""

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
