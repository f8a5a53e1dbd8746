"""Time-outs with one timer: who is late is cancelled, who is cancelled by others is not taken for late."""

import asyncio

from ringtrue.calls.deadline import Deadline


async def watched(deadline: Deadline, seconds: float) -> str:
    task = asyncio.current_task()
    assert task is not None
    deadline.begin(task)
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        if deadline.end(task):
            return "late"
        raise
    finally:
        deadline.end(task)
    return "in time"


def test_only_the_late_are_cancelled() -> None:
    async def go() -> list[str]:
        deadline = Deadline(0.05)
        return await asyncio.gather(*(watched(deadline, seconds) for seconds in (0.0, 600.0, 0.0, 600.0)))

    assert asyncio.run(go()) == ["in time", "late", "in time", "late"]


def test_a_task_goes_on_after_it_was_late() -> None:
    async def go() -> list[str]:
        deadline = Deadline(0.05)
        found = [await watched(deadline, 600.0), await watched(deadline, 0.0), await watched(deadline, 600.0)]
        await asyncio.sleep(0)  # a cancellation left over would hit here
        return found

    assert asyncio.run(go()) == ["late", "in time", "late"]


def test_a_cancellation_from_outside_stays_one() -> None:
    async def go() -> str:
        deadline = Deadline(600.0)
        task = asyncio.create_task(watched(deadline, 600.0))
        await asyncio.sleep(0)
        task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            return "cancelled"

    assert asyncio.run(go()) == "cancelled"


def test_both_at_once_is_a_cancellation() -> None:
    async def go() -> str:
        deadline = Deadline(0.01)
        task = asyncio.create_task(watched(deadline, 600.0))
        asyncio.get_running_loop().call_later(0.005, lambda: None)
        await asyncio.sleep(0)
        deadline._due[task] = 0.0
        deadline._tick()
        task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            return "cancelled"

    assert asyncio.run(go()) == "cancelled"


def test_time_in_which_the_loop_was_held_up_does_not_count() -> None:
    async def go() -> str:
        loop = asyncio.get_running_loop()
        deadline = Deadline(0.2)
        task = asyncio.create_task(watched(deadline, 0.21))
        await asyncio.sleep(0)
        until = loop.time() + 0.4
        while loop.time() < until:  # held up past the end of both: the timer and the answer are due in one turn
            pass
        return await task

    assert asyncio.run(go()) == "in time"
