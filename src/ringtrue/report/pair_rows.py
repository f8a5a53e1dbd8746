"""The pairs of a study as rows: the human indices by name, the model's beside them; and the sheets made of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ringtrue.report.sheets import Sheet, cell
from ringtrue.terms import Estimate

AGGREGATED = (
    *("pair_id", "domain", "n", "pfi_001", "low", "high", "pfi_004", "pfi_equivalence", "pfi_model"),
    *("pfi_model_anchored", "pfi_combined"),
)
NOT_RATED = Estimate.absent("not rated")
PAIRS = ("pair_id", "persona", "domain", "run", "pfi_model", "stratum", "words_full", "words_compressed")


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair: what it is, how long its texts are, and what came of it.

    `pfi_001` carries its interval over raters; the three human indices are three numbers and are never averaged.
    """

    pair_id: str
    domain: str
    persona: str = ""
    run: str = ""
    n: int = 0
    pfi_001: Estimate = NOT_RATED
    pfi_004: float | None = None
    pfi_equivalence: float | None = None
    pfi_model: float | None = None
    pfi_model_anchored: float | None = None
    pfi_combined: float | None = None
    stratum: str = ""
    words_full: int | None = None
    words_compressed: int | None = None


def aggregated_sheet(rows: Sequence[PairRow]) -> Sheet:
    """RESULTS_AGG.csv: one row for each pair, empty cells where there is no number."""
    return _sheet(AGGREGATED, [_aggregated(row) for row in rows])


def pairs_sheet(rows: Sequence[PairRow]) -> Sheet:
    """PAIRS.csv: the pairs that were chosen."""
    return _sheet(PAIRS, [[getattr(row, name) for name in PAIRS] for row in rows])


def _aggregated(row: PairRow) -> list[object]:
    index = row.pfi_001
    bounds = {"pfi_001": index.value, "low": index.low, "high": index.high}
    return [bounds[name] if name in bounds else getattr(row, name) for name in AGGREGATED]


def _sheet(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Sheet:
    return Sheet(tuple(columns), tuple(tuple(cell(value) for value in row) for row in rows))
