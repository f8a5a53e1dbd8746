"""The runner: puts calls to adapters by a pool of workers, many at once, and loses none of the answers."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from threading import current_thread, main_thread
from types import TracebackType
from typing import Any, Self, TypeVar

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.budget import Budget, Prices
from ringtrue.calls.journal import Journal, outcome_of, request_hash
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import CallCounts, StopSignal, Watch
from ringtrue.calls.retry import Attempts, Check, Endpoint, Trial
from ringtrue.terms.call import Call, Interrupted, Outcome, Stop

# Workers that go through a stream of jobs together, taking each only when one of them is free.


T = TypeVar("T")
_END = object()


class Workers:
    """A pool of workers, which stop taking jobs when the run is stopped."""

    def __init__(self, size: int, stop_signal: StopSignal, stop: Callable[[Stop], None]) -> None:
        """`stop` stops the run where one of them fails."""
        self._size = size
        self._stop_signal = stop_signal
        self._stop = stop

    async def each(self, jobs: Iterable[T], work: Callable[[T], Awaitable[object]]) -> None:
        """Do the work for each job; raises the first fault of it, or what stopped the run, when all are done."""
        stream = iter(jobs)
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
        self._stop_signal.check()

    async def _work(self, stream: Iterator[T], work: Callable[[T], Awaitable[object]]) -> None:
        try:
            while self._stop_signal.why is None:
                job = next(stream, _END)
                if job is _END:
                    return
                await work(job)  # type: ignore[arg-type]
        except Stop as why:
            self._stop(why)
            raise


# Ctrl-C, and the system's wish that a program should end, as a call of ours.


_ENDING = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """Hears the signals that end a program; `restore` makes them mean what they meant before.

    Signals that somebody else listens to (a web server we run in) are left to it. Only the main thread can listen, and
    on Windows no event loop offers it: elsewhere nothing is changed.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, heard: Callable[[], None]) -> None:
        """Listen from now on."""
        self._loop = loop
        self._before: dict[signal.Signals, Any] = {}
        if current_thread() is not main_thread():
            return
        for number in _ENDING:
            before = signal.getsignal(number)
            if not _nobody_else_listens(before):
                continue
            try:
                loop.add_signal_handler(number, heard)
            except (NotImplementedError, RuntimeError):
                continue
            self._before[number] = before

    def restore(self) -> None:
        """Stop listening."""
        for number, before in self._before.items():
            self._loop.remove_signal_handler(number)
            signal.signal(number, before)
        self._before = {}


