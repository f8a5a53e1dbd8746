"""The sections a report on scenarios has beside the usual ones: categories, failures, post-conditions, judges."""

from collections.abc import Iterator, Mapping, Sequence

from ringtrue.report.escape import code, escaped, shortened
from ringtrue.report.figures import interval_of, value_of
from ringtrue.report.scenarios import (
    CATEGORY_COLUMNS,
    CONDITION_COLUMNS,
    DIMENSION_COLUMNS,
    FAILURE_COLUMNS,
    Row,
    ScenarioPage,
)
from ringtrue.terms import Estimate

ONE_JUDGE = (
    "One judge, asked once: nothing is known of its noise or of other judges. `--repeats 2` measures the one, a second "
    "`--judge` the other, people who rate some of the scenarios both."
)
Section = tuple[str, list[str]]


def scenario_sections(page: ScenarioPage, judging: Mapping[str, Estimate] | None = None) -> Iterator[Section]:
    """Title and lines of each section."""
    figures = [f"- With unscored scenarios as zero: {escaped(page.figure)}", f"- Valid only: {escaped(page.valid)}"]
    yield "Fidelity", [*figures, f"- {escaped(page.status)}"]
    yield "By category", _table(CATEGORY_COLUMNS, page.categories, right=(1, 2, 3, 5))
    yield "By dimension", _table(DIMENSION_COLUMNS, page.dimensions, right=(1, 2, 3))
    yield from _failures(page.failures, page.failed)
    if judging:
        known = {name: one for name, one in judging.items() if one.value is not None}
        rows = [(name, value_of(one), interval_of(one), str(one.n), _note(one)) for name, one in known.items()]
        table = _table(("estimate", "value", "95 % interval", "n", "note"), rows, right=(1, 3))
        yield "How far the judges can be trusted", [*(table if rows else [ONE_JUDGE]), *_unknown(judging)]
    if page.conditions:
        yield "Post-conditions", _table(CONDITION_COLUMNS, page.conditions, right=(2, 3))


def _failures(rows: Sequence[Row], failed: int) -> Iterator[Section]:
    if not rows:
        yield "Failures", ["None: every scenario passed."]
        return
    lines = _table(FAILURE_COLUMNS, rows, right=(1,))
    left = failed - len(rows)
    yield f"Failures ({failed})", [*lines, *([f"and {left:,} more in test_results.yaml"] if left > 0 else [])]


def _unknown(judging: Mapping[str, Estimate]) -> Iterator[str]:
    """Why some numbers are not there, each reason once."""
    reasons: dict[str, list[str]] = {}
    for name, one in judging.items():
        if one.value is None:
            reasons.setdefault(one.reason or "", []).append(name)
    for reason, names in reasons.items():
        named = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        yield ""
        yield f"No value for {escaped(named)}: {escaped(reason)}."


def _note(estimate: Estimate) -> str:
    return estimate.reason or estimate.method


def _table(columns: Sequence[str], rows: Sequence[Row], *, right: Sequence[int] = ()) -> list[str]:
    rule = ["---:" if place in right else "---" for place in range(len(columns))]
    body = ([code(row[0]), *(escaped(shortened(cell, 300)) for cell in row[1:])] for row in rows)
    return [f"| {' | '.join(cells)} |" for cells in (columns, rule, *body)]
