"""Workers: each thing once, so many at a time, taken when somebody is free, and no fault of theirs is lost."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.crew import Crew
from ringtrue.calls.faults import BudgetReached, Interrupted, Refused, Stop
from ringtrue.calls.halt import Halt


def each(
    size: int,
    things: Iterable[int],
    work: Callable[[int], Awaitable[None]],
    *,
    before: Callable[[Halt], object] = lambda _: None,
) -> Stop | None:
    """Let a crew do it; gives what halted the run."""

    async def go() -> Stop | None:
        halt = Halt()
        before(halt)
        await Crew(size, halt, halt.stop).each(things, work)
        return halt.why

    return asyncio.run(go())


@given(st.integers(1, 9), st.integers(0, 40))
def test_each_thing_is_done_once_by_no_more_than_so_many_at_a_time(size: int, count: int) -> None:
    done: list[int] = []
    inside = most = taken = 0

    def stream() -> Iterator[int]:
        nonlocal taken
        for thing in range(count):
            taken += 1
            assert taken - len(done) <= size  # nothing is taken that nobody is free for
            yield thing

    async def work(thing: int) -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        for _ in range(1 + thing % 3):
            await asyncio.sleep(0)
        inside -= 1
        done.append(thing)

    assert each(size, stream(), work) is None
    assert sorted(done) == list(range(count))
    assert most == min(size, count)


@pytest.mark.parametrize("size", [1, 2, 8])
def test_the_first_fault_of_the_work_is_raised_when_the_others_are_done(size: int) -> None:
    begun, done = [], []

    async def work(thing: int) -> None:
        begun.append(thing)
        if thing == 1:
            raise ZeroDivisionError("in the work")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        done.append(thing)

    with pytest.raises(ZeroDivisionError, match="in the work"):
        each(size, range(100), work)
    assert sorted([*done, 1]) == sorted(begun)  # what was begun was finished
    assert len(begun) < 100  # and no more was taken


@pytest.mark.parametrize("size", [1, 2, 8])
@pytest.mark.parametrize("why", [Refused("wrong key", "Check it."), BudgetReached("all spent")])
def test_a_stop_out_of_the_work_itself_is_raised_as_it_is(size: int, why: Stop) -> None:
    begun = []

    async def work(thing: int) -> None:
        begun.append(thing)
        await asyncio.sleep(0)
        if thing == 1:
            raise why

    with pytest.raises(Stop) as raised:
        each(size, range(100), work)
    assert raised.value is why
    assert len(begun) <= 2 + size


def test_a_halted_run_takes_nothing() -> None:
    begun = []

    async def work(thing: int) -> None:
        begun.append(thing)

    with pytest.raises(Interrupted, match="enough"):
        each(3, range(5), work, before=lambda halt: halt.stop(Interrupted("enough")))
    assert begun == []


def test_what_halted_the_run_is_raised_when_those_at_work_are_done() -> None:
    done = []
    halts: list[Halt] = []

    async def work(thing: int) -> None:
        if thing == 2:
            halts[0].stop(Interrupted("enough"))
        await asyncio.sleep(0)
        done.append(thing)

    with pytest.raises(Interrupted, match="enough"):
        each(3, range(50), work, before=halts.append)
    assert sorted(done) == [0, 1, 2]


@pytest.mark.parametrize("size", [1, 4])
def test_a_stream_that_breaks_is_a_fault_too(size: int) -> None:
    def stream() -> Iterator[int]:
        yield 0
        raise OSError("the file is gone")

    async def work(_: int) -> None:
        await asyncio.sleep(0)

    with pytest.raises(OSError, match="the file is gone"):
        each(size, stream(), work)


def test_a_fault_that_is_no_stop_goes_before_what_halted_the_run() -> None:
    halts: list[Halt] = []

    async def work(thing: int) -> None:
        await asyncio.sleep(0)  # both are at work
        halts[0].stop(Interrupted("enough"))
        if thing == 1:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each(2, range(9), work, before=halts.append)


def test_who_gives_up_on_the_crew_leaves_no_worker_behind() -> None:
    ended = []

    async def work(thing: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(thing)

    async def go() -> None:
        halt = Halt()
        crew = asyncio.create_task(Crew(3, halt, halt.stop).each(range(9), work))
        for _ in range(3):
            await asyncio.sleep(0)
        crew.cancel()
        with pytest.raises(asyncio.CancelledError):
            await crew
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(go())
    assert sorted(ended) == [0, 1, 2]
