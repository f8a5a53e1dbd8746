"""Parse and write YAML 1.2, with the line of every value, comments kept."""

from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.document import Document, Trail
from ringtrue.files.problems import refusal
from ringtrue.files.text_file import YAML, ReadLimits, read_text, shown

# Read and write YAML: comments and layout survive, every value knows its line, and all faults come at once.
#
# Read as YAML 1.2 reads it: `no`, `12:30` and `2026-01-02` are texts. One document per file; anchors and aliases are
# allowed; tags, directives and merge keys (`<<`) are refused, for what they would change is not seen on the page.


def read_yaml(path: Path | str, *, limits: ReadLimits = YAML) -> Document:
    """The one document of a YAML file; tables and lists remember comments for `write_yaml`."""
    from ringtrue.files.yaml_engine import parse  # 50 ms, which only those pay who read YAML

    file = shown(path)
    text = read_text(path, limits=limits)
    if not text.strip():
        raise refusal(file, "The file is empty.", remedy="Write at least one key: value.")
    return _document(file, *parse(text, file, limits))


def write_yaml(path: Path | str, data: Any) -> None:
    """Write data in one step; what came from `read_yaml` keeps its comments, quotes, anchors, indents and order.

    Comments are given up only where the library cannot put them back without changing the data.
    Raises ValueError for NaN, infinities and anything else that would not be read back as it was.
    """
    from ringtrue.files.yaml_engine import render

    write_text(path, render(data))


def _document(file: str, data: Any, first_line: int) -> Document:
    """A document that asks the lists and tables themselves for lines."""

    def locate(trail: Trail) -> int | None:
        line: int | None = first_line
        here = data
        for step in trail:
            line = _line_of(here, step)
            if line is None:
                return None
            here = here[step]
        return line

    return Document(file, data, locate)


def _line_of(container: Any, step: object) -> int | None:
    """The line of an entry as the reader noted it; entries added since then have none."""
    is_there = step in container if isinstance(container, dict) else _is_index(container, step)
    noted = container.lc.data.get(step) if is_there and container.lc.data else None
    return None if noted is None else int(noted[0]) + 1


def _is_index(container: Any, step: object) -> bool:
    return isinstance(container, list) and type(step) is int and 0 <= step < len(container)
