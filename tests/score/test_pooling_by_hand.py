"""How answers of several raters become one for each item: majorities, ties, missing raters, lists of some dimensions.

SPEC B4, B5, B10: a quote and a criterion count by majority, a tie does not; picks enter the sound numbers one by one.
"""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Result
from studies import DIMENSIONS, agreed, item, picks, scenario, ticks
from studies import scored as scores

BLIND = load("blind")


def scored(items: list[Item], ratings: list[Rating]) -> Result:
    return score(BLIND, items, ratings, replicates=40)


def test_a_difficulty_with_one_quote_alone_is_scored_too() -> None:
    items = [item("quote", "q1", difficulty="easy"), item("quote", "q2", difficulty="hard")]
    estimates = scored(items, picks("q1", "110") + picks("q2", "001")).estimates
    assert (estimates["identified_by_easy"].value, estimates["identified_by_hard"].value) == (100, 0)


def test_a_type_with_one_scenario_alone_is_scored_by_two_judges_too() -> None:
    items = [scenario("STR-001"), scenario("STR-002"), scenario("EDG-001", "stress")]
    ratings = [rating for one in items for judge in "ab" for rating in scores(one.id, 80, 80, 80, 80, 80, rater=judge)]
    estimates = score(load("scenarios"), items, ratings, replicates=40).estimates
    assert estimates["type_stress"].value == pytest.approx(80)
    assert estimates["type_stress"].n == 1


@pytest.mark.parametrize(("answers", "identified"), [("10", 0), ("11", 100), ("1100", 0), ("1110", 100), ("1000", 0)])
def test_a_tied_quote_is_not_identified(answers: str, identified: float) -> None:
    assert scored([item("quote", "q1")], picks("q1", answers)).estimates["identified"].value == identified


def test_a_quote_found_by_exactly_half_of_the_picks_has_not_passed() -> None:
    # B10: a quote passes under 50 %; at 50 % it neither counts as identified nor passes.
    (row,) = scored([item("quote", "q1")], picks("q1", "1100")).items
    assert row["passed"] is False


def test_one_pick_and_two_undecided_are_no_majority() -> None:
    # One of three raters picked the real side, two could not decide: most raters did not pick it.
    assert scored([item("quote", "q1")], picks("q1", "1==")).estimates["identified"].value == 0


def test_undecided_picks_count_half_in_the_share_of_picks() -> None:
    found = scored([item("quote", "q1"), item("quote", "q2")], picks("q1", "1=0") + picks("q2", "==1"))
    assert found.estimates["found_share"].value == pytest.approx((1 + 0.5 + 0 + 0.5 + 0.5 + 1) / 6)


def test_a_tied_criterion_is_not_met_by_two_raters() -> None:
    # Criteria 1 and 2 by both, 3 and 4 by one of two: two of four.
    assert scored([item("decision", "d1")], ticks("d1", "criteria", "1110", "1101")).estimates["decision"].value == 50


def test_a_tied_criterion_is_not_met_by_four_raters() -> None:
    # Ticks 4, 3, 2, 1, 0 of four: the third is a tie, so two of five.
    ratings = ticks("d1", "criteria", "11110", "11100", "11000", "10000")
    assert scored([item("decision", "d1")], ratings).estimates["decision"].value == 40


def test_a_missing_rater_leaves_the_majority_to_the_others() -> None:
    # q1 has one pick of two (tie), q2 two of two, q3 two of three: 2 of 3 found; 5 of 7 picks.
    # d1: r3 is missing, criterion 2 is tied, so two of four; d2: one rater alone, three of four. decision 62.5.
    items = [item("quote", f"q{i}") for i in (1, 2, 3)] + [item("decision", "d1"), item("decision", "d2")]
    ratings = [
        *picks("q1", "10-"),
        *picks("q2", "-11"),
        *picks("q3", "110"),
        *ticks("d1", "criteria", "1110", "1010"),
        *ticks("d2", "criteria", "", "", "1110"),
    ]
    estimates = scored(items, ratings).estimates
    assert estimates["identified"].value == pytest.approx(100 * 2 / 3)
    assert estimates["found_share"].value == pytest.approx(5 / 7)
    assert estimates["found_share"].n == 7
    assert estimates["decision"].value == 62.5


def test_a_style_item_with_one_list_weighs_by_that_list_alone() -> None:
    # tone 1/2 and analogy 1/1: (.20 x .5 + .15) / .35 = .714286.
    ratings = agreed("s1", "tone", (1, 2)) + agreed("s1", "analogy", (1, 1))
    found = scored([item("style", "s1")], ratings)
    assert found.items[0]["style_score"] == pytest.approx(71.428571)
    assert found.estimates["style"].value == pytest.approx(71.428571)
    missing = [name for name in DIMENSIONS if found.estimates[f"style_{name}"].value is None]
    assert missing == ["vocabulary", "rhetoric", "cadence"]
