"""Whether whoever is to be asked can be: looked at before the first call, all of them together."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from ringtrue.calls import Adapter, Refused
from ringtrue.study.settings import FILE
from ringtrue.terms import BadInput, Problem


class _Asked(Protocol):
    """Somebody with a way to reach it."""

    @property
    def adapter(self) -> Adapter:
        """The way."""
        ...


T = TypeVar("T", bound=_Asked)


def ready(make: Callable[[], T], problems: list[Problem], *, file: str, place: str) -> T | None:
    """What is made, where it can be asked; else None, and the problems say why.

    `file` and `place` are where the speaker was named. A fault of study.yaml keeps its place there, and one on the
    command line has none but the option; faults of other files are told as they are.
    """
    label = ""
    try:
        made = make()
        label = made.adapter.label
        made.adapter.check()
    except BadInput as refusal:
        for found in refusal.problems:
            where = place if place.startswith("--") else found.place
            told = Problem(file, where, found.what, found.value, found.remedy)
            problems.append(told if found.file == FILE else found)
    except Refused as fault:
        problems.append(Problem(file, place, fault.what, label, fault.remedy))
    else:
        return made
    return None
