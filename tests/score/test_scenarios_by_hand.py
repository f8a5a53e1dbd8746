"""Scenarios scored by hand (SPEC S3-S7): weighted scores, causes, aggregates with and without failed runs, verdicts.

weighted = .30 decision + .25 reasoning + .20 voice + .15 values + .10 persona; five scores stand in that order.
"""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import band, score
from ringtrue.terms.answer import Rating
from ringtrue.terms.result import Result
from studies import SCORES, scenario, scored

SCENARIOS = load("scenarios")
Five = tuple[float, float, float, float, float]


def result_of(*scores: Five | None, replicates: int = 40) -> Result:
    """A study of scenarios with these scores by one judge; None could not be run."""
    items = [scenario(f"STR-{place:03}") for place, _ in enumerate(scores, 1)]
    ratings: list[Rating] = []
    for one, given in zip(items, scores, strict=True):
        if given is None:
            ratings.append(
                Rating("judge", one.id, SCORES[0], None, judge_kind="model", reason="no answer in 3 attempts")
            )
        else:
            ratings += scored(one.id, *given)
    return score(SCENARIOS, items, ratings, replicates=replicates)


def row_of(*scores: float) -> dict[str, object]:
    (row,) = result_of(scores).items  # type: ignore[arg-type]
    return dict(row)


def test_the_first_example_of_document_002_scores_86_75_and_passes() -> None:
    # 25.5 + 22.5 + 16 + 14.25 + 8.5
    row = row_of(85, 90, 80, 95, 85)
    assert row["weighted_score"] == pytest.approx(86.75)
    assert row["passed"] is True
    assert row["cause"] is None
    assert "primary" not in row


def test_the_second_example_of_document_002_scores_49_and_is_a_gap_in_the_knowledge_base() -> None:
    # 12 + 12.5 + 14 + 4.5 + 6 = 49 (the document prints 48.50). Decision and reasoning under 60, voice 70 and persona
    # 60 not: kb_gap, though values are low too. Shortfalls to 80: 12, 7.5, 2, 7.5, 2: decision.
    row = row_of(40, 50, 70, 30, 60)
    assert row["weighted_score"] == pytest.approx(49)
    assert row["passed"] is False
    assert (row["cause"], row["primary"]) == ("kb_gap", "decision_alignment")


