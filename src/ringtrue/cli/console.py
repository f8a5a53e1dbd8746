"""Printing: tables, problems, JSON, progress; results on stdout, the rest on stderr, colour on terminals only."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ringtrue.terms import Problem

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_WIDTH_WITHOUT_TERMINAL = 110
_SHAPED_BY = frozenset({"COLUMNS", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "JUPYTER_COLUMNS"})
_SHOWN_VALUE = 60
_SHOWN_PROBLEMS = 25

Step = Callable[..., None]  # called with how many parts are done, or without: one more


def console(*, stderr: bool = False) -> "Console":
    """A rich console that neither guesses markup in data nor wraps files to 80 columns."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else _WIDTH_WITHOUT_TERMINAL
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_json(document: Any) -> None:
    """One JSON document on stdout."""
    from ringtrue.files import json_pieces  # help and errors do without

    for piece in json_pieces(document):
        sys.stdout.write(piece)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = (), stderr: bool = False
) -> None:
    """An aligned table without frames; columns named in `right` are set flush right."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    flush = set(right)
    for name in columns:
        table.add_column(name, justify="right" if name in flush else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    _print(table, stderr)


def print_lines(lines: Iterable[str], *, style: str = "", stderr: bool = False) -> None:
    """Sentences, wrapped to the terminal; a line keeps its indent when it wraps."""
    stream = sys.stderr if stderr else sys.stdout
    unstyled = not stream.isatty() and not _SHAPED_BY.intersection(os.environ)
    for line in lines:
        plain = plainly_wrapped(line, _WIDTH_WITHOUT_TERMINAL) if unstyled else None
        if plain is None:
            _print_shaped(line, style, stderr)
        else:
            stream.write(f"{plain}\n")


def plainly_wrapped(line: str, width: int) -> str | None:
    """A line as rich wraps it, without loading rich; None for what needs more care: other scripts, long words, gaps."""
    text = line.strip()
    indent = " " * (len(line) - len(line.lstrip()))
    room = width - len(indent)
    words = text.split(" ")
    if not (text.isascii() and text.isprintable() and text and line.isprintable()):
        return None
    if len(text) <= room:
        return indent + text
    if not all(0 < len(word) <= room for word in words):
        return None
    rows = [words[0]]
    for word in words[1:]:
        if len(rows[-1]) + 1 + len(word) <= room:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return "\n".join(indent + row for row in rows)


def _print_shaped(line: str, style: str, stderr: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    indent = len(line) - len(line.lstrip())
    _print(Padding(Text(line.strip(), style=style), (0, 0, 0, indent)), stderr)


def _print(shape: "RenderableType", stderr: bool) -> None:
    """Print without the blanks that pad lines to the terminal's width: output is also read from files."""
    out = console(stderr=stderr)
    with out.capture() as captured:
        out.print(shape)
    stream = sys.stderr if stderr else sys.stdout
    stream.write("\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n")


def print_problems(problems: Sequence[Problem]) -> None:
    """All problems of a refused input as a table on stderr."""
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print_lines([f"Refused: {count}. Nothing was changed."], style="bold red", stderr=True)
    print_table(
        ("file", "place", "problem", "value", "remedy"),
        [(p.file, p.place, p.what, shortened(p.value), p.remedy) for p in problems[:_SHOWN_PROBLEMS]],
        stderr=True,
    )
    if len(problems) > _SHOWN_PROBLEMS:
        more = f"and {len(problems) - _SHOWN_PROBLEMS} more; --json lists them"
        print_lines([more], style="dim", stderr=True)


def shortened(value: str) -> str:
    """A value fit to be shown: control characters made visible, long ones cut."""
    visible = "".join(char if char.isprintable() else repr(char)[1:-1] for char in value[: _SHOWN_VALUE + 1])
    return visible if len(visible) <= _SHOWN_VALUE else visible[: _SHOWN_VALUE - 1] + "…"


@contextmanager
def progress(label: str, steps: int) -> Iterator[Step]:
    """A progress bar on stderr, where that is a terminal; call the step once for each part done."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=steps)
        yield lambda done=1: bar.advance(task, done)


def _silent(done: int = 1) -> None:
    """No terminal, no bar."""
