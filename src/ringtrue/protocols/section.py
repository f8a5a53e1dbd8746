"""One table of a protocol file, read key by key: every value of the wrong kind becomes a fault, none an exception."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ringtrue.files import Trail, nearest

WORD = re.compile(r"[A-Za-z][\w-]*", re.ASCII)  # names of scales, kinds, fields of items
_ABSENT = object()
_COUNT = "a whole number from 1 up"


class Fault(NamedTuple):
    """Something wrong at a place of the file: what, the offending value, and what to do."""

    trail: Trail
    what: str
    value: object = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the file, where it stands, and the list that takes the faults found in it."""

    data: dict[Any, Any]
    trail: Trail
    faults: list[Fault]

    def fault(self, what: str, *steps: object, value: object = "", remedy: str = "") -> None:
        """Note a fault at a place within this table."""
        self.faults.append(Fault((*self.trail, *steps), what, value, remedy))

    def only(self, keys: Iterable[str]) -> None:
        """Note every key that has no meaning here."""
        known = tuple(keys)
        for key in self.data:
            if key not in known:
                cut = any(sign in str(key) for sign in "()<>=")  # the rest of a formula after its comma
                remedy = "put a formula that holds a comma in quotes" if cut else suggestion(str(key), known)
                self.fault(f"unknown key '{key}'", key, value=key, remedy=remedy)

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        """A text that says something."""
        value = self._value(key, required)
        return str(value) if value is not _ABSENT and self._fits(is_text(value), "a text", value, key) else default

    def number(self, key: str) -> float | None:
        """A number; true and false are none."""
        value = self._value(key)
        return float(value) if value is not _ABSENT and self._fits(is_number(value), "a number", value, key) else None

    def whole(self, key: str) -> int | None:
        """A whole number from 1 up."""
        value = self._value(key)
        return int(value) if value is not _ABSENT and self._fits(is_count(value), _COUNT, value, key) else None

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers from 1 up."""
        entries = enumerate(self._list(key))
        return tuple(int(entry) for place, entry in entries if self._fits(is_count(entry), _COUNT, entry, key, place))

    def truth(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self._value(key)
        if value is _ABSENT or not self._fits(isinstance(value, bool), "true or false", value, key):
            return default
        return bool(value)

    def one_of(self, key: str, known: Iterable[str], default: str | None = None) -> str | None:
        """One of a few words; without a default it must be there."""
        words = tuple(known)
        value = self._value(key, default is None)
        if value is _ABSENT:
            return default
        if not isinstance(value, str) or value not in words:
            self.fault(f"unknown {key} '{value}'", key, value=value, remedy=suggestion(str(value), words))
            return None
        return str(value)

    def texts(self, key: str, *, required: bool = False, single: bool = False) -> tuple[str, ...]:
        """A list of texts, "" in the place of what is none; `single`: one text stands for a list of one."""
        value = self.data.get(key)
        if single and isinstance(value, str) and value.strip():
            return (str(value),)
        entries = enumerate(self._list(key, required=required))
        return tuple(
            str(entry) if self._fits(is_text(entry), "a text", entry, key, place) else "" for place, entry in entries
        )

    def table(self, key: str, *, required: bool = False) -> "Section":
        """A table within this one, empty where there is none."""
        value = self._value(key, required)
        if value is not _ABSENT and self._fits(isinstance(value, dict), "a table", value, key):
            if not value:
                self.fault(f"'{key}' is empty", key, remedy="write at least one entry, or leave the key out")
            return Section(value, (*self.trail, key), self.faults)
        return Section({}, (*self.trail, key), [])  # what will be missed in it is no second fault

    def tables(self) -> Iterator[tuple[str, "Section"]]:
        """The tables within this one by name; what is no table, or has no proper name, is noted and left out."""
        for name in self.names():
            yield name, self.table(name)

    def names(self) -> Iterator[str]:
        """The keys that are proper names."""
        for name in self.data:
            if isinstance(name, str) and WORD.fullmatch(name):
                yield str(name)
            else:
                remedy = "begin with a letter and use letters, digits, - and _"
                self.fault(f"'{name}' cannot be a name", name, value=name, remedy=remedy)

    def rows(self, key: str, *, required: bool = False) -> list["Section"]:
        """A list of tables, an empty one in the place of what is none."""
        rows = []
        for place, entry in enumerate(self._list(key, required=required)):
            there = self._fits(isinstance(entry, dict), "a table", entry, key, place)
            rows.append(Section(entry if there else {}, (*self.trail, key, place), self.faults if there else []))
        return rows

    def _list(self, key: str, *, required: bool = False) -> list[Any]:
        value = self._value(key, required)
        if value is _ABSENT or not self._fits(isinstance(value, list), "a list", value, key):
            return []
        if not value:
            self.fault(f"'{key}' is an empty list", key, remedy="write at least one entry, or leave the key out")
        return list(value)

    def _value(self, key: str, required: bool = False) -> Any:
        if required and key not in self.data:
            self.fault(f"the key '{key}' is missing", remedy=f"add {key}: ...")
        return self.data.get(key, _ABSENT)

    def _fits(self, right: bool, wanted: str, value: object, key: str, *place: int) -> bool:
        """Whether a value is right; if not, that is noted."""
        if not right:
            subject = f"an entry of '{key}'" if place else f"'{key}'"
            remedy = f"give {wanted}" + (", in quotes" if wanted == "a text" and value is not None else "")
            shown = "nothing" if value is None else value
            self.fault(f"{subject} is not {wanted}", key, *place, value=shown, remedy=remedy)
        return right


def is_text(value: object) -> bool:
    """Whether YAML read a text that says something."""
    return isinstance(value, str) and bool(value.strip())


def is_number(value: object) -> bool:
    """Whether YAML read a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_count(value: object) -> bool:
    """Whether YAML read a whole number from 1 up."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def suggestion(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: the nearest known one, if any is near, and all of them."""
    words = tuple(known)
    near = nearest(word, words)
    return (f"did you mean '{near}'? " if near else "") + f"known here: {', '.join(words) or 'none'}"
