"""Lists of rules: the first that holds, what is unknown, and the reasons."""

from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t, ttest_1samp

from ringtrue.formula.grammar import parse
from ringtrue.protocols.loader import load
from ringtrue.score.measures import ItemColumns, tags_used
from ringtrue.score.rules import (
    clear_answer,
    criteria_checks,
    decided,
    leaving_out,
    margin,
    names_for_rules,
    suite_checks,
)
from ringtrue.score.scoring import score
from ringtrue.score.study_table import compiled
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Criterion, Kind, Question, Rule, SuiteRule
from ringtrue.terms.result import Check, Estimate, Result
from small_studies import cards, marks, pair_ratings, pairs, protocol

CUTS = (
    Rule("PASS", all=("a >= 80", "b >= 60")),
    Rule("MAYBE", any=("a >= 70", "b >= 90"), note="look again in a month"),
    Rule("FAIL"),
)


def label(a: float | None, b: float | None) -> str:
    return decided(CUTS, {"a": a, "b": b}).label


def test_the_first_rule_that_holds_decides() -> None:
    assert [label(80, 60), label(79.999, 60), label(0, 90), label(0, 0)] == ["PASS", "MAYBE", "MAYBE", "FAIL"]


def test_an_unknown_rule_before_it_leaves_the_verdict_untold() -> None:
    # a unknown, b 60: PASS may hold. a unknown, b 50: PASS cannot, MAYBE may. b unknown, a 80: PASS may.
    assert [label(None, 60), label(None, 50), label(80, None)] == ["inconclusive"] * 3


def test_what_is_known_decides_where_the_unknown_cannot_change_it() -> None:
    assert label(75, None) == "MAYBE"  # PASS is out by a, MAYBE holds by a
    assert label(None, None) == "inconclusive"


def kleene_all(answers: tuple[bool | None, ...]) -> bool | None:
    return False if False in answers else None if None in answers else True


def test_all_and_any_follow_three_valued_logic() -> None:
    word = {True: "YES", False: "NO", None: "inconclusive"}
    value = {True: 1.0, False: 0.0, None: None}
    conditions = ("p > 0", "q > 0", "s > 0", "u > 0")
    for answers in product((True, False, None), repeat=4):
        names = {name[0]: value[answer] for name, answer in zip(conditions, answers, strict=True)}
        every, denied = kleene_all(answers[:2]), kleene_all(tuple(None if a is None else not a for a in answers[2:]))
        some = None if denied is None else not denied
        for rule, expected in (
            (Rule("YES", all=conditions[:2]), every),
            (Rule("YES", any=conditions[2:]), some),
            (Rule("YES", all=conditions[:2], any=conditions[2:]), kleene_all((every, some))),
        ):
            assert decided((rule, Rule("NO")), names).label == word[expected], (rule, answers)


def test_reasons_name_the_conditions_with_their_values() -> None:
    assert decided(CUTS, {"a": 92.5, "b": 60}).reasons == ("a >= 80 (a 92.5)", "b >= 60 (b 60)")
    maybe = decided(CUTS, {"a": 75, "b": 0.25})
    assert maybe.reasons == ("a >= 70 (a 75)", "look again in a month", "PASS would need a >= 80 (a 75)")
    # a rule of `any` alone knocks out: that it did not says nothing about what would be needed
    assert decided(CUTS, {"a": 1, "b": 2}).reasons == ("PASS would need a >= 80 (a 1)",)
    assert decided(CUTS, {"a": None, "b": 50}).reasons == (
        "not known: a >= 70 (a unknown)",
        "PASS would need b >= 60 (b 50)",
    )


@pytest.mark.parametrize(("value", "limit"), [(92.9999, 93), (0.749996, 0.75), (59.996, 60)])
def test_a_value_just_under_a_limit_is_not_shown_as_the_limit(value: float, limit: float) -> None:
    (reason,) = decided((Rule("PASS", all=(f"a >= {limit}",)), Rule("FAIL")), {"a": value}).reasons
    shown = float(reason.rpartition("(a ")[2].rstrip(")"))
    assert shown < limit


