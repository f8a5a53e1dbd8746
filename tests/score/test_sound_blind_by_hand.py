"""Every label of the sound verdict of blind studies, from studies whose numbers can be derived on paper.

8 raters, 85 items, 4 control cards of each speaker per rater and kind, 6 with the generic bot's quotes. Of ten criteria
8 and 10 in turn are ticked for the person (.9) and 0 and 2 for the generic speaker (.1), so every tick share is .1 off
its mean, without effects of items or raters:
    gap = .8, variance .01/32 + .01/32, degrees of freedom 64 - 8 - 8 + 1 = 49, t = 1.67655: .8 ± .041914
    place of a clone ticked at x: P = 100 (x - .1)/.8, slopes 125 in x, -125 P/100 in the ceiling, -125 (1 - P/100) in
    the floor; variance .01 (125²/168 + (1.25 P)²/32 + (125 - 1.25 P)²/32), df 232 - 29 - 8 + 1 = 196, t = 1.65267
    composite place = .366667 D + .25 S + .066667 T + .233333 E + .083333 F: with P on every kind .916667 P + .083333 F
Picks in turn 0 and 1: share .5, F = 100.
"""

from math import sqrt
from random import Random
from typing import Any

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.result import Result
from sealed_studies import ALIKE, blind_result, sealed_blind

KINDS = ("decision", "style", "edge")
T = 1.652665  # t(196) at .95


def everywhere(low: float, high: float) -> dict[str, tuple[float, float]]:
    """The same two counts of ticks on every kind."""
    return dict.fromkeys(KINDS, (low, high))


def half(place: float, items: int = 21) -> float:
    """Half the width of the interval of a place, 90 %."""
    floor, ceiling = 125 - 1.25 * place, 1.25 * place
    return T * sqrt(0.01 * (125**2 / (8 * items) + (floor**2 + ceiling**2) / 32))


@pytest.fixture(scope="module")
def alike() -> Result:
    return blind_result()


def test_a_clone_ticked_like_the_person_and_not_found_passes(alike: Result) -> None:
    assert alike.sound_verdict.label == "PASS"
    assert [reason.split(" (")[0] for reason in alike.sound_verdict.reasons[:7]] == [
        'gate == "indistinguishable"',
        "min(decision_gap_low, style_gap_low, edge_gap_low) >= .10",
        "composite_place >= 90",
        "composite_place_low >= 80",
        "decision_place >= 75 and decision_place_low >= 60",
        "style_place >= 80 and style_place_low >= 65",
        "edge_place >= 75 and edge_place_low >= 60",
    ]


def test_its_floor_ceiling_gap_and_place_are_those_on_paper(alike: Result) -> None:
    found = alike.estimates
    values = [found[f"decision_{name}"].value for name in ("raw", "floor", "ceiling", "gap", "place")]
    assert values == pytest.approx([0.9, 0.1, 0.9, 0.8, 100])
    gap, place = found["decision_gap"], found["decision_place"]
    assert (gap.low, gap.high) == pytest.approx((0.758086, 0.841914), abs=1e-6)
    assert (place.low, place.high) == pytest.approx((100 - half(100), 100 + half(100)), abs=1e-4)
    assert found["composite_place"].value == pytest.approx(100)
    assert gap.level == place.level == 0.90


def test_what_was_covered_is_the_share_of_items_three_people_rated(alike: Result) -> None:
    assert [alike.estimates[f"covered_{kind}"].value for kind in ("quote", *KINDS)] == [1, 1, 1, 1]


def test_a_clone_whose_floors_are_proven_and_whose_composite_misses_90_passes_on_condition() -> None:
    # .8 ticked: place 87.5; composite .916667 x 87.5 + 8.333333 = 88.541667.
    result = blind_result(clone=everywhere(7, 9))
    assert result.estimates["decision_place"].value == pytest.approx(87.5)
    assert result.estimates["composite_place"].value == pytest.approx(88.541667, abs=1e-6)
    assert result.sound_verdict.label == "CONDITIONAL PASS"
    reasons = result.sound_verdict.reasons
    assert "every floor is proven, a target is missed; a plan to fix what is weak is due within 14 days" in reasons
    assert any(reason.startswith("PASS would need composite_place >= 90") for reason in reasons)


def test_a_person_found_three_times_in_four_fails_the_clone() -> None:
    # 156 of 208 picks: .75, sd sqrt(.1875/208) = .03; 98 %: low .68.
    result = blind_result(found=(1, 1, 1, 0))
    assert result.estimates["found_share"].value == 0.75
    assert result.sound_verdict.label == "FAIL"
    assert result.sound_verdict.reasons[0].startswith("found_sure_low > .5 and found_share >= .65")


