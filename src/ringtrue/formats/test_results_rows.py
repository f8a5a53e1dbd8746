"""What test_results.yaml holds: one row for each scenario, the figures over all, and the weights they rest on."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_WEIGHTS = {
    "voice_accuracy": 0.20,
    "persona_accuracy": 0.10,
    "decision_alignment": 0.30,
    "reasoning_quality": 0.25,
    "value_preservation": 0.15,
}
WEIGHTS = dict(sorted(_WEIGHTS.items(), key=lambda entry: -entry[1]))  # the heaviest first, as the file has them
CAUSES = ("prompt_issue", "kb_gap", "both", "execution_error")
PASSES_AT = 80.0
TOLERANCE = 0.01
DIGITS = 12  # decimals a sum is rounded to before it meets a limit, and those a file has


class ScenarioRow(NamedTuple):
    """The result of one scenario; one that could not be scored has zeros and the cause execution_error."""

    scenario_id: str
    scenario_type: str
    clone_response: str
    scores: Mapping[str, float]
    weighted_score: float
    passed: bool
    failure_classification: str | None

    @classmethod
    def unscored(cls, scenario_id: str, scenario_type: str, clone_response: str) -> "ScenarioRow":
        """The row of a scenario whose call failed: zero, as the document asks, and never without its cause."""
        zeros = dict.fromkeys(WEIGHTS, 0.0)
        return cls(scenario_id, scenario_type, clone_response, zeros, 0.0, False, CAUSES[-1])


class ResultsHead(NamedTuple):
    """The figures that stand above the rows."""

    executed_at: str
    scenario_file: str
    system_prompt: str
    total_scenarios: int
    passed: int
    failed: int
    aggregate_fidelity: float


def weighted(scores: Mapping[str, float]) -> float:
    """The weighted score of five dimensions."""
    return round(sum([weight * scores[name] for name, weight in WEIGHTS.items()]), DIGITS)


def head_of(rows: Iterable[ScenarioRow], *, executed_at: str, scenario_file: str, system_prompt: str) -> ResultsHead:
    """The figures over a stream of rows."""
    count = passed = 0
    total = 0.0
    for row in rows:
        count += 1
        passed += row.passed
        total += row.weighted_score
    aggregate = round(total / count, DIGITS) if count else 0.0
    return ResultsHead(executed_at, scenario_file, system_prompt, count, passed, count - passed, aggregate)


def as_written(figure: float) -> float:
    """The number that stands in the file for a figure."""
    return round(figure, DIGITS)


def as_dict(row: ScenarioRow) -> dict[str, Any]:
    """The row as the document writes it, keys in its order."""
    return {
        "scenario_id": row.scenario_id,
        "scenario_type": row.scenario_type,
        "clone_response": row.clone_response,
        "scores": {name: row.scores[name] for name in WEIGHTS},
        "weighted_score": as_written(row.weighted_score),
        "passed": row.passed,
        "failure_classification": row.failure_classification,
    }


def texts_of(head: ResultsHead) -> Iterator[tuple[str, Any]]:
    """The keys of metadata, in the document's order."""
    for name in ("executed_at", "scenario_file", "system_prompt", "total_scenarios", "passed", "failed"):
        yield name, getattr(head, name)
