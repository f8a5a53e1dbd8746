"""How values show in a notebook: small HTML tables, and data frames where pandas is installed."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any


def html_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> str:
    """A plain table as HTML; every cell is escaped."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """A pandas DataFrame of rows; ImportError with what to do where pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError("pandas is not installed, and a frame is made of it: pip install pandas") from error
    return pandas.DataFrame([[row.get(name) for name in columns] for row in rows], columns=list(columns))
