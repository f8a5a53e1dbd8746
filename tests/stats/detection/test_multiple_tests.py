"""Holm's correction: a hand derivation, and its own definition step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.detection.multiple_tests import holm


def test_the_steps_by_hand() -> None:
    # Sorted: .001 x 4 = .004, .02 x 3 = .06, .022 x 2 = .044 -> .06 (not below the one before), .6 x 1 = .6.
    assert holm([0.02, 0.6, 0.001, 0.022]) == pytest.approx([0.06, 0.6, 0.004, 0.06])
    assert holm([0.7, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.001, 0.2))
def test_a_test_is_significant_as_long_as_no_smaller_p_has_failed(p_values: list[float], alpha: float) -> None:
    adjusted = holm(p_values)
    going = True
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda one: p_values[one])):
        going = going and (len(p_values) - rank) * p_values[place] <= alpha
        assert (adjusted[place] <= alpha) == going


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_p_value_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, wrong])
