"""Read a model-index CSV: persona, regime, domain, run, cosine of embeddings, rater scores, index, drift."""

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path

from ringtrue.files import Problems, Table, nearest, read_csv
from ringtrue.formats.model_index import IndexRow, ModelIndex
from ringtrue.formats.model_index_check import checked
from ringtrue.terms import Problem

# The first name is the one to write; the others are read too.
COLUMNS = {
    "persona": ("persona",),
    "regime": ("regime",),
    "domain": ("domain",),
    "run": ("run", "run_index"),
    "cosine": ("embedding_cosine_similarity", "cosine_similarity", "cosine"),
    "pfi": ("pfi", "PFI", "PFI_model"),
    "drift": ("semantic_drift", "drift"),
}
_NEEDED = ("persona", "regime", "domain", "run", "cosine")
_RATER = "_score"
_TOP_SCORE = 10.0


def read_model_index(path: Path | str) -> ModelIndex:
    """The rows of a model-index CSV with its flags, or a refusal that lists every malformed value.

    Columns that end in _score are raters, from 0 to 10. Flags: constant values of a dry run, comparisons given twice,
    what the file calls pfi and the rows where that does not hold, rows whose drift is not 1 - cosine.
    """
    table = read_csv(path)
    problems = Problems()
    names = _columns(table, problems)
    raters = tuple(name for name in table.columns if name.endswith(_RATER))
    problems.raise_if_any()
    rows = _Cells(table, names, raters, problems)
    read = [rows.row(place) for place in range(len(table))]
    problems.raise_if_any()
    return checked(table.file, tuple(name.removesuffix(_RATER) for name in raters), read)


def is_model_index(columns: Sequence[str]) -> bool:
    """Whether a header is that of a model index."""
    return all(any(name in columns for name in COLUMNS[column]) for column in _NEEDED)


def _columns(table: Table, problems: Problems) -> dict[str, str]:
    """The name in this file of every column there is; those that are needed and missing are problems."""
    found: dict[str, str] = {}
    for column, names in COLUMNS.items():
        there = [name for name in names if name in table.columns]
        if there:
            found[column] = there[0]
        elif column in _NEEDED:
            near = nearest(names[0], table.columns)
            remedy = f"Did you mean {near}? Rename it to {names[0]}." if near else "Add the column."
            problems.add(Problem(table.file, "header", f"The column {names[0]} is missing.", "", remedy))
    return found


class _Cells:
    """Turns cells into rows, and notes every cell that is not what its column holds."""

    def __init__(self, table: Table, names: dict[str, str], raters: Sequence[str], problems: Problems) -> None:
        self._table = table
        self._names = names
        self._raters = raters
        self._problems = problems

    def row(self, place: int) -> IndexRow:
        """One row; what is malformed in it is a problem and stands as 0 or nothing."""
        return IndexRow(
            line=self._table.lines[place],
            persona=self._word(place, "persona"),
            regime=self._word(place, "regime"),
            domain=self._word(place, "domain"),
            run=int(self._number(place, self._names["run"], _is_run, "A run is a whole number from 1 up.") or 0),
            cosine=self._number(place, self._names["cosine"], _is_cosine, _COSINE) or 0.0,
            scores=tuple(self._number(place, name, _is_score, _SCORE, empty=True) for name in self._raters),
            pfi=self._optional(place, "pfi", _is_cosine, "An index lies between -1 and 1."),
            drift=self._optional(place, "drift", _is_drift, "A drift lies between 0 and 2."),
            decimals=len(self._table.columns[self._names["cosine"]][place].strip().partition(".")[2]),
        )

    def _word(self, place: int, column: str) -> str:
        name = self._names[column]
        word = self._table.columns[name][place].strip()
        if not word:
            self._problems.add(self._table.problem(place, name, f"The {column} is missing.", f"Name the {column}."))
        return word

    def _optional(self, place: int, column: str, fits: Callable[[float], bool], rule: str) -> float | None:
        name = self._names.get(column)
        return None if name is None else self._number(place, name, fits, rule, empty=True)

    def _number(
        self, place: int, name: str, fits: Callable[[float], bool], rule: str, *, empty: bool = False
    ) -> float | None:
        cell = self._table.columns[name][place].strip()
        if not cell and empty:
            return None
        try:
            number = float(cell)
        except ValueError:
            number = float("nan")
        if isfinite(number) and fits(number):
            return number
        self._problems.add(self._table.problem(place, name, rule, "Write a number with a point, such as 0.86."))
        return None


_COSINE = "A cosine lies between -1 and 1."
_SCORE = "A rater's score lies between 0 and 10."


def _is_run(number: float) -> bool:
    return number >= 1 and number == int(number)


def _is_cosine(number: float) -> bool:
    return -1.0 <= number <= 1.0


def _is_drift(number: float) -> bool:
    return 0.0 <= number <= 2.0


def _is_score(number: float) -> bool:
    return 0.0 <= number <= _TOP_SCORE
