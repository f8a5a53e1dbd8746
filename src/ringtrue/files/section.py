"""Validate a table of a file field by field: type, range, default and remedy are declared, every fault is collected.

Protocols, study.yaml, the briefing of raters, column mappings and settings of speakers are all read with this. A value
of the wrong kind becomes a fault, never an exception, so that a person sees all that is wrong with a file at once.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from ringtrue.files.document import Document, Trail
from ringtrue.files.problems import Problems, nearest
from ringtrue.terms.problem import BadInput, Problem

WORD = re.compile(r"[A-Za-z][\w-]*", re.ASCII)  # names of scales, kinds, fields of items
T = TypeVar("T")
_ABSENT = object()
_ENTRIES = "write at least one entry, or leave the key out"


class Fault(NamedTuple):
    """Something wrong at a place of the file: what, the offending value, and what to do."""

    trail: Trail
    what: str
    value: object = ""
    remedy: str = ""


class Field(NamedTuple):
    """A declared field: what its value is, in words and as a test, and the remedy where that is more than the words."""

    form: str
    fits: Callable[[Any], bool]
    remedy: str = ""
    may_be_empty: bool = False  # an empty text says what null does: not set
    is_text: bool = False  # on a command line the text itself, even where it looks like a number
    is_shown: bool = True  # whether a wrong value may be repeated: it may be a key in the wrong place
    check: Callable[[Any], tuple[str, str] | None] | None = None  # what else may be wrong with it, and the remedy


def as_it_is(value: object) -> object:
    """The value itself."""
    return value


def is_text(value: object) -> bool:
    """Whether this is a text that says something."""
    return isinstance(value, str) and bool(value.strip())


def is_number(value: object) -> bool:
    """Whether this is a finite number, and none too long to be calculated with; true and false are none."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def is_count(value: object) -> bool:
    """Whether this is a whole number from 1 up."""
    return is_number(value) and isinstance(value, int) and value >= 1


def number(low: float, high: float, remedy: str = "") -> Field:
    """A number within a range, both ends included."""
    return Field(f"a number from {low:g} to {high:g}", lambda given: is_number(given) and low <= given <= high, remedy)


def whole(low: int, high: int, form: str = "", remedy: str = "") -> Field:
    """A whole number within a range, both ends included."""
    expected = form or f"a whole number from {low} to {high}"
    return Field(expected, lambda given: is_number(given) and isinstance(given, int) and low <= given <= high, remedy)


