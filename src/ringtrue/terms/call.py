"""A call to a speaker or a judge, its reply and outcome, and the errors (faults) it can end with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ringtrue.terms.frozen import FrozenDict, frozen_dict
from ringtrue.terms.problem import Problem

_NOTHING: Mapping[str, Any] = frozen_dict({})


def _no_settings() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model, a program or a file.

    `key` says what the answer is for and is unique within a study (speaker, item, take; or judge, card, repeat), so
    that a resumed run finds it; `item` is the id of the item it belongs to.
    """

    key: str
    messages: tuple[Mapping[str, str], ...]  # role and content
    item: str = ""
    settings: Mapping[str, Any] = field(default_factory=_no_settings)  # sampling, response format: sent and recorded
    take: int = 1  # the first, second ... answer to the same item: the key tells them apart, the request does not

    def __post_init__(self) -> None:
        """Freeze the settings, unless they are: all calls of a run can share one table."""
        if not isinstance(self.settings, FrozenDict):
            object.__setattr__(self, "settings", frozen_dict(self.settings))


class Reply(NamedTuple):
    """What an adapter brings back from one attempt."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    meta: Mapping[str, Any] = _NOTHING  # the model as it names itself, why it stopped, ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call after all attempts: a text, or none and the error."""

    key: str
    text: str | None
    error: str | None = None
    attempts: int = 1
    tokens_in: int | None = None
    tokens_out: int | None = None
    seconds: float | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    repeated: bool = False  # from the journal, without a new call

    def __post_init__(self) -> None:
        """An outcome is a text or an error, never neither."""
        if (self.text is None) == (self.error is None):
            raise ValueError(f"outcome of {self.key}: either a text or an error")


# What can go wrong with a call: faults that are tried again, those that end one call, and those that stop the run.


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
        """The same as a problem, for printing."""
        return Problem(file, place, self.what, remedy=self.remedy)


class Refused(Stop):
    """No call can succeed now: wrong key, unknown model, dead endpoint."""


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
