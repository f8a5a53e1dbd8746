"""Rate limit: token buckets by address, session and name."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic

from ringtrue.web.errors import too_many_requests


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: a burst size, and a refill rate per second."""

    burst: int
    per_second: float


# A class behind one address must get through, somebody guessing links must not: only failures count as failed, so that
# nobody with a link or a session of their own is refused for what a neighbour did.
RATES = {
    "address": Rate(2_000, 500.0),
    "session": Rate(120, 20.0),
    "kilobytes": Rate(4_096, 50.0),  # what one rater may write, so that nobody fills the disk
    "failed": Rate(40, 0.5),
    "log-in": Rate(8, 1 / 20),  # by address
    "name": Rate(60, 1 / 5),  # by name: wide enough that a stranger cannot lock the organiser out for long
    "claim": Rate(300, 10.0),
}


class RateLimits:
    """The token buckets of one server; the least recently used are dropped first."""

    def __init__(
        self, rates: dict[str, Rate] | None = None, *, clock: Callable[[], float] = monotonic, most: int = 50_000
    ) -> None:
        """All buckets start full."""
        self._rates = RATES if rates is None else rates
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, name: str, who: str, amount: float = 1) -> None:
        """Take tokens from a bucket; HttpError 429 where it does not hold enough."""
        rate = self._rates[name]
        level, now = self._level(name, who)
        if level < amount:
            raise too_many_requests(ceil((amount - level) / rate.per_second))
        self._keep(name, who, level - amount, now)

    def _level(self, name: str, who: str) -> tuple[float, float]:
        rate, now = self._rates[name], self._clock()
        level, then = self._buckets.get((name, who), (float(rate.burst), now))
        return min(float(rate.burst), level + (now - then) * rate.per_second), now

    def _keep(self, name: str, who: str, level: float, now: float) -> None:
        self._buckets[name, who] = level, now
        self._buckets.move_to_end((name, who))
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)


def counted_as(address: str) -> str:
    """The key an address is counted under: one IPv6 household has a whole /64 to choose from."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else address
