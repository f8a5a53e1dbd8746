"""The writer: in the loop while that is quick, in a thread where it is not; always in order, and faults are told."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from ringtrue.calls import writer as module
from ringtrue.calls.writer import Writer
from ringtrue.store import Busy


class Log:
    """What was done, where, and what was told."""

    def __init__(self) -> None:
        self.done: list[tuple[str, bool, bool]] = []  # name, whether it was to wait, whether it was in the loop
        self.told: list[tuple[str, str]] = []

    def work(self, name: str, *, held: bool = False, fault: Exception | None = None) -> Callable[[bool], None]:
        def work(wait: bool) -> None:
            if held and not wait:
                raise Busy
            self.done.append((name, wait, threading.current_thread() is threading.main_thread()))
            if fault is not None:
                raise fault

        return work

    def then(self, name: str) -> Callable[[Exception | None], None]:
        return lambda failure: self.told.append((name, str(failure or "")))


def run(go: Callable[[Writer, Log], Awaitable[None]]) -> Log:
    log = Log()

    async def main() -> None:
        writer = Writer(asyncio.get_running_loop())
        await go(writer, log)
        await writer.close()

    asyncio.run(main())
    return log


def test_quick_work_is_done_at_once_and_nobody_is_waited_for() -> None:
    async def go(writer: Writer, log: Log) -> None:
        writer.do(log.work("a"), log.then("a"))
        assert log.told == [("a", "")]
        assert writer._thread is None

    assert run(go).done == [("a", False, True)]


def test_work_that_would_wait_for_others_goes_to_a_thread_and_so_does_all_behind_it() -> None:
    async def go(writer: Writer, log: Log) -> None:
        writer.do(log.work("a", held=True), log.then("a"))
        for name in "bc":
            writer.do(log.work(name), log.then(name))
        assert log.told == []  # told in a later turn

    log = run(go)
    assert log.done == [(name, True, False) for name in "abc"]
    assert log.told == [(name, "") for name in "abc"]


def test_what_takes_long_goes_to_a_thread_until_it_is_quick_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])

    def taking(seconds: float, log: Log, name: str) -> Callable[[bool], None]:
        def work(wait: bool) -> None:
            log.work(name)(wait)
            now[0] += seconds

        return work

    async def go(writer: Writer, log: Log) -> None:
        writer.do(taking(1.0, log, "slow"), log.then("slow"))  # an eighth of a second, smoothed
        for number in range(40):
            told = asyncio.Event()
            writer.do(taking(0.001, log, str(number)), lambda _, told=told: told.set())  # type: ignore[misc]
            await told.wait()

    log = run(go)
    where = [in_loop for _, _, in_loop in log.done]
    # The usual time: 1/8 s after the slow one, .001 + .124 x (7/8)^n after n quick ones: .0201 with 14, .0177 with 15.
    assert where == [True, *[False] * 15, *[True] * 25]


@pytest.mark.parametrize("held", [False, True])
def test_a_fault_is_told_and_the_next_piece_is_done(held: bool) -> None:
    async def go(writer: Writer, log: Log) -> None:
        writer.do(log.work("a", held=held, fault=OSError("no room")), log.then("a"))
        writer.do(log.work("b"), log.then("b"))

    log = run(go)
    assert log.told == [("a", "no room"), ("b", "")]


def test_who_has_waited_in_vain_is_told_so() -> None:
    def never(_wait: bool) -> None:
        raise Busy("still held")

    async def go(writer: Writer, log: Log) -> None:
        writer.do(never, log.then("a"))

    assert run(go).told == [("a", "still held")]


def test_closing_waits_for_what_the_thread_has() -> None:
    release = threading.Event()

    def late(wait: bool) -> None:
        if not wait:
            raise Busy
        assert release.wait(60)

    async def go(writer: Writer, log: Log) -> None:
        writer.do(late, log.then("late"))
        asyncio.get_running_loop().call_soon(release.set)

    assert run(go).told == [("late", "")]
    assert "ringtrue-journal" not in [thread.name for thread in threading.enumerate()]
