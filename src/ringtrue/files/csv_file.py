"""Parse and write CSV by columns, with the line of every row."""

import csv
from array import array
from codecs import getwriter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from ringtrue.files.atomic_write import replacing
from ringtrue.files.problems import Problems, excerpt, nearest, refusal
from ringtrue.files.text_file import CSV, ReadLimits, decode, read_bytes, shown
from ringtrue.terms.problem import Problem

# Read the header of a CSV file: which separator it uses, and whether it has the columns that are needed.


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
        raise refusal(file, "The file is empty.", remedy=f"Begin with a header: {', '.join(columns) or 'names'}.")
    candidates = list(_candidates(text[:_LONGEST]))
    if not candidates:
        what = "The header cannot be read: a quote is not closed, or it is too long."
        raise refusal(file, what, place="line 1", value=text, remedy="Write plain names, separated by commas.")
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


# Read and write CSV by columns: a million rows stay a few lists, and every row knows its line.


_BATCH = 256  # rows turned into columns at once: few enough to stay in the processor's cache
_MOST_SHARED = 65_536  # different texts of one column kept as one object each; a column of free text is not worth it


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of a CSV file, unedited, by column; `lines` holds the line each row begins on."""

    file: str
    columns: dict[str, list[str]]
    lines: Sequence[int] = field(repr=False)
    ignored: tuple[str, ...] = ()  # columns the file has and nobody asked for

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.lines)

    def problem(self, row: int, column: str, what: str, remedy: str = "") -> Problem:
        """A problem with one cell; rows are counted from 0."""
        place = f"line {self.lines[row]}, column {column}"
        return Problem(self.file, place, what, excerpt(self.columns[column][row]), remedy)


def read_csv(
    path: Path | str, columns: Sequence[str] = (), optional: Sequence[str] = (), *, limits: ReadLimits = CSV
) -> Table:
    """Read the named columns of a CSV file with a header; with none named, all of them.

    Comma, semicolon or tab is recognised by the header alone. Cells are left as they stand: no trimming, no guess about
    decimal commas. Empty lines are skipped. Rows with too few or too many cells are all reported together.
    """
    file = shown(path)
    data = read_bytes(path, limits=limits)
    text = decode(data, file)
    header = read_header(text, file, columns, optional)
    del text  # from here on the bytes are decoded line by line: a whole text beside the columns is not needed
    problems = Problems()
    table = _table(data, file, header, problems)
    if not len(table) and not problems:
        what = "There is a header and no row below it."
        problems.add(Problem(file, f"line {header.line}", what, remedy="Add at least one row."))
    problems.raise_if_any()
    return table


def write_csv(path: Path | str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a header and rows, comma-separated, in one step, taking the rows one by one; None becomes an empty cell.

    Raises ValueError for a row of another width and for a NUL, which no CSV reader takes.
    """
    with replacing(path) as stream:
        text = getwriter("utf-8")(stream)
        plain = csv.writer(text, lineterminator="\n")
        quoted = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for row in _checked(columns, rows):
            # Python before 3.13 leaves a lone CR unquoted, and it would be read back as a line end.
            (quoted if any("\r" in cell for cell in row) else plain).writerow(row)


def _checked(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[list[str]]:
    yield list(columns)
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        if len(cells) != len(columns):
            raise ValueError(f"a row of {len(cells)} cells does not fit {len(columns)} columns")
        if any("\0" in cell for cell in cells):
            raise ValueError("a cell holds a NUL character")
        yield cells


def _table(data: bytes, file: str, header: Header, problems: Problems) -> Table:
    lines: array[int] = array("q")
    columns: list[list[str]] = [[] for _ in header.names]
    shared: list[dict[str, str]] = [{} for _ in header.names]
    batch: list[list[str]] = []
    for line, row in _rows(data, file, header, problems):
        lines.append(line)
        batch.append(row)
        if len(batch) == _BATCH:
            _take(batch, columns, shared)
    _take(batch, columns, shared)
    wanted = {name: columns[index] for index, name in enumerate(header.names) if name in header.wanted}
    return Table(file, wanted, lines, tuple(name for name in header.names if name not in header.wanted))


def _take(batch: list[list[str]], columns: list[list[str]], shared: list[dict[str, str]]) -> None:
    """Add a batch of rows to the columns, one object for equal cells, and empty the batch."""
    for column, cells, known in zip(columns, zip(*batch, strict=True), shared, strict=False):
        column.extend(map(known.setdefault, cells, cells) if len(known) < _MOST_SHARED else cells)
    batch.clear()


def _rows(data: bytes, file: str, header: Header, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Rows of the right width below the header, with the line each begins on."""
    stream = TextIOWrapper(BytesIO(data), "utf-8-sig", newline="")
    reader = csv.reader(stream, delimiter=header.delimiter, strict=True)
    width = len(header.names)
    last = 0
    while last < header.line:
        next(reader)
        last = reader.line_num
    while True:
        try:
            for row in reader:
                first, last = last + 1, reader.line_num
                if len(row) == width:
                    yield first, row
                elif row:
                    problems.add(_wrong_width(file, first, row, width))
            return
        except csv.Error as error:
            problems.add(_unreadable_row(file, last + 1, error))
            last = reader.line_num


def _wrong_width(file: str, line: int, row: list[str], width: int) -> Problem:
    found = "1 cell" if len(row) == 1 else f"{len(row)} cells"
    remedy = "Quote cells that hold the separator." if len(row) > width else "Add the missing cells, empty if need be."
    return Problem(file, f"line {line}", f"The row has {found}, the header {width}.", excerpt(", ".join(row)), remedy)


def _unreadable_row(file: str, line: int, error: csv.Error) -> Problem:
    words = str(error)
    if "unexpected end of data" in words:
        what, remedy = "A quote that opens here is never closed.", "Close it, or double it if it is part of the text."
    elif "expected after" in words:
        what, remedy = "Text follows a closing quote.", "Double a quote that is part of the text."
    elif "field limit" in words:
        what, remedy = f"A cell is longer than {csv.field_size_limit()} characters.", "Look for a quote never closed."
    else:
        what, remedy = f"The row cannot be read: {words}.", "Fix this row."
    return Problem(file, f"line {line}", what, remedy=remedy)
