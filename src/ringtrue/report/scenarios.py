"""A run of scenarios as plain lines and rows: the figure, its categories, dimensions and failures with causes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from ringtrue.formats.test_results_rows import WEIGHTS
from ringtrue.report.cells import shown
from ringtrue.report.escape import plain
from ringtrue.report.figures import MISSING, figure, interval_of, is_whole, value_of
from ringtrue.terms import Check, Estimate, Result

TARGET = "93 to 97"
MOST_FAILURES = 500  # a longer table nobody reads; test_results.yaml has every scenario
# A mean is that of the scenarios scored; one without a score has not passed.
CATEGORY_COLUMNS = ("category", "scenarios", "scored", "mean of scored", "95 % interval", "passed")
DIMENSION_COLUMNS = ("dimension", "weight", "scored", "mean of scored", "95 % interval")
FAILURE_COLUMNS = ("failure", "score", "cause", "primary dimension", "note")
CONDITION_COLUMNS = ("post-condition", "holds", "value", "expected", "note")
SIZE = "at least 50 scenarios"  # the protocol's rule that a trial breaks
_ANSWERS = {True: "yes", False: "NO", None: "cannot be told"}

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioPage:
    """What to print about a run, top to bottom; texts are one line each and free of control characters."""

    figure: str
    status: str
    valid: str
    categories: tuple[Row, ...]
    dimensions: tuple[Row, ...]
    failures: tuple[Row, ...]  # the worst of them, at most MOST_FAILURES
    failed: int
    conditions: tuple[Row, ...]
    trial: str = ""  # what a run of too few scenarios is worth

    @property
    def holding(self) -> str:
        """How many of the post-conditions hold, in words."""
        held = sum(row[1] == _ANSWERS[True] for row in self.conditions)
        return f"{held} of {len(self.conditions)} post-conditions hold"


def scenario_page(result: Result, types: Sequence[str], conditions: Sequence[Check] = ()) -> ScenarioPage:
    """The rows of a result; `types` are those of its scenarios, in the result's order."""
    aggregate, valid = result.estimates["aggregate_fidelity"], result.estimates["aggregate_valid"]
    tally = _Tally()
    failures = nsmallest(MOST_FAILURES, tally.failed(zip(result.items, types, strict=True)), key=_by_score)
    return ScenarioPage(
        figure=f"{value_of(aggregate)} of 100 (95 % interval {interval_of(aggregate)}; target {TARGET})",
        status=_status(result, aggregate),
        valid=f"{value_of(valid)} over the {tally.scored} of {len(result.items)} scenarios that have a score",
        categories=tuple(_categories(result, tally)),
        dimensions=tuple(_dimension(name, weight, result) for name, weight in WEIGHTS.items()),
        failures=tuple(map(_failure, failures)),
        failed=tally.count.total() - tally.passed.total(),
        conditions=tuple(map(_condition, conditions)),
        trial=trial(result),
    )


def trial(result: Result) -> str:
    """What to know before the verdict where there are fewer scenarios than the protocol asks for."""
    if not any(check.name == SIZE and check.met is False for check in result.checks):
        return ""
    return (
        f"This is a trial: it has {result.counts.get('items', len(result.items))} scenarios, and the protocol asks for "
        f"{SIZE}. The verdict shows how a run works; it is none on the clone."
    )


def _status(result: Result, aggregate: Estimate) -> str:
    """The document's word on the figure, in one sentence."""
    value = aggregate.value or 0.0
    words = (
        "below target, another round is needed"
        if value < 93
        else "above target, look for answers learnt by heart"
        if value > 97
        else "on target"
    )
    tier = result.bands.get("aggregate_fidelity", {}).get("value", "")
    sound = "" if result.verdict.label == result.sound_verdict.label else f"; by sound numbers {_sound(result)}"
    return plain(f"{result.verdict.label}: {words}{f' (tier: {tier})' if tier else ''}{sound}")


def _sound(result: Result) -> str:
    return result.sound_verdict.label if result.sound_verdict.label.isupper() else f"it {result.sound_verdict.label}"


class _Tally:
    """What is counted of scenarios as they go by, by type."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.scored = 0

    def failed(self, rows: Iterable[tuple[Mapping[str, Any], str]]) -> Iterator[Mapping[str, Any]]:
        """Those that did not pass, of rows with their types; all are counted."""
        for row, name in rows:
            self.count[name] += 1
            self.scored += row.get("weighted_score") is not None
            if row.get("passed"):
                self.passed[name] += 1
            else:
                yield row


def _categories(result: Result, tally: _Tally) -> list[Row]:
    """A row for each type of scenario, and one for all."""
    count, passed, estimates = tally.count, tally.passed, result.estimates
    rows = [
        _category(name, count[name], passed[name], estimates.get(f"type_{name}")) for name in sorted(count, key=_order)
    ]
    together = _category("all", count.total(), passed.total(), estimates["aggregate_valid"])
    return [*rows, together] if len(rows) > 1 else rows


def _order(name: str) -> tuple[int, str]:
    known = ("strategic", "tactical", "people", "stress")
    return (known.index(name) if name in known else len(known), name)


def _category(name: str, count: int, passed: int, mean: Estimate | None) -> Row:
    figures = ("0", MISSING, MISSING) if mean is None else (str(mean.n), value_of(mean), interval_of(mean))
    return plain(name) or "no type", str(count), *figures, f"{passed}/{count}"


def _dimension(name: str, weight: float, result: Result) -> Row:
    mean = result.estimates[name]
    return name, f"{weight:.2f}".lstrip("0"), str(mean.n), value_of(mean), interval_of(mean)


def _by_score(row: Mapping[str, Any]) -> tuple[bool, float, str]:
    """Lowest first; what has no score comes after what has one."""
    score = row.get("weighted_score")
    return score is None, score or 0.0, str(row["id"])


def _failure(row: Mapping[str, Any]) -> Row:
    cause = str(row.get("cause") or "")
    confirmed = row.get("cause_confirmed")
    if confirmed:
        by = f"by {row.get('cause_confirmed_by', 'a person')}"
        cause = f"{cause} (confirmed {by})" if confirmed == cause else f"{confirmed} {by}, rules: {cause}"
    note = "; ".join(str(row[key]) for key in ("unscored", "cause_confirmed_why") if row.get(key))
    score = row.get("weighted_score")
    primary = "" if score is None else plain(row.get("primary") or "")
    return plain(row["id"]), figure(score, beside=80.0), plain(cause), primary, plain(note)


def _condition(check: Check) -> Row:
    whole = is_whole(check.value) and is_whole(check.limit)
    value, limit = (shown(check.value), shown(check.limit)) if whole else (figure(check.value), figure(check.limit))
    return check.name, _ANSWERS[check.met], value, limit, check.note
