"""Buckets: so many at once, so many a second after that, counted apart for everybody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.web.errors import HttpError
from ringtrue.web.rate_limit import Rate, RateLimits, counted_as


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_the_next_is_told_how_long_to_wait() -> None:
    clock = Clock()
    limits = RateLimits({"log-in": Rate(3, 0.1)}, clock=clock)
    for _ in range(3):
        limits.take("log-in", "a")
    with pytest.raises(HttpError) as refused:
        limits.take("log-in", "a")
    # The bucket is empty and gains .1 a second: a whole one is there after 10 s.
    assert refused.value.status == 429
    assert refused.value.headers == {"Retry-After": "10"}
    clock.now += 9.9
    with pytest.raises(HttpError):
        limits.take("log-in", "a")
    clock.now += 0.2
    limits.take("log-in", "a")


def test_amounts_are_counted_too() -> None:
    clock = Clock()
    limits = RateLimits({"kilobytes": Rate(100, 10)}, clock=clock)
    limits.take("kilobytes", "a", 60.5)
    with pytest.raises(HttpError) as refused:
        limits.take("kilobytes", "a", 60)
    assert refused.value.headers == {"Retry-After": "3"}  # 39.5 are left and 20.5 missing
    clock.now += 3
    limits.take("kilobytes", "a", 60)


def test_others_are_not_counted_with_it() -> None:
    limits = RateLimits({"x": Rate(1, 0.1), "y": Rate(1, 0.1)}, clock=Clock())
    limits.take("x", "a")
    limits.take("x", "b")
    limits.take("y", "a")
    with pytest.raises(HttpError):
        limits.take("x", "a")


def test_what_is_longest_unused_is_forgotten_first() -> None:
    limits = RateLimits({"x": Rate(1, 0.001)}, clock=Clock(), most=2)
    for who in "abc":
        limits.take("x", who)
    limits.take("x", "a")  # forgotten, and so full again
    with pytest.raises(HttpError):
        limits.take("x", "c")


@given(st.lists(st.floats(0, 5), min_size=1, max_size=200), st.integers(1, 5), st.floats(0.1, 3))
def test_never_more_than_the_burst_and_the_flow(gaps: list[float], burst: int, per_second: float) -> None:
    clock = Clock()
    limits = RateLimits({"x": Rate(burst, per_second)}, clock=clock)
    passed = 0
    for gap in gaps:
        clock.now += gap
        try:
            limits.take("x", "a")
            passed += 1
        except HttpError:
            pass
    assert passed <= burst + sum(gaps) * per_second + 1e-6


def test_an_ipv6_household_is_one() -> None:
    assert counted_as("2001:db8:1:2::1") == counted_as("2001:db8:1:2:ffff::9")
    assert counted_as("2001:db8:1:2::1") != counted_as("2001:db8:1:3::1")
    assert counted_as("10.0.0.1") != counted_as("10.0.0.2")
    assert counted_as("testclient") == "testclient"
