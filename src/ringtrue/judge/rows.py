"""Parse rows of judgments from CSV, JSON or JSON Lines, each with its place in the file."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Protocol

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.document import Document, worded
from ringtrue.files.json_file import iter_jsonl, read_json
from ringtrue.files.problems import Problems, excerpt, nearest
from ringtrue.files.text_file import shown
from ringtrue.terms.answer import Rating
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import JudgeKind

# A file of judgments as rows: a JSON list, JSON Lines or CSV, each row with a mark by which its place is found.


REQUIRED = ("rater", "item", "question", "value")
OPTIONAL = ("speaker", "seconds", "comment", "excerpt", "judge_kind", "judge")
KEYS = (*REQUIRED, *OPTIONAL)
_LIST = "judgments"
_SHAPE = "Give a list of judgments, or an object with one under the key judgments."


class RowSource(Protocol):
    """Rows of one file. A mark is a row's line, or its index where a line may hold many rows."""

    file: str

    def rows(self) -> Iterator[tuple[int, Any]]:
        """Marks and rows, one by one."""

    def line(self, mark: int) -> int:
        """The line a row begins on."""

    def where(self, mark: int, key: str = "") -> str:
        """The place of a row, or of one key in it, in words."""


def source_of(path: Path | str, problems: Problems) -> RowSource:
    """The rows of a file by what its name ends with; bad lines go to `problems`, a bad file is refused."""
    match Path(path).suffix.lower():
        case ".jsonl" | ".ndjson":
            return _Lines(path, problems)
        case ".csv" | ".tsv":
            return _Cells(read_csv(path, REQUIRED, OPTIONAL), problems)
        case ".json":
            return _Listed(read_json(path), problems)
    what, remedy = "Judgments are read from .json, .jsonl and .csv files.", "Name the file by what is in it."
    if Path(path).suffix.lower() in (".html", ".htm"):
        what = "This is a web page, such as raters get. Their answers are not in it."
        remedy = "Ask the rater for the result file: the page, opened again in the same browser, saves it at the end."
    raise BadInput([Problem(shown(path), "whole file", what, remedy=remedy)])


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


# One row of a file of judgments: its plain fields read, and its faults noted with their place.


class Row:
    """A row while it is checked; `is_faulty` once anything was found wrong with it."""

    __slots__ = ("_problems", "_source", "data", "is_faulty", "mark")

    def __init__(self, mark: int, data: Mapping[str, Any], source: RowSource, problems: Problems) -> None:
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


# What earlier rows of a file said, so that a row can be compared with them.


_SUBJECTS = 1 << 40  # more than any file has; a rater and what was asked make one number, so that millions fit


class Repeats:
    """Remembers who answered what, as what kind of judge, and how long each checklist is."""

    def __init__(self, source: RowSource) -> None:
        """Nothing was said yet."""
        self._source = source
        self._raters: dict[str, int] = {}
        self._judges: dict[str, tuple[JudgeKind, int]] = {}
        self._subjects: dict[tuple[str, str, str], int] = {}
        self._answered: dict[int, int] = {}
        self._lengths: dict[tuple[str, str], tuple[int, int]] = {}

    def check_judge(self, row: Row, rater: str, judge: JudgeKind) -> None:
        """A rater is one kind of judge throughout: people are counted."""
        kind, mark = self._judges.setdefault(rater, (judge, row.mark))
        if kind != judge:
            what = f"{excerpt(rater)} is a {judge} here and a {kind} on {self._source.where(mark)}."
            row.fault("rater", what, "Give each judge a name of its own.")

    def check_once(self, row: Row, rater: str, item: str, question: str, speaker: str) -> None:
        """A rater answers a question about one speaker's response to an item once."""
        subject = self._subjects.setdefault((item, question, speaker), len(self._subjects))
        code = self._raters.setdefault(rater, len(self._raters))
        first = self._answered.setdefault(code * _SUBJECTS + subject, row.mark)
        if first != row.mark:
            what = f"{excerpt(rater)} answered {question} about {item} already on {self._source.where(first)}."
            row.fault("rater", what, "Keep one of the two.")

    def check_length(self, row: Row, item: str, question: str, length: int) -> None:
        """Where an item lists nothing to tick, all raters ticked equally many things."""
        expected, mark = self._lengths.setdefault((item, question), (length, row.mark))
        if expected != length:
            what = f"{question}: {length} answers here, {expected} on {self._source.where(mark)}."
            row.fault("value", what, "Give one for each thing listed, the same number everywhere.")


# A rating with what came beside it: how long it took, what was remarked, what was quoted, where it stood.


@dataclass(frozen=True, slots=True)
class ImportedAnswer:
    """One answer as taken in; `line` is the line of the file it begins on, counted from 1."""

    rating: Rating
    seconds: float | None = None
    comment: str = ""
    excerpt: str = ""
    line: int = 0
