"""Numbers in reports: decimals by size, and no rounding onto a cut that was not reached."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.report.number_format import figure, interval_of, is_whole, shown, value_of
from ringtrue.terms.result import Estimate


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (float("nan"), "-"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (0.5123, "0.512"),
        (1.0, "1.000"),
        (-0.25, "-0.250"),
        (87.456, "87.46"),
        (94.0, "94.00"),
        (93.999, "93.999"),  # two decimals would say 94.00
        (93.9999999, "93.9999999"),
        (94.00000000000001, "94.00"),  # how computers add
        (0.7499, "0.7499"),  # three decimals would say 0.750
        (0.0004, "0.0004"),  # three decimals would say 0
        (0.30000000000000004, "0.300"),
        (1.5e12, "1.5e+12"),
    ],
)
def test_a_number_is_written_no_rounder_than_it_is(value: float | None, text: str) -> None:
    assert figure(value) == text


def test_a_number_beside_its_limit_is_told_apart_from_it() -> None:
    assert figure(0.7123, beside=0.712) == "0.7123"
    assert figure(0.712, beside=0.712) == "0.712"


def test_value_and_interval_of_an_estimate_have_the_same_decimals() -> None:
    score = Estimate(0.4, 0.1, 12.3456)
    assert (value_of(score), interval_of(score)) == ("0.40", "0.10 to 12.35")
    share = Estimate(0.5, -0.2, 1.2)
    assert (value_of(share), interval_of(share)) == ("0.500", "-0.200 to 1.200")


def test_an_interval_may_be_missing_half_open_or_of_another_level() -> None:
    assert interval_of(Estimate(0.5)) == "-"
    assert interval_of(Estimate(0.5, low=0.2)) == "from 0.200"
    assert interval_of(Estimate(0.5, high=0.7)) == "up to 0.700"
    assert interval_of(Estimate(0.5, 0.2, 0.7, level=0.9)) == "0.200 to 0.700 (90 %)"


@given(st.floats(-1e6, 1e6))
def test_what_is_written_is_near_and_on_the_right_side_of_every_whole_score(value: float) -> None:
    written = float(figure(value))
    assert written == pytest.approx(value, abs=0.0051)
    if not is_whole(value) and abs(value) > 1.01:
        assert (written > round(value)) == (value > round(value))


# Any value an item may carry, as one line.


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "yes"),
        (False, "no"),
        (7, "7"),
        (-0.0, "0"),
        (0.0, "0"),
        (88.00000000000001, "88"),
        (61.6666, "61.67"),
        (0.3333, "0.333"),
        ("two\nlines", "two lines"),
        ((True, 0.5, "x"), "yes, 0.500, x"),
        ({"tone": 1.0, "words": None}, "tone: 1, words: -"),
        (float("inf"), "-"),
    ],
)
def test_values_are_written_as_people_read_them(value: object, text: str) -> None:
    assert shown(value) == text