TEXT = Field("a text", is_text, is_text=True)
NUMBER = Field("a number", is_number)
COUNT = Field("a whole number from 1 up", is_count)
TRUTH = Field("true or false", lambda given: isinstance(given, bool))
TABLE = Field("a table", lambda given: isinstance(given, dict))
LIST = Field("a list", lambda given: isinstance(given, list))


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the file, where it stands, and the list that takes the faults found in it.

    With `blank` a key without a value, an empty table and an empty list say the same as no key at all. `shown` makes
    wrong values fit to be repeated.
    """

    data: dict[Any, Any]
    trail: Trail
    faults: list[Fault]
    blank: bool = False
    shown: Callable[[object], object] = as_it_is

    @classmethod
    def of(cls, document: Document, remedy: str, *, blank: bool = False) -> "Section":
        """The table that a whole file is; the remedy says how to begin one."""
        if isinstance(document.data, dict):
            return cls(document.data, (), [], blank)
        return cls({}, (), [Fault((), "the file is not a table", document.data, remedy)], blank)

    def problems(self, document: Document) -> list[Problem]:
        """The faults with their lines in the file."""
        return [document.problem(*fault) for fault in self.faults]

    def refuse(self, document: Document) -> None:
        """Refuse the file if there is any fault."""
        Problems(self.problems(document)).raise_if_any()

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

    def value(self, key: str, field: Field, default: Any = None, *, required: bool = False) -> Any:
        """The value of a declared field; the default where it is not set, and where it is at fault."""
        given = self._given(key, field, required)
        return given if given is not _ABSENT and self._fits(given, field, key) else default

    def each(self, field: Field) -> dict[str, Any]:
        """Every entry of this table by its key, where the value is as declared."""
        return {str(key): given for key, given in self.data.items() if self._fits(given, field, key)}

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        """A text that says something."""
        return str(self.value(key, TEXT, default, required=required))

    def number(self, key: str) -> float | None:
        """A number; true and false are none."""
        value = self.value(key, NUMBER)
        return None if value is None else float(value)

    def whole(self, key: str) -> int | None:
        """A whole number from 1 up."""
        value = self.value(key, COUNT)
        return None if value is None else int(value)

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers from 1 up."""
        entries = enumerate(self._list(key))
        return tuple(int(entry) for place, entry in entries if self._fits(entry, COUNT, key, place))

    def truth(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        return bool(self.value(key, TRUTH, default))

    def one_of(self, key: str, known: Iterable[str], default: str | None = None) -> str | None:
        """One of a few words; without a default it must be there."""
        words = tuple(known)
        value = self._given(key, TEXT, default is None)
        if value is _ABSENT:
            return default
        if not isinstance(value, str) or value not in words:
            self.fault(f"unknown {key} '{value}'", key, value=value, remedy=suggestion(str(value), words))
            return None
        return str(value)

    def texts(self, key: str, *, required: bool = False, single: bool = False) -> tuple[str, ...]:
        """A list of texts, "" in the place of what is none; `single`: one text stands for a list of one."""
        value = self.data.get(key)
        if single and is_text(value):
            return (str(value),)
        entries = enumerate(self._list(key, required=required))
        return tuple(str(entry) if self._fits(entry, TEXT, key, place) else "" for place, entry in entries)

    def table(self, key: str, *, required: bool = False, remedy: str = "") -> "Section":
        """A table within this one, empty where there is none."""
        field = TABLE._replace(remedy=remedy)
        value = self._given(key, field, required)
        if value is not _ABSENT and self._fits(value, field, key):
            if not value and not self.blank:
                self.fault(f"'{key}' is empty", key, remedy=_ENTRIES)
            return self._inner(value, key)
        return self._inner({}, key, noted=False)

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
            there = self._fits(entry, TABLE, key, place)
            rows.append(self._inner(entry if there else {}, key, place, noted=there))
        return rows

    def _inner(self, data: dict[Any, Any], *steps: object, noted: bool = True) -> "Section":
        """A table within this one; what is missed in one that is not there is no second fault."""
        return Section(data, (*self.trail, *steps), self.faults if noted else [], self.blank, self.shown)

    def _list(self, key: str, *, required: bool = False) -> list[Any]:
        value = self._given(key, LIST, required)
        if value is _ABSENT or not self._fits(value, LIST, key):
            return []
        if not value and not self.blank:
            self.fault(f"'{key}' is an empty list", key, remedy=_ENTRIES)
        return list(value)

    def _given(self, key: str, field: Field, required: bool = False) -> Any:
        """What stands under a key, `_ABSENT` where it is not set."""
        value = self.data.get(key, _ABSENT)
        if (value is None and self.blank) or (value == "" and field.may_be_empty):
            value = _ABSENT
        if required and value is _ABSENT:
            self.fault(f"the key '{key}' is missing", remedy=field.remedy or f"add {key}: ...")
        return value

    def _fits(self, value: object, field: Field, key: object, *place: int) -> bool:
        """Whether a value is as declared; if not, that is noted."""
        fits = field.fits(value)
        found = field.check(value) if fits and field.check else None
        if fits and found is None:
            return True
        subject = f"an entry of '{key}'" if place else f"'{key}'"
        quotes = ", in quotes" if field is TEXT and value is not None else ""
        what, remedy = found or (f"{subject} is not {field.form}", field.remedy or f"give {field.form}{quotes}")
        shown = "nothing" if value is None else self.shown(value)
        self.fault(what, key, *place, value=shown if field.is_shown else "", remedy=remedy)
        return False


def read_list(document: Document, remedy: str, read: Callable[[Section], T]) -> tuple[T, ...]:
    """What `read` makes of every table of a file that is a list of them; BadInput with the faults of all of them."""
    if not isinstance(document.data, list):
        raise BadInput([document.problem((), "the file is not a list", document.data, remedy)])
    top = Section({}, (), [])
    found = []
    for place, given in enumerate(document.data):
        if isinstance(given, dict):
            found.append(read(Section(given, (place,), top.faults, blank=True)))
        else:
            top.fault("the entry is not a table", place, value=given, remedy=remedy)
    top.refuse(document)
    return tuple(found)


def suggestion(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word: the nearest known one, if any is near, and all of them."""
    words = tuple(known)
    near = nearest(word, words)
    return (f"did you mean '{near}'? " if near else "") + f"known here: {', '.join(words) or 'none'}"
