"""A run of scenarios as plain lines and rows: the figure, its categories, dimensions and failures with causes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from ringtrue.report.number_format import interval_of, shown, value_of
from ringtrue.report.section import Column, Points, Section, Table, Text, columns
from ringtrue.terms.number import MISSING, figure, is_whole
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check, Estimate, Result
from ringtrue.terms.text import code, escaped, plain

AGGREGATE, VALID = "aggregate_fidelity", "aggregate_valid"  # without a score as zero, and left out
SCORE = "weighted_score"
PLACE, FLOOR, CEILING = "fidelity_place", "fidelity_floor", "fidelity_ceiling"  # between the controls
PROVISIONAL = "provisional"
MOST_FAILURES = 500  # a longer table nobody reads; test_results.yaml has every scenario
# A mean is that of the scenarios scored; one without a score has not passed.
CATEGORY_COLUMNS = ("category", "scenarios", "scored", "mean of scored", "95 % interval", "passed")
DIMENSION_COLUMNS = ("dimension", "weight", "scored", "mean of scored", "95 % interval")
FAILURE_COLUMNS = ("failure", "score", "cause", "primary dimension", "note")
CONDITION_COLUMNS = ("post-condition", "holds", "value", "expected", "note")
SIZE = "at least 50 scenarios"  # the protocol's rule that a trial breaks
_ANSWERS = {True: "yes", False: "NO", None: "inconclusive"}

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
    sound: tuple[str, ...] = ()  # where the clone stands between controls, and what a sound verdict lacks

    @property
    def holding(self) -> str:
        """How many of the post-conditions hold, in words."""
        held = sum(row[1] == _ANSWERS[True] for row in self.conditions)
        return f"{held} of {len(self.conditions)} post-conditions hold"


def scenario_page(
    protocol: Protocol, result: Result, types: Sequence[str], conditions: Sequence[Check] = ()
) -> ScenarioPage:
    """The rows of a result by its protocol; `types` are those of its scenarios, in the result's order."""
    aggregate, valid = result.estimates[AGGREGATE], result.estimates[VALID]
    tally = _Tally()
    failures = nsmallest(MOST_FAILURES, tally.failed(zip(result.items, types, strict=True)), key=_by_score)
    return ScenarioPage(
        figure=f"{value_of(aggregate)} of 100 (95 % interval {interval_of(aggregate)}; target {protocol.target})",
        status=_status(protocol, result, aggregate),
        valid=f"{value_of(valid)} over the {tally.scored} of {len(result.items)} scenarios that have a score",
        categories=tuple(_categories(result, tally)),
        dimensions=tuple(_dimension(name, weight, result) for name, weight in protocol.by_weight.items()),
        failures=tuple(_failure(row, protocol.pass_mark) for row in failures),
        failed=tally.count.total() - tally.passed.total(),
        conditions=tuple(map(_condition, conditions)),
        trial=trial(result),
        sound=tuple(_about_sound(result)),
    )


def trial(result: Result) -> str:
    """What to know before the verdict where there are fewer scenarios than the protocol asks for."""
    if not any(check.name == SIZE and check.met is False for check in result.checks):
        return ""
    return (
        f"This is a trial: it has {result.counts.get('items', len(result.items))} scenarios, and the protocol asks for "
        f"{SIZE}. The verdict shows how a run works; it is none on the clone."
    )


def _status(protocol: Protocol, result: Result, aggregate: Estimate) -> str:
    """The protocol's word on the figure, in one sentence."""
    words = protocol.target.word(aggregate.value or 0.0) if protocol.target else ""
    tier = result.bands.get(AGGREGATE, {}).get("value", "")
    sound = "" if result.verdict.label == result.sound_verdict.label else f"; by sound numbers {_sound(result)}"
    return plain(f"{result.verdict.label}: {words}{f' (tier: {tier})' if tier else ''}{sound}")


def _sound(result: Result) -> str:
    return result.sound_verdict.label if result.sound_verdict.label.isupper() else f"it is {result.sound_verdict.label}"


def _about_sound(result: Result) -> Iterator[str]:
    """Where the controls were scored and the clone between them; and what a provisional verdict waits for."""
    floor, ceiling, place = (result.estimates.get(name) for name in (FLOOR, CEILING, PLACE))
    if floor is not None and floor.value is not None:
        person = "" if ceiling is None or ceiling.value is None else f", the person's own answers {value_of(ceiling)}"
        yield f"Controls: the judges give the generic speaker {value_of(floor)}{person}"
    if place is not None and place.value is not None:
        yield f"Place between them: {value_of(place)}, {interval_of(place)}; 0 is generic, 100 the person"
    if result.sound_verdict.label == PROVISIONAL:
        yield f"Sound verdict provisional: {plain('; '.join(result.sound_verdict.reasons[-1:]))}"


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
            self.scored += row.get(SCORE) is not None
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
    together = _category("all", count.total(), passed.total(), estimates[VALID])
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
    score = row.get(SCORE)
    return score is None, score or 0.0, str(row["id"])


