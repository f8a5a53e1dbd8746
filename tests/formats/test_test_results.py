"""test_results.yaml: the document's shape, its six post-conditions before and after writing, breaches named."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.result_rows import KEYS, PROTOCOL, WEIGHTS, head_of
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.test_results import verify_test_results, write_test_results
from ringtrue.formats.test_results_rows import ResultsHead, ScenarioRow
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Check

FIRST, SECOND = (85, 90, 80, 95, 85), (40, 50, 70, 30, 60)
WHEN = {"executed_at": "2026-02-03T04:05:06Z", "scenario_file": "scenarios.yaml", "system_prompt": "prompt.md"}


def row(name: str, scores: tuple[float, ...], cause: str | None = None, said: str = "We wait.") -> ScenarioRow:
    table = dict(zip(WEIGHTS, map(float, scores), strict=True))
    total = PROTOCOL.weighted(table)
    return ScenarioRow(name, "strategic", said, table, total, total >= 80, cause)


def written(path: Path, rows: list[ScenarioRow]) -> tuple[Check, ...]:
    return write_test_results(path, head_of(rows, **WHEN), rows, scenarios=len(rows), protocol=PROTOCOL)


def test_the_file_has_the_keys_of_the_document_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "test_results.yaml"
    rows = [row("STR-001", FIRST), row("STR-005", SECOND, "kb_gap", 'She said: "no".\nThen left: all of them.')]
    checks = written(path, rows)
    data = read_yaml(path).data
    assert list(data) == ["metadata", "aggregate_fidelity", "results"]
    assert dict(data["metadata"]) == {**WHEN, "total_scenarios": 2, "passed": 1, "failed": 1}
    assert data["aggregate_fidelity"] == pytest.approx((86.75 + 49) / 2)
    assert list(data["results"][1]) == KEYS
    assert data["results"][1]["clone_response"] == 'She said: "no".\nThen left: all of them.'
    assert list(data["results"][1]["scores"]) == list(WEIGHTS)
    assert "weighted_score: 86.75\n" in path.read_text()
    assert "weighted_score: 49.00\n" in path.read_text()
    assert "failure_classification: null\n" in path.read_text()
    assert [check.met for check in checks] == [True] * 6
    assert (checks[0].value, checks[0].limit) == (2, 2)


def test_a_scenario_that_could_not_be_scored_has_zeros_and_the_fourth_cause(tmp_path: Path) -> None:
    path = tmp_path / "test_results.yaml"
    checks = written(path, [row("STR-001", FIRST), ScenarioRow.unscored("STR-002", "strategic", "", WEIGHTS)])
    data = read_yaml(path).data
    assert data["aggregate_fidelity"] == pytest.approx(86.75 / 2)
    assert data["results"][1]["failure_classification"] == "execution_error"
    assert set(data["results"][1]["scores"].values()) == {0}
    assert "fourth" in checks[4].note


def broken(tmp_path: Path, old: str, new: str, *, foreign: bool) -> tuple[Problem, ...]:
    path = tmp_path / "test_results.yaml"
    written(path, [row("STR-001", FIRST), row("STR-005", SECOND, "kb_gap")])
    text = path.read_text()
    assert old in text
    text = text.replace(old, new)
    path.write_text(f"# from elsewhere\n{text}" if foreign else text)
    return verify_test_results(path).problems


@pytest.mark.parametrize("foreign", [False, True])
def test_the_documents_own_second_example_is_off_by_half_a_point(tmp_path: Path, foreign: bool) -> None:
    # .30 x 40 + .25 x 50 + .20 x 70 + .15 x 30 + .10 x 60 = 49.00; the document prints 48.50.
    problems = broken(tmp_path, "weighted_score: 49.00", "weighted_score: 48.50", foreign=foreign)
    wrong = problems[0]
    assert wrong.what.startswith("STR-005")
    assert wrong.value in ("48.50", "48.5")
    assert wrong.remedy == "expected 49.00"
    line = 34 + foreign
    assert wrong.place in (f"line {line}, weighted_score", f"line {line}, results[1].weighted_score")
    # and then the aggregate is off too: (86.75 + 48.50) / 2 = 67.625 beside the 67.875 that stands there
    assert [problem.remedy for problem in problems] == ["expected 49.00", "expected 67.62"]


@pytest.mark.parametrize("foreign", [False, True])
@pytest.mark.parametrize(
    ("old", "new", "said", "expected"),
    [
        ("decision_alignment: 40", "decision_alignment: 140", "STR-005: decision_alignment", "expected 0 to 100"),
        ("decision_alignment: 40", "decision_alignment: high", "STR-005: decision_alignment", "expected 0 to 100"),
        ("aggregate_fidelity: 67.875", "aggregate_fidelity: 89.4", "the aggregate", "expected 67.88"),
        ("classification: \"kb_gap\"", "classification: null", "STR-005 failed", "expected one of prompt_issue"),
        ("classification: \"kb_gap\"", "classification: bad_luck", "STR-005 failed", "expected one of prompt_issue"),
        ("passed: false", "passed: true", "STR-005: passed", "expected false"),
        ("total_scenarios: 2", "total_scenarios: 52", "total_scenarios does not fit", "expected 2"),
        ("  passed: 1\n", "  passed: 47\n", "passed does not fit", "expected 1"),
        ("\"STR-005\"", "\"STR-001\"", "STR-001 has two results, the first on line", "keep one"),
        ("weighted_score: 49.00", "weighted_score: none", "STR-005: the weighted score", "expected 49.00"),
    ],
)  # fmt: skip
def test_each_breach_is_named(tmp_path: Path, old: str, new: str, said: str, expected: str, foreign: bool) -> None:
    problems = broken(tmp_path, old, new, foreign=foreign)
    match = [problem for problem in problems if problem.what.startswith(said)]
    assert match, problems
    assert match[0].remedy.startswith(expected)
    assert match[0].place.startswith("line ")


def test_fewer_results_than_scenarios_are_a_breach(tmp_path: Path) -> None:
    path = tmp_path / "test_results.yaml"
    written(path, [row("STR-001", FIRST)])
    found = verify_test_results(path, scenarios=50)
    assert found.checks[0].met is False
    assert "1 results for 50 scenarios" in found.problems[0].what


@pytest.mark.parametrize(
    "text", ["", "results: 3\n", "[]\n", "a: b\n", "results:\n", "metadata:\n  results: 1\n", "\xff", "results: [1, 2]"]
)
def test_what_is_no_results_file_is_refused_or_full_of_problems(tmp_path: Path, text: str) -> None:
    path = tmp_path / "test_results.yaml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput):
        raise BadInput(verify_test_results(path).problems)


def test_results_that_contradict_themselves_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "test_results.yaml"
    path.write_text("what was there before")
    rows = [row("STR-005", SECOND)]  # failed, without a cause
    with pytest.raises(BadInput) as caught:
        written(path, rows)
    assert "failed and has no known cause" in str(caught.value)
    head = head_of([row("STR-001", FIRST)], **WHEN)
    with pytest.raises(BadInput):
        write_test_results(path, head, [row("STR-001", FIRST)], scenarios=2, protocol=PROTOCOL)
    wrong = ResultsHead(**WHEN, total_scenarios=1, passed=1, failed=0, aggregate_fidelity=90.0)
    with pytest.raises(BadInput):
        write_test_results(path, wrong, [row("STR-001", FIRST)], scenarios=1, protocol=PROTOCOL)
    assert path.read_text() == "what was there before"


@given(st.text(), st.lists(st.floats(0, 100), min_size=5, max_size=5))
def test_any_answer_and_any_scores_survive_writing(
    tmp_path_factory: pytest.TempPathFactory, said: str, five: list[float]
):
    path = tmp_path_factory.mktemp("any") / "test_results.yaml"
    table = dict(zip(WEIGHTS, five, strict=True))
    one = row("STR-001", tuple(five), None if PROTOCOL.weighted(table) >= 80 else "both", said)
    checks = written(path, [one])
    assert all(check.met for check in checks)
    assert (
        verify_test_results(path, scenarios=1, protocol=PROTOCOL).checks == checks
    )  # what was checked is what can be read
    data = read_yaml(path).data["results"][0]  # an independent reader finds the same
    assert data["clone_response"] == said
    assert data["passed"] is one.passed
    assert list(data["scores"].values()) == pytest.approx(five, abs=1e-11)


def test_a_file_that_does_not_hold_what_was_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("results: []")

    class Moving(type(tmp_path)):  # type: ignore[misc] # written to one place, found to be another when it is read
        def __fspath__(self) -> str:
            return str(tmp_path / "test_results.yaml")

    with pytest.raises(BadInput, match="does not hold what was written"):
        written(Moving(tmp_path / "other.yaml"), [row("STR-001", FIRST)])


def test_half_a_surrogate_pair_becomes_a_mark_of_replacement(tmp_path: Path) -> None:
    path = tmp_path / "test_results.yaml"
    written(path, [row("STR-001", FIRST, None, "a\ud800b")])
    assert read_yaml(path).data["results"][0]["clone_response"] == "a\ufffdb"


def test_many_rows_are_written_and_verified_in_flat_memory(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        def rows() -> Iterator[ScenarioRow]:
            return (row(f"STR-{place}", FIRST, said="x" * 500) for place in range(count))

        path = tmp_path / f"{count}.yaml"
        tracemalloc.start()
        write_test_results(path, head_of(rows(), **WHEN), rows(), scenarios=count, protocol=PROTOCOL)
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    assert peak(1200) - peak(300) < 900 * 100  # a row's text alone is 500
