"""Log-odds of a pooled score, against normal densities written out and scaled by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ringtrue.voice.odds import log_odds

means = st.floats(-5, 10)
numbers = st.integers(1, 500)
lengths = st.integers(20, 400)
ceilings = st.none() | st.floats(-5, 20)


def by_densities(mean: float, replies: int, length: int) -> float:
    """Own sets normal about 1.73 (length/100)^0.165, foreign ones about 0, both of variance 0.6² + 0.77²/n."""
    apart, deviation = 1.73 * (length / 100) ** 0.165, (0.6**2 + 0.77**2 / replies) ** 0.5
    return float(norm.logpdf(mean, apart, deviation) - norm.logpdf(mean, 0.0, deviation))


@given(means, numbers, lengths)
def test_they_are_the_logarithm_of_two_densities_ratio(mean: float, replies: int, length: int) -> None:
    assert log_odds(mean, replies, length) == pytest.approx(by_densities(mean, replies, length), abs=1e-8)


@given(means, numbers, lengths)
def test_a_person_who_is_as_distinct_as_usual_is_not_scaled(mean: float, replies: int, length: int) -> None:
    usual = 2.3 * (length / 100) ** 0.165
    assert log_odds(mean, replies, length, usual) == pytest.approx(log_odds(mean, replies, length), abs=1e-8)


@pytest.mark.parametrize(
    ("ceiling", "divisor"),
    [
        pytest.param(4.6, 1.4, id="twice the usual ceiling: 1 + 0.4 (2 - 1)"),
        pytest.param(1.15, 0.8, id="half of it: 1 + 0.4 (0.5 - 1)"),
        pytest.param(1e9, 1.8, id="beyond all measure, taken as three times: 1 + 0.4 (3 - 1)"),
        pytest.param(-7.0, 0.6, id="below the impostors, taken as none: 1 + 0.4 (0 - 1)"),
    ],
)
def test_the_own_ceiling_divides_the_score(ceiling: float, divisor: float) -> None:
    assert log_odds(2.0, 10, 100, ceiling) == pytest.approx(by_densities(2.0 / divisor, 10, 100))


@given(numbers, lengths, st.floats(0, 5))
def test_half_way_between_both_the_odds_are_even_and_turn_round(replies: int, length: int, off: float) -> None:
    middle = 1.73 * (length / 100) ** 0.165 / 2
    assert log_odds(middle, replies, length) == pytest.approx(0.0, abs=1e-9)
    higher, lower = log_odds(middle + off, replies, length), log_odds(middle - off, replies, length)
    assert higher == pytest.approx(-lower, abs=1e-8)


@given(means, means, numbers, lengths, ceilings)
def test_a_higher_score_never_lowers_them(one: float, two: float, n: int, length: int, ceiling: float | None) -> None:
    low, high = sorted((one, two))
    assert log_odds(low, n, length, ceiling) <= log_odds(high, n, length, ceiling)


@given(means, st.integers(1, 200), lengths)
def test_more_replies_with_the_same_score_are_surer(mean: float, replies: int, length: int) -> None:
    assert abs(log_odds(mean, replies + 1, length)) >= abs(log_odds(mean, replies, length))


def test_no_number_of_replies_makes_it_certain() -> None:
    # the spread between writers stays: d / 0.6² (mean - d/2) is the limit
    assert log_odds(1.73, 10**9, 100) == pytest.approx(1.73**2 / 2 / 0.36, rel=1e-6)