CAUSES: list[tuple[str, Five, str | None, str | None]] = [
    # what is low, the scores, the cause, the dimension with the largest weighted shortfall to 80
    ("voice low", (80, 80, 50, 80, 80), "prompt_issue", "voice_accuracy"),  # 74
    ("persona low", (80, 80, 80, 80, 40), "prompt_issue", "persona_accuracy"),  # 76
    ("voice and persona low", (80, 80, 50, 80, 50), "prompt_issue", "voice_accuracy"),  # 6 and 3
    ("decision low", (50, 80, 80, 80, 80), "kb_gap", "decision_alignment"),  # 71
    ("reasoning low", (80, 50, 80, 80, 80), "kb_gap", "reasoning_quality"),  # 72.5
    ("decision and voice low", (40, 80, 40, 80, 80), "both", "decision_alignment"),  # 12 and 8
    ("reasoning and persona low", (80, 50, 80, 80, 20), "both", "reasoning_quality"),  # 7.5 and 6
    ("values low alone", (80, 80, 80, 40, 80), "both", "value_preservation"),  # 74
    ("values low alone, both sides short", (70, 70, 70, 20, 70), "both", "value_preservation"),  # 9; 3, 2.5, 2, 1
    ("values and voice low", (80, 80, 50, 20, 80), "prompt_issue", "value_preservation"),  # 9 and 6
    ("values and reasoning low", (80, 50, 80, 20, 80), "kb_gap", "value_preservation"),  # 9 and 7.5
    ("values and both sides low", (50, 80, 50, 20, 80), "both", "decision_alignment"),  # 9, 6 and 9: the first
    ("nothing low, prompt shorter", (80, 80, 60, 80, 70), "prompt_issue", "voice_accuracy"),  # 5 against 0
    ("nothing low, knowledge shorter", (70, 80, 80, 80, 80), "kb_gap", "decision_alignment"),  # 0 against 3
    ("nothing low, prompt shorter by weight", (75, 80, 70, 80, 80), "prompt_issue", "voice_accuracy"),  # 2 against 1.5
    ("nothing low, knowledge shorter by weight", (70, 80, 70, 80, 80), "kb_gap", "decision_alignment"),  # 2 against 3
    ("nothing low, a surplus does not help", (60, 100, 65, 80, 80), "kb_gap", "decision_alignment"),  # 3 against 6
    ("nothing low, sides equally short", (70, 80, 65, 80, 80), "both", "decision_alignment"),  # 3 against 3
    ("nothing low, only values short", (80, 80, 80, 60, 80), "both", "value_preservation"),  # 0 against 0
    ("exactly 60 is not low: decision", (60, 80, 50, 80, 80), "prompt_issue", None),  # 6 and 6
    ("exactly 60 is not low: reasoning", (80, 60, 50, 80, 80), "prompt_issue", "voice_accuracy"),  # 5 and 6
    ("exactly 60 is not low: voice", (50, 80, 60, 80, 80), "kb_gap", "decision_alignment"),
    ("exactly 60 is not low: persona", (50, 80, 80, 80, 60), "kb_gap", "decision_alignment"),
    ("exactly 60 is not low: values", (70, 80, 80, 60, 80), "kb_gap", None),  # 3 and 3
    ("just under 60 is low", (80, 80, 80, 59.9, 80), "both", "value_preservation"),
    ("a low voice that still passes", (100, 100, 50, 100, 100), None, None),  # 90
]


@pytest.mark.parametrize(
    ("scores", "cause", "primary"), [case[1:] for case in CAUSES], ids=[case[0] for case in CAUSES]
)
def test_every_failure_has_the_cause_its_low_dimensions_say(
    scores: Five, cause: str | None, primary: str | None
) -> None:
    row = row_of(*scores)
    assert row["cause"] == cause
    if primary is not None:
        assert row["primary"] == primary


def test_sides_that_are_equally_short_in_odd_numbers_are_both_the_cause() -> None:
    # Decision 79: .30 x 1 = .3; persona 77: .10 x 3 = .3. Decision 62: 5.4; voice 62 and persona 62: 3.6 + 1.8 = 5.4.
    assert row_of(79, 80, 80, 80, 77)["cause"] == "both"
    assert row_of(62, 80, 62, 80, 62)["cause"] == "both"


@pytest.mark.parametrize(
    "scores",
    [
        (80, 80, 80, 80, 80),
        (90, 70, 80, 80, 75),  # 27 + 17.5 + 16 + 12 + 7.5
        (100, 80, 80, 60, 50),  # 30 + 20 + 16 + 9 + 5
        (60, 72, 99, 96, 98),  # 18 + 18 + 19.8 + 14.4 + 9.8
        (60, 80, 99, 96, 78),  # 18 + 20 + 19.8 + 14.4 + 7.8
        (41, 97, 100, 99, 86),  # 12.3 + 24.25 + 20 + 14.85 + 8.6
        (84.5, 86.5, 62.5, 76.5, 90.5),  # 25.35 + 21.625 + 12.5 + 11.475 + 9.05: half points come from two judges
    ],
)
def test_a_weighted_score_of_exactly_80_passes(scores: Five) -> None:
    row = row_of(*scores)
    assert row["weighted_score"] == pytest.approx(80)
    assert row["passed"] is True
    assert row["cause"] is None


def test_a_weighted_score_of_79_99_fails_and_is_classified() -> None:
    # Persona 79.9: .01 short on the side of the prompt.
    row = row_of(80, 80, 80, 80, 79.9)
    assert row["weighted_score"] == pytest.approx(79.99)
    assert row["passed"] is False
    assert (row["cause"], row["primary"]) == ("prompt_issue", "persona_accuracy")


