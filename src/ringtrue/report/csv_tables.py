"""Estimates and items as CSV: numbers in full, texts that no spreadsheet takes for a formula."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files.csv_file import write_csv
from ringtrue.report.summary import About, columns_of
from ringtrue.terms.result import Result

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
_ESTIMATE_COLUMNS = ("name", "value", "low", "high", "level", "n", "kind", "method", "definition", "reason")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of one CSV file, ready to be written."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def write(self, path: Path | str) -> None:
        """Write the sheet in one step."""
        write_csv(path, self.columns, self.rows)


def estimates_sheet(result: Result, about: About | None = None) -> Sheet:
    """One row for each estimate."""
    rows = []
    for name, found in result.estimates.items():
        fields = {**found.as_dict(), "name": name, "definition": about.definition(name) if about else ""}
        rows.append([fields[column] for column in _ESTIMATE_COLUMNS])
    return _sheet(_ESTIMATE_COLUMNS, rows)


def items_sheet(result: Result) -> Sheet:
    """One row for each item, one column for everything any item has."""
    columns = columns_of(result.items) or ("id",)
    return _sheet(columns, ([item.get(name) for name in columns] for item in result.items))


def cell(value: Any) -> str:
    """One cell: a number in full, true or false, a text made harmless, a list or table as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return _harmless(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _sheet(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Sheet:
    return Sheet(tuple(map(cell, columns)), tuple(tuple(map(cell, row)) for row in rows))


def _harmless(text: str) -> str:
    """A text as it stands, behind an apostrophe if a spreadsheet would compute it; blanks before it do not help."""
    words = text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
    is_formula = words.startswith(_FORMULA_STARTS) or words.lstrip().startswith(_FORMULA_STARTS)
    return f"'{words}" if is_formula else words
