"""Find positions in a JSON text on demand: where a value stands, and every fault the decoder lets through.

The decoder written in C skips over values, so a place in a large file costs about one reading of that file, once.
"""

import json
import re
from collections.abc import Iterator
from math import inf, isfinite
from typing import Any, NamedTuple

from ringtrue.files.text_files import Lines

_LONGEST_INTEGER = 308  # digits; every longer integer is beyond the largest floating-point number, or close to it
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"[^\s,\]}]*")

Trail = tuple[str | int, ...]


class Fault(NamedTuple):
    """Something JSON can say and we refuse: where, the trail to it, what, the words, what to do."""

    line: int
    trail: Trail
    what: str
    value: str
    remedy: str


class _Member(NamedTuple):
    """One entry of an object or list: its key or index, where that stands, and where and what the value is."""

    key: str | int
    start: int
    value_start: int
    value: Any


def integer(digits: str) -> float:
    """An integer as it stands in a text, infinite where it is too large to be counted with."""
    return int(digits) if len(digits.lstrip("-")) <= _LONGEST_INTEGER else inf


class JsonPlaces:
    """Positions in one valid JSON text."""

    def __init__(self, text: str) -> None:
        """Remember the text; nothing is scanned yet."""
        self._text = text
        self._lines = Lines(text)
        self._scan = json.JSONDecoder(parse_int=integer).scan_once  # type: ignore[attr-defined]
        self._known: dict[int, dict[str | int, tuple[int, int]]] = {}

    def line(self, trail: tuple[Any, ...]) -> int | None:
        """The line of the key (in an object) or item (in a list) at the end of the trail; None if it is not there."""
        start = here = self._skip(0)
        for step in trail:
            if here not in self._known:
                self._known[here] = {entry.key: (entry.start, entry.value_start) for entry in self._members(here)}
            found = self._known[here].get(step)
            if found is None or isinstance(step, bool):  # True is 1 to a table, but no index
                return None
            start, here = found
        return self._lines.at(start)

    def faults(self) -> list[Fault]:
        """Every repeated key, number that is not finite, and broken character, by line."""
        start = self._skip(0)
        top = _Member("", start, start, self._scan(self._text, start)[0])
        found = list(self._value_faults(top, ()))
        waiting: list[tuple[int, Trail]] = [(start, ())]
        while waiting:
            container, trail = waiting.pop()
            seen: dict[str | int, int] = {}
            for entry in self._members(container):
                there = (*trail, entry.key)
                found += self._key_faults(entry, there, seen.setdefault(entry.key, entry.start))
                found += self._value_faults(entry, there)
                if isinstance(entry.value, (dict, list)):
                    waiting.append((entry.value_start, there))
        return sorted(found, key=lambda fault: fault.line)

    def _key_faults(self, entry: _Member, trail: Trail, first: int) -> Iterator[Fault]:
        if first != entry.start:
            what = f"The key is given twice; the first time on line {self._lines.at(first)}."
            written = self._string(entry.start)
            yield Fault(self._lines.at(entry.start), trail, what, written, "Keep one of them.")
        if isinstance(entry.key, str) and _is_broken(entry.key):
            yield self._broken_text(entry.start, trail[:-1])

    def _value_faults(self, entry: _Member, trail: Trail) -> Iterator[Fault]:
        value, start = entry.value, entry.value_start
        if isinstance(value, float) and not isfinite(value):
            written = _NUMBER.match(self._text, start)
            what = "This number is not finite, or too large to be counted with."
            remedy = "Give a finite number, or null."
            yield Fault(self._lines.at(start), trail, what, written[0] if written else "", remedy)
        elif isinstance(value, str) and _is_broken(value):
            yield self._broken_text(start, trail)

    def _broken_text(self, start: int, trail: Trail) -> Fault:
        what = "The text holds half of a surrogate pair (\\ud800 to \\udfff), which is no character."
        remedy = "Write the character itself, or both halves."
        return Fault(self._lines.at(start), trail, what, self._string(start), remedy)

    def _string(self, start: int) -> str:
        return self._text[start : self._scan(self._text, start)[1]]

    def _members(self, start: int) -> Iterator[_Member]:
        """The entries of the object or list that begins at `start`; none if something else begins there."""
        text = self._text
        opening = text[start]
        position = self._skip(start + 1)
        if opening not in "{[" or text[position] in "}]":
            return
        index = 0
        while True:
            key: str | int = index
            key_start = position
            if opening == "{":
                key, position = self._scan(text, position)
                position = self._skip(self._skip(position) + 1)
            value, end = self._scan(text, position)
            yield _Member(key, key_start, position, value)
            position = self._skip(end)
            if text[position] != ",":
                return
            position = self._skip(position + 1)
            index += 1

    def _skip(self, position: int) -> int:
        space = _SPACE.match(self._text, position)
        return space.end() if space else position


def _is_broken(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
