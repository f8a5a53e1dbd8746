"""What the value of a setting may be: its type and its range, in words and as a test."""

import re
from collections.abc import Callable, Mapping
from itertools import chain
from math import isfinite
from os.path import isfile
from typing import Any, NamedTuple

from ringtrue.calls.spelling import AddressFault, address_fault

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")  # as variables are usually named: HF_TOKEN is no key
_KEY = re.compile(r"[A-Za-z0-9_-]+")
KEY_STARTS = ("sk-", "sk_", "gsk_", "hf_", "xai-", "pk-")  # as providers begin their keys
_SHORTEST_KEY = 20  # characters, with one of these starts
_DEEPEST = 50  # tables within tables; a schema has some ten
_SHORTEST_MIXED = 32  # characters, mixed of digits and letters of both cases


class Value(NamedTuple):
    """One sort of value: in words, and whether something is one."""

    form: str
    fits: Callable[[Any], bool]
    is_text: bool = False  # on a command line the text itself, even where it looks like a number
    is_shown: bool = True  # whether a wrong one may be repeated: it may be a key in the wrong place
    fault: Callable[[str], AddressFault | None] | None = None  # a text may have faults of its own, with a remedy


def number(low: float, high: float) -> Value:
    """A number within a range, both ends included."""
    return Value(f"a number from {low:g} to {high:g}", lambda given: is_number(given) and low <= given <= high)


def whole(low: int, high: int, *, form: str = "") -> Value:
    """A whole number within a range, both ends included."""
    told = form or f"a whole number from {low} to {high}"
    return Value(told, lambda given: is_number(given) and isinstance(given, int) and low <= given <= high)


def is_number(given: Any) -> bool:
    """Whether this is a finite number, and none too long to be calculated with; true and false are none."""
    try:
        return isinstance(given, int | float) and not isinstance(given, bool) and isfinite(given)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def looks_like_key(text: str) -> bool:
    """Whether somebody seems to have written a key where its place should be named.

    A start counts only as providers write it: names of variables and files may begin alike.
    """
    if _KEY.fullmatch(text) is None:
        return False
    mixed = all(any(map(test, text)) for test in (str.isdigit, str.islower, str.isupper))
    begins = text.startswith(KEY_STARTS) and len(text) >= _SHORTEST_KEY
    return begins or (mixed and len(text) >= _SHORTEST_MIXED)


def _is_text(given: Any) -> bool:
    """Something to read in it, and no null: no path, program or variable can have one."""
    return isinstance(given, str) and bool(given.strip()) and "\0" not in given and _is_whole(given)


def _is_whole(text: str) -> bool:
    """Whether all of it are characters: half of one can be written in JSON on a command line, and in no file."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_program(given: Any) -> bool:
    """A line, or words of which the first names the program; an argument may be blank or empty."""
    if isinstance(given, list | tuple):
        return (
            bool(given) and _is_text(given[0]) and all(isinstance(word, str) and _is_text(f"-{word}") for word in given)
        )
    return _is_text(given)


def _is_stop(given: Any) -> bool:
    texts = [given] if isinstance(given, str) else given
    return (
        isinstance(texts, list | tuple)
        and bool(texts)
        and all(isinstance(one, str) and one and _is_whole(one) for one in texts)
    )


def _is_table(given: Any) -> bool:
    """A table whose texts are whole and whose tables and lists end somewhere."""
    level = [given]
    for _ in range(_DEEPEST):
        tables = [one for one in level if isinstance(one, Mapping)]
        lists = [one for one in level if isinstance(one, list | tuple)]
        texts = [one for one in (*level, *chain.from_iterable(tables)) if isinstance(one, str)]
        if not all(map(_is_whole, texts)):
            return False
        level = [*chain.from_iterable(table.values() for table in tables), *chain.from_iterable(lists)]
    return isinstance(given, Mapping) and not level


def _is_variable(given: Any) -> bool:
    if not isinstance(given, str) or _VARIABLE.fullmatch(given) is None:
        return False
    return _CAPITALS.fullmatch(given) is not None or not looks_like_key(given)


def _is_key_file(given: Any) -> bool:
    """A path, even one that looks like a key where there is such a file; what has a suffix does not."""
    return _is_text(given) and (not looks_like_key(given) or isfile(given))  # noqa: PTH113 - it takes a name too long for a Path


TEXT = Value("a text", _is_text, is_text=True)
PATH = Value("a path", _is_text, is_text=True)
PROGRAM = Value("a program, or a list of texts that begins with one", _is_program, is_text=True)
STOP = Value("a text, or a list of texts", _is_stop)
TABLE = Value("a table of names and values", _is_table)
ADDRESS = Value("an address such as http://host:port/v1", _is_text, is_text=True, fault=address_fault)
VARIABLE = Value(
    "the name of an environment variable that holds the key, such as MY_KEY", _is_variable, is_text=True, is_shown=False
)
KEY_FILE = Value("the path of a file that holds the key", _is_key_file, is_text=True, is_shown=False)
PRICE = Value("a number of 0 or more, per million tokens", lambda given: is_number(given) and given >= 0)
