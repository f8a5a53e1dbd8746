"""The six post-conditions, each broken alone: named, counted, and nothing else is blamed."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.result_rows import CAUSES, PROTOCOL, WEIGHTS
from ringtrue.formats.test_results_audit import (
    AVERAGED,
    CLASSIFIED,
    COUNTED,
    IN_RANGE,
    WEIGHED,
    WRITTEN,
    ResultsAudit,
    number,
    roll_faults,
)
from ringtrue.terms.item import Item
from ringtrue.terms.problem import Problem

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
# Five scores of s weigh s, since the weights add up to 1.


def row(name: str = "STR-1", score: float = 90.0, **changes: Any) -> dict[str, Any]:
    """A sound row of five equal scores, with some changes; `...` takes a key away."""
    passed = score >= 80
    sound = {
        "scenario_id": name,
        "scores": dict.fromkeys(WEIGHTS, score),
        "weighted_score": score,
        "passed": passed,
        "failure_classification": None if passed else "both",
    }
    return {key: value for key, value in (sound | changes).items() if value is not ...}


def place(trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
    return Problem("r.yaml", ".".join(map(str, trail)), what, str(value), remedy)


def audited(
    rows: list[Any], aggregate: object = ..., metadata: object = ..., scenarios: int | None = None
) -> ResultsAudit:
    """The audit of rows below a head that fits five equal scores of 90, unless another is given."""
    audit = ResultsAudit(PROTOCOL)
    for one in rows:
        audit.take(one, place)
    told = {"total_scenarios": len(rows)} if metadata is ... else metadata
    head = {"aggregate_fidelity": 90.0 if aggregate is ... else aggregate, "metadata": told}
    audit.finish({key: value for key, value in head.items() if value is not None}, place, scenarios)
    audit.refuse_doubled(place)
    return audit


def met(audit: ResultsAudit) -> dict[str, bool | None]:
    return {check.name: check.met for check in audit.checks(written=True)}


def broken(audit: ResultsAudit) -> list[str]:
    return [name for name, holds in met(audit).items() if holds is not True]


def said(audit: ResultsAudit) -> list[tuple[str, str]]:
    assert all(problem.remedy for problem in audit.problems)
    return [(problem.place, problem.what) for problem in audit.problems]


def test_a_sound_file_meets_all_six() -> None:
    audit = audited([row("A", 100.0), row("B", 80.0)])
    assert list(met(audit)) == [COUNTED, IN_RANGE, WEIGHED, AVERAGED, CLASSIFIED, WRITTEN]
    assert broken(audit) == []
    assert said(audit) == []
    assert (audit.count, audit.passed, audit.errors) == (2, 2, 0)
    counted, _, _, averaged, _, _ = audit.checks()
    assert (counted.value, counted.limit) == (2, 2)
    assert (averaged.value, averaged.limit) == (90.0, 90.0)


def test_whether_the_file_is_written_is_for_others_to_say() -> None:
    audit = audited([row()])
    assert audit.checks()[-1].met is None
    assert audit.checks(written=False, note="disk full")[-1].note == "disk full"


@pytest.mark.parametrize("score", [-0.01, 100.01, None, "90", True, float("nan"), float("inf"), 10**400, [90]])
@pytest.mark.parametrize("dimension", WEIGHTS)
def test_a_score_is_a_number_from_0_to_100(dimension: str, score: object) -> None:
    audit = audited([row(scores=dict.fromkeys(WEIGHTS, 90.0) | {dimension: score})])
    assert broken(audit) == [IN_RANGE]
    assert said(audit) == [(f"scores.{dimension}", f"STR-1: {dimension} is no score from 0 to 100")]


@pytest.mark.parametrize("score", [0, 0.0, 100, 100.0])
def test_both_ends_are_scores(score: float) -> None:
    audit = audited([row(score=score)], aggregate=score)
    assert broken(audit) == []


def test_a_missing_dimension_is_called_missing() -> None:
    audit = audited([row(scores={name: 90.0 for name in WEIGHTS if name != "voice_accuracy"})])
    assert said(audit) == [("scores.voice_accuracy", "STR-1: voice_accuracy is missing")]


@pytest.mark.parametrize("scores", [..., None, 90.0, [90.0] * 5])
def test_a_row_without_scores_breaks_one_condition(scores: object) -> None:
    audit = audited([row(scores=scores)])
    assert broken(audit) == [IN_RANGE]
    assert said(audit) == [("scores", "STR-1 has no scores")]


@pytest.mark.parametrize(("off", "holds"), [(0.0, True), (0.0099, True), (-0.0099, True), (0.0101, False), (-5, False)])
def test_a_weighted_score_may_be_off_by_less_than_a_hundredth(off: float, holds: bool) -> None:
    audit = audited([row(weighted_score=90.0 + off)], aggregate=90.0 + off)
    assert met(audit)[WEIGHED] is holds
    assert [problem.remedy for problem in audit.problems] == ([] if holds else ["expected 90.00"])


@pytest.mark.parametrize("score", [..., None, "90", True, float("nan"), 10**400])
def test_without_a_weighted_score_the_mean_cannot_be_told(score: object) -> None:
    audit = audited([row("A"), row("B", weighted_score=score)])
    assert met(audit)[WEIGHED] is False
    assert met(audit)[AVERAGED] is None
    assert len(audit.problems) == 1


@pytest.mark.parametrize("odd", [None, 3, "row", ["row"]])
def test_a_row_that_is_no_table_leaves_the_mean_untold_too(odd: object) -> None:
    audit = audited([row("A"), odd])
    assert met(audit)[AVERAGED] is None
    assert met(audit)[IN_RANGE] is False
    assert said(audit) == [("", "a result is a table of keys and values")]


@pytest.mark.parametrize(("aggregate", "holds"), [(90.0, True), (90.0099, True), (90.0101, False), (None, False)])
def test_the_aggregate_is_the_mean(aggregate: object, holds: bool) -> None:
    audit = audited([row("A", 100.0), row("B", 80.0)], aggregate=aggregate)
    assert met(audit)[AVERAGED] is holds
    assert [problem.remedy for problem in audit.problems] == ([] if holds else ["expected 90.00"])


def test_no_rows_have_no_mean() -> None:
    audit = audited([], aggregate=0.0)
    assert met(audit)[AVERAGED] is None
    assert broken(audit) == [AVERAGED]


@pytest.mark.parametrize("cause", [None, "bad_luck", ..., ["both"], ""])
def test_a_failure_has_a_known_cause(cause: object) -> None:
    audit = audited([row(score=79.99, failure_classification=cause)], aggregate=79.99)
    assert broken(audit) == [CLASSIFIED]
    assert said(audit) == [("failure_classification", "STR-1 failed and has no known cause")]


@pytest.mark.parametrize("cause", CAUSES)
def test_each_of_the_four_causes_will_do(cause: str) -> None:
    audit = audited([row(score=50.0, failure_classification=cause)], aggregate=50.0)
    assert broken(audit) == []
    assert audit.errors == (cause == "execution_error")
    assert ("fourth" in audit.checks()[4].note) == (cause == "execution_error")


def test_what_passed_has_no_cause_and_says_that_it_passed() -> None:
    assert said(audited([row(failure_classification="both")])) == [
        ("failure_classification", "STR-1 passed and has a cause of failure")
    ]
    for wrong in (False, None, "true", 1):
        assert said(audited([row(passed=wrong)])) == [("passed", "STR-1: passed does not fit its score")]
    assert audited([row(score=80.0)], aggregate=80.0).passed == 1
    assert audited([row(score=79.996)], aggregate=79.996).passed == 0  # no rounding up to a pass


def test_breaches_are_counted_in_words() -> None:
    bad = dict.fromkeys(WEIGHTS, 101.0)
    assert audited([row("A", scores=bad)]).checks()[1].note == "5 breaches"
    assert audited([row("A", weighted_score=50.0)], aggregate=50.0).checks()[2].note == "1 breach"


@pytest.mark.parametrize("name", ["", "  ", None, ...])
def test_a_row_without_a_name_is_called_by_its_number(name: object) -> None:
    audit = audited([row("A"), row(scenario_id=name, passed=False)])
    assert said(audit) == [
        ("scenario_id", "the result names no scenario"),
        ("passed", "result 2: passed does not fit its score"),
    ]


def test_a_scenario_has_one_result() -> None:
    assert said(audited([row("A"), row(" A ")])) == [("results", "a scenario has two results")]
    assert said(audited([row("A"), row("a")])) == []
    assert said(audited([row(1), row("1")])) == [("results", "a scenario has two results")]  # type: ignore[arg-type]


def test_whatever_the_roll_finds_breaks_the_first_condition() -> None:
    audit = audited([row("A"), row("B")], scenarios=2)
    audit.call_roll(())
    assert broken(audit) == []
    audit.call_roll([Problem("r.yaml", "results", "C has no result", "C", "add its result")])
    assert broken(audit) == [COUNTED]
    assert said(audit) == [("results", "C has no result")]


def test_the_figures_of_the_head_fit_the_rows() -> None:
    told = {"total_scenarios": 3, "passed": 2, "failed": 1}
    audit = audited([row("A", 100.0), row("B", 80.0), row("C", 0.0)], aggregate=60.0, metadata=told)
    assert said(audit) == []
    wrong = audited([row()], metadata={"total_scenarios": 2, "passed": 0, "failed": 1})
    assert [problem.remedy for problem in wrong.problems] == ["expected 1", "expected 1", "expected 0"]
    assert met(wrong)[COUNTED] is False


def test_how_many_there_should_be_is_asked_first_and_then_told() -> None:
    audit = audited([row()], scenarios=50)
    assert met(audit)[COUNTED] is False
    assert said(audit) == [("results", "there are 1 results for 50 scenarios")]
    assert met(audited([row()], metadata={}))[COUNTED] is None
    assert met(audited([row()], metadata={"total_scenarios": "one"}))[COUNTED] is None
    assert said(audited([row()], metadata=None)) == [("metadata", "there is no metadata")]


@pytest.mark.parametrize(
    ("value", "found"),
    [(3, 3.0), (-2.5, -2.5), (0, 0.0), (True, None), ("3", None), (None, None), ([], None), (10**308, 1e308)],
)
def test_only_numbers_are_numbers(value: object, found: float | None) -> None:
    assert number(value) == found


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 10**309, -(10**4000)])
def test_what_cannot_be_counted_with_is_no_number(value: float) -> None:
    assert number(value) is None


KEYS = ("scenario_id", "scores", "weighted_score", "passed", "failure_classification", *WEIGHTS)


@given(
    st.lists(JSON | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6), max_size=4),
    st.dictionaries(st.sampled_from(["aggregate_fidelity", "metadata", "results"]), JSON, max_size=3),
)
def test_nothing_is_too_odd_to_be_audited(rows: list[Any], head: dict[str, Any]) -> None:
    audit = ResultsAudit(PROTOCOL)
    for one in rows:
        audit.take(one, place)
    audit.finish(head, place)
    assert len(audit.checks()) == 6
    assert audit.count == len(rows)
    if rows:
        assert len(audit.problems) > 0  # no row made by chance is sound


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100), st.booleans()), max_size=12), st.randoms())
def test_the_order_of_rows_changes_no_check(made: list[tuple[int, int, bool]], rng: object) -> None:
    rows = [
        row(f"S{n}", float(score), weighted_score=float(written), passed=passed)
        for n, (score, written, passed) in enumerate(made)
    ]
    mixed = list(rows)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = audited(rows), audited(mixed)
    assert one.checks() == other.checks()
    assert (one.passed, one.errors, len(one.problems)) == (other.passed, other.errors, len(other.problems))
    assert one.passed == sum(written >= 80 for _, written, _ in made)


# Results and scenarios called by name: the missing, the foreign, the doubled and the mistaken are each named.


Row = tuple[str, str]  # id and type


def scenarios(rows: Iterable[Row]) -> Iterator[Item]:
    return (Item(name, "scenario", "Sail?", tags={"type": kind}) for name, kind in rows)


def rows_of(rows: Iterable[Row]) -> Iterator[tuple[Any, Any]]:
    for row, (name, kind) in enumerate(rows, 1):

        def place(trail: tuple[Any, ...], what: str, value: object, remedy: str, line: int = row) -> Problem:
            return Problem("r.yaml", f"line {line}, {'.'.join(trail)}", what, str(value), remedy)

        yield {"scenario_id": name, "scenario_type": kind}, place


def said_test_results_roll(results: list[Row], of: list[Row] | None) -> list[tuple[str, str]]:
    names = [name.strip() for name, _ in results]
    doubled = {name for name in names if names.count(name) > 1}
    found = list(roll_faults("r.yaml", rows_of(results), None if of is None else scenarios(of), doubled))
    assert all(problem.remedy for problem in found)
    return [(problem.place, problem.what) for problem in found]


A, B, C = ("STR-1", "strategic"), ("TAC-1", "tactical"), ("PEO-1", "people")


@pytest.mark.parametrize("results", [[A, B, C], [C, B, A], [B, C, A]])
def test_the_order_is_free(results: list[Row]) -> None:
    assert said_test_results_roll(results, [A, B, C]) == []


def test_everything_wrong_is_named() -> None:
    foreign = ("STR-9", "strategic")
    assert said_test_results_roll([A, foreign, A, ("TAC-1", "stress")], [A, B, C]) == [
        ("line 2, scenario_id", "STR-9 is not one of the scenarios"),
        ("line 3, scenario_id", "STR-1 has two results, the first on line 1"),
        ("line 4, scenario_type", "TAC-1 is of another type among the scenarios"),
        ("results", "PEO-1 has no result"),
    ]


def test_without_scenarios_only_the_doubled_are_named() -> None:
    assert said_test_results_roll([A, B, A, A], None) == [
        ("line 3, scenario_id", "STR-1 has two results, the first on line 1"),
        ("line 4, scenario_id", "STR-1 has two results, the first on line 1"),
    ]


def test_a_type_may_be_written_in_portuguese() -> None:
    assert said_test_results_roll([("STR-1", "Estratégico")], [A]) == []
    assert len(said_test_results_roll([("STR-1", "")], [A])) == 1


def test_rows_that_are_none_or_name_nobody_are_told_elsewhere() -> None:
    rows = [("text", None), ({"scenario_id": " "}, None)]
    assert list(roll_faults("r.yaml", rows, None, ())) == []  # type: ignore[arg-type]


kinds = st.sampled_from(["strategic", "tactical"])
rolls = st.dictionaries(st.text("abc", min_size=1, max_size=2), kinds, max_size=8)


@given(rolls, rolls, st.randoms())
def test_each_difference_is_one_fault(results: dict[str, str], of: dict[str, str], draw: Any) -> None:
    shuffled = list(results.items())
    draw.shuffle(shuffled)
    differing = sum(results.get(name) != of.get(name) for name in {*results, *of})
    assert len(said_test_results_roll(shuffled, list(of.items()))) == differing
