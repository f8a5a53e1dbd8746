"""The sections a report on scenarios has beside the usual ones: categories, failures, post-conditions, judges."""

from collections.abc import Iterable, Iterator, Sequence

from ringtrue.report.escape import code, escaped, shortened
from ringtrue.report.scenarios import (
    CATEGORY_COLUMNS,
    CONDITION_COLUMNS,
    DIMENSION_COLUMNS,
    FAILURE_COLUMNS,
    Row,
    ScenarioPage,
)

Section = tuple[str, list[str]]


def scenario_sections(page: ScenarioPage, judges: Iterable[Section] = ()) -> Iterator[Section]:
    """Title and lines of each section; `judges` is what is said about the model judges."""
    figures = [f"- With unscored scenarios as zero: {escaped(page.figure)}", f"- Valid only: {escaped(page.valid)}"]
    yield "Fidelity", [*figures, f"- {escaped(page.status)}"]
    yield "By category", _table(CATEGORY_COLUMNS, page.categories, right=(1, 2, 3, 5))
    yield "By dimension", _table(DIMENSION_COLUMNS, page.dimensions, right=(1, 2, 3))
    yield from _failures(page.failures, page.failed)
    yield from judges
    if page.conditions:
        yield "Post-conditions", _table(CONDITION_COLUMNS, page.conditions, right=(2, 3))


def _failures(rows: Sequence[Row], failed: int) -> Iterator[Section]:
    if not rows:
        yield "Failures", ["None: every scenario passed."]
        return
    lines = _table(FAILURE_COLUMNS, rows, right=(1,))
    left = failed - len(rows)
    yield f"Failures ({failed})", [*lines, *([f"and {left:,} more in test_results.yaml"] if left > 0 else [])]


def _table(columns: Sequence[str], rows: Sequence[Row], *, right: Sequence[int] = ()) -> list[str]:
    rule = ["---:" if place in right else "---" for place in range(len(columns))]
    body = ([code(row[0]), *(escaped(shortened(cell, 300)) for cell in row[1:])] for row in rows)
    return [f"| {' | '.join(cells)} |" for cells in (columns, rule, *body)]
