"""Parse a CSV of ratings (item, rater, value) into an items x raters matrix; all errors are reported together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.problems import Problems
from ringtrue.formats.older_raw import is_older_raw, read_older_raw
from ringtrue.terms.problem import BadInput, Problem

MISSING = frozenset({"", "na", "nan"})
MOST_CELLS = 50_000_000  # 400 MB as a dense matrix


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The matrix with the names of its rows and columns; `labels` lists words that stand as codes in it, if any."""

    matrix: NDArray[np.float64]
    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[str, ...] = ()

    @property
    def given(self) -> int:
        """How many ratings there are."""
        return int((~np.isnan(self.matrix)).sum())


def read_ratings(path: str) -> RatingTable:
    """Read columns item, rater, value; empty, NA or NaN values are missing; bad files are refused whole.

    Of an older raw file of pair ratings the value is the index of its four dimensions.
    """
    if is_older_raw(path):
        return _older(path)
    table = read_csv(path, columns=("item", "rater", "value"))
    problems = Problems()
    _check_names(table, problems)
    values, labels = _values(table, problems)
    items, item_codes = _codes(table.columns["item"])
    raters, rater_codes = _codes(table.columns["rater"])
    _check_repeats(table, item_codes, rater_codes, len(raters), problems)
    problems.raise_if_any()
    if len(items) * len(raters) > MOST_CELLS:
        what = f"{len(items)} items x {len(raters)} raters make more than {MOST_CELLS} cells"
        raise BadInput([Problem(table.file, "whole file", what, remedy="split the file by groups of raters")])
    matrix = np.full((len(items), len(raters)), np.nan)
    matrix[item_codes, rater_codes] = values
    return RatingTable(matrix, items, raters, labels)


def _older(path: str) -> RatingTable:
    """An older raw file of pair ratings, trials x raters."""
    ratings = read_older_raw(path)
    items, item_codes = _codes([rating.trial for rating in ratings])
    raters, rater_codes = _codes([rating.rater for rating in ratings])
    matrix = np.full((len(items), len(raters)), np.nan)
    matrix[item_codes, rater_codes] = [np.nan if rating.index is None else rating.index for rating in ratings]
    return RatingTable(matrix, items, raters)


def _codes(names: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Names in order of appearance, and for each row the place of its name."""
    place = {name: code for code, name in enumerate(dict.fromkeys(names))}
    return tuple(place), np.fromiter((place[name] for name in names), dtype=np.int64, count=len(names))


def _check_names(table: Table, problems: Problems) -> None:
    for column in ("item", "rater"):
        for row, name in enumerate(table.columns[column]):
            if not name.strip():
                problems.add(table.problem(row, column, "a rating without a name here", f"name the {column}"))


def _values(table: Table, problems: Problems) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Numbers, or codes of labels where no value is a number; a mixture is refused, naming the minority."""
    cells = [cell.strip() for cell in table.columns["value"]]
    numbers = np.array([_number(cell) for cell in cells])
    worded = np.isnan(numbers) & np.array([cell.lower() not in MISSING for cell in cells])
    infinite = np.isinf(numbers)
    for row in np.flatnonzero(infinite):
        problems.add(table.problem(int(row), "value", "not a finite number", "correct it or leave it empty"))
    given = (~np.isnan(numbers)).sum()
    if not worded.any():
        return numbers, ()
    if given == 0:
        labels = tuple(sorted({cells[row] for row in np.flatnonzero(worded)}))
        place = {label: float(code) for code, label in enumerate(labels)}
        return np.array([place.get(cell, np.nan) for cell in cells]), labels
    remedy = "write numbers throughout or words throughout; leave missing ratings empty"
    for row in np.flatnonzero(worded if worded.sum() <= given else ~np.isnan(numbers)):
        problems.add(table.problem(int(row), "value", "numbers and words are mixed", remedy))
    return numbers, ()


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return float("nan")


def _check_repeats(
    table: Table, items: NDArray[np.int64], raters: NDArray[np.int64], width: int, problems: Problems
) -> None:
    """Each rater rates an item once; a second rating names the line of the first."""
    cells = items * width + raters
    order = np.argsort(cells, kind="stable")
    again = order[1:][cells[order][1:] == cells[order][:-1]]
    if not again.size:
        return
    first = dict(zip(cells[order[::-1]].tolist(), order[::-1].tolist(), strict=True))
    for row in np.sort(again):
        line = table.lines[first[int(cells[row])]]
        what = f"this rater rated this item already on line {line}"
        problems.add(table.problem(int(row), "rater", what, "keep one of the two"))
