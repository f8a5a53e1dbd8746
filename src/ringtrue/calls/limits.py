"""Limits of a run: concurrency, time-out and attempts; a rate limiter (token bucket) and a circuit breaker."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ringtrue.terms.call import FaultKind, Refused

MOST_AT_ONCE = 1024
MOST_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run; None is no limit."""

    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout: float = 120.0  # seconds for one attempt
    attempts: int = MOST_ATTEMPTS
    backoff: float = 0.5  # seconds before the second attempt; doubled for each that follows, up to a minute
    longest_wait: float = 600.0  # an endpoint that asks to wait longer stops the run
    unusable: int | None = None  # answers in a row of no use, where none ever was, that stop the run; None: as usual
    grace: float = 10.0  # seconds for what is in flight when the run is stopped

    def __post_init__(self) -> None:
        """Refuse limits under which nothing could ever be asked."""
        if not 1 <= self.concurrency <= MOST_AT_ONCE:
            raise ValueError(f"from 1 to {MOST_AT_ONCE} calls at once, got {self.concurrency}")
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            raise ValueError(f"from 1 to {MOST_ATTEMPTS} attempts, got {self.attempts}")
        if self.unusable is not None and self.unusable < 1:
            raise ValueError(f"at least 1 unusable answer, got {self.unusable}")
        for name in ("requests_per_minute", "tokens_per_minute", "timeout"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, got {value}")


# Rate limit: requests and tokens per minute, and the waits an endpoint asked for.


_BURST = 1.0  # seconds of allowance that may be used at once


class TokenBucket:
    """A token bucket: what flows in is `per_minute`, and in no 60 seconds is more taken out.

    It keeps one moment, up to which the allowance is spent. An amount takes `amount x 61 / per_minute` seconds of it,
    and at most one second, this amount included, can be had at once: 60 seconds and that one are `per_minute`.
    """

    def __init__(self, per_minute: float) -> None:
        """Full, whenever it is first asked."""
        self._seconds_each = (60 + _BURST) / per_minute
        self._spent = float("-inf")

    def take(self, amount: float, now: float) -> float:
        """Take an amount; returns the moment from which it may be used."""
        seconds = amount * self._seconds_each
        free = max(self._spent, now - max(0.0, _BURST - seconds))
        self._spent = free + seconds
        return max(free, now)

    def correct(self, more: float) -> None:
        """Take more (or give back) once it is known what an amount really was."""
        self._spent += more * self._seconds_each


class RateLimiter:
    """The limits of one endpoint."""

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Nothing asked yet; `clock` and `sleep` are the loop's, or a test's."""
        self._clock = clock
        self._sleep = sleep
        self._requests = TokenBucket(limits.requests_per_minute) if limits.requests_per_minute else None
        self._tokens = TokenBucket(limits.tokens_per_minute) if limits.tokens_per_minute else None
        self._paused_until: float | None = None
        self._limited = self._requests is not None or self._tokens is not None

    async def admit(self, tokens: float) -> None:
        """Wait until a request of this many tokens may be sent."""
        now = self._clock()
        ready = now
        if self._requests is not None:
            ready = max(ready, self._requests.take(1, now))
        if self._tokens is not None:
            ready = max(ready, self._tokens.take(tokens, now))
        while (wait := max(ready, self._paused_until or ready) - now) > 0:
            await self._sleep(wait)
            now = self._clock()

    @property
    def idle(self) -> bool:
        """Whether a request may go without asking: no limits, no pause."""
        return not self._limited and (self._paused_until is None or self._clock() >= self._paused_until)

    def correct(self, tokens: float) -> None:
        """So many tokens more (or less) were used than was said when they were admitted."""
        if self._tokens is not None:
            self._tokens.correct(tokens)

    def pause(self, seconds: float) -> None:
        """Let nobody through for a while: the endpoint asked for it."""
        until = self._clock() + seconds
        self._paused_until = until if self._paused_until is None else max(self._paused_until, until)


# A circuit breaker: tells an endpoint that is down from one that fails now and then, before a thousand calls try.


_TRIES_TO_REACH = 3  # of one call, nobody else being answered meanwhile
_FAILURES = 20  # in a row over all calls, or twice the concurrency if that is more
_FAILING_ITEMS = 3  # they must have come with: one that always fails says nothing about the others
_BUSY_CALLS = 3  # that used up all their attempts, nobody being answered meanwhile
_REJECTIONS = 8  # in a row where nothing was ever answered
_REJECTIONS_LATER = 50
_UNUSED = 50  # answers in a row, or four times the concurrency if that is more, where none was ever of use
_LATER_TIMES = 10  # as many once one was
_DOWN: tuple[FaultKind, ...] = ("unreachable", "transport", "timeout")


class CircuitBreaker:
    """What one endpoint did lately."""

    def __init__(self, label: str, limits: Limits) -> None:
        """Nothing known."""
        self._label = label
        self._attempts = limits.attempts
        self._most_failures = max(_FAILURES, 2 * limits.concurrency)
        self._most_unused = limits.unusable or max(_UNUSED, 4 * limits.concurrency)
        self._answered = False
        self._row: dict[FaultKind, int] = {}  # failures since the last answer
        self._failing: set[str] = set()  # the items they came with

    def answered(self) -> None:
        """An answer came: whatever was before is forgiven."""
        self._answered = True
        if self._row:
            self._row.clear()
            self._failing.clear()

    def failed(self, kind: FaultKind, item: str, attempt: int, what: str) -> Refused | None:
        """An attempt at an item failed; returns the end of the run where it shows that the endpoint is of no use."""
        if kind == "alone":
            return None
        if kind == "answer":
            return self._of_no_use(what)
        self._row[kind] = count = self._row.get(kind, 0) + 1
        self._failing.add(item)
        failures = sum(self._row.get(one, 0) for one in _DOWN)
        is_down = kind in _DOWN and failures >= self._most_failures and len(self._failing) >= _FAILING_ITEMS
        if kind == "unreachable" and (is_down or min(attempt, count) >= _TRIES_TO_REACH):
            return Refused(f"{self._label} cannot be reached: {what}", _REACH)
        if is_down:
            return Refused(f"{self._label} failed {failures} times in a row, last with: {what}", _LATER)
        if kind == "busy" and attempt == self._attempts and count >= _BUSY_CALLS * self._attempts:
            return Refused(f"{self._label} is busy, {count} times in a row, last with: {what}", _SLOWER)
        if kind == "rejected" and count >= (_REJECTIONS_LATER if self._answered else _REJECTIONS):
            return Refused(f"{self._label} rejected {count} calls in a row, last with: {what}", _SETTINGS)
        return None

    def _of_no_use(self, what: str) -> Refused | None:
        """An answer came and could not be used: it lives, but whether it can do what is asked of it is open."""
        unused = self._row.get("answer", 0) + 1
        self._row = {"answer": unused}
        self._failing.clear()
        if unused < (self._most_unused if not self._answered else _LATER_TIMES * self._most_unused):
            return None
        return Refused(f"{self._label} gave {unused} unusable answers in a row, last: {what}", _ABLE)


_REACH = "Check the address, that the server runs, and the proxy settings; then start the same command again."
_LATER = "Check the endpoint; then start the same command again, it continues from here."
_SLOWER = "Ask for less at once (--concurrency, --requests-per-minute), or later; it continues from here."
_ABLE = "Look at the answers, or take a model that can do what is asked; then start the same command again."
_SETTINGS = "Check the model and its settings; then start the same command again."
