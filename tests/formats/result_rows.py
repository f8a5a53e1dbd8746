"""What the document of a results file asks for, for the tests of its rows and of the whole."""

from collections.abc import Iterable

from ringtrue.formats.test_results_rows import ResultsHead, ScenarioRow
from ringtrue.protocols.loader import load

PROTOCOL = load("scenarios")
WEIGHTS = PROTOCOL.by_weight
CAUSES = ("prompt_issue", "kb_gap", "both", "execution_error")

KEYS = [
    "scenario_id",
    "scenario_type",
    "clone_response",
    "scores",
    "weighted_score",
    "passed",
    "failure_classification",
]  # of one result, in their order


def head_of(rows: Iterable[ScenarioRow], *, executed_at: str, scenario_file: str, system_prompt: str) -> ResultsHead:
    """The figures over some rows."""
    count = passed = 0
    total = 0.0
    for row in rows:
        count += 1
        passed += row.passed
        total += row.weighted_score
    mean = round(total / max(count, 1), 12)
    return ResultsHead(executed_at, scenario_file, system_prompt, count, passed, count - passed, mean)
