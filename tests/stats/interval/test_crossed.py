"""The crossed mean: by hand, invariances, reasons, and coverage by seeded simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from ringtrue.stats.interval.components import complete_crossings, mean_variance
from ringtrue.stats.interval.crossed import bounds, crossed_mean, crossed_mean_of

SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_the_interval_is_mean_and_t_times_the_crossed_standard_error() -> None:
    # Mean 127/24; variance 1.77951 and df 4.8366 from the mean squares 11.2417, 32.4861, 1.0194 (test_components.py).
    half = scipy_stats.t.ppf(0.975, 4.8366) * 1.77951**0.5
    estimate = crossed_mean(SHROUT_FLEISS)
    assert estimate.value == pytest.approx(127 / 24)
    assert estimate.low == pytest.approx(127 / 24 - half, abs=0.001)
    assert estimate.high == pytest.approx(127 / 24 + half, abs=0.001)
    assert estimate.n == 24
    assert "6 items x 4 raters" in estimate.method


@given(st.integers(0, 2**32 - 1))
def test_neither_the_order_of_raters_nor_of_items_matters(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = np.where(rng.random((8, 5)) < 0.2, np.nan, rng.normal(size=(8, 5)))
    one = crossed_mean(table)
    other = crossed_mean(table[rng.permutation(8)][:, rng.permutation(5)])
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


@given(st.integers(0, 2**32 - 1), st.floats(-50, 50), st.floats(0.1, 20))
def test_shifting_and_stretching_ratings_shifts_and_stretches_the_interval(seed: int, shift: float, by: float) -> None:
    table = np.random.default_rng(seed).normal(size=(7, 4))
    plain, moved = crossed_mean(table), crossed_mean(shift + by * table)
    assert (moved.low, moved.high) == pytest.approx((shift + by * plain.low, shift + by * plain.high), abs=1e-6)


def test_long_form_is_the_same_as_the_matrix() -> None:
    table = np.array([[1.0, 2.0, np.nan], [4.0, np.nan, 3.0], [2.0, 2.0, 5.0]])
    items, raters = np.nonzero(~np.isnan(table))
    assert crossed_mean_of(table[items, raters], items, raters) == crossed_mean(table)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([[1.0], [2.0]], "one rater"),
        ([[1.0, 2.0]], "one item"),
        ([[3.0, 3.0], [3.0, 3.0]], "identical"),
        ([[3.0, np.nan], [2.0, np.nan]], "one rater"),
    ],
)
def test_a_mean_without_an_interval_says_why(table: list[list[float]], reason: str) -> None:
    estimate = crossed_mean(table)
    assert estimate.value == pytest.approx(np.nanmean(table))
    assert estimate.low is None
    assert reason in (estimate.reason or "")


def test_nothing_rated_is_a_reason() -> None:
    assert crossed_mean([[np.nan, np.nan], [np.nan, np.nan]]).reason == "no ratings"


def test_codes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        crossed_mean_of([1.0, 2.0], [0, 1], [0.5, 1.0])
    with pytest.raises(ValueError, match="whole numbers"):
        crossed_mean_of([1.0, 2.0], [0, 1, 2], [0, 1])


@pytest.mark.parametrize(("item_sd", "rater_sd"), [(0.5, 0.5), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
@pytest.mark.parametrize(("items", "raters"), [(30, 7), (100, 7), (30, 15)])
def test_it_covers_between_93_and_98_percent(items: int, raters: int, item_sd: float, rater_sd: float) -> None:
    # 4,000 simulated tables: the standard error of a coverage of .95 is .0034, so .93 is six of them away.
    rng = np.random.default_rng(42)
    tables = (
        item_sd * rng.normal(size=(4000, items, 1))
        + rater_sd * rng.normal(size=(4000, 1, raters))
        + rng.normal(size=(4000, items, raters))
    )
    means, crossing = complete_crossings(tables)
    low, high = bounds(means, mean_variance(crossing), 0.95)
    covered = ((low <= 0.0) & (high >= 0.0)).mean()
    assert 0.93 <= covered <= 0.98
