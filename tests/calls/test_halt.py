"""A halted run: the first reason counts, and whoever waits hears of it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ringtrue.calls.faults import BudgetReached, Interrupted, Stop
from ringtrue.calls.halt import Halt

FIRST, SECOND = Interrupted("enough"), BudgetReached("all spent")


def with_halt(work: Callable[[Halt], Coroutine[Any, Any, None]]) -> None:
    async def go() -> None:
        await work(Halt())

    asyncio.run(go())


def test_a_run_that_goes_on_raises_nothing() -> None:
    halt = Halt()
    halt.check()
    assert halt.why is None


def test_the_first_reason_counts() -> None:
    halt = Halt()
    assert halt.stop(FIRST)
    assert not halt.stop(SECOND)
    with pytest.raises(Stop) as raised:
        halt.check()
    assert raised.value is FIRST
    assert halt.why is FIRST


def test_a_sleep_ends_by_itself() -> None:
    async def work(halt: Halt) -> None:
        for seconds in (0.0, 0.001, -1.0):
            await halt.sleep(seconds)

    with_halt(work)


def test_all_sleepers_wake_when_the_run_is_halted() -> None:
    async def work(halt: Halt) -> None:
        sleepers = [asyncio.create_task(halt.sleep(3600.0)) for _ in range(5)]
        await asyncio.sleep(0)
        halt.stop(FIRST)
        assert await asyncio.gather(*sleepers, return_exceptions=True) == [FIRST] * 5

    with_halt(work)


@pytest.mark.parametrize("seconds", [0.0, 3600.0])
def test_nobody_falls_asleep_in_a_halted_run(seconds: float) -> None:
    async def work(halt: Halt) -> None:
        halt.stop(FIRST)
        with pytest.raises(Interrupted, match="enough"):
            await halt.sleep(seconds)

    with_halt(work)


def test_a_sleeper_can_be_cancelled() -> None:
    async def work(halt: Halt) -> None:
        sleeper = asyncio.create_task(halt.sleep(3600.0))
        await asyncio.sleep(0)
        sleeper.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeper
        halt.check()

    with_halt(work)
