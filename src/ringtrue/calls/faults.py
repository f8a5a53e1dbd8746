"""What can go wrong with a call: faults that are tried again, those that end one call, and those that stop the run."""

from typing import Literal

from ringtrue.terms import Problem

FaultKind = Literal["busy", "timeout", "transport", "unreachable", "answer", "rejected", "alone"]


class CallFault(Exception):
    """Something went wrong with a call; the text says what, for people, and holds no API key."""


class Retry(CallFault):
    """An attempt failed in a way that another one may not.

    `after` is how many seconds the endpoint asked to wait. `kind` tells the circuit breaker what it was: "busy" (the
    endpoint lives and wants less), "transport" (no answer, or an error of the server), "unreachable" (nobody there),
    "answer" (an answer came and was of no use).
    """

    def __init__(self, what: str, after: float | None = None, *, kind: FaultKind = "transport") -> None:
        """Say what happened."""
        super().__init__(what)
        self.what = what
        self.after = after
        self.kind: FaultKind = kind


class Rejected(CallFault):
    """This call cannot be answered, however often it is asked (a context too long); others may.

    `alone` where that says nothing about the other calls (a recording without this item): many in a row then do not
    stop the run.
    """

    def __init__(self, what: str, *, alone: bool = False) -> None:
        """Say what happened."""
        super().__init__(what)
        self.what = what
        self.alone = alone


class Stop(CallFault):
    """The run ends here: nothing that was acknowledged is lost, and starting it again goes on from here."""

    def __init__(self, what: str, remedy: str = "") -> None:
        """Say what happened and what to do."""
        super().__init__(f"{what} {remedy}".strip())
        self.what = what
        self.remedy = remedy

    def problem(self, file: str = "calls", place: str = "run") -> Problem:
        """The same as a problem, for whoever prints those."""
        return Problem(file, place, self.what, remedy=self.remedy)


class Refused(Stop):
    """No call can succeed as things are: wrong key, unknown model, dead endpoint."""


class BudgetReached(Stop):
    """The next call could cost more than the budget leaves."""


class Interrupted(Stop):
    """Somebody asked the run to end (Ctrl-C, or the system)."""


class NotStored(Stop):
    """The journal could not be written: a full disk, a lost database."""


def printable(text: str) -> str:
    """Words of others in one line that can be shown: nothing in it steers a terminal."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text)
