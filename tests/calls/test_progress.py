"""Progress: rates and the time left, by a clock of our own; and the signal that stops a run."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ringtrue.calls.progress import CallCounts, Progress, StopSignal
from ringtrue.terms.call import BudgetReached, Interrupted, Stop


def test_the_time_left_is_told_once_the_end_is_known() -> None:
    now = 100.0
    seen: list[Progress] = []
    counts = CallCounts(lambda: now, seen.append)
    counts.report()
    assert (seen[-1].rate, seen[-1].left) == (0.0, None)
    counts.done, counts.failed, counts.repeated = 49, 1, 10
    now = 110.0
    assert counts.progress().left is None
    counts.expected = 130
    counts.report()
    # 40 calls in 10 seconds, 80 to go; those from the journal cost no time
    assert (seen[-1].rate, seen[-1].left, seen[-1].seconds) == (4.0, 20.0, 10.0)
    counts.expected = 30
    assert counts.progress().left == 0


def test_nobody_watches() -> None:
    CallCounts(lambda: 0.0, None).report()


# A stopped run: the first reason counts, and whoever waits hears of it.


FIRST, SECOND = Interrupted("enough"), BudgetReached("all spent")


def with_signal(work: Callable[[StopSignal], Coroutine[Any, Any, None]]) -> None:
    async def go() -> None:
        await work(StopSignal())

    asyncio.run(go())


def test_a_run_that_goes_on_raises_nothing() -> None:
    signal = StopSignal()
    signal.check()
    assert signal.why is None


def test_the_first_reason_counts() -> None:
    signal = StopSignal()
    assert signal.stop(FIRST)
    assert not signal.stop(SECOND)
    with pytest.raises(Stop) as raised:
        signal.check()
    assert raised.value is FIRST
    assert signal.why is FIRST


def test_a_sleep_ends_by_itself() -> None:
    async def work(signal: StopSignal) -> None:
        for seconds in (0.0, 0.001, -1.0):
            await signal.sleep(seconds)

    with_signal(work)


def test_all_sleepers_wake_when_the_run_is_stopped() -> None:
    async def work(signal: StopSignal) -> None:
        sleepers = [asyncio.create_task(signal.sleep(3600.0)) for _ in range(5)]
        await asyncio.sleep(0)
        signal.stop(FIRST)
        assert await asyncio.gather(*sleepers, return_exceptions=True) == [FIRST] * 5

    with_signal(work)


@pytest.mark.parametrize("seconds", [0.0, 3600.0])
def test_nobody_falls_asleep_in_a_stopped_run(seconds: float) -> None:
    async def work(signal: StopSignal) -> None:
        signal.stop(FIRST)
        with pytest.raises(Interrupted, match="enough"):
            await signal.sleep(seconds)

    with_signal(work)


def test_a_sleeper_can_be_cancelled() -> None:
    async def work(signal: StopSignal) -> None:
        sleeper = asyncio.create_task(signal.sleep(3600.0))
        await asyncio.sleep(0)
        sleeper.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeper
        signal.check()

    with_signal(work)