def _nobody_else_listens(handler: Any) -> bool:
    """Whether a signal does what it usually does: Python's own way, or that of asyncio.run."""
    usual = handler in (signal.SIG_DFL, signal.default_int_handler)
    return usual or getattr(getattr(handler, "func", None), "__module__", "") == "asyncio.runners"


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
        """`prices` are for all adapters or by their label; `watch` is called with every outcome.

        Limits of requests and tokens per minute hold for each adapter, that of concurrency for all together.
        """
        self.limits = limits or Limits()
        self._journal = journal
        self._prices = prices
        self._budget = Budget(budget)
        self._watch = watch
        self._endpoints: dict[Adapter, Endpoint] = {}
        self._asking: set[asyncio.Task[object]] = set()
        self._cut = False
        self.at_the_end = False  # whether all jobs had their turn, and those that failed have another

    async def __aenter__(self) -> Self:
        """Open the journal, and take Ctrl-C as a wish to end in good order."""
        self._loop = asyncio.get_running_loop()
        self._counts = CallCounts(self._loop.time, self._watch)
        self._slots = asyncio.Semaphore(self.limits.concurrency)
        self._stop_signal = StopSignal()
        trial = Trial(self.limits, self._counts, self._budget, self._loop.time, self._stop_signal.check)
        self._attempts = Attempts(self._journal, self.limits, trial, self._counts, self._stop_signal)
        self._journal.start()
        self._signals = Signals(self._loop, self._interrupt)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Have everything on the disk and close the adapters."""
        self._signals.restore()
        try:
            for adapter in self._endpoints:
                await adapter.close()
        finally:
            await self._close_journal(error)

    async def _close_journal(self, error: BaseException | None) -> None:
        try:
            await self._journal.close()
        except Stop:
            if error is None:  # otherwise it was reported already, or something worse was
                raise

    def expect(self, calls: int) -> None:
        """Set how many calls the run will make in all, journaled ones included; the time left is estimated from it."""
        self._counts.expected = calls
        if calls:
            self._counts.report()

    async def ask(
        self, adapter: Adapter, call: Call, *, check: Check | None = None, attempts: int | None = None
    ) -> Outcome:
        """The outcome of a call: from the journal if this request was answered under this key, or by asking.

        `attempts` is how often it is tried, where that is to be less than the limits allow.

        `check` is given the text and says what is malformed about it, or None; malformed answers are asked again. A
        call that fails after all attempts is an outcome too. Raises only what stops the whole run.
        """
        request = request_hash(adapter.model, call)
        found = self._journal.find(call.key, request)
        if found is not None and (check is None or check(found.text or "") is None):
            self._counts.done += 1
            self._counts.repeated += 1
            self._counts.report()
            return outcome_of(found, repeated=True)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        self._asking.add(task)
        try:
            async with self._slots:
                self._stop_signal.check()
                return await self._attempts.make(self._endpoint(adapter), call, request, check, attempts)
        except Stop as why:
            self.stop(why)
            raise
        except asyncio.CancelledError:
            if not self._cut or self._stop_signal.why is None:
                raise
            task.uncancel()
            raise self._stop_signal.why from None
        finally:
            self._asking.discard(task)

    async def each(
        self, jobs: Iterable[T], work: Callable[[T], Awaitable[T | None]], *, at_once: int | None = None
    ) -> None:
        """Do the work for each job, as many at once as calls may be, taking jobs only as they are needed.

        What the work returns is left of its job, and is done when all others are: then `at_the_end` is true, and
        nothing may be left. With `at_once` so many go side by side, as jobs do that mostly wait; their calls keep to
        the limit. Where the run is stopped, what is in flight may finish within the grace of the limits; then the
        reason is raised.
        """
        left: list[T] = []

        async def begin(job: T) -> None:
            rest = await work(job)
            if rest is not None:
                left.append(rest)

        workers = Workers(at_once or self.limits.concurrency, self._stop_signal, self.stop)
        await workers.each(jobs, begin)
        if left:
            self.at_the_end = True
            try:
                await workers.each(left, work)
            finally:
                self.at_the_end = False

    async def pause(self, seconds: float) -> None:
        """Wait between calls; raises what stopped the run as soon as it is stopped."""
        await self._stop_signal.sleep(seconds)

    def stop(self, why: Stop) -> None:
        """Take no more work; what is in flight has the grace of the limits to finish. The first reason counts."""
        if self._stop_signal.stop(why):
            self._counts.trouble = why.what
            self._loop.call_later(self.limits.grace, self._cut_short)

    def _cut_short(self) -> None:
        self._cut = True
        for task in self._asking:
            task.cancel()

    def _interrupt(self) -> None:
        """The first Ctrl-C ends the run in good order, the second at once."""
        if self._stop_signal.why is not None:
            self._cut_short()
            return
        self.stop(Interrupted("Stopped on request.", "Start the same command again: it continues from here."))
        self._counts.trouble = (
            f"stopping: {self._counts.in_flight} calls may finish; press Ctrl-C again to cut them off"
        )
        self._counts.report()

    def _endpoint(self, adapter: Adapter) -> Endpoint:
        endpoint = self._endpoints.get(adapter)
        if endpoint is None:
            prices = self._prices.get(adapter.label) if isinstance(self._prices, Mapping) else self._prices
            endpoint = Endpoint(adapter, self.limits, prices, clock=self._loop.time, sleep=self._stop_signal.sleep)
            self._endpoints[adapter] = endpoint
        return endpoint
