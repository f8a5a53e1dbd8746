"""Event rates: published Poisson bounds, the definition by tails, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, poisson

from ringtrue.stats.interval.rate import event_rate


# Ulm 1990, Am. J. Epidemiol. 131, 373-375: exact 95 % limits of a Poisson count.
@pytest.mark.parametrize(
    ("events", "low", "high"), [(0, 0.0, 3.69), (1, 0.03, 5.57), (5, 1.62, 11.67), (10, 4.80, 18.39)]
)
def test_the_published_limits_of_a_count(events: int, low: float, high: float) -> None:
    found = event_rate(events, 1)
    assert (found.low, found.high) == (pytest.approx(low, abs=0.006), pytest.approx(high, abs=0.006))


@given(st.integers(0, 200), st.integers(1, 500), st.sampled_from([0.90, 0.95, 0.98]))
def test_at_each_bound_the_count_is_just_as_unlikely_as_asked(events: int, sessions: int, level: float) -> None:
    found, tail = event_rate(events, sessions, level=level), (1 - level) / 2
    assert found.value == events / sessions
    assert found.high is not None
    assert found.low is not None
    assert poisson.cdf(events, found.high * sessions) == pytest.approx(tail, rel=1e-6)
    if events:
        assert poisson.sf(events - 1, found.low * sessions) == pytest.approx(tail, rel=1e-6)
        assert found.low == pytest.approx(chi2.ppf(tail, 2 * events) / (2 * sessions), rel=1e-9)


# The least that proves a rate of at most .30 at one-sided 5 %: no event in 10 sessions, one in 16, two in 21.
@pytest.mark.parametrize(("events", "sessions"), [(0, 10), (1, 16), (2, 21)])
def test_how_many_sessions_prove_a_rate_of_three_tenths(events: int, sessions: int) -> None:
    enough, short = event_rate(events, sessions, level=0.90), event_rate(events, sessions - 1, level=0.90)
    assert enough.high is not None
    assert short.high is not None
    assert enough.high <= 0.30 < short.high


def test_without_sessions_there_is_no_rate() -> None:
    assert event_rate(0, 0).reason == "no sessions"
    with pytest.raises(ValueError, match="counts"):
        event_rate(-1, 3)