def test_a_scenario_that_could_not_be_run_counts_zero_and_is_left_out_of_the_valid_mean() -> None:
    # 86.75, 49 and an error: 135.75 / 3 = 45.25 with the zero, 67.875 of two; one of three passed.
    result = result_of((85, 90, 80, 95, 85), (40, 50, 70, 30, 60), None)
    estimates = result.estimates
    assert estimates["aggregate_fidelity"].value == pytest.approx(45.25)
    assert estimates["aggregate_fidelity"].n == 3
    assert estimates["aggregate_valid"].value == pytest.approx(67.875)
    assert estimates["aggregate_valid"].n == 2
    assert estimates["pass_rate"].value == pytest.approx(100 / 3)
    assert result.coverage == pytest.approx(2 / 3)
    error = result.items[2]
    assert error["cause"] == "execution_error"
    assert error["unscored"] == "no answer in 3 attempts"
    assert not error.get("passed")


def test_a_scenario_nobody_scored_is_an_execution_error_too() -> None:
    items = [scenario("STR-001"), scenario("STR-002")]
    result = score(SCENARIOS, items, scored("STR-001", 80, 80, 80, 80, 80), replicates=40)
    assert [row["cause"] for row in result.items] == [None, "execution_error"]
    assert result.estimates["aggregate_fidelity"].value == pytest.approx(40)


def test_dimensions_are_means_over_scored_scenarios() -> None:
    # (85, 90, 80, 95, 85) and (40, 50, 70, 30, 60)
    estimates = result_of((85, 90, 80, 95, 85), (40, 50, 70, 30, 60), None).estimates
    assert [estimates[name].value for name in SCORES] == pytest.approx([62.5, 70, 75, 62.5, 72.5])
    assert [estimates[name].n for name in SCORES] == [2] * 5


def test_each_type_has_its_mean_and_its_pass_rate() -> None:
    # strategic 86.75 and 49: 67.875, one of two; people 80: passes; stress 74: fails.
    items = [scenario("STR-001"), scenario("STR-005"), scenario("PEO-001", "people"), scenario("EDG-001", "stress")]
    items.append(scenario("EDG-002", "stress"))
    ratings = [
        *scored("STR-001", 85, 90, 80, 95, 85),
        *scored("STR-005", 40, 50, 70, 30, 60),
        *scored("PEO-001", 80, 80, 80, 80, 80),
        *scored("EDG-001", 80, 80, 50, 80, 80),
        *scored("EDG-002", 80, 80, 50, 80, 80),
    ]
    estimates = score(SCENARIOS, items, ratings, replicates=40).estimates
    found = {name: estimates[f"type_{name}"] for name in ("strategic", "people", "stress")}
    assert [one.value for one in found.values()] == pytest.approx([67.875, 80, 74])
    assert [one.n for one in found.values()] == [2, 1, 2]
    passed = [estimates[f"passed_by_{name}"].value for name in found]
    assert passed == pytest.approx([50, 100, 0])
    assert "type_tactical" not in estimates


def test_two_judges_count_by_their_mean() -> None:
    # Decision 90 and 60: 75; reasoning 80 and 70: 75; voice 50 and 60: 55 (low); values 80; persona 80 and 90: 85.
    # 22.5 + 18.75 + 11 + 12 + 8.5 = 72.75; voice low alone: prompt_issue. Shortfalls 1.5, 1.25, 5: voice.
    ratings = [*scored("STR-001", 90, 80, 50, 80, 80, rater="a"), *scored("STR-001", 60, 70, 60, 80, 90, rater="b")]
    (row,) = score(SCENARIOS, [scenario("STR-001")], ratings, replicates=40).items
    assert row["weighted_score"] == pytest.approx(72.75)
    assert (row["cause"], row["primary"]) == ("prompt_issue", "voice_accuracy")
    assert row["answers"] == 2


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (97.5, "elite"),
        (93, "elite"),
        (92.99, "strong"),
        (85, "strong"),
        (84.99, "usable"),
        (70, "usable"),
        (69.99, "weak"),
    ],
)
def test_tiers_begin_at_93_85_and_70(value: float, label: str) -> None:
    assert SCENARIOS.bands is not None
    assert band(SCENARIOS.bands, value) == label


