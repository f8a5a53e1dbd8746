"""One attempt at a call: paced, paid for, timed, its answer looked at."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from ringtrue.calls.deadline import Deadline
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.faults import FaultKind, Rejected, Retry, printable
from ringtrue.calls.limits import Limits
from ringtrue.calls.prices import USUAL_OUTPUT, tokens_allowed, tokens_asked, tokens_of
from ringtrue.calls.progress import Tally
from ringtrue.calls.purse import Purse
from ringtrue.terms import Call, Reply

Check = Callable[[str], str | None]
_LONGEST_TOLD = 1000  # characters of an error


class Fault:
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
        tally: Tally,
        purse: Purse,
        clock: Callable[[], float],
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the parts of a run; `check` raises what has ended it."""
        self._limits = limits
        self._tally = tally
        self._purse = purse
        self._clock = clock
        self._check = check
        self._deadline = Deadline(limits.timeout)

    async def run(self, endpoint: Endpoint, call: Call, check: Check | None) -> tuple[Reply | Fault, float]:
        """The reply, or the fault, and the seconds it took; raises what ends the run."""
        if endpoint.free:
            return await self._timed(endpoint, call, check)
        return await self._held_back(endpoint, call, check)

    async def _held_back(self, endpoint: Endpoint, call: Call, check: Check | None) -> tuple[Reply | Fault, float]:
        """An attempt that has to wait its turn, keep a pace, or be paid for."""
        async with endpoint.slots or nullcontext():
            await endpoint.pace.admit(_likely_tokens(call))
            reserved = await self._purse.reserve(call, endpoint.prices, check=self._check)
            cost = reserved  # unless an answer tells: what was cut off may be billed all the same
            try:
                result, seconds = await self._timed(endpoint, call, check)
                cost = self._cost(endpoint, call, result, reserved)
            finally:
                self._purse.settle(reserved, cost)
        return result, seconds

    async def _timed(self, endpoint: Endpoint, call: Call, check: Check | None) -> tuple[Reply | Fault, float]:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine runs in a task
        began = self._deadline.begin(task)
        try:
            reply = await endpoint.adapter.answer(call)
            result = _looked_at(reply, check)
            self._count(call, reply)
        except asyncio.CancelledError:
            if not self._deadline.end(task):
                raise
            result = self._late()
        except TimeoutError:
            result = self._late()
        except Retry as fault:
            result = Fault(fault.what, fault.kind, after=fault.after)
        except Rejected as fault:
            result = Fault(fault.what, "alone" if fault.alone else "rejected")
        finally:
            self._deadline.end(task)
        return result, self._clock() - began

    def _late(self) -> Fault:
        return Fault(f"No answer within {self._limits.timeout:g} seconds.", "timeout")

    def _count(self, call: Call, reply: Reply) -> None:
        self._tally.tokens_in += tokens_asked(call) if reply.tokens_in is None else reply.tokens_in
        self._tally.tokens_out += tokens_of(reply.text) if reply.tokens_out is None else reply.tokens_out

    def _cost(self, endpoint: Endpoint, call: Call, result: Reply | Fault, reserved: float) -> float:
        """What an attempt cost, its tokens taken from the endpoint's allowance too."""
        reply = result if isinstance(result, Reply) else result.reply
        if reply is None:
            return reserved if isinstance(result, Fault) and result.kind == "timeout" else 0.0
        came = tokens_asked(call) if reply.tokens_in is None else reply.tokens_in
        went = tokens_of(reply.text) if reply.tokens_out is None else reply.tokens_out
        endpoint.pace.correct(came + went - _likely_tokens(call))
        if endpoint.prices is None:
            return 0.0
        self._purse.longest = max(self._purse.longest, went)
        cost = endpoint.prices.cost(came, went)
        self._tally.cost = (self._tally.cost or 0.0) + cost
        return cost


def _looked_at(reply: Reply, check: Check | None) -> Reply | Fault:
    if not reply.text or reply.text.isspace():
        return Fault("The answer was empty.", "answer", reply=reply)
    malformed = check(reply.text) if check is not None else None
    return reply if malformed is None else Fault(f"The answer was malformed: {malformed}", "answer", reply=reply)


def _likely_tokens(call: Call) -> int:
    return tokens_asked(call) + (tokens_allowed(call.settings) or USUAL_OUTPUT)
