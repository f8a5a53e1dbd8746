"""Rows and figures of a results file, beside exact fractions: weights, the limit at 80, the aggregate."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.result_rows import KEYS
from ringtrue.formats.test_results_rows import (
    CAUSES,
    PASSES_AT,
    WEIGHTS,
    ResultsHead,
    ScenarioRow,
    as_dict,
    head_of,
    texts_of,
    weighted,
)

# As the document has them, in hundredths.
EXACT = {
    "decision_alignment": Fraction(30, 100),
    "reasoning_quality": Fraction(25, 100),
    "voice_accuracy": Fraction(20, 100),
    "value_preservation": Fraction(15, 100),
    "persona_accuracy": Fraction(10, 100),
}
WHEN = {"executed_at": "2026-02-03T04:05:06Z", "scenario_file": "s.yaml", "system_prompt": "p.md"}
TENTHS = st.integers(0, 1000)


def row(score: float, passed: bool = False) -> ScenarioRow:
    return ScenarioRow("STR-1", "strategic", "We wait.", dict.fromkeys(WEIGHTS, score), score, passed, None)


def test_the_weights_are_those_of_the_document_the_heaviest_first() -> None:
    assert list(WEIGHTS) == list(EXACT)
    assert sum(EXACT.values()) == 1
    assert pytest.approx({name: float(weight) for name, weight in EXACT.items()}, abs=0) == WEIGHTS


def test_the_weighted_score_of_two_examples_by_hand() -> None:
    # .30 x 85 + .25 x 90 + .20 x 80 + .15 x 95 + .10 x 85 = 25.5 + 22.5 + 16 + 14.25 + 8.5 = 86.75
    assert weighted(dict(zip(EXACT, (85, 90, 80, 95, 85), strict=True))) == 86.75
    # .30 x 40 + .25 x 50 + .20 x 70 + .15 x 30 + .10 x 60 = 12 + 12.5 + 14 + 4.5 + 6 = 49
    assert weighted(dict(zip(EXACT, (40, 50, 70, 30, 60), strict=True))) == 49.0


@given(st.lists(TENTHS, min_size=5, max_size=5))
def test_a_weighted_score_is_on_the_side_of_the_limit_its_exact_sum_is_on(tenths: list[int]) -> None:
    scores = dict(zip(EXACT, (one / 10 for one in tenths), strict=True))
    exact = sum(EXACT[name] * Fraction(one, 10) for name, one in zip(EXACT, tenths, strict=True))
    assert weighted(scores) == float(exact)  # rounded to twelve decimals, tenths and hundredths come out exactly
    assert (weighted(scores) >= PASSES_AT) == (exact >= 80)


@given(st.floats(0, 100))
def test_five_equal_scores_weigh_what_each_does(score: float) -> None:
    assert weighted(dict.fromkeys(WEIGHTS, score)) == pytest.approx(score, abs=1e-11)


def test_a_dimension_that_lacks_is_not_taken_for_zero() -> None:
    with pytest.raises(KeyError, match="voice_accuracy"):
        weighted({name: 50.0 for name in WEIGHTS if name != "voice_accuracy"})


def test_scores_nobody_knows_weigh_nothing() -> None:
    assert weighted(dict.fromkeys(WEIGHTS, 50.0) | {"charm": 1e9}) == 50.0


def test_a_scenario_without_a_score_has_zeros_and_its_cause() -> None:
    found = ScenarioRow.unscored("STR-2", "stress", "")
    assert dict(found.scores) == dict.fromkeys(EXACT, 0.0)
    assert (found.weighted_score, found.passed, found.failure_classification) == (0.0, False, "execution_error")
    assert CAUSES == ("prompt_issue", "kb_gap", "both", "execution_error")


def test_the_figures_over_all_rows() -> None:
    # (86.75 + 49) / 2 = 67.875
    found = head_of(iter([row(86.75, True), row(49.0)]), **WHEN)
    assert found == ResultsHead(**WHEN, total_scenarios=2, passed=1, failed=1, aggregate_fidelity=67.875)


def test_no_rows_have_an_aggregate_of_nothing() -> None:
    assert head_of([], **WHEN) == ResultsHead(**WHEN, total_scenarios=0, passed=0, failed=0, aggregate_fidelity=0.0)


@given(st.lists(st.tuples(st.integers(0, 400), st.booleans()), min_size=1, max_size=30), st.randoms())
def test_neither_the_order_of_rows_nor_a_second_copy_changes_the_aggregate(
    quarters: list[tuple[int, bool]], rng: object
) -> None:
    rows = [row(one / 4, passed) for one, passed in quarters]  # quarters add up exactly
    mixed = list(rows)
    rng.shuffle(mixed)  # type: ignore[attr-defined]
    first = head_of(rows, **WHEN)
    assert first == head_of(mixed, **WHEN)
    twice = head_of(rows + mixed, **WHEN)
    assert twice.aggregate_fidelity == first.aggregate_fidelity
    assert (twice.passed, twice.failed) == (2 * first.passed, 2 * first.failed)
    exact = sum(Fraction(one, 4) for one, _ in quarters) / len(quarters)
    assert first.aggregate_fidelity == pytest.approx(float(exact), abs=1e-12)


def test_keys_stand_in_the_order_of_the_document() -> None:
    mixed = dict(reversed(list(dict.fromkeys(WEIGHTS, 1.0).items()))) | {"charm": 3.0}
    found = as_dict(ScenarioRow("STR-1", "stress", "We wait.", mixed, 1.0, False, "both"))
    assert list(found) == KEYS
    assert list(found["scores"]) == list(EXACT)
    names = ("executed_at", "scenario_file", "system_prompt", "total_scenarios", "passed", "failed")
    assert tuple(name for name, _ in texts_of(head_of([], **WHEN))) == names
