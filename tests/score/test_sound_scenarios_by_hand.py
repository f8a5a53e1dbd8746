"""Every label of the sound verdicts of scenarios and recognition, from studies that can be worked out on paper.

Scenarios: 50, two judges; 90 and 94 in turn for the person (92), 47 and 43 for the generic speaker (45) on 25 of them:
gap 47. Where one judge gives 90 and 47, the other gives 94 and 43: each cell moves the gap by 4 from its mean, variance
50 x (4/50)² = .32, df 50 - 25 - 2 + 1 = 24, t = 1.7109: 47 ± .968.
Recognition: sessions of .95 and 1 in turn; a level is met as near as quarters go: .9375 over four trials, 1 over two
(7.6 quarters round to 8), .95 over five: (.9375 + 1 + .95)/3 = .9625. Ten sessions: mean .98125, sd .0197642, t(9) =
1.833113: ± .011457. No event in ten sessions: at most -ln(.05)/10 = .299573 a session.
"""

from typing import Any

import pytest

from sealed_studies import recognition_result, scenarios_result


def test_a_clone_that_scores_like_the_person_passes() -> None:
    result = scenarios_result()
    gap, place = result.estimates["fidelity_gap"], result.estimates["fidelity_place"]
    assert gap.value == pytest.approx(47)
    assert (gap.low, gap.high) == pytest.approx((47 - 0.96781, 47 + 0.96781), abs=1e-4)
    assert place.value == pytest.approx(100)
    assert result.sound_verdict.label == "PASS"


SCENARIOS: list[tuple[dict[str, Any], str, str]] = [
    ({"clone": (60, 64)}, "FAIL", "fidelity_gap_low >= 10"),  # place 100 x 17/47 = 36
    ({"clone": (84, 88)}, "FAIL", "fidelity_gap_low >= 10"),  # 87.2, surely under 93
    # person 80 and 94, clone 79 and 92: place 100 x 40.5/42 = 96; both bounds on the right side
    ({"self_": (80, 94), "clone": (79, 92)}, "PASS", "fidelity_gap_low >= 10"),
    ({"self_": (99, 57), "clone": (97, 55)}, "inconclusive", "FAIL would need fidelity_place_high < 93"),
    # a judge who stamps 94 and 96 on everybody, by the literal rule a PASS
    ({"clone": (94, 96), "self_": (94, 96), "generic": (96, 94)}, "inconclusive", "FAIL would need fidelity_gap_low"),
    ({"scored": 47}, "inconclusive", "covered < .95 (covered 0.94)"),
    ({"judges": 1}, "provisional", "people + judge_models < 2 (judge_models 1, people 0)"),
    ({"controls": 24}, "provisional", "scenario_cards < 25 (scenario_cards 24)"),
    ({"scenarios": 49}, "provisional", "suite_met < 1 (suite_met 0)"),
    ({"licensed": ()}, "provisional", "unlicensed > 0 (unlicensed 2)"),
    ({"licensed": ("r0",)}, "provisional", "unlicensed > 0 (unlicensed 1)"),
]


@pytest.mark.parametrize(("study", "label", "reason"), SCENARIOS)
def test_the_sound_verdict_of_scenarios(study: dict[str, Any], label: str, reason: str) -> None:
    verdict = scenarios_result(**study).sound_verdict
    assert verdict.label == label
    assert verdict.reasons[0].startswith(reason)


def test_a_stamping_judge_passes_by_the_letter_alone() -> None:
    result = scenarios_result(clone=(94, 96), self_=(94, 96), generic=(96, 94))
    assert (result.verdict.label, result.sound_verdict.label) == ("PASS", "inconclusive")


def test_ten_good_sessions_with_a_low_floor_pass() -> None:
    result = recognition_result()
    final, severe = result.estimates["R_final"], result.estimates["severe_rate"]
    assert final.value == pytest.approx(0.98125)
    assert (final.low, final.high) == pytest.approx((0.98125 - 0.011457, 0.98125 + 0.011457), abs=1e-6)
    assert (severe.low, severe.high) == pytest.approx((0, 0.299573), abs=1e-6)
    assert result.sound_verdict.label == "PASS"


def each(times: int, sessions: int = 10) -> list[tuple[int, int]]:
    """So many events in each session, on its trials 4, 5, 6 ..."""
    return [(session, 4 + place) for session in range(sessions) for place in range(times)]


RECOGNITION: list[tuple[dict[str, Any], str, str]] = [
    ({"levels": (0.5, 0.55)}, "FAIL", "R_final_high < .60"),
    # 30 events in 10 sessions: at least chi²(.05, 60)/20 = 43.188/20 = 2.159 a session
    ({"events": {"f1": each(3)}}, "FAIL", "f1_rate_low >= 2 (f1_rate_low 2.1594"),
    ({"events": {"f2": each(3)}}, "FAIL", "f2_rate_low >= 2 (f2_rate_low 2.1594"),
    # 8 collapses in 10 sessions: at least chi²(.05, 16)/20 = 7.9616/20 = .398
    ({"events": {"f3": each(1, 8)}}, "FAIL", "severe_rate_low > .30 (severe_rate_low 0.398082"),
    ({"levels": (0.7, 0.75)}, "caution", "sessions >= 10"),
    ({"count": 4}, "inconclusive", "sessions < 5 (sessions 4)"),
    ({"count": 9}, "inconclusive", "PASS would need sessions >= 10 (sessions 9)"),
    ({"events": {"f4": [(1, 4)]}}, "inconclusive", "PASS would need severe_rate_high <= .30"),
    ({"floors": 0}, "inconclusive", "not known: R_floor_high < .60"),
    ({"floor": (0.6, 0.7)}, "inconclusive", "PASS would need R_floor_high < .60"),
    ({"judge": "model"}, "provisional", "people < 1 (people 0)"),
    ({"count": 1, "trials": 4}, "provisional", "suite_met < 1 (suite_met 0)"),
]


@pytest.mark.parametrize(("study", "label", "reason"), RECOGNITION)
def test_the_sound_verdict_of_recognition(study: dict[str, Any], label: str, reason: str) -> None:
    verdict = recognition_result(**study).sound_verdict
    assert verdict.label == label
    assert verdict.reasons[0].startswith(reason)


def test_a_rare_slip_does_not_cost_the_verdict_for_ever() -> None:
    # 1 event in 16 sessions: at most chi²(.95, 4)/32 = 9.4877/32 = .2965.
    result = recognition_result(count=16, events={"f4": [(1, 4)]})
    assert result.estimates["severe_rate"].high == pytest.approx(0.29649, abs=1e-5)
    assert result.sound_verdict.label == "PASS"
    assert result.verdict.label == "caution"
