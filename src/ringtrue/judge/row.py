"""One row of a file of judgments: its plain fields read, and its faults noted with their place."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ringtrue.files import Problems
from ringtrue.files.collector import excerpt
from ringtrue.judge.sources import Source
from ringtrue.terms import Problem


class Row:
    """A row while it is checked; `is_faulty` once anything was found wrong with it."""

    __slots__ = ("_problems", "_source", "data", "is_faulty", "mark")

    def __init__(self, mark: int, data: Mapping[str, Any], source: Source, problems: Problems) -> None:
        """Begin without faults."""
        self.mark = mark
        self.data = data
        self.is_faulty = False
        self._source = source
        self._problems = problems

    def fault(self, key: str, what: str, remedy: str) -> None:
        """Note what is wrong with the value of a key, or with the row where no key is named."""
        self.is_faulty = True
        given = self.data.get(key, "") if key else self.data
        place = self._source.where(self.mark, key)
        self._problems.add(Problem(self._source.file, place, what, excerpt(str(given)), remedy))

    def name(self, key: str) -> str:
        """A name without blanks around it, "" where it is missing; a whole number is taken as a name."""
        given = self.data.get(key)
        if isinstance(given, str) and (name := given.strip()):
            return name
        if isinstance(given, int) and not isinstance(given, bool):
            return str(given)
        if given is None or isinstance(given, str):
            self.fault(key, f"The {key} is missing.", f"Name the {key}.")
        else:
            self.fault(key, f"The {key} is not a name.", "Give a text.")
        return ""

    def seconds(self) -> float | None:
        """How long the answer took, where it is said."""
        given = self.data.get("seconds")
        if given is None:
            return None
        try:
            seconds = float("nan") if isinstance(given, bool) else float(given)
        except (TypeError, ValueError, OverflowError):
            seconds = float("nan")
        if isfinite(seconds) and seconds >= 0.0:
            return seconds
        self.fault("seconds", "That is no number of seconds.", "Give a number from 0 up, or leave it out.")
        return None

    def text(self, key: str) -> str:
        """A text as it was written, "" where there is none."""
        given = self.data.get(key)
        if given is None or isinstance(given, str):
            return given or ""
        self.fault(key, f"The {key} is not a text.", "Put it in quotes.")
        return ""
