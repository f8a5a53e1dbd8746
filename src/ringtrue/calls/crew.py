"""Workers that go through a stream of things together, taking each only when one of them is free."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TypeVar

from ringtrue.calls.faults import Interrupted, Stop
from ringtrue.calls.halt import Halt

T = TypeVar("T")
_END = object()


class Crew:
    """So many workers, who stop taking things when the run is halted."""

    def __init__(self, size: int, halt: Halt, stop: Callable[[Stop], None]) -> None:
        """`stop` halts the run where one of them fails."""
        self._size = size
        self._halt = halt
        self._stop = stop

    async def each(self, things: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
        """Do the work for each thing; raises the first fault of the work, or what halted the run, when all are done."""
        stream = iter(things)
        workers = [asyncio.create_task(self._work(stream, work)) for _ in range(self._size)]
        try:
            _, pending = await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
            if pending:
                self._stop(Interrupted("Another part of the run failed."))  # where the fault was no Stop itself
                await asyncio.wait(pending)
        finally:
            for worker in workers:
                worker.cancel()
            ended = await asyncio.gather(*workers, return_exceptions=True)
        for fault in ended:
            if isinstance(fault, Exception) and not isinstance(fault, Stop):
                raise fault
        self._halt.check()

    async def _work(self, stream: Iterator[T], work: Callable[[T], Awaitable[None]]) -> None:
        try:
            while self._halt.why is None:
                thing = next(stream, _END)
                if thing is _END:
                    return
                await work(thing)  # type: ignore[arg-type]
        except Stop as why:
            self._stop(why)
            raise
