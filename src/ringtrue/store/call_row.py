"""An attempt at a call, as the journal keeps it."""

from typing import NamedTuple


class CallRow(NamedTuple):
    """One attempt, in the order of the table's columns between number and time.

    A tuple, not a dataclass: a run writes hundreds a second. `error` is None where the attempt answered the call; a
    text beside an error is an answer of no use, kept as it came.
    """

    key: str  # what the answer is for
    request: str  # hash of messages, settings and model
    attempt: int
    text: str | None
    error: str | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float | None
    meta: str  # JSON
