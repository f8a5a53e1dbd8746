"""Blocking work runs beside the loop, gives what it gives, and never keeps the program from ending."""

import asyncio
import subprocess
import sys
import threading

import pytest

from ringtrue.calls.adapters.python import aside


def test_what_it_returns_and_raises_is_passed_on() -> None:
    async def both() -> str:
        with pytest.raises(KeyError, match="lost"):
            await aside(lambda: {}["lost"])
        return await aside(lambda: threading.current_thread().name)

    assert asyncio.run(both()) == "ringtrue answer"


def test_the_loop_goes_on_meanwhile() -> None:
    gate = threading.Event()

    async def race() -> str:
        waiting = asyncio.create_task(aside(lambda: "through" if gate.wait(30) else "stuck"))
        await asyncio.sleep(0)
        gate.set()
        return await waiting

    assert asyncio.run(race()) == "through"


def test_a_late_answer_of_a_call_given_up_disturbs_nobody() -> None:
    gate, said = threading.Event(), threading.Event()

    def slow() -> str:
        gate.wait(30)
        said.set()
        return "late"

    async def give_up() -> None:
        task = asyncio.create_task(aside(slow))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        gate.set()
        while not said.is_set():
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.001)

    asyncio.run(give_up())


def test_a_thread_that_hangs_lets_the_program_end() -> None:
    code = """
import asyncio, threading
from ringtrue.calls.adapters.python import aside
async def main():
    try:
        async with asyncio.timeout(0.01):
            await aside(threading.Event().wait)
    except TimeoutError:
        print("ended")
asyncio.run(main())
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout == "ended\n"
