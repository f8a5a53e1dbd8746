"""A document: what was read from a file, and on which line each part of it stands."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ringtrue.files.problems import excerpt
from ringtrue.terms.problem import Problem

Trail = tuple[Any, ...]  # the keys and indices that lead from the top of a document to a value in it

_PLAIN_KEY = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one file. `locate` finds the line of a trail, or None where the data have nothing there."""

    file: str
    data: Any
    locate: Callable[[Trail], int | None] = field(repr=False, compare=False)

    def line(self, trail: Trail) -> int | None:
        """The line, counted from 1, of a key in a table or of an item in a list; None if it is not there."""
        return self.locate(trail)

    def place(self, trail: Trail) -> str:
        """A trail in words, "line 12, scales.voice.low"; for what is missing, the line of what should hold it."""
        for length in range(len(trail), -1, -1):
            line = self.locate(trail[:length])
            if line is not None:
                return worded(line, trail)
        return worded(1, trail)

    def problem(self, trail: Trail, what: str, value: object = "", remedy: str = "") -> Problem:
        """A problem at a place of this document."""
        return Problem(self.file, self.place(trail), what, excerpt(str(value)), remedy)


class Record(NamedTuple):
    """The data of one line of a file."""

    file: str
    line: int
    data: Any

    def problem(self, trail: Trail, what: str, value: object = "", remedy: str = "") -> Problem:
        """A problem at a place of this record."""
        return Problem(self.file, worded(self.line, trail), what, excerpt(str(value)), remedy)


def worded(line: int, trail: Trail) -> str:
    """The place as people read it: keys joined by dots, indices (from 0) in brackets, odd keys quoted."""
    words = ""
    for step in trail:
        if isinstance(step, int):
            words += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(str(step)):
            words += f".{step}"
        else:
            words += f'["{excerpt(str(step))}"]'
    return f"line {line}, {words.removeprefix('.')}" if words else f"line {line}"


# Values as Python's own types: what a YAML reader hangs on to them, lines and comments, is left behind.


_PLAIN = frozenset({str, int, float, bool, type(None)})
_TEXT = frozenset({str})


def plain(value: Any) -> Any:
    """The value in dicts, lists, texts and numbers alone; the value itself where it is that already."""
    if type(value) in _PLAIN:
        return value
    if type(value) is dict and _TEXT.issuperset(map(type, value)) and _PLAIN.issuperset(map(type, value.values())):
        return value  # as nearly all tables are
    if type(value) is list and _PLAIN.issuperset(map(type, value)):
        return value  # and nearly all lists
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, str):
        return str(value)
    return float(value) if isinstance(value, float) else int(value)
