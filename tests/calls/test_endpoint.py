"""An endpoint lets calls go as they come only where nothing holds them back."""

import asyncio

import pytest

from callers import Clock, Scripted
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.limits import Limits
from ringtrue.calls.prices import Prices


def endpoint(
    limits: Limits, prices: Prices | None = None, most: int | None = None, clock: Clock | None = None
) -> Endpoint:
    adapter = Scripted(lambda _: "Yes.")
    adapter.most_at_once = most
    moved = clock or Clock()
    return Endpoint(adapter, limits, prices, clock=moved, sleep=moved.sleep)


@pytest.mark.parametrize(
    ("made", "free"),
    [
        (endpoint(Limits()), True),
        (endpoint(Limits(concurrency=1, attempts=1)), True),
        (endpoint(Limits(requests_per_minute=1e9)), False),
        (endpoint(Limits(tokens_per_minute=1e9)), False),
        (endpoint(Limits(), Prices(0.0, 0.0)), False),
        (endpoint(Limits(), most=1), False),
    ],
    ids=["nothing", "few at once", "requests", "tokens", "prices", "slots"],
)
def test_limits_prices_and_slots_hold_calls_back(made: Endpoint, free: bool) -> None:
    assert made.free is free


def test_a_pause_holds_calls_back_until_it_is_over() -> None:
    clock = Clock()
    paused = endpoint(Limits(), clock=clock)
    paused.pace.pause(5.0)
    assert not paused.free
    asyncio.run(paused.pace.admit(1))
    assert clock.now == 5.0
    assert paused.free


def test_two_endpoints_share_no_pace_and_no_health() -> None:
    limits = Limits()
    first, second = endpoint(limits), endpoint(limits)
    first.pace.pause(5.0)
    assert (first.free, second.free) == (False, True)
    for _ in range(7):
        assert first.breaker.failed("rejected", "a", 1, "no") is None
    assert second.breaker.failed("rejected", "a", 1, "no") is None
    refused = first.breaker.failed("rejected", "a", 1, "no")  # eight in a row where nothing was ever answered
    assert refused is not None
    assert refused.what.startswith("scripted rejected 8 calls")


def test_there_are_as_many_slots_as_the_adapter_takes_at_once() -> None:
    slots = endpoint(Limits(), most=2).slots
    assert slots is not None

    async def taken() -> list[bool]:
        found = []
        for _ in range(3):
            found.append(slots.locked())
            if not slots.locked():
                await slots.acquire()
        return found

    assert asyncio.run(taken()) == [False, False, True]
