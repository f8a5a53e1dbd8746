"""Signals: heard while a run lasts, left alone where somebody else listens."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator

import pytest

from ringtrue.calls.runner import Signals


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_a_call_until_it_is_restored(number: signal.Signals) -> None:
    heard: list[str] = []

    async def go() -> None:
        before = signal.getsignal(number)
        signals = Signals(asyncio.get_running_loop(), lambda: heard.append("heard"))
        os.kill(os.getpid(), number)
        while not heard:
            await asyncio.sleep(0)
        signals.restore()
        assert signal.getsignal(number) == before

    asyncio.run(go())
    assert heard == ["heard"]


def test_one_that_somebody_else_listens_to_is_left_to_him() -> None:
    theirs: list[int] = []
    ours: list[int] = []

    async def go() -> None:
        signal.signal(signal.SIGTERM, lambda number, _: theirs.append(number))
        signals = Signals(asyncio.get_running_loop(), lambda: ours.append(1))
        os.kill(os.getpid(), signal.SIGTERM)
        while not theirs:
            await asyncio.sleep(0)
        signals.restore()

    asyncio.run(go())
    assert (theirs, ours) == ([signal.SIGTERM], [])


def test_a_thread_cannot_listen_and_does_not_try() -> None:
    found: list[object] = []

    def work() -> None:
        async def go() -> None:
            Signals(asyncio.get_running_loop(), lambda: None).restore()

        found.append(asyncio.run(go()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [None]
