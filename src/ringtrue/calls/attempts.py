"""The attempts at one call: journaled, and made again where that may help."""

from ringtrue.calls.attempt import Check, Fault, Trial
from ringtrue.calls.backoff import LONGEST, LONGEST_AFTER_AN_ANSWER, backoff
from ringtrue.calls.endpoint import Endpoint
from ringtrue.calls.faults import Refused
from ringtrue.calls.halt import Halt
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.outcome import outcome_of
from ringtrue.calls.progress import Tally
from ringtrue.calls.written import Written, encode
from ringtrue.store import CallRow
from ringtrue.terms import Call, Outcome, Reply
from ringtrue.terms.sealed import Sealed

_NO_META = "{}"


class Attempts:
    """Makes the attempts of a run's calls."""

    def __init__(self, journal: Journal, limits: Limits, trial: Trial, tally: Tally, halt: Halt) -> None:
        """Take the parts of a run."""
        self._journal = journal
        self._limits = limits
        self._trial = trial
        self._tally = tally
        self._halt = halt
        self._meta = Written()

    async def make(self, endpoint: Endpoint, call: Call, request: str, check: Check | None) -> Outcome:
        """Attempt a call until it is answered or cannot be; its outcome is on the disk when this returns."""
        self._tally.in_flight += 1
        attempt = 1
        try:
            while True:
                result, seconds = await self._trial.run(endpoint, call, check)
                row = self._row(call.key, request, attempt, seconds, result)
                if isinstance(result, Reply):
                    endpoint.breaker.answered()
                    await self._journal.commit(row)
                    self._tally.done += 1
                    return outcome_of(row, meta=result.meta)
                self._weigh(endpoint, call.item, attempt, result)
                if result.final or attempt == self._limits.attempts:
                    await self._journal.commit(row)
                    self._tally.failed += 1
                    return outcome_of(row, meta=result.meta)
                self._journal.add(row)
                await self._before_the_next(endpoint, call.key, attempt, result)
                attempt += 1
        except Refused as refused:  # journaled like any other fault
            self._journal.add(self._row(call.key, request, attempt, None, Fault(refused.what, "rejected")))
            raise
        finally:
            self._tally.in_flight -= 1
            self._tally.tell()

    def _weigh(self, endpoint: Endpoint, item: str, attempt: int, fault: Fault) -> None:
        """End the run where a fault shows that the endpoint is of no use, or nobody wants to go on."""
        self._tally.trouble = fault.what
        refused = endpoint.breaker.failed(fault.kind, item, attempt, fault.what)
        if refused is not None:
            raise refused
        if fault.after is not None and fault.after > self._limits.longest_wait:
            what = f"{endpoint.adapter.label} asks to wait {fault.after:.0f} seconds: {fault.what}"
            raise Refused(what, "Start the same command again then: it goes on from here.")

    async def _before_the_next(self, endpoint: Endpoint, key: str, attempt: int, fault: Fault) -> None:
        self._halt.check()
        self._tally.retries += 1
        self._tally.tell()
        longest = LONGEST_AFTER_AN_ANSWER if fault.kind == "answer" else LONGEST
        wait = backoff(key, attempt, first=self._limits.backoff, longest=longest)
        if fault.after is not None:
            wait = max(wait, fault.after)
            endpoint.pace.pause(fault.after)
        await self._halt.sleep(wait)

    def _row(self, key: str, request: str, attempt: int, seconds: float | None, result: Reply | Fault) -> CallRow:
        reply, error = (result, None) if isinstance(result, Reply) else (result.reply, result.what)
        if reply is None:
            return CallRow(key, request, attempt, None, error, None, None, seconds, _NO_META)
        meta = self._meta.of(reply.meta) if isinstance(reply.meta, Sealed) else encode(reply.meta)
        return CallRow(key, request, attempt, reply.text, error, reply.tokens_in, reply.tokens_out, seconds, meta)
