"""Contrasts of versions: a mean is the paired t-test or the crossed interval of differences; trends; reasons."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats as scipy_stats

from ringtrue.stats.interval.contrast import ALIKE, LeftOut, contrast
from ringtrue.stats.interval.crossed import crossed_mean

Table = NDArray[np.float64]
ONE = np.zeros(12, dtype=np.int64)  # twelve items of one kind


def mean_of(table: Table) -> LeftOut:
    """The mean of a table and what it is without each row, each column, and both."""
    rows, columns = table.shape
    without_items = np.array([np.delete(table, row, 0).mean() for row in range(rows)])
    without_raters = np.array([np.delete(table, column, 1).mean() for column in range(columns)])
    both = [[np.delete(np.delete(table, row, 0), column, 1).mean() for column in range(columns)] for row in range(rows)]
    return LeftOut(float(table.mean()), without_items, without_raters, np.array(both))


def tables(versions: int, raters: int, rater_sd: float = 0.0) -> list[Table]:
    rng = np.random.default_rng(3)
    item = rng.normal(70, 10, size=(12, 1))
    return [
        item + rater_sd * rng.normal(size=(1, raters)) + rng.normal(0, 5, size=(12, raters)) for _ in range(versions)
    ]


def test_a_difference_of_means_with_fixed_raters_is_the_paired_t_test() -> None:
    before, after = tables(2, 3)
    oracle = scipy_stats.ttest_rel(after.mean(axis=1), before.mean(axis=1)).confidence_interval()
    found = contrast((-1, 1), [mean_of(before), mean_of(after)], ONE, raters="fixed", n=12)
    assert found.value == pytest.approx(after.mean() - before.mean())
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high))


def test_with_crossed_raters_it_has_the_variance_of_crossed_differences() -> None:
    before, after = tables(2, 4, rater_sd=6.0)
    oracle = crossed_mean(after - before)
    found = contrast((-1, 1), [mean_of(before), mean_of(after)], ONE, raters="crossed", n=12)
    assert found.value == pytest.approx(oracle.value)
    # the same components by other sums: the widths agree, the degrees of freedom nearly
    assert found.high - found.low == pytest.approx(oracle.high - oracle.low, rel=0.1)


def test_separate_panels_add_their_variances_and_need_not_be_as_large() -> None:
    before, after = tables(2, 4, rater_sd=6.0)
    smaller = after[:, :3]
    found = contrast((-1, 1), [mean_of(before), mean_of(smaller)], ONE, raters="separate", n=12)
    fixed = contrast((-1, 1), [mean_of(before), mean_of(smaller)], ONE, raters="fixed", n=12)
    assert found.value == pytest.approx(smaller.mean() - before.mean())
    assert found.high - found.low > fixed.high - fixed.low


def test_a_trend_is_the_slope_of_the_item_means() -> None:
    given = tables(3, 2)
    # slope of three points 1, 2, 3: (last - first) / 2, whatever the middle one is
    slopes = (given[2].mean(axis=1) - given[0].mean(axis=1)) / 2
    oracle = scipy_stats.ttest_1samp(slopes, 0.0).confidence_interval()
    found = contrast((-0.5, 0.0, 0.5), [mean_of(one) for one in given], ONE, raters="fixed", n=12)
    assert found.value == pytest.approx(slopes.mean())
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high))


def test_items_are_left_out_within_their_kind() -> None:
    kinds = np.array([0] * 6 + [1] * 6)
    before, after = np.zeros((12, 2)), np.repeat([[-10.0, -10.0], [10.0, 10.0]], 6, axis=0)
    found = contrast((-1, 1), [mean_of(before), mean_of(after)], kinds, raters="fixed", n=12)
    assert (found.low, found.reason) == (None, ALIKE)  # all that differs is the kinds, and how many is the design
    pooled = contrast((-1, 1), [mean_of(before), mean_of(after)], ONE, raters="fixed", n=12)
    assert pooled.low is not None


def test_the_order_of_items_and_raters_makes_no_difference() -> None:
    before, after = tables(2, 4, rater_sd=3.0)
    rng = np.random.default_rng(9)
    rows, columns = rng.permutation(12), rng.permutation(4)
    here, there = (
        contrast((-1, 1), [mean_of(one) for one in pair], ONE, raters="crossed", n=12)
        for pair in ((before, after), (before[rows][:, columns], after[rows][:, columns]))
    )
    assert (here.value, here.low, here.high) == pytest.approx((there.value, there.low, there.high))


def test_why_there_is_no_interval() -> None:
    one = LeftOut(1.0, np.array([np.nan]), np.empty(0), np.empty((1, 0)))
    assert "one item" in (contrast((-1, 1), [one, one], ONE[:1], raters="fixed", n=1).reason or "")
    gap = LeftOut(1.0, np.array([1.0, np.nan]), np.empty(0), np.empty((2, 0)))
    assert "no value without" in (contrast((-1, 1), [gap, gap], ONE[:2], raters="fixed", n=2).reason or "")
