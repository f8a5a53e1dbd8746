"""Retry: the attempts at one call, each with a time-out, and a back-off between them."""

import asyncio
from asyncio import Semaphore
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from typing import Any

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.budget import USUAL_OUTPUT, Budget, Prices, tokens_allowed, tokens_asked, tokens_of
from ringtrue.calls.journal import Journal, encode, outcome_of
from ringtrue.calls.limits import CircuitBreaker, Limits, RateLimiter
from ringtrue.calls.progress import CallCounts, StopSignal
from ringtrue.http.backoff import backoff
from ringtrue.store.calls import CallRow
from ringtrue.terms.call import Call, FaultKind, Outcome, Refused, Rejected, Reply, Retry, printable

# An adapter with what the runner knows of it.


class Endpoint:
    """An adapter with its rate limiter, its circuit breaker and its prices."""

    __slots__ = ("adapter", "breaker", "prices", "rate_limiter", "slots")

    def __init__(
        self,
        adapter: Adapter,
        limits: Limits,
        prices: Prices | None,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Nothing asked yet."""
        self.adapter = adapter
        self.prices = prices
        self.rate_limiter = RateLimiter(limits, clock, sleep)
        self.breaker = CircuitBreaker(adapter.label, limits)
        self.slots = Semaphore(adapter.most_at_once) if adapter.most_at_once else None

    @property
    def free(self) -> bool:
        """Whether calls can go as they come: no limits, no prices, no pause."""
        return self.slots is None and self.prices is None and self.rate_limiter.idle


# One attempt at a call: paced, paid for, timed, its answer looked at.


Check = Callable[[str], str | None]
_LONGEST_TOLD = 1000  # characters of an error


class AttemptFault:
    """Why an attempt failed; final where asking again is no use. `reply` is the answer of no use, where one came."""

    __slots__ = ("after", "kind", "reply", "what")

    def __init__(self, what: str, kind: FaultKind, *, after: float | None = None, reply: Reply | None = None) -> None:
        """Say what happened."""
        self.what = printable(what[:_LONGEST_TOLD])
        self.kind = kind
        self.after = after
        self.reply = reply

    @property
    def final(self) -> bool:
        """Whether asking again is no use."""
        return self.kind in ("rejected", "alone")

    @property
    def meta(self) -> Mapping[str, Any]:
        """What the answer of no use said about itself."""
        return {} if self.reply is None else self.reply.meta


class Trial:
    """Runs single attempts, within the limits and the budget."""

    def __init__(
        self,
        limits: Limits,
        counts: CallCounts,
        budget: Budget,
        clock: Callable[[], float],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the parts of a run; `check` raises what has ended it."""
        self._limits = limits
        self._counts = counts
        self._budget = budget
        self._clock = clock
        self._check = check

    async def run(self, endpoint: Endpoint, call: Call, check: Check | None) -> tuple[Reply | AttemptFault, float]:
        """The reply, or the fault, and the seconds it took; raises what ends the run."""
        if endpoint.free:
            return await self._timed(endpoint, call, check)
        return await self._held_back(endpoint, call, check)

    async def _held_back(
        self, endpoint: Endpoint, call: Call, check: Check | None
    ) -> tuple[Reply | AttemptFault, float]:
        """An attempt that has to wait its turn, keep to a rate limit, or be paid for."""
        async with endpoint.slots or nullcontext():
            await endpoint.rate_limiter.admit(_likely_tokens(call))
            reserved = await self._budget.reserve(call, endpoint.prices, check=self._check)
            cost = reserved  # unless an answer says otherwise: what was cut off may be billed all the same
            try:
                result, seconds = await self._timed(endpoint, call, check)
                cost = self._cost(endpoint, call, result, reserved)
            finally:
                self._budget.settle(reserved, cost)
        return result, seconds

    async def _timed(self, endpoint: Endpoint, call: Call, check: Check | None) -> tuple[Reply | AttemptFault, float]:
        began = self._clock()
        try:
            async with asyncio.timeout(self._limits.timeout):
                reply = await endpoint.adapter.answer(call)
            result = _looked_at(reply, check)
            self._count(call, reply)
        except TimeoutError:
            result = AttemptFault(f"No answer within {self._limits.timeout:g} seconds.", "timeout")
        except Retry as fault:
            result = AttemptFault(fault.what, fault.kind, after=fault.after)
        except Rejected as fault:
            result = AttemptFault(fault.what, "alone" if fault.alone else "rejected")
        return result, self._clock() - began

    def _count(self, call: Call, reply: Reply) -> None:
        self._counts.tokens_in += tokens_asked(call) if reply.tokens_in is None else reply.tokens_in
        self._counts.tokens_out += tokens_of(reply.text) if reply.tokens_out is None else reply.tokens_out

    def _cost(self, endpoint: Endpoint, call: Call, result: Reply | AttemptFault, reserved: float) -> float:
        """What an attempt cost, its tokens taken from the endpoint's allowance too."""
        reply = result if isinstance(result, Reply) else result.reply
        if reply is None:
            return reserved if isinstance(result, AttemptFault) and result.kind == "timeout" else 0.0
        came = tokens_asked(call) if reply.tokens_in is None else reply.tokens_in
        went = tokens_of(reply.text) if reply.tokens_out is None else reply.tokens_out
        endpoint.rate_limiter.correct(came + went - _likely_tokens(call))
        if endpoint.prices is None:
            return 0.0
        self._budget.longest = max(self._budget.longest, went)
        cost = endpoint.prices.cost(came, went)
        self._counts.cost = (self._counts.cost or 0.0) + cost
        return cost


def _looked_at(reply: Reply, check: Check | None) -> Reply | AttemptFault:
    if not reply.text or reply.text.isspace():
        return AttemptFault("The answer was empty.", "answer", reply=reply)
    malformed = check(reply.text) if check is not None else None
    return reply if malformed is None else AttemptFault(f"The answer was malformed: {malformed}", "answer", reply=reply)


def _likely_tokens(call: Call) -> int:
    return tokens_asked(call) + (tokens_allowed(call.settings) or USUAL_OUTPUT)


# The attempts at one call: journaled, and made again where that may help.


_NO_META = "{}"


class Attempts:
    """Makes the attempts of a run's calls."""

    def __init__(
        self, journal: Journal, limits: Limits, trial: Trial, counts: CallCounts, stop_signal: StopSignal
    ) -> None:
        """Take the parts of a run."""
        self._journal = journal
        self._limits = limits
        self._trial = trial
        self._counts = counts
        self._stop_signal = stop_signal

    async def make(
        self, endpoint: Endpoint, call: Call, request: str, check: Check | None, most: int | None = None
    ) -> Outcome:
        """Attempt a call until it is answered or cannot be; its outcome is on the disk when this returns.

        `most` attempts, or as many as the limits allow; a busy endpoint is always waited for as long as they allow.
        """
        self._counts.in_flight += 1
        attempt = 1
        try:
            while True:
                result, seconds = await self._trial.run(endpoint, call, check)
                row = self._row(call.key, request, attempt, seconds, result)
                if isinstance(result, Reply):
                    endpoint.breaker.answered()
                    await self._journal.commit(row)
                    self._counts.done += 1
                    return outcome_of(row, meta=result.meta)
                self._weigh(endpoint, call.item, attempt, result)
                patience = self._limits.attempts if most is None or result.kind == "busy" else most
                if result.final or attempt >= patience:
                    await self._journal.commit(row)
                    self._counts.failed += 1
                    return outcome_of(row, meta=result.meta)
                self._journal.add(row)
                await self._before_the_next(endpoint, call.key, attempt, result)
                attempt += 1
        except Refused as refused:  # journaled like any other fault
            self._journal.add(self._row(call.key, request, attempt, None, AttemptFault(refused.what, "rejected")))
            raise
        finally:
            self._counts.in_flight -= 1
            self._counts.report()

    def _weigh(self, endpoint: Endpoint, item: str, attempt: int, fault: AttemptFault) -> None:
        """End the run where a fault shows that the endpoint is of no use, or nobody wants to go on."""
        self._counts.trouble = fault.what
        refused = endpoint.breaker.failed(fault.kind, item, attempt, fault.what)
        if refused is not None:
            raise refused
        if fault.after is not None and fault.after > self._limits.longest_wait:
            what = f"{endpoint.adapter.label} asks to wait {fault.after:.0f} seconds: {fault.what}"
            raise Refused(what, "Start the same command again then: it continues from here.")

    async def _before_the_next(self, endpoint: Endpoint, key: str, attempt: int, fault: AttemptFault) -> None:
        self._stop_signal.check()
        self._counts.retries += 1
        self._counts.report()
        wait = backoff(key, attempt, first=self._limits.backoff, kind=fault.kind)
        if fault.after is not None:
            wait = max(wait, fault.after)
            endpoint.rate_limiter.pause(fault.after)
        await self._stop_signal.sleep(wait)

    def _row(
        self, key: str, request: str, attempt: int, seconds: float | None, result: Reply | AttemptFault
    ) -> CallRow:
        reply, error = (result, None) if isinstance(result, Reply) else (result.reply, result.what)
        if reply is None:
            return CallRow(key, request, attempt, None, error, None, None, seconds, _NO_META)
        meta = encode(reply.meta)
        return CallRow(key, request, attempt, reply.text, error, reply.tokens_in, reply.tokens_out, seconds, meta)
