"""Console output: tables, problems, JSON, progress; results on stdout, the rest on stderr, colour on terminals only."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ringtrue.terms.problem import Problem
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


_WIDTH_WITHOUT_TERMINAL = 110
_GAP = 2  # blanks between columns
_LONG_WORD = 20  # longer words, such as paths, may break
_SHOWN_VALUE = 60
_SHOWN_PROBLEMS = 25
_PROBLEM_TABLE = 80  # columns below which problems are printed as blocks

Step = Callable[..., None]  # called with how many parts are done, or without: one more


def rich_console(*, stderr: bool = False) -> "Console":
    """A rich console that neither guesses markup in data nor wraps files to 80 columns."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else _WIDTH_WITHOUT_TERMINAL
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    from ringtrue.files.json_file import json_pieces  # help and errors do without

    for piece in json_pieces(document):
        sys.stdout.write(piece)


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Iterable[str] = (),
    stderr: bool = False,
    stack_below: int = 0,
) -> None:
    """An aligned table without frames; columns named in `right` are set flush right.

    Where a terminal is narrower than `stack_below`, or too narrow to keep words whole, every row becomes a block.
    """
    rows = list(rows)
    width = rich_console(stderr=stderr).width
    widths = column_widths([columns, *rows], width)
    if rows and (widths is None or width < stack_below):
        _print_blocks(columns, rows, stderr)
    else:
        _print_columns(columns, rows, widths or [0] * len(columns), set(right), stderr)


def column_widths(rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """Widths of columns that fit into a terminal, the widest narrowed first; None where words would have to break."""
    from rich.cells import cell_len

    columns = list(zip(*rows, strict=True))
    widths = [max(cell_len(line) for cell in column for line in cell.splitlines() or [""]) for column in columns]
    words = [max(cell_len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    excess = sum(widths) + _GAP * (len(widths) - 1) - width
    for _ in range(excess):
        spare = [place for place, word in enumerate(words) if widths[place] > min(word, _LONG_WORD)]
        if not spare:
            return None
        widths[max(spare, key=widths.__getitem__)] -= 1
    return widths


def _print_columns(
    columns: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int], right: Set[str], stderr: bool
) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
    for name, width in zip(columns, widths, strict=True):
        table.add_column(name, justify="right" if name in right else "left", overflow="fold", width=width)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    _print(table, stderr)


def _print_blocks(columns: Sequence[str], rows: Sequence[Sequence[str]], stderr: bool) -> None:
    """Every row as lines of name and value, a blank line between rows; empty cells are left out."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for number, row in enumerate(rows):
        if number:
            grid.add_row("", "")
        for name, cell in zip(columns, row, strict=True):
            if cell:
                grid.add_row(Text(name, style="bold"), Text(cell))
    _print(grid, stderr)


def print_lines(lines: Iterable[str], *, style: str = "", stderr: bool = False) -> None:
    """Sentences, wrapped to the terminal; a line keeps its indent when it wraps."""
    from rich.padding import Padding
    from rich.text import Text

    for line in lines:
        indent = len(line) - len(line.lstrip())
        _print(Padding(Text(line.strip(), style=style), (0, 0, 0, indent)), stderr)


def _print(shape: "RenderableType", stderr: bool) -> None:
    """Print without the blanks that pad lines to the terminal's width: output is also read from files."""
    out = rich_console(stderr=stderr)
    with out.capture() as captured:
        out.print(shape)
    stream = sys.stderr if stderr else sys.stdout
    stream.write("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n")


def print_problems(problems: Sequence[Problem]) -> None:
    """All problems of a refused input on stderr: a table, or blocks in a narrow terminal."""
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print_lines([f"Refused: {count}. Nothing was changed."], style="bold red", stderr=True)
    print_table(
        ("file", "place", "problem", "value", "fix"),
        [(p.file, p.place, p.what, shortened(p.value), p.remedy) for p in problems[:_SHOWN_PROBLEMS]],
        stderr=True,
        stack_below=_PROBLEM_TABLE,
    )
    if len(problems) > _SHOWN_PROBLEMS:
        more = f"and {len(problems) - _SHOWN_PROBLEMS} more; --json lists them"
        print_lines([more], style="dim", stderr=True)


def shortened(value: str) -> str:
    """A value short enough to show: control characters made visible, long ones cut."""
    visible = "".join(char if char.isprintable() else repr(char)[1:-1] for char in value[: _SHOWN_VALUE + 1])
    return visible if len(visible) <= _SHOWN_VALUE else visible[: _SHOWN_VALUE - 1] + "…"


@contextmanager
def progress(label: str, steps: int) -> Iterator[Step]:
    """A progress bar on stderr, where that is a terminal; call the step once for each part done."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.progress import Progress

    with Progress(console=rich_console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=steps)
        yield lambda done=1: bar.advance(task, done)


def _silent(done: int = 1) -> None:
    """No terminal, no bar."""


# How numbers are written in tables: shares without a leading zero, intervals, missing values as a dash.


def decimal(value: float | None, digits: int = 2) -> str:
    """A number with fixed digits, without the zero before the point; a dash where there is none."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def interval(estimate: Estimate, digits: int = 2) -> str:
    """The interval of an estimate; a dash where it has none."""
    if estimate.low is None and estimate.high is None:
        return "-"
    return f"{decimal(estimate.low, digits)} to {decimal(estimate.high, digits)}"


def percent(share: float) -> str:
    """A share as a whole percentage, saying "<1 %" rather than a false 0 %."""
    if 0.0 < share < 0.01:
        return "<1 %"
    return f"{100 * share:.0f} %"


def sure(likelihood: float | None) -> str:
    """A likelihood that never claims certainty: above .99 and below .01 it says so."""
    if likelihood is None:
        return "-"
    return ">.99" if likelihood > 0.99 else "<.01" if likelihood < 0.01 else decimal(likelihood)


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun: 1 reply, 1,200 words."""
    return f"{number:,} {one if number == 1 else several}"
