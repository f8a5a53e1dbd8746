"""The gauge: ends, interval and value at their places, whatever the numbers are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.cli.gauge import gauge

ENDS = ("impostors", "the person")
numbers = st.floats(-50, 50)


def test_value_and_interval_stand_between_the_ends() -> None:
    figures, line, names = gauge(0.5, 0.25, 0.75, ENDS, width=61)
    # From -.25 to 1.25 in 61 columns: a column is 1/40, so 0 stands in column 10, 1 in 50, .5 in the middle.
    assert [figures.index("0"), figures.index("1")] == [10, 50]
    assert [line.index(mark) for mark in "┼┣●┫"] == [10, 20, 30, 40]
    assert line[50] == "┼"
    assert names.split() == ["impostors", "the", "person"]


def test_without_an_interval_there_is_no_bar() -> None:
    assert "━" not in gauge(0.5, None, None, ENDS)[1]


def test_other_values_have_lines_of_their_own() -> None:
    lines = gauge(0.9, 0.8, 1.0, ENDS, {"without the persona": 0.1})
    assert lines[-1].endswith("○ without the persona")
    assert lines[1][lines[-1].index("○")] == "─"


@pytest.mark.parametrize(("value", "mark"), [(40.0, "▶"), (-40.0, "◀")])
def test_what_is_far_out_is_an_arrow_at_the_edge(value: float, mark: str) -> None:
    assert mark in gauge(value, None, None, ENDS)[1]


@given(numbers, st.tuples(numbers, numbers), st.integers(30, 90))
def test_lines_fit_and_the_ends_are_in_order(value: float, interval: tuple[float, float], width: int) -> None:
    low, high = sorted(interval)
    lines = gauge(value, low, high, ENDS, {"x": value}, width=width)
    assert len(lines[1]) == width
    assert lines[0].index("0") < lines[0].index("1")
    assert sum(lines[1].count(mark) for mark in "●◀▶") >= 1
