"""Holds a results file to the document's six post-conditions, row by row in flat memory, and names every breach."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

from ringtrue.files.problems import Problems
from ringtrue.formats.scenarios import group_of
from ringtrue.formats.test_results_rows import TOLERANCE, UNSCORED
from ringtrue.terms.item import Item
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check

Place = Callable[[tuple[Any, ...], str, object, str], Problem]  # trail within the row or head, what, value, remedy

COUNTED = "every scenario has a result"
IN_RANGE = "five scores from 0 to 100 for every result"
WEIGHED = "every weighted score within .01 of its sum"
AVERAGED = "the aggregate within .01 of the mean"
CLASSIFIED = "every failure has a cause"
WRITTEN = "the file is written"
_HIGHEST = 100.0


class ResultsAudit:
    """Takes the rows of a file one by one, then its head; says what is wrong and how each post-condition stands."""

    def __init__(self, protocol: Protocol) -> None:
        """Nothing seen yet; weights, pass mark and causes are those of the protocol."""
        self._protocol = protocol
        self._weights = protocol.by_weight
        self._pass_mark = protocol.pass_mark or 0.0
        self._causes = (*(protocol.remedy.where if protocol.remedy else ()), UNSCORED)
        self.problems = Problems()
        self.count = self.passed = self.errors = 0
        self._total = 0.0
        self._broken: dict[str, int] = dict.fromkeys((IN_RANGE, WEIGHED, CLASSIFIED), 0)
        self._identities: set[str] = set()
        self._unsummed = False
        self._averaged: tuple[bool | None, float | None, float | None] = (None, None, None)
        self._counted: tuple[bool | None, int | None] = (None, None)
        self.doubled: set[str] = set()  # ids that came twice

    def take(self, row: Any, place: Place) -> None:
        """One row of results."""
        self.count += 1
        if not isinstance(row, Mapping):
            self._unsummed = True
            self._breach(IN_RANGE, place, (), "a result is a table of keys and values", row, "write scenario_id ...")
            return
        identity = identity_of(row)
        name = identity or f"result {self.count}"
        if identity:
            if identity in self._identities:
                self.doubled.add(identity)
            self._identities.add(identity)
        else:
            self._note(place, ("scenario_id",), "the result names no scenario", "", "add scenario_id")
        scores = self._scores(row, name, place)
        score = number(row.get("weighted_score"))
        self._weighted(name, scores, score, row.get("weighted_score", ""), place)
        if score is None:
            self._unsummed = True
            return
        self._total += score
        self._decision(row, name, score, place)

    def finish(self, head: Mapping[str, Any], place: Place, scenarios: int | None = None) -> None:
        """The figures above the rows; `scenarios` is how many there should be, where that is known."""
        self._aggregate(head, place)
        metadata = head.get("metadata")
        stated = metadata if isinstance(metadata, Mapping) else {}
        if metadata is None:
            self._note(place, ("metadata",), "there is no metadata", "", "add executed_at, total_scenarios ...")
        expected = {"total_scenarios": self.count, "passed": self.passed, "failed": self.count - self.passed}
        for key, count in expected.items():
            if key in stated and stated[key] != count:
                self._note(place, ("metadata", key), f"{key} does not fit the rows", stated[key], f"expected {count}")
        meant = stated.get("total_scenarios") if scenarios is None else scenarios
        self._counted = (None, None) if not isinstance(meant, int) else (self.count == meant, meant)
        if scenarios is not None and self.count != scenarios:
            what = f"there are {self.count} results for {scenarios} scenarios"
            self._note(place, ("results",), what, self.count, f"expected {scenarios}")

    def refuse_doubled(self, place: Place) -> None:
        """Say that a scenario has two results, where the rows cannot be gone through again to name it."""
        if self.doubled:
            self._note(place, ("results",), "a scenario has two results", "", "keep one result for each scenario")

    def call_roll(self, faults: Iterable[Problem]) -> None:
        """Take what calling the scenarios by name gave; whatever is wrong, not every scenario has its result."""
        before = len(self.problems)
        self.problems.extend(faults)
        if len(self.problems) > before:
            self._counted = (False, self._counted[1])

    def checks(self, *, written: bool | None = None, note: str = "") -> tuple[Check, ...]:
        """The six post-conditions; the last is for the writer of the file to say."""
        averaged, value, limit = self._averaged
        met, meant = self._counted
        fourth = f"{self.errors} as execution_error, the declared fourth value" if self.errors else ""
        return (
            Check(COUNTED, met, self.count, meant),
            Check(IN_RANGE, self._holds(IN_RANGE), note=self._breaches(IN_RANGE)),
            Check(WEIGHED, self._holds(WEIGHED), note=self._breaches(WEIGHED)),
            Check(AVERAGED, averaged, value, limit),
            Check(CLASSIFIED, self._holds(CLASSIFIED), note=self._breaches(CLASSIFIED) or fourth),
            Check(WRITTEN, written, note=note),
        )

    def _scores(self, row: Mapping[str, Any], name: str, place: Place) -> dict[str, float] | None:
        given = row.get("scores")
        if not isinstance(given, Mapping):
            remedy = f"give {', '.join(self._weights)}"
            self._breach(IN_RANGE, place, ("scores",), f"{name} has no scores", given or "", remedy)
            return None
        found: dict[str, float] = {}
        for dimension in self._weights:
            score = number(given.get(dimension))
            if score is None or not 0.0 <= score <= _HIGHEST:
                what = f"{name}: {dimension} is {'missing' if dimension not in given else 'no score from 0 to 100'}"
                trail = ("scores", dimension)
                self._breach(IN_RANGE, place, trail, what, given.get(dimension, ""), "expected 0 to 100")
            else:
                found[dimension] = score
        return found if len(found) == len(self._weights) else None

    def _weighted(
        self, name: str, scores: Mapping[str, float] | None, score: float | None, written: object, place: Place
    ) -> None:
        trail = ("weighted_score",)
        if scores is None:
            if score is None:
                self._breach(WEIGHED, place, trail, f"{name} has no weighted score", written, "add the weighted score")
            return
        expected = self._protocol.weighted(scores)
        if score is None or not abs(score - expected) < TOLERANCE:
            what = f"{name}: the weighted score is not the weighted sum of its five scores"
            self._breach(WEIGHED, place, trail, what, written, f"expected {expected:.2f}")

    def _decision(self, row: Mapping[str, Any], name: str, score: float, place: Place) -> None:
        passes = score >= self._pass_mark
        self.passed += passes
        cause = row.get("failure_classification")
        self.errors += cause == UNSCORED
        if row.get("passed") is not passes:
            expected = f"expected {str(passes).lower()}: {self._pass_mark:g} and more pass"
            self._note(place, ("passed",), f"{name}: passed does not fit its score", row.get("passed", ""), expected)
        trail = ("failure_classification",)
        if not passes and cause not in self._causes:
            expected = f"expected one of {', '.join(self._causes)}"
            self._breach(CLASSIFIED, place, trail, f"{name} failed and has no known cause", cause or "", expected)
        if passes and cause is not None:
            self._note(place, trail, f"{name} passed and has a cause of failure", cause, "expected null")

    def _aggregate(self, head: Mapping[str, Any], place: Place) -> None:
        given = number(head.get("aggregate_fidelity"))
        if self._unsummed or not self.count:
            self._averaged = (None, given, None)
            return
        mean = self._total / self.count
        met = given is not None and abs(given - mean) < TOLERANCE
        self._averaged = (met, given, mean)
        if not met:
            what = f"the aggregate is not the mean of the {self.count} weighted scores"
            written = head.get("aggregate_fidelity", "")
            self._note(place, ("aggregate_fidelity",), what, written, f"expected {mean:.2f}")

    def _breach(self, condition: str, place: Place, trail: tuple[Any, ...], what: str, value: object, why: str) -> None:
        self._broken[condition] += 1
        self._note(place, trail, what, value, why)

    def _note(self, place: Place, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> None:
        self.problems.add(place(trail, what, value, remedy))

    def _holds(self, condition: str) -> bool:
        return not self._broken[condition]

    def _breaches(self, condition: str) -> str:
        count = self._broken[condition]
        return f"{count} {'breach' if count == 1 else 'breaches'}" if count else ""


def identity_of(row: Mapping[str, Any]) -> str:
    """The scenario a row is about, empty where it names none."""
    return str(row.get("scenario_id") or "").strip()


def number(value: object) -> float | None:
    """The value as a finite number, None if it is none."""
    if type(value) is float:
        return value if isfinite(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:  # an integer of hundreds of digits
        return None
    return found if isfinite(found) else None


# Calls the roll: which scenario has no result, which result no scenario, and which has two or another type.


def roll_faults(
    file: str, rows: Iterable[tuple[Any, Place]], scenarios: Iterable[Item] | None, doubled: Collection[str]
) -> Iterator[Problem]:
    """Everything wrong with who is there; `doubled` ids come twice, and without scenarios only these are looked for."""
    first: dict[str, str] = {}  # of the doubled ones: where they came first
    types = None if scenarios is None else {item.id: str(item.tags["type"]) for item in scenarios}
    for row, place in rows:
        identity = identity_of(row) if isinstance(row, Mapping) else ""
        if not identity:
            continue  # reported already
        if identity in doubled:
            here = place(("scenario_id",), "", identity, "keep one result for each scenario").place
            if identity in first:
                what = f"{identity} has two results, the first on {first[identity].partition(',')[0]}"
                yield place(("scenario_id",), what, identity, "keep one result for each scenario")
                continue
            first[identity] = here
        if types is not None:
            yield from _compared(identity, row, types.pop(identity, None), place)
    for identity in types or ():
        yield Problem(file, "results", f"{identity} has no result", identity, "add its result")


def _compared(identity: str, row: Mapping[str, Any], kind: str | None, place: Place) -> Iterator[Problem]:
    if kind is None:
        remedy = "leave it out, or name the file of scenarios it belongs to"
        yield place(("scenario_id",), f"{identity} is not one of the scenarios", identity, remedy)
    elif group_of(row.get("scenario_type")) != kind:
        what = f"{identity} is of another type among the scenarios"
        yield place(("scenario_type",), what, row.get("scenario_type", ""), f"expected {kind}")
