"""Holds a results file to the document's six post-conditions, row by row in flat memory, and names every breach."""

from array import array
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from typing import Any

from ringtrue.files import Problems
from ringtrue.files.repetition import repeated
from ringtrue.formats.test_results_rows import CAUSES, PASSES_AT, TOLERANCE, WEIGHTS, weighted
from ringtrue.terms import Check, Problem

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

    def __init__(self) -> None:
        """Nothing seen yet."""
        self.problems = Problems()
        self.count = self.passed = self.errors = 0
        self._total = 0.0
        self._broken: dict[str, int] = dict.fromkeys((IN_RANGE, WEIGHED, CLASSIFIED), 0)
        self._identities = array("q")
        self._unsummed = False
        self._averaged: tuple[bool | None, float | None, float | None] = (None, None, None)
        self._counted: tuple[bool | None, int | None] = (None, None)
        self.doubled: frozenset[int] = frozenset()  # hashes of ids that came twice, known when all is read

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
            self._identities.append(hash(identity))
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
        told = metadata if isinstance(metadata, Mapping) else {}
        if metadata is None:
            self._note(place, ("metadata",), "there is no metadata", "", "add executed_at, total_scenarios ...")
        expected = {"total_scenarios": self.count, "passed": self.passed, "failed": self.count - self.passed}
        for key, count in expected.items():
            if key in told and told[key] != count:
                self._note(place, ("metadata", key), f"{key} does not fit the rows", told[key], f"expected {count}")
        meant = told.get("total_scenarios") if scenarios is None else scenarios
        self._counted = (None, None) if not isinstance(meant, int) else (self.count == meant, meant)
        if scenarios is not None and self.count != scenarios:
            what = f"there are {self.count} results for {scenarios} scenarios"
            self._note(place, ("results",), what, self.count, f"expected {scenarios}")
        self.doubled = frozenset(repeated(self._identities))

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
        """The six post-conditions; the last is for whoever writes the file to say."""
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
            remedy = f"give {', '.join(WEIGHTS)}"
            self._breach(IN_RANGE, place, ("scores",), f"{name} has no scores", given or "", remedy)
            return None
        found: dict[str, float] = {}
        for dimension in WEIGHTS:
            score = number(given.get(dimension))
            if score is None or not 0.0 <= score <= _HIGHEST:
                what = f"{name}: {dimension} is {'missing' if dimension not in given else 'no score from 0 to 100'}"
                trail = ("scores", dimension)
                self._breach(IN_RANGE, place, trail, what, given.get(dimension, ""), "expected 0 to 100")
            else:
                found[dimension] = score
        return found if len(found) == len(WEIGHTS) else None

    def _weighted(
        self, name: str, scores: Mapping[str, float] | None, score: float | None, written: object, place: Place
    ) -> None:
        trail = ("weighted_score",)
        if scores is None:
            if score is None:
                self._breach(WEIGHED, place, trail, f"{name} has no weighted score", written, "add the weighted score")
            return
        expected = weighted(scores)
        if score is None or not abs(score - expected) < TOLERANCE:
            what = f"{name}: the weighted score is not the weighted sum of its five scores"
            self._breach(WEIGHED, place, trail, what, written, f"expected {expected:.2f}")

    def _decision(self, row: Mapping[str, Any], name: str, score: float, place: Place) -> None:
        passes = score >= PASSES_AT
        self.passed += passes
        cause = row.get("failure_classification")
        self.errors += cause == CAUSES[-1]
        if row.get("passed") is not passes:
            expected = f"expected {str(passes).lower()}: {PASSES_AT:g} and more pass"
            self._note(place, ("passed",), f"{name}: passed does not fit its score", row.get("passed", ""), expected)
        trail = ("failure_classification",)
        if not passes and cause not in CAUSES:
            expected = f"expected one of {', '.join(CAUSES)}"
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
