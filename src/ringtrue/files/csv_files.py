"""Read and write CSV by columns: a million rows stay a few lists, and every row knows its line."""

import csv
from array import array
from codecs import getwriter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path

from ringtrue.files.atomic import replacing
from ringtrue.files.collector import Problems, excerpt
from ringtrue.files.csv_header import Header, read_header
from ringtrue.files.limits import CSV, Limits
from ringtrue.files.text_files import decode, read_bytes, shown
from ringtrue.terms import Problem

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
    path: Path | str, columns: Sequence[str] = (), optional: Sequence[str] = (), *, limits: Limits = CSV
) -> Table:
    """Read the named columns of a CSV file with a header; with none named, all of them.

    Comma, semicolon or tab is told from the header alone. Cells are left as they stand: no trimming, no guess about
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
        what, remedy = f"The row cannot be read: {words}.", "Mend this row."
    return Problem(file, f"line {line}", what, remedy=remedy)
