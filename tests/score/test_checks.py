"""Checks of the suite, of the shares of its kinds, and of criteria."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.score.checks import criteria_checks, largest_remainder, suite_checks
from ringtrue.score.formulas import tags_used
from ringtrue.score.items import ItemColumns
from ringtrue.score.rules import names_for_rules
from ringtrue.score.table import compiled
from ringtrue.terms import Check, Criterion, Estimate, Item, Kind, Question, Rating, SuiteRule
from small_studies import cards, marks, protocol

SHARES = {"quote": 0.30, "decision": 0.25, "style": 0.25, "edge": 0.20}


def suite(rules: list[SuiteRule], items: list[Item], ratings: list[Rating], **parts: Any) -> list[Check]:
    made = protocol(suite=tuple(rules), **parts)
    study = compiled(made, items, ratings, tags_used(made))
    return suite_checks(made, study, ItemColumns(made, study))


def criterion(estimate: Estimate, **bound: Any) -> Check:
    made = protocol(checks=(Criterion("it", of="a", **bound),))
    (check,) = criteria_checks(made, {"a": estimate}, names_for_rules({"a": estimate}, {}))
    return check


def test_85_items_are_26_21_21_and_17() -> None:
    assert list(largest_remainder(SHARES, 85).values()) == [26, 21, 21, 17]


def test_other_sizes_by_hand() -> None:
    assert list(largest_remainder(SHARES, 100).values()) == [30, 25, 25, 20]
    # 86: 25.8 21.5 21.5 17.2 -> floors 25 21 21 17 = 84, two left: .8, then the first of the two halves
    assert list(largest_remainder(SHARES, 86).values()) == [26, 22, 21, 17]
    assert list(largest_remainder(SHARES, 0).values()) == [0, 0, 0, 0]
    assert largest_remainder({}, 10) == {}


@given(total=st.integers(0, 400), parts=st.lists(st.integers(1, 20), min_size=1, max_size=6))
def test_counts_sum_to_the_total_and_stay_within_one_of_their_share(total: int, parts: list[int]) -> None:
    shares = {str(place): part / sum(parts) for place, part in enumerate(parts)}
    counts = largest_remainder(shares, total)
    assert sum(counts.values()) == total
    assert all(abs(counts[name] - share * total) < 1 + 1e-6 for name, share in shares.items())


def test_a_share_check_says_how_many_to_add_or_leave_out() -> None:
    kinds = {
        name: Kind(name, ("clone",), (Question("mark", "anchored", "?"),), share=share)
        for name, share in (("quote", 0.5), ("style", 0.5))
    }
    items = [Item(f"i{place}", "quote" if place < 5 else "style", "?") for place in range(8)]
    quote, style = suite([], items, [], kinds=kinds)
    assert quote == Check("share of quote: 4 of 8", False, 5, 4, literal=False, note="1 more than its share")
    assert style == Check("share of style: 4 of 8", False, 3, 4, literal=False, note="add 1")
    assert [check.met for check in suite([], items[1:], [], kinds=kinds)] == [
        True,
        True,
    ]  # 7: 4 and 3, the first of equals


def test_a_suite_rule_is_met_or_says_what_to_do() -> None:
    rules = [
        SuiteRule("two or more", "items() >= 2", "add cards"),
        SuiteRule("three raters", "raters >= 3", "ask more raters"),
        SuiteRule("people", "people >= 2", "ask people", warning=True),
        SuiteRule("all marked", "n(mark) == items()", "mark them all"),
        SuiteRule("hard ones", 'items(difficulty="hard") >= 1', "add hard ones"),
    ]
    ratings = [*marks("mark", [[1.0], [2.0]]), Rating("model", "c01", "mark", 3.0, judge_kind="model")]
    checks = suite(rules, cards(2, difficulty=["easy", "hard"]), ratings)
    assert [check.met for check in checks] == [True, False, False, True, True]
    assert [check.note for check in checks] == ["", "ask more raters", "worth knowing: ask people", "", ""]


def test_a_suite_rule_about_something_unknown_cannot_be_told() -> None:
    (check,) = suite([SuiteRule("level", "mean(mark) >= 50", "raise it")], cards(2), [])
    assert (check.met, check.literal) == (None, None)


@pytest.mark.parametrize(
    ("low", "high", "met"),
    [(0.75, 0.9, True), (0.7499, 0.9, None), (0.6, 0.75, None), (0.6, 0.7499, False)],
)
def test_at_least_is_told_where_the_whole_interval_is_on_one_side(low: float, high: float, met: bool | None) -> None:
    check = criterion(Estimate((low + high) / 2, low, high, 9), at_least=0.75)
    assert check.met is met
    assert check.limit == 0.75
    assert ("too few ratings to tell" in check.note) == (met is None)


@pytest.mark.parametrize(
    ("low", "high", "met"),
    [(0.1, 0.25, True), (0.1, 0.2501, None), (0.25, 0.4, None), (0.2501, 0.4, False)],
)
def test_at_most_is_its_mirror(low: float, high: float, met: bool | None) -> None:
    assert criterion(Estimate((low + high) / 2, low, high, 9), at_most=0.25).met is met


def test_the_letter_goes_by_the_value_alone() -> None:
    assert criterion(Estimate(0.75, 0.1, 0.9), at_least=0.75).literal is True
    assert criterion(Estimate(0.7499, 0.1, 0.9), at_least=0.75).literal is False
    assert criterion(Estimate(0.75, 0.1, 0.9), at_most=0.75).literal is True
    assert criterion(Estimate(0.7501, 0.1, 0.9), at_most=0.75).literal is False


def test_a_value_without_an_interval_cannot_be_told_and_its_reason_is_passed_on() -> None:
    check = criterion(Estimate(0.9, n=4, reason="one rater"), at_least=0.75, exploratory_under=30)
    assert (check.met, check.literal, check.value) == (None, True, 0.9)
    assert check.note == "exploratory: 4 of at least 30; one rater"


def test_no_value_no_answer() -> None:
    check = criterion(Estimate.absent("nobody answered"), at_least=0.75)
    assert (check.met, check.literal, check.value, check.note) == (None, None, None, "nobody answered")


def test_enough_observations_are_not_exploratory() -> None:
    assert criterion(Estimate(0.9, 0.8, 0.95, 30), at_least=0.75, exploratory_under=30).note == ""
    assert criterion(Estimate(0.9, 0.8, 0.95, 29), at_least=0.75, exploratory_under=30).note.startswith("exploratory")


def test_a_condition_rests_on_values_and_is_untold_where_one_is_missing() -> None:
    estimates = {"a": Estimate(0.1, n=5), "b": Estimate(0.2, n=40), "gone": Estimate.absent("nobody")}
    made = protocol(
        checks=(
            Criterion("below", when="a < b", exploratory_under=30),
            Criterion("above", when="a > b"),
            Criterion("lost", when="a < gone"),
            Criterion("unheard of", when="a < domain_NARR"),
        )
    )
    below, above, lost, unheard = criteria_checks(made, estimates, names_for_rules(estimates, {}))
    assert (below.met, below.literal, below.note) == (True, True, "exploratory: 5 of at least 30")
    assert (above.met, above.note) == (False, "")
    assert (lost.met, lost.note) == (None, "a number it needs is missing")
    assert (unheard.met, unheard.note) == (None, "a number it needs is missing")