def test_a_clone_preferred_over_the_original_fails_with_that_note() -> None:
    result = blind_result(found=(0, 0, 0, 1))
    assert result.sound_verdict.label == "FAIL"
    assert "preferred over the original" in result.sound_verdict.reasons
    assert any(reason.startswith("found_share <= .35 (found_share 0.25)") for reason in result.sound_verdict.reasons)


FAILS: list[tuple[dict[str, tuple[float, float]], str, float]] = [
    # ticked .7 everywhere: place 75 - 3.3 .. + 3.3, over each floor; composite 77.08 + 2.02 stays under 80
    (everywhere(6, 8), "composite_place_high < 80", 77.083333),
    # .5: place 50 on one kind, the others 100; composite 100 less 50 times the kind's part stays over 80
    ({"decision": (4, 6)}, "decision_place_high < 60", 81.666667),
    ({"style": (4, 6)}, "style_place_high < 65", 84.166667),  # its tone is 50 as well
    ({"edge": (4, 6)}, "edge_place_high < 60", 88.333333),
]


@pytest.mark.parametrize(("clone", "condition", "composite"), FAILS, ids=[case[1] for case in FAILS])
def test_a_place_surely_under_its_floor_fails(clone: Any, condition: str, composite: float) -> None:
    result = blind_result(clone=clone)
    assert result.estimates["composite_place"].value == pytest.approx(composite, abs=1e-6)
    assert result.sound_verdict.label == "FAIL"
    deciding = [reason for reason in result.sound_verdict.reasons if "would need" not in reason]
    assert len(deciding) == 1
    assert condition in deciding[0]


@pytest.mark.parametrize("rated", [16, 1])
def test_a_kind_of_which_too_little_was_rated_leaves_it_inconclusive(rated: int) -> None:
    # 16 of 21 are 76 %.
    result = blind_result(rated={"style": rated}, clone=everywhere(4, 6))
    assert result.sound_verdict.label == "inconclusive"
    assert "too little of the suite was rated by three people" in result.sound_verdict.reasons


PROVISIONAL: list[tuple[dict[str, Any], str]] = [
    ({"raters": 2}, "fewer than three people judged"),
    ({"cards": 1}, "a rater saw too few control cards"),
    ({"quote_cards": 5}, "a rater saw too few control cards"),
    ({"counts": {"quote": 2, "decision": 1, "style": 1, "edge": 1}}, "the suite breaks its own rules"),  # five items
]


@pytest.mark.parametrize(("study", "note"), PROVISIONAL)
def test_without_a_gate_the_verdict_is_provisional(study: dict[str, Any], note: str) -> None:
    result = blind_result(**study)
    assert result.sound_verdict.label == "provisional"
    assert result.sound_verdict.reasons[-1] == note


def test_one_answer_that_was_not_sealed_makes_it_provisional() -> None:
    items, ratings = sealed_blind(raters=3)
    result = score(load("blind"), items, [ratings[0]._replace(sealed=False), *ratings[1:]], replicates=20)
    assert result.sound_verdict.label == "provisional"
    assert result.sound_verdict.reasons[-1] == "some answers did not come from sealed blind packets"


def test_three_guessers_who_tick_every_box_never_pass_anyone() -> None:
    # Ticked alike for the person and for anybody: no gap, so no place; the literal categories are all 100.
    result = blind_result(raters=3, self_=(10, 10), generic=(10, 10))
    assert result.estimates["decision"].value == 100
    assert result.estimates["decision_place"].value is None
    assert result.sound_verdict.label == "inconclusive"


def test_raters_who_tick_alike_for_the_person_and_for_anybody_pass_and_fail_nobody() -> None:
    result = blind_result(generic=ALIKE)
    assert result.sound_verdict.label == "inconclusive"
    assert any(reason.startswith("PASS would need min(decision_gap_low") for reason in result.sound_verdict.reasons)


def test_ten_coin_flippers_before_the_generic_bot_do_not_pass_it() -> None:
    dice = Random(20260101)
    picks = [float(dice.random() < 0.5) for _ in range(997)]
    result = blind_result(raters=10, found=picks, generic_found=picks[::-1])
    assert result.estimates["found_share"].value == pytest.approx(0.5, abs=0.1)
    assert result.sound_verdict.label == "inconclusive"
    assert any('would need gate == "indistinguishable"' in reason for reason in result.sound_verdict.reasons)
