"""The quality check of a model index: constants of dry runs, comparisons given twice, and what pfi means here."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import lgamma, log
from statistics import pstdev

from ringtrue.formats.flag import Flag
from ringtrue.formats.model_index import COSINE, HALF, OTHER, UNCLEAR, IndexRow, ModelIndex

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
