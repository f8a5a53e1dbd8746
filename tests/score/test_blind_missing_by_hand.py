"""Blind studies with something missing - raters, people, a category, spread - worked out on paper (SPEC B8, B13, A5).

Every study is unanimous, so categories are what `blind_study` is asked for; what is not asked for is 100.
"""

from typing import Any

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.result import Result
from studies import all_dimensions, blind_study, deciding, picks, scored_blind

BLIND = load("blind")


def test_identical_scores_give_values_without_intervals_and_say_why() -> None:
    # Nobody found anyone, everything was ticked: 0 of 15 picks, every score 100.
    estimates = scored_blind().estimates
    for name in ("decision", "style", "content", "composite"):
        assert estimates[name].value == 100, name
        assert (estimates[name].low, estimates[name].high) == (None, None), name
        assert estimates[name].reason, name


def test_shares_and_picks_that_are_all_alike_keep_a_bound() -> None:
    # 0 of 5 quotes: Wilson's upper bound is z²/(5 + z²) = 3.8415/8.8415 = .434482. 0 of 15 picks: 1 - .025^(1/15).
    estimates = scored_blind().estimates
    identified, found = estimates["identified"], estimates["found_share"]
    assert (identified.value, identified.low) == (0, 0)
    assert identified.high == pytest.approx(43.4482, abs=1e-4)
    assert (found.value, found.low) == (0, 0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 15))


def test_no_finite_d_prime_fits_picks_that_all_went_one_way() -> None:
    for found in (0, 5):
        estimate = scored_blind(identified=(found, 5)).estimates["d_prime"]
        assert estimate.value is None
        assert "no finite value" in (estimate.reason or "")


def test_two_people_give_no_verdict() -> None:
    result = scored_blind(raters=2)
    assert result.verdict.label == result.sound_verdict.label == "provisional"
    assert deciding(result) == ["people < 3 (people 2)", "fewer than three people judged"]
    assert result.counts["people"] == 2


def test_one_rater_gives_no_verdict_and_no_interval_for_other_raters() -> None:
    result = scored_blind(raters=1, identified=(1, 5), decisions=[(5, 5), (3, 5)])
    assert result.verdict.label == "provisional"
    assert result.estimates["found_share"].value == 0.2
    assert result.estimates["found_share"].low is None
    assert "one rater" in (result.estimates["found_share"].reason or "")
    assert "one rater" in result.estimates["decision"].method


def test_models_alone_give_no_verdict() -> None:
    result = scored_blind(raters=5, judge_kind="model")
    assert (result.counts["people"], result.counts["raters"]) == (0, 5)
    assert result.verdict.label == result.sound_verdict.label == "provisional"
    assert result.estimates["composite"].value == 100


def test_a_model_beside_two_people_does_not_make_three() -> None:
    items, ratings = blind_study(raters=2)
    model = picks("q000", "0", judge_kind="model", first=3)
    assert score(BLIND, items, [*ratings, *model], replicates=40).verdict.label == "provisional"


def without(kind: str, **study: Any) -> Result:
    items, ratings = blind_study(**study)
    gone = {one.id for one in items if one.kind == kind}
    kept = [rating for rating in ratings if rating.item not in gone]
    return score(BLIND, [one for one in items if one.kind != kind], kept, replicates=40)


@pytest.mark.parametrize(
    ("kind", "absent"),
    [
        ("quote", ["identified", "found_share", "d_prime", "fidelity_sound", "linguistic", "composite"]),
        ("decision", ["decision", "content", "reasoning", "composite", "composite_sound"]),
        ("style", ["style", "style_tone", "linguistic", "reasoning", "emotional", "composite"]),
        ("edge", ["edge", "content", "emotional", "paradox", "composite"]),
    ],
)
def test_an_empty_category_leaves_its_numbers_out_with_a_reason_and_the_verdict_open(
    kind: str, absent: list[str]
) -> None:
    result = without(kind, identified=(2, 5))  # conditional, told apart by nobody
    for name in absent:
        assert result.estimates[name].value is None, name
        assert "no answers to" in (result.estimates[name].reason or ""), name
    assert result.status[kind] == "inconclusive"
    assert result.verdict.label == "inconclusive"
    assert any(reason.startswith("not known: composite < 80") for reason in result.verdict.reasons)


def test_a_number_that_nobody_answered_for_rests_on_nothing() -> None:
    estimates = without("edge").estimates
    assert [estimates[name].n for name in ("edge", "paradox")] == [0, 0]


def test_a_failed_category_is_certain_though_another_is_empty() -> None:
    result = without("edge", identified=(3, 5))
    assert result.verdict.label == "FAIL"
    assert any('quote_status == "fail"' in reason for reason in result.verdict.reasons)


def test_a_dimension_under_60_is_certain_though_another_is_not_known() -> None:
    # No edge cases. S=65, identified 52: linguistic 59.33, whatever the edge cases would be; no category fails.
    assert without("edge", identified=(13, 25), style=all_dimensions(13, 20)).verdict.label == "FAIL"


def test_two_dimensions_under_75_are_certain_though_others_are_not_known() -> None:
    # No edge cases. D=60 S=70 identified 50: linguistic (140 + 50)/3 = 63.33, reasoning (120 + 70)/3 = 63.33.
    result = without("edge", decisions=[(3, 5)], style=all_dimensions(7, 10), identified=(1, 2))
    assert result.verdict.label == "FAIL"


def test_a_study_without_ratings_has_no_numbers_and_no_verdict() -> None:
    items, _ = blind_study()
    result = score(BLIND, items, [], replicates=40)
    covered = {name: estimate for name, estimate in result.estimates.items() if name.startswith("covered_")}
    assert {estimate.value for estimate in covered.values()} == {0}
    rest = [estimate for name, estimate in result.estimates.items() if name not in covered]
    assert all(estimate.value is None and estimate.reason for estimate in rest)
    assert result.coverage == 0
    assert result.verdict.label == result.sound_verdict.label == "provisional"
