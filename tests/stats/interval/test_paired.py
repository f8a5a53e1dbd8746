"""Paired differences: against the t-test, four answers, fixed raters, and coverage with two panels."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from ringtrue.stats.interval.contrast import ALIKE
from ringtrue.stats.interval.paired import change_of, paired_difference
from ringtrue.terms.result import Estimate


def test_one_rater_per_panel_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(4)
    before, after = rng.normal(80, 5, size=(20, 1)), rng.normal(78, 5, size=(20, 1))
    oracle = scipy_stats.ttest_rel(after[:, 0], before[:, 0]).confidence_interval()
    estimate = paired_difference(before, after, same_raters=False)
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high))


def test_fixed_raters_are_the_paired_t_test_of_item_means() -> None:
    rng = np.random.default_rng(5)
    before, after = rng.normal(80, 5, size=(20, 3)), rng.normal(78, 5, size=(20, 3))
    oracle = scipy_stats.ttest_rel(after.mean(axis=1), before.mean(axis=1)).confidence_interval()
    estimate = paired_difference(before, after, fixed_raters=True)
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high))


def test_a_rating_that_one_run_lacks_is_left_out_of_both() -> None:
    before, after = np.array([[10.0, 20.0], [30.0, 40.0]]), np.array([[12.0, 99.0], [34.0, 46.0]])
    before[0, 1] = np.nan
    # item 1: 12 - 10 = 2 of the first rater alone; item 2: (34 + 46)/2 - (30 + 40)/2 = 5
    assert paired_difference(before, after, fixed_raters=True).value == pytest.approx(3.5)


@pytest.mark.parametrize(
    ("shift", "outcome"),
    [(-12.0, "worse"), (-4.5, "worse"), (-2.0, "no worse"), (0.0, "no worse"), (6.0, "better")],
)
def test_the_answers(shift: float, outcome: str) -> None:
    # Differences: the shift plus noise of standard deviation 3 on 30 items x 4 raters; the interval is about ±1.
    rng = np.random.default_rng(11)
    before = rng.normal(80, 8, size=(30, 4))
    after = before + shift + rng.normal(0, 3, size=(30, 4))
    for fixed in (False, True):
        estimate = paired_difference(before, after, limit=5.0, fixed_raters=fixed)
        assert estimate.outcome == outcome
        assert estimate.value == pytest.approx(shift, abs=1.0)


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (0.1, 9.0, "better"),
        (0.0, 9.0, "no worse"),
        (-4.9, -0.1, "no worse"),  # it fell for certain, and by less than 5 for certain
        (-5.0, -0.1, "worse"),
        (-9.0, 0.0, "inconclusive"),
        (-9.0, 9.0, "inconclusive"),
    ],
)
def test_bounds_decide(low: float, high: float, outcome: str) -> None:
    assert change_of(Estimate((low + high) / 2, low, high), 5.0, items=30) == outcome


def test_where_all_items_changed_alike_the_value_decides_from_six_items_on() -> None:
    for shift, outcome in ((-7.0, "worse"), (0.0, "no worse"), (2.0, "better")):
        for items, answer in ((6, outcome), (5, "inconclusive")):
            before = np.full((items, 2), 80.0)
            for options in ({}, {"fixed_raters": True}, {"same_raters": False}):
                estimate = paired_difference(before, before + shift, **options)
                assert (estimate.outcome, estimate.reason) == (answer, ALIKE)


def test_swapping_the_runs_turns_the_sign() -> None:
    rng = np.random.default_rng(12)
    one, other = rng.normal(size=(15, 4)), rng.normal(size=(15, 4))
    for options in ({}, {"fixed_raters": True}, {"same_raters": False}):
        there = paired_difference(one, other, **options)
        back = paired_difference(other, one, **options)
        assert (there.value, there.low) == pytest.approx((-back.value, -back.high))


def test_two_panels_of_raters_with_effects_of_their_own_are_covered() -> None:
    # No true difference; item sd 5, rater sd 3, residual sd 5; 30 items, panels of 7 and 9.
    # 1,500 simulated studies: the standard error of .95 is .0056; without the rater part coverage would be about .45.
    rng = np.random.default_rng(13)
    hits = 0
    for _ in range(1500):
        item = rng.normal(0, 5, size=(30, 1))
        runs = [item + rng.normal(0, 3, size=(1, k)) + rng.normal(0, 5, size=(30, k)) for k in (7, 9)]
        estimate = paired_difference(*runs, same_raters=False)
        hits += estimate.low <= 0.0 <= estimate.high
    assert 0.93 <= hits / 1500 <= 0.975


def test_unpaired_shapes_are_refused_and_too_few_items_are_a_reason() -> None:
    with pytest.raises(ValueError, match="same items"):
        paired_difference(np.ones((3, 2)), np.ones((4, 2)))
    with pytest.raises(ValueError, match="same raters"):
        paired_difference(np.ones((3, 2)), np.ones((3, 4)))
    single = paired_difference([[1.0, 2.0]], [[2.0, 2.0]], same_raters=False)
    assert single.value is None
    assert single.outcome == "inconclusive"


def test_how_often_it_is_wrong_and_how_often_it_finds_a_drop() -> None:
    # 100 items, 3 fixed raters, item changes sd 20, noise sd 25: the standard error of a difference is
    # sqrt((400 + 2 x 625 / 3) / 100) = 2.86. A drop of 10 is found if the value lies below -t(99) 2.86 = -5.67:
    # P(z < (10 - 5.67) / 2.86) = .93; equal versions are called worse in 2.5 %. Of 400, 4 standard errors around.
    rng = np.random.default_rng(14)
    for drop, low, high in ((0.0, 0.0, 0.025 + 0.032), (10.0, 0.93 - 0.052, 1.0)):
        worse = 0
        for _ in range(400):
            item = rng.normal(75, 15, size=(100, 1))
            change = rng.normal(-drop, 20, size=(100, 1))
            before, after = (item + shift + rng.normal(0, 25, size=(100, 3)) for shift in (0.0, change))
            worse += paired_difference(before, after, fixed_raters=True).outcome == "worse"
        assert low <= worse / 400 <= high