def even(value: float) -> Five:
    return (value, value, value, value, value)


@pytest.mark.parametrize(
    ("scores", "aggregate", "label"),
    [
        ([even(86), even(100)], 93, "PASS"),
        ([even(93), even(93)], 93, "PASS"),
        ([(82, 100, 99, 92, 98)], 93, "PASS"),  # 24.6 + 25 + 19.8 + 13.8 + 9.8
        ([even(92.9), even(93)], 92.95, "FAIL"),
        ([even(94), even(100)], 97, "PASS"),
        ([(99, 96, 93, 100, 97)], 97, "PASS"),  # 29.7 + 24 + 18.6 + 15 + 9.7
        ([(92, 100, 99, 98, 99)], 97, "PASS"),  # 27.6 + 25 + 19.8 + 14.7 + 9.9
        ([even(97), even(97.1)], 97.05, "CONDITIONAL PASS"),
        ([even(100), even(100)], 100, "CONDITIONAL PASS"),
        ([even(0)], 0, "FAIL"),
    ],
)
def test_the_verdict_is_a_pass_from_93_to_97(scores: list[Five], aggregate: float, label: str) -> None:
    result = result_of(*scores)
    assert result.estimates["aggregate_fidelity"].value == pytest.approx(aggregate)
    assert result.verdict.label == label


def test_above_97_the_verdict_says_to_look_for_memorised_answers() -> None:
    assert any("memoris" in reason for reason in result_of(even(98), even(99)).verdict.reasons)


def test_one_failed_run_can_cost_the_verdict_and_the_valid_mean_shows_it() -> None:
    # Ten times 95 and one error: 950 / 11 = 86.36 with the zero, 95 without; identical, so nothing is known of others.
    result = result_of(*[even(95)] * 10, None)
    assert result.estimates["aggregate_fidelity"].value == pytest.approx(950 / 11)
    assert result.estimates["aggregate_valid"].value == pytest.approx(95)
    assert result.bands["aggregate_fidelity"]["value"] == "strong"
    assert result.bands["aggregate_valid"]["value"] == "elite"
    assert result.verdict.label == "FAIL"


def test_one_judge_gives_no_sound_verdict() -> None:
    result = result_of(*[even(94.5), even(95.5)] * 25)
    assert result.verdict.label == "PASS"
    assert result.sound_verdict.label == "provisional"
    assert result.sound_verdict.reasons == (
        "people + judge_models < 2 (judge_models 1, people 0)",
        "one judge; nothing is known of others",
    )


def test_nothing_scored_leaves_the_valid_mean_open_and_gives_no_sound_verdict() -> None:
    result = result_of(None, None)
    assert result.estimates["aggregate_fidelity"].value == 0
    assert result.estimates["aggregate_valid"].value is None
    assert result.estimates["aggregate_valid"].reason
    assert result.coverage == 0
    assert result.verdict.label == "FAIL"
    assert result.sound_verdict.label == "provisional"


@pytest.mark.parametrize("value", [70.0, 85.0, 92.0, 92.9, 93.3, 95.1])
def test_scores_that_are_all_the_same_have_no_interval_whatever_their_last_digits(value: float) -> None:
    # .30 + .25 + .20 + .15 + .10 = 1, so every weighted score is the value; sums of 92.9 end in rounding, those of 92
    # do not, and neither says anything about the spread.
    result = result_of(*[(value,) * 5] * 50, replicates=200)
    found = result.estimates["aggregate_valid"]
    assert (found.value, found.low, found.high) == (pytest.approx(value), None, None)
    assert "the spread cannot be estimated" in str(found.reason)
