"""The runner: puts calls to adapters, many at once, and loses none of the answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import TracebackType
from typing import Self, TypeVar

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.attempt import Check, Trial
from ringtrue.calls.attempts import Attempts
from ringtrue.calls.collector import CalmCollector
from ringtrue.calls.crew import Crew
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.faults import Interrupted, Stop
from ringtrue.calls.halt import Halt
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.outcome import outcome_of
from ringtrue.calls.prices import Prices
from ringtrue.calls.progress import Tally, Watch
from ringtrue.calls.purse import Purse
from ringtrue.calls.request import RequestHash
from ringtrue.calls.signals import Signals
from ringtrue.terms import Call, Outcome

T = TypeVar("T")


class Runner:
    """One per act of a study: `async with Runner(journal) as runner`.

    A call is in flight until its outcome is on the disk, and its slot is freed after that. So a killed run repeats,
    when it is started again, at most as many calls as were in flight.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        limits: Limits | None = None,
        prices: Prices | Mapping[str, Prices] | None = None,
        budget: float | None = None,
        watch: Watch | None = None,
    ) -> None:
        """`prices` are for all adapters or by their label; `watch` is told of every outcome.

        Limits of requests and tokens per minute hold for each adapter, that of concurrency for all together.
        """
        self.limits = limits or Limits()
        self._journal = journal
        self._prices = prices
        self._purse = Purse(budget)
        self._watch = watch
        self._hash = RequestHash()
        self._endpoints: dict[Adapter, Endpoint] = {}
        self._asking: set[asyncio.Task[object]] = set()
        self._cut = False

    async def __aenter__(self) -> Self:
        """Open the journal, and take Ctrl-C as a wish to end in good order."""
        self._loop = asyncio.get_running_loop()
        self._tally = Tally(self._loop.time, self._watch)
        self._slots = asyncio.Semaphore(self.limits.concurrency)
        self._halt = Halt()
        trial = Trial(self.limits, self._tally, self._purse, self._loop.time, self._halt.check)
        self._attempts = Attempts(self._journal, self.limits, trial, self._tally, self._halt)
        self._journal.start()
        self._signals = Signals(self._loop, self._interrupt)
        self._collector = CalmCollector()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Have everything on the disk and let go of the adapters."""
        self._signals.restore()
        self._collector.restore()
        try:
            for adapter in self._endpoints:
                await adapter.close()
        finally:
            await self._close_journal(error)

    async def _close_journal(self, error: BaseException | None) -> None:
        try:
            await self._journal.close()
        except Stop:
            if error is None:  # otherwise it was told already, or something worse was
                raise

    def expect(self, calls: int) -> None:
        """Say how many calls the run will make in all, journaled ones included, so that the time left can be told."""
        self._tally.expected = calls
        if calls:
            self._tally.tell()

    async def ask(self, adapter: Adapter, call: Call, *, check: Check | None = None) -> Outcome:
        """The outcome of a call: from the journal if this request was answered under this key, or by asking.

        `check` is given the text and says what is malformed about it, or None; malformed answers are asked again. A
        call that fails after all attempts is an outcome too. Raises only what stops the whole run.
        """
        request = self._hash.of(adapter.model, call)
        found = self._journal.find(call.key, request)
        if found is not None and (check is None or check(found.text or "") is None):
            self._tally.done += 1
            self._tally.repeated += 1
            self._tally.tell()
            return outcome_of(found, repeated=True)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        self._asking.add(task)
        try:
            async with self._slots:
                self._halt.check()
                return await self._attempts.make(self._endpoint(adapter), call, request, check)
        except Stop as why:
            self.stop(why)
            raise
        except asyncio.CancelledError:
            if not self._cut or self._halt.why is None:
                raise
            task.uncancel()
            raise self._halt.why from None
        finally:
            self._asking.discard(task)

    async def each(self, things: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
        """Do the work for each thing, as many at once as calls may be, taking things only as they are needed.

        Where the run is stopped, what is in flight may finish within the grace of the limits; then the reason is
        raised.
        """
        await Crew(self.limits.concurrency, self._halt, self.stop).each(things, work)

    def stop(self, why: Stop) -> None:
        """Take no more work; what is in flight has the grace of the limits to finish. The first reason counts."""
        if self._halt.stop(why):
            self._tally.trouble = why.what
            self._loop.call_later(self.limits.grace, self._cut_short)

    def _cut_short(self) -> None:
        self._cut = True
        for task in self._asking:
            task.cancel()

    def _interrupt(self) -> None:
        """The first Ctrl-C ends the run in good order, the second at once."""
        if self._halt.why is not None:
            self._cut_short()
            return
        self.stop(Interrupted("Stopped on request.", "Start the same command again: it goes on from here."))
        self._tally.trouble = f"stopping: {self._tally.in_flight} calls may finish; press Ctrl-C again to cut them off"
        self._tally.tell()

    def _endpoint(self, adapter: Adapter) -> Endpoint:
        endpoint = self._endpoints.get(adapter)
        if endpoint is None:
            prices = self._prices.get(adapter.label) if isinstance(self._prices, Mapping) else self._prices
            endpoint = Endpoint(adapter, self.limits, prices, clock=self._loop.time, sleep=self._halt.sleep)
            self._endpoints[adapter] = endpoint
        return endpoint