def test_labels_and_their_absence_are_compared() -> None:
    rules = (Rule("out", any=('gate == "told apart"', 'quote_status == "fail"')), Rule("in"))
    assert decided(rules, {"gate": "told apart", "quote_status": None}).label == "out"
    assert decided(rules, {"gate": "indistinguishable", "quote_status": "pass"}).label == "in"
    assert decided(rules, {"gate": "indistinguishable", "quote_status": None}).label == "inconclusive"
    assert decided(rules, {"gate": "told apart"}).reasons[0] == 'gate == "told apart" (gate told apart)'


def test_a_name_nobody_has_heard_of_is_unknown() -> None:
    assert decided((Rule("PASS", all=("domain_NARR < 1",)), Rule("FAIL")), {}).label == "inconclusive"


def test_a_list_that_ends_without_a_rule_for_the_rest_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="ends with one that has no conditions"):
        decided((Rule("PASS", all=("a > 1",)),), {"a": 0})
    assert decided((Rule("done"),), {}).reasons == ()


def test_names_are_values_bounds_outcomes_and_statuses() -> None:
    estimates = {
        "a": Estimate(1.0, 0.5, 1.5),
        "gone": Estimate.absent("nobody answered"),
        "gate": Gate(0.9, 0.8, 1.0, reason="told apart", outcome="told apart"),
    }
    names = names_for_rules(estimates, {"quote": "pass", "edge": "inconclusive"}, people=3)
    assert names == {
        "people": 3,
        "a": 1.0,
        "a_low": 0.5,
        "a_high": 1.5,
        "gone": None,
        "gone_low": None,
        "gone_high": None,
        "gate": "told apart",
        "gate_low": 0.8,
        "gate_high": 1.0,
        "quote_status": "pass",
        "edge_status": None,
    }


# Checks of the suite, of the shares of its kinds, and of criteria.


SHARES = {"quote": 0.30, "decision": 0.25, "style": 0.25, "edge": 0.20}


def suite(rules: list[SuiteRule], items: list[Item], ratings: list[Rating], **parts: Any) -> list[Check]:
    made = protocol(suite=tuple(rules), **parts)
    study = compiled(made, items, ratings, tags_used(made))
    return suite_checks(made, study, ItemColumns(made, study))


def criterion(estimate: Estimate, **bound: Any) -> Check:
    made = protocol(checks=(Criterion("it", of="a", **bound),))
    (check,) = criteria_checks(made, {"a": estimate}, names_for_rules({"a": estimate}, {}))
    return check


def test_a_share_check_says_how_many_to_add_or_leave_out() -> None:
    kinds = {
        name: Kind(name, ("clone",), (Question("mark", "anchored", "?"),), share=share)
        for name, share in (("quote", 0.5), ("style", 0.5))
    }
    items = [Item(f"i{place}", "quote" if place < 5 else "style", "?") for place in range(8)]
    quote, style = suite([], items, [], kinds=kinds)
    assert quote == Check("share of quote: 4 of 8", True, 5, 4, literal=False, note="1 quote item more than required")
    assert style == Check("share of style: 4 of 8", True, 3, 4, literal=False, note="add 1 style item")
    far = [Item(f"i{place}", "quote" if place < 7 else "style", "?") for place in range(8)]
    assert [check.met for check in suite([], far, [], kinds=kinds)] == [False, False]  # 7 and 1 for 4 and 4: over 2 off
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


