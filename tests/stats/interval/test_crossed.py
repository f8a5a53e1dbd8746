"""The crossed mean: by hand, invariances, reasons, and coverage by seeded simulation."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from ringtrue.stats.interval.crossed import (
    bounds,
    complete_crossings,
    crossed_mean,
    crossed_mean_of,
    crossing_of,
    mean_variance,
)

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


# Variance components of crossed ratings against hand-computed ANOVA and sums over explicit pairs.


# Shrout & Fleiss 1979, Psychological Bulletin 86, table 2: 6 targets x 4 judges.
SHROUT_FLEISS_COMPONENTS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)


def long_form(table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    items, raters = np.nonzero(~np.isnan(table))
    return table[items, raters], items, raters


def test_a_complete_table_gives_the_anova_estimators() -> None:
    # Published mean squares: targets 11.24 (df 5), judges 32.49 (df 3), error 1.02 (df 15). So
    # item = (11.24-1.02)/4 = 2.556, rater = (32.49-1.02)/6 = 5.244, and
    # Var(mean) = (11.24+32.49-1.02)/24 = 1.7795, df = 42.71²/(11.24²/5 + 32.49²/3 + 1.02²/15) = 4.84.
    spread = mean_variance(crossing_of(*long_form(SHROUT_FLEISS_COMPONENTS)))
    assert float(spread.item) == pytest.approx(2.556, abs=0.001)
    assert float(spread.rater) == pytest.approx(5.244, abs=0.001)
    assert float(spread.residual) == pytest.approx(1.019, abs=0.001)
    assert float(spread.variance) == pytest.approx(1.7795, abs=0.0005)
    assert float(spread.df) == pytest.approx(4.84, abs=0.01)


def test_an_invisible_component_is_pooled_with_the_residual() -> None:
    # Columns have equal means, so SS(raters) = 0. Rows 1,1 / 3,3 / 2,5 / 4,1 with column means 2.5, 2.5 (mean 2.5):
    # SS(items) = 2((1-2.5)² + (3-2.5)² + (3.5-2.5)² + (2.5-2.5)²) = 2(2.25+.25+1+0) = 7, df 3, mean square 2.333
    # SS(total) = 2.25+2.25+.25+.25+.25+6.25+2.25+2.25 = 16, so SS(error) = 9, df 3, mean square 3.
    # Both components come out negative: all is pooled, 16/7, Var(mean) = (16/7)/8, df 7.
    table = np.array([[1.0, 1.0], [3.0, 3.0], [2.0, 5.0], [4.0, 1.0]])
    spread = mean_variance(crossing_of(*long_form(table)))
    assert float(spread.variance) == pytest.approx(16 / 7 / 8)
    assert float(spread.df) == pytest.approx(7)
    assert (float(spread.item), float(spread.rater)) == (0.0, 0.0)


def pair_sums(table: np.ndarray) -> tuple[float, float, float]:
    """Half the squared differences within items (over their size), within raters (over theirs), and over all pairs."""
    within_items = sum(
        sum((a - b) ** 2 for a, b in combinations(row[~np.isnan(row)], 2)) / max((~np.isnan(row)).sum(), 1)
        for row in table
    )
    within_raters = sum(
        sum((a - b) ** 2 for a, b in combinations(row[~np.isnan(row)], 2)) / max((~np.isnan(row)).sum(), 1)
        for row in table.T
    )
    everything = table[~np.isnan(table)]
    return within_items, within_raters, sum((a - b) ** 2 for a, b in combinations(everything, 2))


@given(st.integers(0, 2**32 - 1))
def test_with_gaps_the_components_solve_the_three_moment_equations(seed: int) -> None:
    # Gao & Owen 2017: E(within items) = (rater+residual)(N-R), E(within raters) = (item+residual)(N-C),
    # E(all pairs) = item (N²-Σnᵢ²) + rater (N²-Σnⱼ²) + residual (N²-N). Where all three come out positive nothing is
    # pooled, and the estimates must reproduce the sums exactly.
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(9, 1)) * 2 + rng.normal(size=(1, 6)) * 2 + rng.normal(size=(9, 6))
    table[rng.random(table.shape) < 0.3] = np.nan
    spread = mean_variance(crossing_of(*long_form(table)))
    if min(float(spread.item), float(spread.rater), float(spread.residual)) <= 0.0:
        return
    item, rater, residual = float(spread.item), float(spread.rater), float(spread.residual)
    present = ~np.isnan(table)
    by_item, by_rater, total = present.sum(1), present.sum(0), present.sum()
    within_items, within_raters, everything = pair_sums(table)
    assert (rater + residual) * (total - (by_item > 0).sum()) == pytest.approx(within_items)
    assert (item + residual) * (total - (by_rater > 0).sum()) == pytest.approx(within_raters)
    expected = (
        item * (total**2 - (by_item**2).sum())
        + rater * (total**2 - (by_rater**2).sum())
        + residual * (total**2 - total)
    )
    assert expected == pytest.approx(everything)


def test_many_tables_at_once_equal_each_alone() -> None:
    tables = np.random.default_rng(5).normal(size=(40, 8, 5))
    _, together = complete_crossings(tables)
    spread = mean_variance(together)
    for index, table in enumerate(tables):
        alone = mean_variance(crossing_of(*long_form(table)))
        assert spread.variance[index] == pytest.approx(float(alone.variance))
        assert spread.df[index] == pytest.approx(float(alone.df))


def test_items_rated_once_each_become_a_one_way_layout_over_raters() -> None:
    # 3 raters with 2 own items each: 1,3 | 5,7 | 9,11. Within raters: 3 x 2 = 6 over 3 df, residual 2.
    # Between: one-way ANOVA mean square 2((2-6)²+(6-6)²+(10-6)²)/2 = 32, so rater = (32-2)/2 = 15, and
    # Var(mean) = 32/6 with 2 df.
    values = np.array([1.0, 3.0, 5.0, 7.0, 9.0, 11.0])
    spread = mean_variance(crossing_of(values, np.arange(6), np.array([0, 0, 1, 1, 2, 2])))
    assert float(spread.rater) == pytest.approx(15)
    assert float(spread.variance) == pytest.approx(32 / 6)
    assert float(spread.df) == pytest.approx(2)
    mirrored = mean_variance(crossing_of(values, np.array([0, 0, 1, 1, 2, 2]), np.arange(6)))
    assert float(mirrored.variance) == pytest.approx(32 / 6)
