"""Read the header of a CSV file: which separator it uses, and whether it has the columns that are needed."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from ringtrue.files.collector import Problems, excerpt, nearest, refuse
from ringtrue.terms import Problem

_DELIMITERS = ",;\t"
_LONGEST = 65_536  # characters of a header with the empty lines above it
_MOST_COLUMNS = 1_000  # no table people make has more


class Header(NamedTuple):
    """The names of the columns in their order, those to keep, the separator, and the line the header stands on."""

    names: tuple[str, ...]
    wanted: frozenset[str]
    delimiter: str
    line: int


def read_header(text: str, file: str, columns: Sequence[str], optional: Sequence[str]) -> Header:
    """The header of a CSV text, its names trimmed; every missing and repeated column is reported together."""
    if not text.strip():
        raise refuse(file, "The file is empty.", remedy=f"Begin with a header: {', '.join(columns) or 'names'}.")
    candidates = list(_candidates(text[:_LONGEST]))
    if not candidates:
        what = "The header cannot be read: a quote is not closed, or it is too long."
        raise refuse(file, what, place="line 1", value=text, remedy="Write plain names, separated by commas.")
    asked = {*columns, *optional}
    delimiter, names, line = max(candidates, key=lambda found: (len(asked.intersection(found[1])), len(found[1])))
    _check(file, names, line, columns, bool(asked))
    return Header(names, frozenset(asked.intersection(names) if asked else names), delimiter, line)


def _candidates(head: str) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """The header under each separator that can read it, and its line."""
    for delimiter in _DELIMITERS:
        stream = StringIO(head, newline="")
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        try:
            row = next((row for row in reader if row), None)
        except csv.Error:
            continue
        is_whole = len(head) < _LONGEST or stream.tell() < _LONGEST
        if row and is_whole and len(row) <= _MOST_COLUMNS:
            yield delimiter, tuple(name.replace("\ufeff", "").strip() for name in row), reader.line_num


def _check(file: str, names: tuple[str, ...], line: int, columns: Sequence[str], has_choice: bool) -> None:
    problems = Problems()
    place = f"line {line}"
    there = excerpt(f"The columns are: {', '.join(names)}")
    for name in columns:
        if name not in names:
            near = nearest(name, [other for other in names if other not in columns])
            remedy = f"Did you mean {near}? Rename it to {name}." if near else "Add the column."
            problems.add(Problem(file, place, f"The column {name} is missing.", there, remedy))
    for name in dict.fromkeys(names):
        if name and names.count(name) > 1:
            what = f"The column {name} is there {names.count(name)} times."
            problems.add(Problem(file, place, what, there, "Keep one of them, or rename the others."))
    if not has_choice and "" in names:
        what = f"Column {names.index('') + 1} has no name."
        problems.add(Problem(file, place, what, there, "Name every column."))
    problems.raise_if_any()
