"""Patience with a busy server: how often to try again, and how long to wait before."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

T = TypeVar("T")

ATTEMPTS = 6
TRY_AGAIN = frozenset({408, 429, 500, 502, 503, 504, 529})
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 60.0


class TryAgain(Exception):
    """An attempt failed in a way that may pass; `seconds` is the pause the server asked for, if it did."""

    def __init__(self, why: str, seconds: float | None = None) -> None:
        """`why` is what is said should every attempt fail."""
        super().__init__(why)
        self.seconds = seconds


def patiently(attempt: Callable[[], T], pause: Callable[[float], None]) -> T:
    """What `attempt` gives, tried six times; pauses double from half a second unless the server asks for another."""
    for number in range(ATTEMPTS - 1):
        try:
            return attempt()
        except TryAgain as failed:
            usual = _FIRST_PAUSE * 2**number
            pause(min(usual if failed.seconds is None else failed.seconds, _LONGEST_PAUSE))
    return attempt()


def asked_pause(header: str | None) -> float | None:
    """Seconds from a Retry-After header, which holds a number or a date; None where it says nothing usable."""
    text = (header or "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text)
    with suppress(ValueError, TypeError):
        until = parsedate_to_datetime(text)
        moment = until if until.tzinfo else until.replace(tzinfo=UTC)
        return max(0.0, (moment - datetime.now(UTC)).total_seconds())
    return None
