"""Keep to so many requests and tokens a minute, and wait where an endpoint asked for it."""

import asyncio
from collections.abc import Awaitable, Callable

from ringtrue.calls.limits import Limits

_BURST = 1.0  # seconds of allowance that may be used at once


class Allowance:
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


class Pace:
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
        self._requests = Allowance(limits.requests_per_minute) if limits.requests_per_minute else None
        self._tokens = Allowance(limits.tokens_per_minute) if limits.tokens_per_minute else None
        self._paused_until: float | None = None
        self._limited = self._requests is not None or self._tokens is not None

    async def admit(self, tokens: float) -> None:
        """Wait until a request of so many tokens may go."""
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
