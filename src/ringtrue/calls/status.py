"""What an HTTP status means for a call: try again, give this call up, or stop the run."""

import time
from collections.abc import Mapping
from json import loads
from typing import Any

from ringtrue.calls.backoff import retry_after
from ringtrue.calls.faults import CallFault, Refused, Rejected, Retry, printable

_BUSY = (429, 529)
_AGAIN = (408, 409, 423, 425)
_LONGEST_SAID = 300
_UNPAID = ("insufficient_quota", "credit balance", "billing")


def fault_of(status: int, headers: Mapping[str, str], said: str, *, label: str, key: str) -> CallFault:
    """The fault an error status stands for; `said` is the endpoint's own message, `key` where its API key is read."""
    told = f"{status}: {said}" if said else f"status {status}"
    low = said.lower()
    if status == 402 or (400 <= status < 500 and any(word in low for word in _UNPAID)):
        remedy = "See to the account; then start the same command again."
        return Refused(f"{label} wants to be paid first: {told}", remedy)
    if status in _BUSY:
        return Retry(told, retry_after(headers.get("Retry-After"), now=time.time()), kind="busy")
    if status in _AGAIN or status >= 500:
        return Retry(told, retry_after(headers.get("Retry-After"), now=time.time()))
    if status in (401, 403, 407):
        return Refused(f"{label} does not take the key: {told}", f"Check the key in {key}.")
    if status == 404 or (status in (400, 422) and _about_the_model(low)):
        return Refused(f"{label} does not know the model or the address: {told}", "Check the model's name and the URL.")
    if status < 400:
        where = headers.get("Location", "")
        return Refused(f"{label} gave no answer but status {status} {where}".strip() + ".", "Check the URL.")
    return Rejected(told)


def _about_the_model(said: str) -> bool:
    """Whether a 400 says that the model is unknown, not that it dislikes the request."""
    unknown = (
        "not exist",
        "not found",
        "unknown",
        "invalid model",
        "not supported",
        "no such",
        "not a valid",
        "available",
    )
    return "model" in said and any(word in said for word in unknown) and "parameter" not in said


def said_in(body: bytes) -> str:
    """The message in an error's body, in one line: `error.message`, whatever stands there, or the text itself."""
    text = body.decode("utf-8", "replace")
    try:
        found: Any = loads(text)
    except (ValueError, RecursionError):
        found = text
    for name in ("error", "message", "detail"):
        if isinstance(found, dict) and found.get(name):
            found = found[name]
    said = printable(" ".join((found if isinstance(found, str) else text).split()))
    return said if len(said) <= _LONGEST_SAID else said[:_LONGEST_SAID] + " ..."