def test_items_withdrawn_after_dealing_break_rules_that_held_then() -> None:
    kinds = {
        name: Kind(name, ("clone",), (Question("mark", "anchored", "?"),), share=0.5) for name in ("quote", "style")
    }
    made = protocol(suite=(SuiteRule("eight", "items() >= 8", "add cards"),), kinds=kinds)
    items = [Item(f"i{place:02}", "quote" if place < 8 else "style", "?") for place in range(16)]
    given = [Check("eight", True, literal=True), Check("texts", True, literal=True)]

    def checked(kept: list[Item]) -> dict[str, bool | None]:
        study = compiled(made, kept, [], tags_used(made))
        return {check.name: check.met for check in suite_checks(made, study, ItemColumns(made, study), given)}

    assert checked(items) == {"eight": True, "texts": True}
    assert checked(items[4:11]) == {"eight": False, "texts": True}  # 4 and 3 are left
    far = {"share of quote: 4 of 8": False, "share of style: 4 of 8": False}  # 8 and 0 are left
    assert checked(items[:8]) == {"eight": True, "texts": True, **far}


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


# Comparisons asked over raters: the margin, its jackknife interval, and when that tells.


BELOW = parse("low_mark < high_mark")


def drawn(**columns: list[float]) -> dict[str, np.ndarray]:
    return {name: np.array(values) for name, values in columns.items()}


def lite(narr: list[float], tech: list[float]) -> Check:
    """The answer to "NARR below TECH" where raters A, B ... give these voices, and 2 for vibe and logic."""
    answers = [[(voice, 2, 2) for voice in row] for row in (tech, tech, narr)]
    result: Result = score(load("lite"), pairs(("TECH", "PHIL", "NARR")), pair_ratings(answers), replicates=20)
    return next(check for check in result.checks if check.name == "NARR below TECH")


def test_leaving_out_gives_all_raters_first_then_all_but_each() -> None:
    measures = {"level": {"crossed": "mark"}, "by": {"each": "domain", "crossed": "mark"}}
    made = protocol(measures)
    items = cards(2, domain=["x", "y"])
    study = compiled(made, items, marks("mark", [[10.0, 20.0, 60.0], [0.0, 0.0, 30.0]]), {"domain"})
    found = leaving_out(made, study)
    assert found["by_x"].tolist() == [30.0, 40.0, 35.0, 15.0]
    assert found["by_y"].tolist() == [10.0, 15.0, 15.0, 0.0]
    assert found["level"].tolist() == [20.0, 27.5, 25.0, 7.5]


@given(st.lists(st.floats(-2, 2), min_size=3, max_size=12))
def test_for_a_mean_difference_it_is_the_t_interval_of_the_raters_differences(differences: list[float]) -> None:
    by_rater = np.array(differences)
    if np.ptp(by_rater) < 1e-3:
        return
    k = by_rater.size
    without = (by_rater.sum() - by_rater) / (k - 1)
    found = margin(BELOW, drawn(low_mark=[0.0] * (k + 1), high_mark=[by_rater.mean(), *without]))
    expected = ttest_1samp(by_rater, 0.0).confidence_interval(0.95)
    assert found.value == pytest.approx(by_rater.mean(), abs=1e-9)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("text", ["a < b", "b > a", "a <= b", "b >= a"])
def test_the_margin_is_how_much_larger_the_larger_side_is(text: str) -> None:
    found = margin(parse(text), drawn(a=[1.0, 1.0, 1.0], b=[3.0, 2.0, 4.0]))
    # two raters, margins 1 and 3 without one of them: spread sqrt(1/2 (1 + 1)) = 1
    half = float(t.ppf(0.975, 1)) * sqrt(1.0)
    assert (found.value, found.low, found.high) == pytest.approx((2.0, 2.0 - half, 2.0 + half))


def test_one_item_has_its_means_too() -> None:
    made = protocol({"level": {"crossed": "mark"}, "twice": {"formula": "2 * level"}})
    study = compiled(made, cards(1), marks("mark", [[10.0, 20.0]]), ())
    assert {name: values.tolist() for name, values in leaving_out(made, study).items()} == {"level": [15.0, 20.0, 10.0]}


