"""Limits under which nothing could be asked are refused."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import Clock
from ringtrue.calls.limits import CircuitBreaker, Limits, RateLimiter, TokenBucket


@pytest.mark.parametrize(
    "given",
    [
        {"concurrency": 0},
        {"concurrency": 5000},
        {"attempts": 0},
        {"attempts": 11},
        {"timeout": 0.0},
        {"timeout": float("nan")},
        {"requests_per_minute": -1},
        {"tokens_per_minute": 0},
    ],
    ids=str,
)
def test_nonsense_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="got"):
        Limits(**given)  # type: ignore[arg-type]


def test_the_usual_ones() -> None:
    usual = Limits()
    assert (usual.concurrency, usual.attempts, usual.timeout, usual.requests_per_minute) == (8, 10, 120.0, None)


# Limits per minute, by a clock of our own: nothing here waits.


def admitted(limits: Limits, tokens: list[float]) -> list[float]:
    """The moments at which requests that all come at once may go."""
    clock = Clock(1000.0)
    limiter = RateLimiter(limits, clock, clock.sleep)

    async def go() -> list[float]:
        moments = []
        for amount in tokens:
            await limiter.admit(amount)
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
    allowance = TokenBucket(61)
    assert allowance.take(10, 100.0) == 100.0
    allowance.correct(-8)
    assert allowance.take(1, 100.0) == pytest.approx(102.0)


def test_time_that_passed_unused_is_not_saved_up() -> None:
    allowance = TokenBucket(122)
    allowance.take(1, 0.0)
    assert [allowance.take(1, 1000.0) for _ in range(3)] == pytest.approx([1000.0, 1000.0, 1000.5])


def test_a_pause_holds_everybody_up_and_ends() -> None:
    clock = Clock(1000.0)
    limiter = RateLimiter(Limits(), clock, clock.sleep)
    assert limiter.idle
    limiter.pause(7.0)
    limiter.pause(2.0)  # the longer one counts
    assert not limiter.idle
    asyncio.run(limiter.admit(1))
    assert clock.now == 1007.0
    assert limiter.idle


def test_a_pause_that_begins_while_somebody_waits_holds_him_too() -> None:
    clock = Clock(1000.0)

    def sleeper(limiter: Callable[[], RateLimiter]) -> Callable[[float], object]:
        async def sleep(seconds: float) -> None:
            clock.now += seconds
            if clock.now < 1005:
                limiter().pause(10.0)

        return sleep

    limiter = RateLimiter(Limits(requests_per_minute=61), clock, sleeper(lambda: limiter))  # type: ignore[arg-type]
    asyncio.run(limiter.admit(1))
    asyncio.run(limiter.admit(1))
    assert clock.now == pytest.approx(1011.0)


# The circuit breaker: when an endpoint is taken to be of no use.


def fail(breaker: CircuitBreaker, kind: str, times: int, attempt: int = 1, items: int = 3) -> list[bool]:
    names = [f"item {number % items}" for number in range(times)]
    return [breaker.failed(kind, name, attempt, "what") is not None for name in names]  # type: ignore[arg-type]


def test_nobody_there_is_told_at_the_third_try_of_a_call() -> None:
    breaker = CircuitBreaker("e", Limits(concurrency=8))
    assert fail(breaker, "unreachable", 15, attempt=2) == [False] * 15
    refused = breaker.failed("unreachable", "a", 3, "connection refused")
    assert refused is not None
    assert "e cannot be reached: connection refused" in refused.what
    assert "address" in refused.remedy


def test_one_call_that_cannot_connect_is_no_end_while_others_are_answered() -> None:
    breaker = CircuitBreaker("e", Limits(concurrency=8))
    for attempt in range(1, 11):
        assert breaker.failed("unreachable", "a", attempt, "connection refused") is None
        breaker.answered()


def test_one_item_that_always_fails_says_nothing_about_the_others() -> None:
    breaker = CircuitBreaker("e", Limits(concurrency=8))
    assert not any(fail(breaker, "transport", 1000, items=1) + fail(breaker, "timeout", 1000, items=2))
    assert fail(breaker, "transport", 3) == [False, False, True]  # a third one


def test_failures_in_a_row_over_all_calls() -> None:
    assert fail(CircuitBreaker("e", Limits(concurrency=4)), "transport", 20).index(True) == 19
    assert fail(CircuitBreaker("e", Limits(concurrency=64)), "timeout", 130).index(True) == 127
    mixed = CircuitBreaker("e", Limits(concurrency=1))
    assert not any(fail(mixed, "transport", 10) + fail(mixed, "timeout", 9))
    refused = mixed.failed("unreachable", "item 0", 1, "refused")
    assert refused is not None
    assert "cannot be reached: refused" in refused.what  # what is wrong now, not what was


def test_an_answer_forgives() -> None:
    breaker = CircuitBreaker("e", Limits(concurrency=1))
    for _ in range(10):
        assert not any(fail(breaker, "transport", 19))
        breaker.answered()


def test_an_answer_of_no_use_shows_that_it_lives() -> None:
    breaker = CircuitBreaker("e", Limits(concurrency=1))
    for _ in range(10):
        assert not any(fail(breaker, "transport", 19) + fail(breaker, "answer", 1))


def test_answers_of_no_use_end_the_run_where_none_was_ever_of_use() -> None:
    assert fail(CircuitBreaker("e", Limits(concurrency=8)), "answer", 50).index(True) == 49
    assert fail(CircuitBreaker("e", Limits(concurrency=64)), "answer", 256).index(True) == 255
    assert fail(CircuitBreaker("e", Limits(concurrency=64, unusable=3)), "answer", 5).index(True) == 2
    able = CircuitBreaker("e", Limits(concurrency=8))
    able.answered()
    assert fail(able, "answer", 500).index(True) == 499
    able.answered()
    assert not any(fail(able, "answer", 499))


def test_one_that_is_busy_is_not_down_until_calls_have_used_up_their_attempts() -> None:
    breaker = CircuitBreaker("e", Limits(attempts=5))
    assert not any(fail(breaker, "busy", 1000, attempt=4))
    breaker.answered()
    assert fail(breaker, "busy", 15, attempt=5).index(True) == 14


def test_rejections_count_less_once_something_was_answered() -> None:
    assert fail(CircuitBreaker("e", Limits(concurrency=1)), "rejected", 8).index(True) == 7
    later = CircuitBreaker("e", Limits(concurrency=1))
    later.answered()
    assert fail(later, "rejected", 50).index(True) == 49
    assert not any(fail(CircuitBreaker("e", Limits(concurrency=1)), "alone", 1000))
