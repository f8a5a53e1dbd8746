"""Limits per minute, by a clock of our own: nothing here waits."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import Clock
from ringtrue.calls.limits import Limits
from ringtrue.calls.pace import Allowance, Pace


def admitted(limits: Limits, tokens: list[float]) -> list[float]:
    """The moments at which requests that all come at once may go."""
    clock = Clock(1000.0)
    pace = Pace(limits, clock, clock.sleep)

    async def go() -> list[float]:
        moments = []
        for amount in tokens:
            await pace.admit(amount)
            moments.append(clock.now - 1000.0)
        return moments

    return asyncio.run(go())


def busiest_minute(moments: list[float], amounts: list[float]) -> float:
    """The most that went in any sixty seconds."""
    pairs = list(zip(moments, amounts, strict=True))
    return max(sum(amount for at, amount in pairs if start <= at < start + 60 - 1e-6) for start in moments)


def test_without_limits_nobody_waits() -> None:
    assert admitted(Limits(), [10**9] * 5) == [0.0] * 5


def test_requests_keep_their_rate() -> None:
    # 122 a minute: each takes half a second of the allowance, and one second may be used at once.
    moments = admitted(Limits(requests_per_minute=122), [1.0] * 5)
    assert moments == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.5])


def test_one_a_minute_is_one_a_minute() -> None:
    assert admitted(Limits(requests_per_minute=1), [1.0] * 3) == pytest.approx([0.0, 61.0, 122.0])


@given(st.integers(1, 300), st.integers(1, 400))
def test_no_minute_has_more_requests_than_allowed(limit: int, count: int) -> None:
    moments = admitted(Limits(requests_per_minute=limit), [1.0] * count)
    assert busiest_minute(moments, [1.0] * count) <= limit + 1e-6
    # and the limit is used: nothing waits longer than the rate demands
    assert moments[-1] <= (count - 1) * 61 / limit + 1e-6


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=100))
def test_no_minute_has_more_tokens_than_allowed_but_for_the_last_call(amounts: list[int]) -> None:
    moments = admitted(Limits(tokens_per_minute=2000), [float(amount) for amount in amounts])
    assert busiest_minute(moments, [float(amount) for amount in amounts]) <= 2000 + max(amounts)


def test_a_call_larger_than_the_limit_goes_and_is_paid_for_later() -> None:
    assert admitted(Limits(tokens_per_minute=610), [6100.0, 1.0]) == pytest.approx([0.0, 610.0])


def test_what_was_really_used_counts() -> None:
    allowance = Allowance(61)
    assert allowance.take(10, 100.0) == 100.0
    allowance.correct(-8)
    assert allowance.take(1, 100.0) == pytest.approx(102.0)


def test_time_that_passed_unused_is_not_saved_up() -> None:
    allowance = Allowance(122)
    allowance.take(1, 0.0)
    assert [allowance.take(1, 1000.0) for _ in range(3)] == pytest.approx([1000.0, 1000.0, 1000.5])


def test_a_pause_holds_everybody_up_and_ends() -> None:
    clock = Clock(1000.0)
    pace = Pace(Limits(), clock, clock.sleep)
    assert pace.idle
    pace.pause(7.0)
    pace.pause(2.0)  # the longer one counts
    assert not pace.idle
    asyncio.run(pace.admit(1))
    assert clock.now == 1007.0
    assert pace.idle


def test_a_pause_that_begins_while_somebody_waits_holds_him_too() -> None:
    clock = Clock(1000.0)

    def sleeper(pace: Callable[[], Pace]) -> Callable[[float], object]:
        async def sleep(seconds: float) -> None:
            clock.now += seconds
            if clock.now < 1005:
                pace().pause(10.0)

        return sleep

    pace = Pace(Limits(requests_per_minute=61), clock, sleeper(lambda: pace))  # type: ignore[arg-type]
    asyncio.run(pace.admit(1))
    asyncio.run(pace.admit(1))
    assert clock.now == pytest.approx(1011.0)