def test_what_is_missing_or_cannot_vary_has_no_interval_and_a_reason() -> None:
    assert margin(BELOW, drawn(low_mark=[0.0, 0.0])).reason == "a number it needs is missing"
    assert margin(BELOW, drawn(low_mark=[np.nan, 0.0], high_mark=[1.0, 1.0])).value is None
    one = margin(BELOW, drawn(low_mark=[0.0, np.nan], high_mark=[1.0, np.nan]))
    assert (one.value, one.low) == (1.0, None)
    assert "one rater" in str(one.reason)
    equal = margin(BELOW, drawn(low_mark=[0.0, 0.0, 0.0], high_mark=[1.0, 1.0, 1.0]))
    assert (equal.low, str(equal.reason)) == (None, "2 raters alike are too few to speak for others")
    three = margin(BELOW, drawn(low_mark=[0.0] * 4, high_mark=[1.0] * 4))
    assert (three.low, three.value, three.high, three.method) == (1.0, 1.0, 1.0, "all 3 raters alike")
    gap = margin(BELOW, drawn(low_mark=[0.0, np.nan, 0.0], high_mark=[1.0, 1.0, 1.0]))
    assert "rests on one rater" in str(gap.reason)


@pytest.mark.parametrize(
    ("text", "low", "high", "answer"),
    [
        ("a < b", 0.1, 0.3, True),
        ("a < b", 0.0, 0.3, None),
        ("a <= b", 0.0, 0.3, True),
        ("a < b", -0.3, 0.0, False),
        ("a <= b", -0.3, 0.0, None),
        ("a <= b", -0.3, -0.1, False),
        ("a < b", -0.1, 0.1, None),
    ],
)
def test_it_is_told_where_the_interval_lies_on_one_side_exact_limits_included(
    text: str, low: float, high: float, answer: bool | None
) -> None:
    assert clear_answer(parse(text), Estimate((low + high) / 2, low, high, 5)) is answer


def test_no_interval_is_not_told() -> None:
    assert clear_answer(BELOW, Estimate(0.5, n=1, reason="one rater")) is None


def test_seven_raters_who_agree_tell_it_and_seven_who_do_not_leave_it_open() -> None:
    clear = lite(narr=[-2, -1, -2, -1, -2, -1, -2], tech=[1, 2, 2, 1, 1, 2, 1])
    assert (clear.literal, clear.met) == (True, True)
    turned = lite(narr=[1, 2, 2, 1, 1, 2, 1], tech=[-2, -1, -2, -1, -2, -1, -2])
    assert (turned.literal, turned.met) == (False, False)
    open_ = lite(narr=[0, 1, -1, 0, 1, -1, 0], tech=[0, -1, 1, 1, -1, 1, 0])
    assert open_.met is None
    assert "too few ratings to tell" in open_.note


def test_one_rater_or_two_are_not_told_and_unanimous_ones_are() -> None:
    assert "one rater" in lite(narr=[-2], tech=[2]).note
    assert lite(narr=[-2, -2], tech=[2, 2]).met is None
    assert lite(narr=[-2, -2, -2], tech=[2, 2, 2]).met is True
    assert lite(narr=[2, 2, 2], tech=[-2, -2, -2]).met is False


def test_a_condition_that_fails_is_not_met_only_where_it_is_refuted() -> None:
    from ringtrue.score.rules import criteria_checks, names_for_rules

    made = protocol(checks=(Criterion("significant", when="p < 0.05", refuted="r_high < 0.7"),))

    def answer(p: float, low: float, high: float) -> Check:
        estimates = {"p": Estimate(p, n=5), "r": Estimate((low + high) / 2, low, high, 5)}
        return criteria_checks(made, estimates, names_for_rules(estimates, {}))[0]

    assert (answer(0.04, 0.1, 0.9).met, answer(0.04, 0.1, 0.9).note) == (True, "")
    assert (answer(0.05, 0.1, 0.7).literal, answer(0.05, 0.1, 0.7).met) == (False, None)  # .70 is not under .70
    assert answer(0.5, -0.9, 0.6999).met is False
