"""Comparisons asked over raters: the margin, its jackknife interval, and when that tells."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t, ttest_1samp

from ringtrue.formula import parse
from ringtrue.protocols import load
from ringtrue.score import score
from ringtrue.score.over_raters import leaving_out, margin, told
from ringtrue.score.table import compiled
from ringtrue.terms import Check, Criterion, Estimate, Result
from small_studies import cards, marks, pair_ratings, pairs, protocol

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
    assert "do not differ" in str(equal.reason)
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
    assert told(parse(text), Estimate((low + high) / 2, low, high, 5)) is answer


def test_no_interval_is_not_told() -> None:
    assert told(BELOW, Estimate(0.5, n=1, reason="one rater")) is None


def test_seven_raters_who_agree_tell_it_and_seven_who_do_not_leave_it_open() -> None:
    clear = lite(narr=[-2, -1, -2, -1, -2, -1, -2], tech=[1, 2, 2, 1, 1, 2, 1])
    assert (clear.literal, clear.met) == (True, True)
    turned = lite(narr=[1, 2, 2, 1, 1, 2, 1], tech=[-2, -1, -2, -1, -2, -1, -2])
    assert (turned.literal, turned.met) == (False, False)
    open_ = lite(narr=[0, 1, -1, 0, 1, -1, 0], tech=[0, -1, 1, 1, -1, 1, 0])
    assert open_.met is None
    assert "too few ratings to tell" in open_.note


def test_one_rater_and_equal_ratings_are_not_told() -> None:
    assert "one rater" in lite(narr=[-2], tech=[2]).note
    assert lite(narr=[-2, -2, -2], tech=[2, 2, 2]).met is None


def test_a_condition_that_fails_is_not_met_only_where_it_is_refuted() -> None:
    from ringtrue.score.checks import criteria_checks
    from ringtrue.score.rules import names_for_rules

    made = protocol(checks=(Criterion("significant", when="p < 0.05", refuted="r_high < 0.7"),))

    def answer(p: float, low: float, high: float) -> Check:
        estimates = {"p": Estimate(p, n=5), "r": Estimate((low + high) / 2, low, high, 5)}
        return criteria_checks(made, estimates, names_for_rules(estimates, {}))[0]

    assert (answer(0.04, 0.1, 0.9).met, answer(0.04, 0.1, 0.9).note) == (True, "")
    assert (answer(0.05, 0.1, 0.7).literal, answer(0.05, 0.1, 0.7).met) == (False, None)  # .70 is not under .70
    assert answer(0.5, -0.9, 0.6999).met is False
