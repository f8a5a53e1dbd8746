"""A file of judgments as rows: a JSON list, JSON Lines or CSV, each row with a mark by which its place is found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from ringtrue.files import Document, Problems, Table, iter_jsonl, nearest, read_csv, read_json
from ringtrue.files.collector import excerpt
from ringtrue.files.document import worded
from ringtrue.files.text_files import shown
from ringtrue.terms import BadInput, Problem

REQUIRED = ("rater", "item", "question", "value")
OPTIONAL = ("speaker", "seconds", "comment", "excerpt", "judge_kind", "judge")
KEYS = (*REQUIRED, *OPTIONAL)
_LIST = "judgments"
_SHAPE = "Give a list of judgments, or an object with one under the key judgments."


class Source(Protocol):
    """Rows of one file. A mark is a row's line, or its index where a line may hold many rows."""

    file: str

    def rows(self) -> Iterator[tuple[int, Any]]:
        """Marks and rows, one by one."""

    def line(self, mark: int) -> int:
        """The line a row begins on."""

    def where(self, mark: int, key: str = "") -> str:
        """The place of a row, or of one key in it, in words."""


def source_of(path: Path | str, problems: Problems) -> Source:
    """The rows of a file by what its name ends with; bad lines go to `problems`, a bad file is refused."""
    match Path(path).suffix.lower():
        case ".jsonl" | ".ndjson":
            return _Lines(path, problems)
        case ".csv" | ".tsv":
            return _Cells(read_csv(path, REQUIRED, OPTIONAL), problems)
        case ".json":
            return _Listed(read_json(path), problems)
    what = "Judgments are read from .json, .jsonl and .csv files."
    raise BadInput([Problem(shown(path), "whole file", what, remedy="Name the file by what is in it.")])


class _Lines:
    """One object on each line."""

    def __init__(self, path: Path | str, problems: Problems) -> None:
        self.file = shown(path)
        self._path = path
        self._problems = problems

    def rows(self) -> Iterator[tuple[int, Any]]:
        for record in iter_jsonl(self._path, self._problems):
            yield record.line, record.data

    def line(self, mark: int) -> int:
        return mark

    def where(self, mark: int, key: str = "") -> str:
        return worded(mark, (key,) if key else ())


class _Cells:
    """One row of cells for each judgment; an empty cell is no answer, except where a text may be empty."""

    def __init__(self, table: Table, problems: Problems) -> None:
        self.file = table.file
        self._table = table
        for name in table.ignored:
            what = f"There is no column {name} in judgments." if name else "A column has no name."
            near = nearest(name, KEYS)
            remedy = f"Did you mean {near}?" if near else "Take the column out."
            problems.add(Problem(self.file, "header", what, name, remedy))

    def rows(self) -> Iterator[tuple[int, Any]]:
        names = tuple(self._table.columns)
        for line, cells in zip(self._table.lines, zip(*self._table.columns.values(), strict=True), strict=True):
            yield line, {name: cell for name, cell in zip(names, cells, strict=True) if cell or name == "value"}

    def line(self, mark: int) -> int:
        return mark

    def where(self, mark: int, key: str = "") -> str:
        return f"line {mark}, column {key}" if key else f"line {mark}"


class _Listed:
    """A list in one JSON document; marks are indices."""

    def __init__(self, document: Document, problems: Problems) -> None:
        self.file = document.file
        self._document = document
        self._trail: tuple[str, ...] = ()
        data = document.data
        if isinstance(data, dict) and isinstance(data.get(_LIST), list):
            self._trail = (_LIST,)
            for key in (key for key in data if key != _LIST):
                what = f"There is no key {excerpt(key)} beside {_LIST}."
                problems.add(document.problem((key,), what, remedy="Take it out."))
            data = data[_LIST]
        if not isinstance(data, list):
            raise BadInput([_not_a_list(document)])
        self._data = data

    def rows(self) -> Iterator[tuple[int, Any]]:
        yield from enumerate(self._data)

    def line(self, mark: int) -> int:
        return self._document.line((*self._trail, mark)) or 1

    def where(self, mark: int, key: str = "") -> str:
        return self._document.place((*self._trail, mark, key) if key else (*self._trail, mark))


def _not_a_list(document: Document) -> Problem:
    if isinstance(document.data, dict) and "packet" in document.data:
        what = "This is the result of a packet, not a list of judgments."
        return document.problem((), what, remedy="Blind answers belong to the deal their packet is from.")
    return document.problem((), "This is not a list of judgments.", remedy=_SHAPE)
