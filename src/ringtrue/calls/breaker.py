"""A circuit breaker: tells an endpoint that is down from one that stumbles, before a thousand calls have tried."""

from ringtrue.calls.faults import FaultKind, Refused
from ringtrue.calls.limits import Limits

_TRIES_TO_REACH = 3  # of one call, nobody else being answered meanwhile
_FAILURES = 20  # in a row over all calls, or twice the concurrency if that is more
_FAILING_ITEMS = 3  # they must have come with: one that always fails says nothing about the others
_BUSY_CALLS = 3  # that used up all their attempts, nobody being answered meanwhile
_REJECTIONS = 8  # in a row where nothing was ever answered
_REJECTIONS_LATER = 50
_UNUSED = 50  # answers in a row, or four times the concurrency if that is more, where none was ever of use
_LATER_TIMES = 10  # as many once one was
_DOWN: tuple[FaultKind, ...] = ("unreachable", "transport", "timeout")


class Breaker:
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
        return Refused(f"{self._label} gave {unused} answers in a row that are of no use, last: {what}", _ABLE)


_REACH = "Check the address, that the server runs, and the proxy settings; then start the same command again."
_LATER = "Check the endpoint; then start the same command again, it goes on from here."
_SLOWER = "Ask for less at once (--concurrency, --requests-per-minute), or later; it goes on from here."
_ABLE = "Look at the answers, or take a model that can do what is asked; then start the same command again."
_SETTINGS = "Check the model and its settings; then start the same command again."
