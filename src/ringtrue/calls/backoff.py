"""How long to wait before the next attempt."""

from email.utils import parsedate_to_datetime
from zlib import crc32

LONGEST = 60.0
LONGEST_AFTER_AN_ANSWER = 1.0


def backoff(key: str, attempt: int, *, first: float, longest: float = LONGEST) -> float:
    """Seconds to wait after a failed attempt: doubling, up to the longest, a quarter more or less.

    The quarter spreads calls that failed together; it comes from the call's key, so a run can be repeated exactly.
    An endpoint that answered, if of no use, is not overloaded and need not be spared for long.
    """
    spread = 0.75 + 0.5 * crc32(f"{attempt} {key}".encode("utf-8", "surrogatepass")) / 2**32
    return min(longest, first * 2.0 ** (attempt - 1)) * spread


def retry_after(header: str | None, *, now: float) -> float | None:
    """Seconds an endpoint asked to wait: a number, or a date (`now` is the time of day); None where it is neither."""
    if header is None:
        return None
    text = header.strip()
    if text.replace(".", "", 1).isdecimal() and text.isascii():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None
