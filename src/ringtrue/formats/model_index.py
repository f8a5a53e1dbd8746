"""The model index of compressed personas as a table: what each row measured, and which rows to believe."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, lgamma, log
from pathlib import Path
from statistics import pstdev

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.problems import Problems, nearest
from ringtrue.formats.flag import Flag
from ringtrue.terms.problem import Problem

HALF = "half the cosine of embeddings, half the mean score of model raters (0-10) divided by 10"
COSINE = "the plain cosine of embeddings"
OTHER = "neither the cosine nor half cosine and half rater scores"
UNCLEAR = "the cosine, or half cosine and half rater scores: both fit these rows"

Key = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One comparison of a regime's answer with the full persona's; `line` is where it is in the file."""

    line: int
    persona: str
    regime: str
    domain: str
    run: int
    cosine: float
    scores: tuple[float | None, ...] = ()  # by rater, in the order of ModelIndex.raters
    pfi: float | None = None
    drift: float | None = None
    decimals: int = 15  # digits the cosine was written with, which says how exactly it can be compared

    @property
    def key(self) -> Key:
        """What was compared."""
        return self.persona, self.regime, self.domain, self.run

    @property
    def measured(self) -> tuple[float | None, ...]:
        """Everything somebody measured: the cosine and the score of each rater."""
        return self.cosine, *self.scores

    @property
    def half(self) -> float | None:
        """The index by half cosine and half rater scores; None without a score."""
        known = [score for score in self.scores if score is not None]
        return 0.5 * (self.cosine + sum(known) / len(known) / 10) if known else None


@dataclass(frozen=True, slots=True)
class ModelIndex:
    """The rows of one file with what a quality check has to say about them.

    `definition` says what the file calls pfi. Rows flagged constant, and those a later row of the same comparison
    takes the place of, stay in `rows` and are not in `believed`.
    """

    file: str
    raters: tuple[str, ...]
    rows: tuple[IndexRow, ...]
    definition: str
    flags: tuple[Flag, ...] = ()

    @property
    def believed(self) -> Mapping[Key, IndexRow]:
        """For each comparison the last row that is not a constant of a dry run."""
        constant = {line for flag in self.flags if flag.kind == "constant" for line in flag.lines}
        return {row.key: row for row in self.rows if row.line not in constant}

    @property
    def notes(self) -> tuple[str, ...]:
        """The flags as sentences."""
        return tuple(flag.sentence() for flag in self.flags)


# The quality check of a model index: constants of dry runs, comparisons given twice, and what pfi means here.


_CHANCE = 1e-3  # how improbable equal rows must be before they are called a constant
_LEAST_SPREAD = 0.02  # of honest cosines; they vary far more, so this errs toward not flagging
_DENSITY = 0.4  # the peak of a normal density of spread 1
_LARGEST_TOLERANCE = 0.006  # cells rounded to two decimals still have to agree this well


def checked(file: str, raters: tuple[str, ...], rows: Sequence[IndexRow]) -> ModelIndex:
    """The rows with everything the check found."""
    constant = _constant(rows)
    real = [row for row in rows if row.line not in constant]
    definition, odd = _definition(real or rows)
    flags = [
        *_about_constants(file, rows, constant),
        *_about_repeats(file, real),
        *_about_definition(file, definition, odd),
        *_about_drift(file, rows),
    ]
    return ModelIndex(file, raters, tuple(rows), definition, tuple(flags))


def _constant(rows: Sequence[IndexRow]) -> set[int]:
    """Lines of rows whose measurements are the same on more comparisons than chance explains.

    Two different texts do not have one cosine to the last digit, nor one score from every rater. How often they agree
    by rounding alone depends on the digits written: with cosines of spread s written in steps of r, a value comes up
    with a chance of at most .4 r/s. A value that k of the n comparisons of one persona and regime share is a constant
    when k or more agreeing by chance is less probable than one in a thousand.
    """
    if not rows:
        return set()
    spread = max(pstdev({row.cosine for row in rows}), _LEAST_SPREAD)
    step = 10.0 ** -max(row.decimals for row in rows)
    chance = min(1.0, _DENSITY * step / spread)
    groups: dict[tuple[str, str], list[IndexRow]] = defaultdict(list)
    for row in rows:
        groups[row.persona, row.regime].append(row)
    found: set[int] = set()
    for group in groups.values():
        compared = len({row.key for row in group})
        sharing: dict[tuple[float | None, ...], set[tuple[str, str, str, int]]] = defaultdict(set)
        for row in group:
            sharing[row.measured].add(row.key)
        constants = {
            measured
            for measured, keys in sharing.items()
            if len(keys) > 1 and log(len(sharing)) + _log_bound(len(keys), compared, chance) < log(_CHANCE)
        }
        found |= {row.line for row in group if row.measured in constants}
    return found


