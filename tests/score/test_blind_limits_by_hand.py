"""Blind studies that land exactly on a limit, or have something missing, worked out on paper (SPEC B8, B10-B13, A5).

With D decision, E edge, S style, T style_tone and Q = 100 - identified the dimensions (two parts to one) weighed give
    composite = .30 (2D+E)/3 + .25 (2S+Q)/3 + .25 (2D+S)/3 + .10 (2T+E)/3 + .10 E = (22D + 14E + 15S + 5Q + 4T) / 60.
Every study here is unanimous, so categories are what `blind_study` is asked for; what is not asked for is 100.
"""

from typing import Any

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import band
from studies import all_dimensions, deciding, scored_blind

BLIND = load("blind")


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (100, "exceptional"),
        (94, "exceptional"),
        (93.999, "target met"),
        (90, "target met"),
        (89.999, "acceptable"),
        (80, "acceptable"),
        (79.999, "needs improvement"),
        (70, "needs improvement"),
        (69.999, "failing"),
        (0, "failing"),
        (None, "inconclusive"),
    ],
)
def test_bands_reach_from_their_least_value_up_to_the_next(value: float | None, label: str) -> None:
    assert BLIND.bands is not None
    assert band(BLIND.bands, value) == label


# 94: D=90 E=90, rest 100: (1980 + 1260 + 1500 + 500 + 400) / 60 = 5640 / 60.
# 93.999: the same with rhetoric 6249/6250 = 99.984, so S = 100 - .25 x .016 = 99.996 and 15 x .004 / 60 = .001 less.
# 90: D=88 E=76: (1936 + 1064 + 2400) / 60 = 5400 / 60.     89.6333: D=87: 22/60 less.
# 90 again: D=90 E=80 Q=80: (1980 + 1120 + 1500 + 400 + 400) / 60 = 5400 / 60.
# 80: everything 80.     79.75: the same with identified 23 instead of 20: 5 x 3 / 60 less.
# 80 again: D=80 E=70 Q=70 S=T=90: (1760 + 980 + 1350 + 350 + 360) / 60 = 4800 / 60.
# 70: everything 70.
COMPOSITES: list[tuple[dict[str, Any], float, str]] = [
    ({"decisions": [(9, 10)], "edges": (9, 10)}, 94, "exceptional"),
    ({"decisions": [(9, 10)], "edges": (9, 10), "style": {"rhetoric": (6249, 6250)}}, 93.999, "target met"),
    ({"decisions": [(22, 25)], "edges": (19, 25)}, 90, "target met"),
    ({"decisions": [(87, 100)], "edges": (19, 25)}, 90 - 22 / 60, "acceptable"),
    ({"decisions": [(9, 10)], "edges": (4, 5), "identified": (1, 5)}, 90, "target met"),
    (
        {"decisions": [(4, 5)], "edges": (4, 5), "identified": (1, 5), "style": all_dimensions(4, 5)},
        80,
        "acceptable",
    ),
    (
        {"decisions": [(4, 5)], "edges": (4, 5), "identified": (23, 100), "style": all_dimensions(4, 5)},
        79.75,
        "needs improvement",
    ),
    (
        {"decisions": [(4, 5)], "edges": (7, 10), "identified": (3, 10), "style": all_dimensions(9, 10)},
        80,
        "acceptable",
    ),
    (
        {"decisions": [(7, 10)], "edges": (7, 10), "identified": (3, 10), "style": all_dimensions(7, 10)},
        70,
        "needs improvement",
    ),
]


@pytest.mark.parametrize(("study", "composite", "label"), COMPOSITES)
def test_a_study_that_lands_on_a_limit_is_in_the_band_above(
    study: dict[str, Any], composite: float, label: str
) -> None:
    result = scored_blind(**study)
    assert result.estimates["composite"].value == pytest.approx(composite, abs=1e-9)
    assert result.bands["composite"]["value"] == label


def test_a_composite_of_exactly_90_passes() -> None:
    # D=88 E=76: content 84, linguistic 100, reasoning 92, emotional 92, paradox 76; all categories pass.
    result = scored_blind(decisions=[(22, 25)], edges=(19, 25))
    assert result.verdict.label == "PASS"
    assert any("composite >= 90" in reason for reason in result.verdict.reasons)


