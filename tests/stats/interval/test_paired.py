"""Paired differences: against the t-test, three outcomes, and coverage with two panels."""

import numpy as np
import pytest
from scipy import stats as scipy_stats

from ringtrue.stats.interval.paired import paired_difference


def test_one_rater_per_panel_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(4)
    before, after = rng.normal(80, 5, size=(20, 1)), rng.normal(78, 5, size=(20, 1))
    oracle = scipy_stats.ttest_rel(after[:, 0], before[:, 0]).confidence_interval()
    estimate = paired_difference(before, after, same_raters=False)
    assert (estimate.low, estimate.high) == pytest.approx((oracle.low, oracle.high))


@pytest.mark.parametrize(
    ("shift", "outcome"), [(-12.0, "worse"), (0.0, "not worse"), (6.0, "not worse"), (-4.5, "inconclusive")]
)
def test_the_three_outcomes(shift: float, outcome: str) -> None:
    # Differences: the shift plus noise of standard deviation 3 on 30 items x 4 raters; the interval is about ±1.
    rng = np.random.default_rng(11)
    before = rng.normal(80, 8, size=(30, 4))
    after = before + shift + rng.normal(0, 3, size=(30, 4))
    estimate = paired_difference(before, after, limit=5.0)
    assert estimate.outcome == outcome
    assert estimate.value == pytest.approx(shift, abs=1.0)


def test_swapping_the_runs_turns_the_sign() -> None:
    rng = np.random.default_rng(12)
    one, other = rng.normal(size=(15, 4)), rng.normal(size=(15, 4))
    for same in (True, False):
        there = paired_difference(one, other, same_raters=same)
        back = paired_difference(other, one, same_raters=same)
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
    assert "do not vary" in (paired_difference([[1.0], [2.0]], [[2.0], [3.0]], same_raters=False).reason or "")
