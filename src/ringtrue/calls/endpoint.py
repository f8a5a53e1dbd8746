"""An adapter with what the runner knows of it."""

from asyncio import Semaphore
from collections.abc import Awaitable, Callable

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.breaker import Breaker
from ringtrue.calls.limits import Limits
from ringtrue.calls.pace import Pace
from ringtrue.calls.prices import Prices


class Endpoint:
    """An adapter, its pace, its health and its prices."""

    __slots__ = ("adapter", "breaker", "pace", "prices", "slots")

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
        self.pace = Pace(limits, clock, sleep)
        self.breaker = Breaker(adapter.label, limits)
        self.slots = Semaphore(adapter.most_at_once) if adapter.most_at_once else None

    @property
    def free(self) -> bool:
        """Whether calls can go as they come: no limits, no prices, no pause."""
        return self.slots is None and self.prices is None and self.pace.idle
