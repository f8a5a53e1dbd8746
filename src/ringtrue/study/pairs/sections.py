"""The report of a pair study: its pairs as rows, and sections on criteria, pairs, model index and domains."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ringtrue.report.csv_tables import Sheet, cell
from ringtrue.report.number_format import interval_of, value_of
from ringtrue.report.section import Block, Figure, Section, Table, Text, columns
from ringtrue.terms.number import figure
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check, Estimate, Result


def is_pair_study(protocol: Protocol) -> bool:
    """Whether the outputs of pairs can be made: pairs are asked about, and the human indices computed."""
    return "pair" in protocol.kinds and {"pfi_001", "pfi_004", "pfi_equivalence", "domain"} <= set(protocol.measures)


# The pairs of a study as rows: the human indices by name, the model's beside them; and the sheets made of them.


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


# The sections of a pair study's report: pair by pair, human against model, domains, criteria.


EXPLORATORY_BELOW = 30  # pairs
SECTIONS = ("criteria", "pairs", "model", "domains", "grades")
_ANSWERS = {True: "met", False: "not met", None: "inconclusive with this many ratings"}


def pairs_sections(
    result: Result,
    rows: Sequence[PairRow],
    figures: Mapping[str, Figure],
    grades: Mapping[tuple[str, str], Estimate] | None = None,
) -> dict[str, Section]:
    """Each section by its name in a protocol's `report`.

    `figures` are pictures by name: pairs, model, domains; `grades` by question, speaker. A result holds
    the three human indices under their own names, and so does every table here.
    """
    sections = {
        "criteria": ("Criteria and conclusion", _criteria(result)),
        "pairs": ("Pair by pair", _pairs(rows, figures)),
        "model": ("Human against model", _model(result, figures)),
        "domains": ("Domains", _domains(result, figures)),
    }
    if grades:
        sections["grades"] = "Both texts graded", _grades(grades)
    return {name: Section(name, title, tuple(blocks)) for name, (title, blocks) in sections.items()}


def conclusion(checks: Sequence[Check]) -> str:
    """The one overall conclusion if every criterion is met, else how many are not and that there is none."""
    if not checks:
        return "There are no criteria, so there is no overall conclusion."
    if all(check.met is True for check in checks):
        return "All criteria are met: people's judgment supports the index for pairs and raters like these."
    unmet = sum(check.met is False for check in checks)
    open_checks = sum(check.met is None for check in checks)
    parts = [f"{unmet} not met" if unmet else "", f"{open_checks} inconclusive" if open_checks else ""]
    return f"There is no overall conclusion: of {len(checks)} criteria {' and '.join(filter(None, parts))}."


def _criteria(result: Result) -> Iterator[Block]:
    head = columns("criterion", "answer", "value", "limit", "note", numbers=("value", "limit"))
    rows = (
        (one.name, _ANSWERS[one.met], figure(one.value, beside=one.limit), figure(one.limit), one.note)
        for one in result.checks
    )
    yield Table(head, tuple(rows))
    yield Text(conclusion(result.checks), "strong")
    yield Text("An answer needs the whole interval on one side of the limit. By the values alone see the checks below.")


_INDICES = ("pfi_001", "over raters", "pfi_004", "pfi_equivalence", "model", "anchored", "combined")


def _pairs(rows: Sequence[PairRow], figures: Mapping[str, Figure]) -> Iterator[Block]:
    yield from _picture(figures, "pairs")
    head = columns("pair", "domain", "n", *_INDICES, numbers=("n", *_INDICES), names=("pair",))
    yield Table(head, tuple(map(_pair, rows)))
    yield Text(
        "pfi_001, pfi_004 and pfi_equivalence are three indices of the same answers and are not averaged. The "
        "interval of a single pair holds for other raters of this pair."
    )


def _pair(row: PairRow) -> tuple[str, ...]:
    numbers = (row.pfi_004, row.pfi_equivalence, row.pfi_model, row.pfi_model_anchored, row.pfi_combined)
    first = row.pair_id, row.domain, str(row.n), value_of(row.pfi_001), interval_of(row.pfi_001)
    return *first, *map(figure, numbers)


def _model(result: Result, figures: Mapping[str, Figure]) -> Iterator[Block]:
    yield from _picture(figures, "model")
    names = {
        "r": "Pearson, Fisher interval",
        "r_bootstrap": "Pearson, bootstrap interval",
        "r_p": "p of r by Student's t",
        "r_permutation_p": "p of r by permutation",
        "rho": "Spearman",
        "pfi_model": "mean model index",
        "pfi_model_anchored": "the same between floor and ceiling",
        "pfi_combined": "mean of model and human index",
        "pfi_combined_anchored": "the same with the anchored model index",
    }
    yield _estimates(result, names)
    pairs = result.estimates["r"].n if "r" in result.estimates else 0
    if pairs < EXPLORATORY_BELOW:
        few = f"Under {EXPLORATORY_BELOW} a correlation shows a direction and proves nothing."
        yield Text(f"{pairs} pairs. {few}", title="Exploratory:")


def _domains(result: Result, figures: Mapping[str, Figure]) -> Iterator[Block]:
    yield from _picture(figures, "domains")
    found = {name: name.removeprefix("domain_") for name in result.estimates if name.startswith("domain_")}
    yield _estimates(result, found)
    if "order_p" in result.estimates:
        test, p = result.estimates["order_l"], result.estimates["order_p"]
        if p.value is None:
            yield Text(f"The expected order could not be tested: {p.reason or ''}.")
        else:
            numbers = f"L = {figure(test.value)}, one-sided p = {figure(p.value)}"
            yield Text(f"Page's test of the expected order: {numbers} ({p.method}).")


def _grades(grades: Mapping[tuple[str, str], Estimate]) -> Iterator[Block]:
    yield Text(
        "Every rater graded each text of a pair; the indices use the grades of the text they preferred, after "
        '"hard to tell" the mean of both.'
    )
    head = columns(
        *("question", "text of", "mean", "95 % interval", "n", "note"), numbers=("mean", "n"), names=("question",)
    )
    rows = (
        (question, speaker, value_of(found), interval_of(found), str(found.n), found.reason or "")
        for (question, speaker), found in sorted(grades.items())
    )
    yield Table(head, tuple(rows))


def _estimates(result: Result, names: Mapping[str, str]) -> Table:
    head = columns(
        *("estimate", "what it is", "value", "95 % interval", "n", "note"), numbers=("value", "n"), names=("estimate",)
    )
    chosen = ((name, meaning, result.estimates[name]) for name, meaning in names.items() if name in result.estimates)
    rows = (
        (name, meaning, value_of(found), interval_of(found), str(found.n), found.reason or "")
        for name, meaning, found in chosen
    )
    return Table(head, tuple(rows))


def _picture(figures: Mapping[str, Figure], name: str) -> Iterator[Block]:
    if name in figures:
        yield figures[name]