def _log_bound(agreeing: int, compared: int, chance: float) -> float:
    """Logarithm of a bound, C(n, k) q^k, on the probability that k or more of n agree on a value of chance q."""
    ways = lgamma(compared + 1) - lgamma(agreeing + 1) - lgamma(compared - agreeing + 1)
    return ways + agreeing * log(chance)


def _about_constants(file: str, rows: Sequence[IndexRow], constant: set[int]) -> Iterator[Flag]:
    if constant:
        values = {(row.persona, row.regime, row.measured) for row in rows if row.line in constant}
        what = (
            f"{len(constant)} of {len(rows)} rows are constant: the same cosine and scores on different items "
            f"({len(values)} sets of values), as a dry run writes them. They are not measurements."
        )
        yield Flag("constant", file, what, tuple(sorted(constant)))


def _about_repeats(file: str, rows: Sequence[IndexRow]) -> Iterator[Flag]:
    """Comparisons that stand more than once among the rows that are measurements."""
    by_key: dict[tuple[str, str, str, int], list[IndexRow]] = defaultdict(list)
    for row in rows:
        by_key[row.key].append(row)
    for (persona, regime, domain, run), same in by_key.items():
        if len(same) < 2:
            continue
        alike = len({(row.measured, row.pfi) for row in same}) == 1
        how = "with the same values" if alike else "with different values; the last one counts"
        what = f"A duplicate: {persona} {regime} {domain} run {run} is there {len(same)} times, {how}."
        yield Flag("duplicate", file, what, tuple(row.line for row in same))


def _definition(rows: Sequence[IndexRow]) -> tuple[str, list[int]]:
    """What pfi is in this file: the definition most rows fit, and the lines of those that do not."""
    given = [row for row in rows if row.pfi is not None]
    if not given:
        return COSINE, []
    fits = {row.line: _fitting(row) for row in given}
    counts = Counter(name for found in fits.values() for name in found)
    if not counts:
        return OTHER, []
    best = max((HALF, COSINE), key=lambda name: counts[name])
    if counts[HALF] == counts[COSINE]:
        best = UNCLEAR
    odd = [line for line, found in fits.items() if best not in found] if best != UNCLEAR else []
    return best, odd


def _fitting(row: IndexRow) -> set[str]:
    meant = {HALF: row.half, COSINE: row.cosine}
    return {
        name
        for name, value in meant.items()
        if value is not None and row.pfi is not None and abs(value - row.pfi) <= _tolerance(row)
    }


def _tolerance(row: IndexRow) -> float:
    """How far a number computed from the cosine may be off: a step of the last digit written."""
    return min(_LARGEST_TOLERANCE, max(1e-9, 10.0**-row.decimals))


def _about_definition(file: str, definition: str, odd: Sequence[int]) -> Iterator[Flag]:
    yield Flag("definition", file, f"pfi is {definition}.")
    if odd:
        yield Flag("other definition", file, f"pfi is something else in {len(odd)} rows.", tuple(odd))


def _about_drift(file: str, rows: Sequence[IndexRow]) -> Iterator[Flag]:
    odd = [row.line for row in rows if row.drift is not None and abs(1.0 - row.cosine - row.drift) > _tolerance(row)]
    if odd:
        yield Flag("drift", file, f"The drift is not 1 - cosine in {len(odd)} rows.", tuple(odd))


# Read a model-index CSV: persona, regime, domain, run, cosine of embeddings, rater scores, index, drift.


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