def _failure(row: Mapping[str, Any], pass_mark: float | None) -> Row:
    cause = str(row.get("cause") or "")
    confirmed = row.get("cause_confirmed")
    if confirmed:
        by = f"by {row.get('cause_confirmed_by', 'a person')}"
        cause = f"{cause} (confirmed {by})" if confirmed == cause else f"{confirmed} {by}, rules: {cause}"
    note = "; ".join(str(row[key]) for key in ("unscored", "cause_confirmed_why") if row.get(key))
    score = row.get(SCORE)
    primary = "" if score is None else plain(row.get("primary") or "")
    return plain(row["id"]), figure(score, beside=pass_mark), plain(cause), primary, plain(note)


def _condition(check: Check) -> Row:
    whole = is_whole(check.value) and is_whole(check.limit)
    value, limit = (shown(check.value), shown(check.limit)) if whole else (figure(check.value), figure(check.limit))
    return check.name, _ANSWERS[check.met], value, limit, check.note


# The sections a report on scenarios has beside the usual ones: categories, failures, post-conditions.


SECTIONS = ("fidelity", "categories", "dimensions", "failures", "conditions")


def scenario_sections(page: ScenarioPage) -> dict[str, Section]:
    """Each section by its name in a protocol's `report`."""
    figures = (f"With unscored scenarios as zero: {page.figure}", f"Valid only: {page.valid}", page.status, *page.sound)
    sections = {
        "fidelity": Section("fidelity", "Fidelity", (Points(figures),)),
        "categories": _section("categories", "By category", CATEGORY_COLUMNS, page.categories, (1, 2, 3, 5)),
        "dimensions": _section("dimensions", "By dimension", DIMENSION_COLUMNS, page.dimensions, (1, 2, 3)),
        "failures": _failures(page.failures, page.failed),
    }
    if page.conditions:
        sections["conditions"] = _section(
            "conditions", "Post-conditions", CONDITION_COLUMNS, page.conditions, (2, 3), named=False
        )
    return sections


def _failures(rows: Sequence[Row], failed: int) -> Section:
    if not rows:
        return Section("failures", "Failures", (Text("None: every scenario passed."),))
    left = failed - len(rows)
    head = columns(*FAILURE_COLUMNS, numbers=("score",))
    head = (Column(head[0].title, "item"), *head[1:])
    more = f"and {left:,} more in test_results.yaml" if left > 0 else ""
    return Section("failures", f"Failures ({failed})", (Table(head, tuple(rows), more=more, long=True),))


def _section(
    name: str, title: str, heads: Sequence[str], rows: Sequence[Row], right: Sequence[int], *, named: bool = True
) -> Section:
    numbers = [heads[place] for place in right]
    head = columns(*heads, numbers=numbers, names=heads[:1] if named else ())
    return Section(name, title, (Table(head, tuple(rows)),))


# The advice after a round of scenarios as a Markdown page, from its JSON form.


MOST_NAMED = 30
_PRIORITIES = {
    "P0": "P0: first, or the figure says little",
    "P1": "P1: what failed",
    "P2": "P2: what passed and holds the figure down",
}


def advice_markdown(advice: Mapping[str, Any], subject: str) -> str:
    """The page: is another round needed, how the rounds went, and what to fix in which order."""
    return "\n".join(_lines(advice, subject)) + "\n"


def _lines(advice: Mapping[str, Any], subject: str) -> Iterator[str]:
    yield f"# Round {advice['iteration']}: what to do next for {escaped(subject)}"
    yield ""
    yield ("**Escalate.** " if advice["escalate"] else "") + escaped(advice["why"])
    yield ""
    yield from _rounds(advice)
    for priority, title in _PRIORITIES.items():
        chosen = [fix for fix in advice["fixes"] if fix["priority"] == priority]
        if chosen:
            yield f"## {title}"
            yield ""
            for fix in chosen:
                yield from _fix(fix)
            yield ""
    if not advice["fixes"]:
        yield "Nothing to fix: every scenario reached the target."


def _rounds(advice: Mapping[str, Any]) -> Iterator[str]:
    if not advice["earlier"]:
        return
    for number, one in enumerate(advice["earlier"], 1):
        yield f"- Round {number}: {figure(one['aggregate'])} ({escaped(one['folder'])})"
    yield f"- Round {advice['iteration']}: {figure(advice[AGGREGATE])}"
    change = advice["change"]
    if change:
        estimate = Estimate(**{key: value for key, value in change.items() if key in Estimate.__dataclass_fields__})
        yield f"- Change on the same scenarios: {_change(estimate)}"
    yield ""


def _change(estimate: Estimate) -> str:
    if estimate.value is None:
        return escaped(estimate.reason)
    known = f"95 % interval {interval_of(estimate)}" if estimate.low is not None else escaped(estimate.reason)
    return f"{figure(estimate.value, digits=2)} points ({known}), {estimate.n} scenarios"


def _fix(fix: Mapping[str, Any]) -> Iterator[str]:
    names = [code(name) for name in fix["scenarios"][:MOST_NAMED]]
    more = len(fix["scenarios"]) - len(names)
    gain = "" if fix["gain"] is None else f"; at 100 there it would add {fix['gain']:.2f} points to the aggregate"
    about = f"{fix['dimension']}, {fix['where']}" if fix["dimension"] else "no score"
    count = len(fix["scenarios"])
    yield f"- **{about}** ({count} scenario{'s' if count > 1 else ''}{gain}). {escaped(fix['action'])}"
    yield f"  {', '.join(names)}{f' and {more} more' if more > 0 else ''}"
