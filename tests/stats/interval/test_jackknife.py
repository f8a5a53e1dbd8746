"""Jackknife intervals: the t interval of a mean, majorities against their definition, and what has no interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import t

from ringtrue.stats.arrays import Array
from ringtrue.stats.interval.jackknife import jackknife, majority_interval


@given(arrays(float, st.integers(3, 30), elements=st.floats(-100, 100, width=16)), st.sampled_from([0.90, 0.95]))
def test_of_a_mean_it_is_the_t_interval(values: Array, level: float) -> None:
    without = np.array([np.delete(values, place).mean() for place in range(values.size)])
    found = jackknife(float(values.mean()), without, level=level)
    half = t.ppf(0.5 + level / 2, values.size - 1) * values.std(ddof=1) / np.sqrt(values.size)
    if values.std() > 1e-3:
        assert (found.low, found.high) == (pytest.approx(values.mean() - half), pytest.approx(values.mean() + half))
        assert found.n == values.size


def test_one_session_or_equal_ones_have_no_interval() -> None:
    assert "nothing is known of others" in (jackknife(0.8, np.array([0.8])).reason or "")
    assert "same value" in (jackknife(0.8, np.full(5, 0.8)).reason or "")
    assert "no value without" in (jackknife(0.8, np.array([0.8, np.nan])).reason or "")


def pieces(scores: Array) -> tuple[float, Array, Array, Array]:
    """A mean over items x raters and what it is without each item, each rater, and both."""
    items, raters = scores.shape
    one = np.array([np.delete(scores, i, axis=0).mean() for i in range(items)])
    other = np.array([np.delete(scores, j, axis=1).mean() for j in range(raters)])
    both = [[np.delete(np.delete(scores, i, axis=0), j, axis=1).mean() for j in range(raters)] for i in range(items)]
    return float(scores.mean()), one, other, np.array(both)


def test_where_raters_do_not_matter_it_is_the_t_interval_over_items() -> None:
    items = np.random.default_rng(2).normal(70, 10, 12)
    value, one, other, both = pieces(np.repeat(items[:, np.newaxis], 4, axis=1))
    found = majority_interval(value, one, np.zeros(12, dtype=np.int64), other, both, n=12)
    half = t.ppf(0.975, 11) * items.std(ddof=1) / np.sqrt(12)
    assert (found.low, found.high) == (pytest.approx(value - half), pytest.approx(value + half))


def test_kinds_keep_their_numbers() -> None:
    # Ten items around 40 and ten around 90: how many of each there are is the design, so their distance is no spread.
    rng = np.random.default_rng(3)
    items = np.concatenate([rng.normal(40, 1, 10), rng.normal(90, 1, 10)])
    value, one, other, both = pieces(np.repeat(items[:, np.newaxis], 3, axis=1))
    kinds = np.repeat([0, 1], 10)
    apart = majority_interval(value, one, kinds, other, both, n=20)
    together = majority_interval(value, one, np.zeros(20, dtype=np.int64), other, both, n=20)
    assert apart.high is not None
    assert together.high is not None
    assert apart.high - value < 0.1 * (together.high - value)


@given(st.integers(0, 10_000))
def test_a_share_always_lies_in_its_interval_and_raters_that_differ_widen_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = (rng.random((8, 5)) < 0.6).astype(float)
    value, one, other, both = pieces(scores)
    kinds = np.zeros(8, dtype=np.int64)
    found = majority_interval(value, one, kinds, other, both, n=8, share_of=1)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= value <= found.high <= 1
    percent = majority_interval(100 * value, 100 * one, kinds, 100 * other, 100 * both, n=8, share_of=100)
    assert (percent.low, percent.high) == (pytest.approx(100 * found.low), pytest.approx(100 * found.high))


def test_what_nothing_moves_or_has_gaps_has_no_interval() -> None:
    value, one, other, both = pieces(np.full((4, 3), 100.0))
    kinds = np.zeros(4, dtype=np.int64)
    assert "no item and no rater moves it" in (majority_interval(value, one, kinds, other, both, n=4).reason or "")
    gap = majority_interval(value, np.array([100, np.nan, 100, 100]), kinds, other, both, n=4)
    assert "no value without" in (gap.reason or "")
