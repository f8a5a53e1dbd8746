"""Export a study's ratings and results as CSV, YAML and Parquet, and the ratings as rows and as a data frame."""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_bytes
from ringtrue.files.yaml_file import write_yaml
from ringtrue.report.csv_tables import Sheet, cell, estimates_sheet, items_sheet
from ringtrue.report.summary import About, columns_of
from ringtrue.store.results import ResultRecord
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import ratings_in
from ringtrue.terms.problem import BadInput, Problem

RATING_COLUMNS = ("item", "rater", "judge_kind", "question", "speaker", "value", "answer", "reason")
_ESTIMATE_COLUMNS = ("name", "value", "low", "high", "level", "n", "kind", "method", "reason")


def rating_rows(study: StudyFolder) -> Iterator[dict[str, Any]]:
    """Every current answer, those on sealed cards left out: `value` is the number it counts as, `answer` as given.

    A list of ticks counts as the share that was ticked; a word has no number.
    """
    for one in ratings_in(study):
        yield {
            "item": one.item,
            "rater": one.rater,
            "judge_kind": one.judge_kind,
            "question": one.question,
            "speaker": one.speaker,
            "value": _number(one.value),
            "answer": cell(list(one.value) if isinstance(one.value, tuple) else one.value),
            "reason": one.reason,
        }


def _number(value: Any) -> float | None:
    if isinstance(value, tuple):
        return sum(map(float, value)) / len(value) if value else None
    return float(value) if isinstance(value, bool | int | float) else None


def write_csv_tables(folder: Path, study: StudyFolder, record: ResultRecord, about: About) -> list[Path]:
    """Estimates, items and ratings, a file for each."""
    rows = ([cell(row[name]) for name in RATING_COLUMNS] for row in rating_rows(study))
    sheets = {
        "estimates": estimates_sheet(record.result, about),
        "items": items_sheet(record.result),
        "ratings": Sheet(RATING_COLUMNS, tuple(tuple(row) for row in rows)),
    }
    paths = [folder / f"result-{record.seq}-{name}.csv" for name in sheets]
    for path, sheet in zip(paths, sheets.values(), strict=True):
        sheet.write(path)
    return paths


def write_yaml_document(path: Path, study: StudyFolder, record: ResultRecord) -> list[Path]:
    """The result with the ratings as one YAML document."""
    write_yaml(path, json.loads(json.dumps({**record.document, "ratings": list(rating_rows(study))}, default=str)))
    return [path]


def write_parquet_tables(folder: Path, study: StudyFolder, record: ResultRecord) -> list[Path]:
    """Estimates, items and ratings as Parquet, a file for each; needs the extra `parquet`."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        what = "Parquet is written by pyarrow, which is not installed."
        raise BadInput(
            [Problem("command line", "--format", what, "parquet", 'pip install "ringtrue[parquet]", or --format csv')]
        ) from None
    tables: dict[str, tuple[Sequence[Mapping[str, Any]], Sequence[str]]] = {
        "estimates": (
            [{"name": name, **one.as_dict()} for name, one in record.result.estimates.items()],
            _ESTIMATE_COLUMNS,
        ),
        "items": ([_flat(item) for item in record.result.items], columns_of(record.result.items) or ("id",)),
        "ratings": (list(rating_rows(study)), RATING_COLUMNS),
    }
    written = []
    for name, (rows, columns) in tables.items():
        path = folder / f"result-{record.seq}-{name}.parquet"
        sink = arrow.BufferOutputStream()
        parquet.write_table(arrow.table({column: [row.get(column) for row in rows] for column in columns}), sink)
        write_bytes(path, sink.getvalue().to_pybytes())
        written.append(path)
    return written


def _flat(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item's row with lists and tables as text: a column of Parquet has one type."""
    return {key: value if isinstance(value, bool | int | float | str) else cell(value) for key, value in item.items()}
