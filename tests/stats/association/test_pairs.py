"""What a correlation needs to know first: complete pairs, and series of length one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.association.pairs import complete_pairs, product_moment, transformed_interval, unit_length


def test_only_pairs_with_both_values_stay() -> None:
    x, y = complete_pairs([1, np.nan, 3, 4], [5, 6, np.nan, 8])
    assert x.tolist() == [1, 4]
    assert y.tolist() == [5, 8]


@given(st.lists(st.floats(-1e150, 1e150), min_size=2, max_size=20).filter(lambda v: min(v) < max(v)))
def test_a_series_becomes_centred_and_of_length_one(values: list[float]) -> None:
    unit = unit_length(np.array(values))
    assert unit @ unit == pytest.approx(1.0)
    assert abs(unit.sum()) < 1e-6 * np.abs(unit).max() * unit.size


@given(st.integers(3, 50), st.floats(0.001, 1000), st.floats(-1000, 1000))
def test_points_on_a_line_correlate_exactly(n: int, slope: float, shift: float) -> None:
    x = np.arange(n, dtype=float)
    assert product_moment(x, slope * x + shift) == 1.0
    assert product_moment(x, shift - slope * x) == -1.0


def test_the_transformed_interval_stays_inside_and_leans_towards_zero() -> None:
    low, high = transformed_interval(0.9, 0.5, 1.96)
    assert -1 < low < 0.9 < high < 1
    assert 0.9 - low > high - 0.9