def test_another_composite_of_exactly_90_passes_too() -> None:
    # D=90 E=80 Q=80: content 86.67, linguistic 93.33, reasoning 93.33, emotional 93.33, paradox 80: 5400 / 60 = 90.
    assert scored_blind(decisions=[(9, 10)], edges=(4, 5), identified=(1, 5)).verdict.label == "PASS"


def test_a_composite_just_under_90_passes_on_condition() -> None:
    # D=87 E=76: 89.63; nothing under 75, no category conditional.
    assert scored_blind(decisions=[(87, 100)], edges=(19, 25)).verdict.label == "CONDITIONAL PASS"


def test_a_composite_of_exactly_80_does_not_fail() -> None:
    # Everything 80: every dimension 80, every category passes (style at its limit).
    result = scored_blind(decisions=[(4, 5)], edges=(4, 5), identified=(1, 5), style=all_dimensions(4, 5))
    assert [result.status[category] for category in ("quote", "decision", "style", "edge")] == ["pass"] * 4
    assert result.verdict.label == "CONDITIONAL PASS"


def test_another_composite_of_exactly_80_does_not_fail_either() -> None:
    # D=80 E=70 Q=70 S=T=90: content 76.67, linguistic 83.33, reasoning 83.33, emotional 83.33, paradox 70 (one under
    # 75); edge alone conditional: 4800 / 60 = 80.
    result = scored_blind(decisions=[(4, 5)], edges=(7, 10), identified=(3, 10), style=all_dimensions(9, 10))
    assert result.verdict.label == "CONDITIONAL PASS"


def test_a_composite_under_80_fails_and_says_so() -> None:
    # Everything 80 but identified 23: 79.75.
    result = scored_blind(decisions=[(4, 5)], edges=(4, 5), identified=(23, 100), style=all_dimensions(4, 5))
    assert result.verdict.label == "FAIL"
    assert deciding(result) == ["composite < 80 (composite 79.75)"]


def test_two_dimensions_at_exactly_75_are_not_under_it() -> None:
    # E=75 T=75: S = .20 x 75 + 80 = 95; emotional (150 + 75)/3 = 75, paradox 75; composite (2200 + 1050 + 1425 + 500
    # + 300) / 60 = 91.25.
    result = scored_blind(edges=(3, 4), style={"tone": (3, 4)})
    assert result.estimates["emotional"].value == 75
    assert result.estimates["paradox"].value == 75
    assert result.estimates["composite"].value == pytest.approx(91.25)
    assert result.verdict.label == "PASS"


def test_one_dimension_under_75_keeps_a_high_composite_from_passing() -> None:
    # E=70: paradox 70, content 90, emotional 90; composite (2200 + 980 + 2400) / 60 = 93; edge alone conditional.
    result = scored_blind(edges=(7, 10))
    assert result.estimates["composite"].value == pytest.approx(93)
    assert result.verdict.label == "CONDITIONAL PASS"


def test_two_dimensions_under_75_fail() -> None:
    # E=70 T=75: paradox 70, emotional (150 + 70)/3 = 73.33; S=95; composite (2200 + 980 + 1425 + 500 + 300)/60 = 90.08;
    # no category fails.
    result = scored_blind(edges=(7, 10), style={"tone": (3, 4)})
    assert result.estimates["composite"].value == pytest.approx(5405 / 60)
    assert result.verdict.label == "FAIL"
    (reason,) = deciding(result)
    assert reason.startswith("default(content < 75, 0) +")


def test_a_dimension_at_exactly_60_passes_on_no_condition_though_it_is_not_under_60() -> None:
    # E=60: paradox 60, content and emotional 86.67; composite (2200 + 840 + 2400) / 60 = 90.67; edge conditional. A
    # conditional pass needs every dimension over 60 (B13).
    result = scored_blind(edges=(3, 5))
    assert result.estimates["paradox"].value == 60
    assert result.status["edge"] == "conditional"
    assert result.verdict.label == "FAIL"
    needed = "CONDITIONAL PASS would need min(content, linguistic, reasoning, emotional, paradox) > 60"
    assert any(reason.startswith(needed) for reason in result.verdict.reasons)


