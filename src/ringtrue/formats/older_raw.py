"""Read the older raw CSV of pair ratings: four dimensions from 1 to 10, index = (mean - 1) / 9."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.problems import Problems, nearest
from ringtrue.terms.problem import Problem

DIMENSIONS = ("dim1", "dim2", "dim3", "dim4")
_NEEDED = ("trial_id", "rater_id", "domain")
_LEAST, _MOST = 1.0, 10.0
_LONGEST_HEADER = 10_000


@dataclass(frozen=True, slots=True)
class OlderRating:
    """One rating of one pair; `index` is None where a dimension was left open."""

    line: int
    trial: str
    rater: str
    persona: str
    domain: str
    scores: tuple[float | None, ...]
    prompt: str = ""
    responses: tuple[str, str] = ("", "")
    comment: str = ""

    @property
    def index(self) -> float | None:
        """The index of this rating."""
        known = [score for score in self.scores if score is not None]
        return (sum(known) / len(known) - 1.0) / 9.0 if len(known) == len(DIMENSIONS) else None


def is_older_raw(path: Path | str) -> bool:
    """Whether a file begins with the header of the older raw CSV; one that cannot be opened does not."""
    try:
        with Path(path).open("rb") as file:
            head = file.readline(_LONGEST_HEADER).decode("utf-8-sig", "replace")
    except OSError:
        return False
    columns = [name.strip(' "') for name in re.split("[,;\t]", head.strip())]
    return all(_column(columns, name) for name in DIMENSIONS) and {"trial_id", "rater_id"} <= set(columns)


def read_older_raw(path: Path | str) -> tuple[OlderRating, ...]:
    """The ratings in the order of the file, or a refusal that lists every fault.

    The two responses stand as A and B: the file does not say which is the full persona's, so they make no pair of a
    study; the scores are about both together, and need no side.
    """
    table = read_csv(path)
    problems = Problems()
    dimensions = _dimensions(table, problems)
    problems.raise_if_any()
    ratings = [_rating(table, place, dimensions, problems) for place in range(len(table))]
    seen: dict[tuple[str, str], int] = {}
    for rating in ratings:
        key = rating.trial, rating.rater
        if key in seen:
            what = f"{rating.rater} rated {rating.trial} already on line {seen[key]}."
            problems.add(Problem(table.file, f"line {rating.line}", what, rating.trial, "Keep one of the two."))
        seen.setdefault(key, rating.line)
    problems.raise_if_any()
    return tuple(ratings)


def _dimensions(table: Table, problems: Problems) -> dict[str, str]:
    found = {name: _column(tuple(table.columns), name) for name in DIMENSIONS}
    missing = [f"{name}_..." for name, column in found.items() if not column]
    missing += [name for name in _NEEDED if name not in table.columns]
    for name in missing:
        near = nearest(name, table.columns)
        remedy = f"Did you mean {near}?" if near else "Add the column."
        problems.add(Problem(table.file, "header", f"The column {name} is missing.", "", remedy))
    return {name: column for name, column in found.items() if column}


def _column(columns: Sequence[str], name: str) -> str:
    return next((column for column in columns if column == name or column.startswith(f"{name}_")), "")


def _rating(table: Table, place: int, dimensions: Mapping[str, str], problems: Problems) -> OlderRating:
    def text(name: str) -> str:
        return table.columns[name][place].strip() if name in table.columns else ""

    for name in _NEEDED:
        if not text(name):
            problems.add(table.problem(place, name, f"The {name} is missing.", f"Fill in {name}."))
    scores = tuple(_score(table, place, column, problems) for column in dimensions.values())
    return OlderRating(
        table.lines[place],
        text("trial_id"),
        text("rater_id"),
        text("persona"),
        text("domain"),
        scores,
        text("prompt"),
        (text("response_a"), text("response_b")),
        text("comment"),
    )


def _score(table: Table, place: int, column: str, problems: Problems) -> float | None:
    cell = table.columns[column][place].strip()
    if not cell:
        return None
    try:
        number = float(cell)
    except ValueError:
        number = float("nan")
    if isfinite(number) and _LEAST <= number <= _MOST:
        return number
    problems.add(table.problem(place, column, "A score lies between 1 and 10.", "Correct it, or leave it empty."))
    return None
