"""A person's own answers to scenarios in a file: JSON Lines, JSON, YAML or CSV, by the ids of the scenarios."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.document import Document
from ringtrue.files.json_file import iter_jsonl, read_json
from ringtrue.files.problems import Problems
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.scenarios import OfLine, Place, Within
from ringtrue.terms.problem import BadInput, Problem

_LINES = (".jsonl", ".ndjson")
_YAML = (".yaml", ".yml")
_IDS = ("item", "id")  # what the key or column of a scenario's id may be called
_TEXT = "text"
_FORM = '{"item": ID, "text": "..."}'


class _Entry(NamedTuple):
    """What a file says about one scenario, as it stands there, with a way to say where."""

    item: object
    text: object
    place: Place


@dataclass(frozen=True, slots=True)
class _OfRow:
    """Says where in a CSV file something of one row stands."""

    table: Table
    row: int

    def __call__(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:  # noqa: ARG002
        """The problem in that cell, which shows its own value."""
        named = (*trail, *_IDS) if trail != (_TEXT,) else trail
        column = next(name for name in named if name in self.table.columns)
        return self.table.problem(self.row, column, what, remedy)


def read_own_answers(path: Path, problems: Problems) -> dict[str, str]:
    """The person's words by scenario; everything that is wrong is added to the problems.

    Lines and lists hold one answer each, with `item` (or `id`) and `text`; so do the columns of a CSV file. A JSON or
    YAML file may also be one table of ids and texts.
    """
    found: dict[str, str] = {}
    try:
        for entry in _entries(path, problems):
            problems.extend(_faults(entry, found))
            found.setdefault(str(entry.item).strip(), str(entry.text))
    except BadInput as refusal:
        problems.extend(refusal.problems)
    return found


def _entries(path: Path, problems: Problems) -> Iterator[_Entry]:
    suffix = path.suffix.lower()
    if suffix in _LINES:
        for record in iter_jsonl(path, problems):
            yield _entry(record.data, OfLine(record.problem))
    elif suffix == ".csv":
        yield from _rows(path)
    elif suffix == ".json" or suffix in _YAML:
        yield from _parts(read_json(path) if suffix == ".json" else read_yaml(path))
    else:
        remedy = "Write .jsonl, .json, .yaml or .csv."
        raise BadInput([Problem(str(path), "whole file", "This is no form of answers we read.", path.suffix, remedy)])


def _entry(data: Any, place: Place) -> _Entry:
    if not isinstance(data, Mapping):
        raise BadInput([place((), "An answer is a table.", data, f"Write {_FORM}.")])
    item = next((data[name] for name in _IDS if data.get(name) is not None), None)
    return _Entry(item, data.get(_TEXT), place)


def _rows(path: Path) -> Iterator[_Entry]:
    table = read_csv(path, (_TEXT,), _IDS)
    named = next((name for name in _IDS if name in table.columns), None)
    if named is None:
        what = "No column holds the scenarios' ids."
        raise BadInput([Problem(table.file, "line 1", what, remedy=f"Name it {_IDS[0]}.")])
    for row, (item, text) in enumerate(zip(table.columns[named], table.columns[_TEXT], strict=True)):
        yield _Entry(item, text, _OfRow(table, row))


def _parts(document: Document) -> Iterator[_Entry]:
    data = document.data
    if isinstance(data, Mapping):
        for item, text in data.items():
            yield _Entry(item, text, Within((item,), lambda trail, *told: document.problem(trail[:1], *told)))
    elif isinstance(data, list):
        for number, one in enumerate(data):
            yield _entry(one, Within((number,), document.problem))
    else:
        remedy = "Write ID: text for each scenario, or a list of answers."
        raise BadInput([document.problem((), "There are no answers here.", data, remedy)])


def _faults(entry: _Entry, found: Mapping[str, str]) -> Iterator[Problem]:
    item, text = entry.item, entry.text
    if isinstance(item, bool) or not isinstance(item, str | int) or not str(item).strip():
        yield entry.place(_IDS[:1], "The answer names no scenario.", "" if item is None else item, f"Write {_FORM}.")
    elif str(item).strip() in found:
        yield entry.place(_IDS[:1], "There is an answer to this scenario already.", item, "Keep one.")
    if not isinstance(text, str) or not text.strip():
        what = "There are no words here."
        yield entry.place((_TEXT,), what, "" if text is None else text, "Write the person's words.")