def test_a_dimension_just_over_60_passes_on_condition() -> None:
    # E=61: paradox 61; composite (2200 + 854 + 2400) / 60 = 90.9; paradox alone under 75, edge alone conditional.
    assert scored_blind(edges=(61, 100)).verdict.label == "CONDITIONAL PASS"


def test_a_dimension_under_60_fails_though_no_category_does() -> None:
    # S=T=65, identified 52: linguistic (130 + 48)/3 = 59.33; style and quote conditional; composite (2200 + 1400 + 975
    # + 240 + 260) / 60 = 84.58.
    result = scored_blind(identified=(13, 25), style=all_dimensions(13, 20))
    assert result.verdict.label == "FAIL"
    (reason,) = deciding(result)
    assert reason.startswith("content < 60 or ")
    assert "linguistic 59.33" in reason


def test_two_conditional_categories_fail() -> None:
    # D=74, identified 50: content and reasoning 82.67, linguistic 83.33; composite (1628 + 1400 + 1500 + 250 + 400)/60
    # = 86.3; nothing under 75, no category fails; two are conditional.
    result = scored_blind(decisions=[(37, 50)], identified=(1, 2))
    assert result.estimates["composite"].value == pytest.approx(86.3)
    assert (result.status["quote"], result.status["decision"]) == ("conditional", "conditional")
    assert result.verdict.label == "FAIL"
    assert any("CONDITIONAL PASS would need" in reason for reason in result.verdict.reasons)


def test_one_conditional_category_does_not_keep_a_composite_of_90_from_passing() -> None:
    # D=74 alone: content and reasoning 82.67, rest 100; (1628 + 1400 + 2400) / 60 = 90.47: PASS is asked before.
    result = scored_blind(decisions=[(37, 50)])
    assert result.status["decision"] == "conditional"
    assert result.verdict.label == "PASS"


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ((39, 100), "pass"),
        ((2, 5), "conditional"),
        ((11, 20), "conditional"),  # 55 is not over 55
        ((22, 40), "conditional"),
        ((56, 100), "fail"),
    ],
)
def test_the_quote_category_passes_under_40_and_fails_over_55(found: tuple[int, int], status: str) -> None:
    assert scored_blind(identified=found).status["quote"] == status


@pytest.mark.parametrize(
    ("category", "study", "status"),
    [
        ("decision", {"decisions": [(3, 4)]}, "pass"),
        ("decision", {"decisions": [(2, 3), (5, 6)]}, "pass"),  # 66.67 and 83.33: 75
        ("decision", {"decisions": [(74, 99)]}, "conditional"),
        ("decision", {"decisions": [(3, 5)]}, "conditional"),
        ("decision", {"decisions": [(59, 100)]}, "fail"),
        ("style", {"style": all_dimensions(4, 5)}, "pass"),
        ("style", {"style": all_dimensions(79, 100)}, "conditional"),
        ("style", {"style": all_dimensions(13, 20)}, "conditional"),
        ("style", {"style": all_dimensions(64, 100)}, "fail"),
        ("edge", {"edges": (3, 4)}, "pass"),
        ("edge", {"edges": (74, 100)}, "conditional"),
        ("edge", {"edges": (3, 5)}, "conditional"),
        ("edge", {"edges": (59, 100)}, "fail"),
    ],
)
def test_categories_pass_and_fail_at_their_limits(category: str, study: dict[str, Any], status: str) -> None:
    assert scored_blind(**study).status[category] == status


def test_a_failed_category_fails_the_study() -> None:
    # D=59: content (118 + 100)/3 = 72.67, reasoning 72.67: two under 75 as well; both conditions are listed.
    result = scored_blind(decisions=[(59, 100)])
    assert result.verdict.label == "FAIL"
    assert any('decision_status == "fail"' in reason for reason in result.verdict.reasons)
    assert any(reason.startswith("default(content < 75, 0) +") for reason in result.verdict.reasons)
