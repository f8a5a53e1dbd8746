"""Numbers within sentences: short, and never across what they stand beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms.number import brief


@pytest.mark.parametrize(
    ("value", "beside", "text"),
    [
        (45.1206, 80, "45.1"),
        (61.0, None, "61"),
        (0.6, None, "0.6"),
        (0.553, None, "0.553"),  # two decimals would put it on a twentieth
        (93.999, 94, "93.999"),
        (-0.5, None, "-0.5"),
        (0.0, None, "0"),
    ],
)
def test_a_number_in_a_sentence(value: float, beside: float | None, text: str) -> None:
    assert brief(value, beside) == text


@given(st.floats(-1000, 1000), st.integers(0, 100))
def test_it_stays_on_its_side_of_the_limit(value: float, limit: int) -> None:
    shown = float(brief(value, limit))
    if abs(value - limit) > 1e-6:
        assert (shown < limit) == (value < limit) or shown != limit
