"""Retry and back-off: how long to wait before the next attempt, and what Retry-After asks for."""

import asyncio
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import TypeVar
from zlib import crc32

from ringtrue.terms.call import FaultKind, Retry

T = TypeVar("T")
LONGEST = 60.0  # seconds
LONGEST_AFTER_AN_ANSWER = 1.0
Sleep = Callable[[float], Awaitable[None]]


def backoff(key: str, attempt: int, *, first: float, kind: FaultKind = "transport") -> float:
    """Seconds to wait after a failed attempt: exponential back-off with a jitter of a quarter more or less.

    The jitter spreads calls that failed together; it comes from the call's key, so a run can be repeated exactly. An
    endpoint that answered, if of no use, is not overloaded and need not be spared for long.
    """
    longest = LONGEST_AFTER_AN_ANSWER if kind == "answer" else LONGEST
    jitter = 0.75 + 0.5 * crc32(f"{attempt} {key}".encode("utf-8", "surrogatepass")) / 2**32
    return min(longest, first * 2.0 ** (attempt - 1)) * jitter


def retry_after(header: str | None, *, now: float) -> float | None:
    """Seconds a Retry-After header asks to wait: a number, or a date (`now` is the time of day); None for neither."""
    if header is None:
        return None
    text = header.strip()
    if text.replace(".", "", 1).isdecimal() and text.isascii():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


async def with_retries(
    attempt: Callable[[], Awaitable[T]], *, key: str, attempts: int, first: float, sleep: Sleep = asyncio.sleep
) -> T:
    """What an attempt gives, retried while it raises Retry; the last one's Retry comes through.

    A wait the endpoint asks for is kept, up to a minute.
    """
    for number in range(1, attempts):
        try:
            return await attempt()
        except Retry as fault:
            wait = backoff(key, number, first=first, kind=fault.kind)
            await sleep(max(wait, min(fault.after or 0.0, LONGEST)))
    return await attempt()
