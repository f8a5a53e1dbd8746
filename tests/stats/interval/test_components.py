"""Variance components of crossed ratings against hand-computed ANOVA and sums over explicit pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.interval.components import complete_crossings, crossing_of, mean_variance

# Shrout & Fleiss 1979, Psychological Bulletin 86, table 2: 6 targets x 4 judges.
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)


def long_form(table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    items, raters = np.nonzero(~np.isnan(table))
    return table[items, raters], items, raters


def test_a_complete_table_gives_the_anova_estimators() -> None:
    # Published mean squares: targets 11.24 (df 5), judges 32.49 (df 3), error 1.02 (df 15). So
    # item = (11.24-1.02)/4 = 2.556, rater = (32.49-1.02)/6 = 5.244, and
    # Var(mean) = (11.24+32.49-1.02)/24 = 1.7795, df = 42.71²/(11.24²/5 + 32.49²/3 + 1.02²/15) = 4.84.
    spread = mean_variance(crossing_of(*long_form(SHROUT_FLEISS)))
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
