"""Everything about a panel at once, by question."""

import numpy as np
import pytest

from judge.model.samples import protocol_named
from ringtrue import stats
from ringtrue.judge.model.panel import Take, agreement, panel_estimates, takes_of
from ringtrue.terms import Rating

VALUES = {"a": [80.0, 60.0, 40.0, 90.0], "b": [70.0, 65.0, 30.0, 95.0], "c": [85.0, 50.0, 45.0, 70.0]}


def takes(question: str = "voice_accuracy") -> list[Take]:
    return [
        Take(judge, "model", (f"i{place}", "clone"), question, value)
        for judge, column in VALUES.items()
        for place, value in enumerate(column)
    ]


def test_agreement_is_krippendorff_over_the_means_of_takes() -> None:
    again = [Take(take.judge, "model", take.row, take.question, take.value + 4) for take in takes()]
    table = np.column_stack(list(VALUES.values())) + 2
    expected = stats.krippendorff_alpha(table, "interval")
    found = agreement([*takes(), *again])
    assert found.value == pytest.approx(expected.value)
    assert found.low == pytest.approx(expected.low)


def test_people_are_not_part_of_the_panel_s_agreement() -> None:
    person = [Take("p", "person", take.row, take.question, 0.0) for take in takes()]
    assert agreement([*takes(), *person]) == agreement(takes())


def test_one_judge_has_no_agreement_but_a_reason() -> None:
    found = agreement([take for take in takes() if take.judge == "a"])
    assert found.value is None
    assert "at least 2" in (found.reason or "")


def test_every_question_gets_its_own_numbers_and_no_number_is_silent() -> None:
    found = panel_estimates([*takes(), *takes("decision_alignment")])
    assert {name for name in found if name.endswith("_decision_alignment")} == {
        f"{statistic}_decision_alignment" for statistic in ("agreement", "noise", "noise_sd", "error_correlation")
    }
    assert {name for name in found if name.startswith("residuals_voice_accuracy")} == {
        f"residuals_voice_accuracy_{pair}" for pair in ("a_b", "a_c", "b_c")
    }
    assert all(estimate.value is not None or estimate.reason for estimate in found.values())
    assert panel_estimates([]) == {}


def test_swapped_pairs_get_position_bias_from_ratings_and_what_was_given() -> None:
    order, turned = ("full", "compressed"), ("compressed", "full")
    rows = [
        (Rating("j", item, "voice", value, "compressed", "model"), given, way)
        for item, value, given, way in [
            ("1", -1.0, -1.0, order),  # A in both orders: a bias of 1
            ("1", 1.0, -1.0, turned),
            ("2", 2.0, 2.0, order),  # the compressed one in both: none
            ("2", 2.0, -2.0, turned),
        ]
    ]
    found = panel_estimates(takes_of(rows, protocol_named("pairs")))
    assert found["position_bias_voice"].value == pytest.approx(0.5)
    assert found["swap_consistency_voice"].value == pytest.approx(0.5)
    assert "position_bias_vibe" not in found
