"""Pairable ratings as cells: against a walk over every ordered pair, at each level of measurement."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from ringtrue.stats.agreement.cells import (
    Cells,
    Measurement,
    against_all,
    from_item_mean,
    positions,
    relative_squares,
    within_items,
)

_ = np.nan
LEVELS: tuple[Measurement, ...] = get_args(Measurement)
PAIRED = arrays(np.float64, (5, 4), elements=st.sampled_from([0.0, 1.0, 2.0, 6.0, np.nan])).filter(
    lambda ratings: (
        bool(((~np.isnan(ratings)).sum(axis=1) >= 2).all()) and bool(np.nanmin(ratings) < np.nanmax(ratings))
    )
)


def apart(ratings: np.ndarray, level: Measurement, one: float, other: float) -> float:
    """The distance of two ratings by the definition; ordinal as the squared difference of their mean ranks."""
    flat = ratings[~np.isnan(ratings)]
    if level == "nominal":
        return float(one != other)
    if level == "ordinal":
        ranks = rankdata(flat)
        return float((ranks[flat == one][0] - ranks[flat == other][0]) ** 2)
    if level == "interval":
        return ((one - other) / (flat.max() - flat.min())) ** 2
    return 0.0 if one == other else ((one - other) / (one + other)) ** 2


@given(PAIRED, st.sampled_from(LEVELS))
def test_sums_within_items_are_those_over_every_ordered_pair(ratings: np.ndarray, level: Measurement) -> None:
    expected = []
    for row in ratings:
        rated = row[~np.isnan(row)]
        expected.append(sum(apart(ratings, level, a, b) for a in rated for b in rated) / (rated.size - 1))
    np.testing.assert_allclose(within_items(Cells.of(ratings), level), expected, atol=1e-9)


@given(PAIRED, st.sampled_from(LEVELS))
def test_sums_against_all_are_those_over_every_rating(ratings: np.ndarray, level: Measurement) -> None:
    flat = ratings[~np.isnan(ratings)]
    expected = [sum(apart(ratings, level, value, other) for other in flat) for value in np.unique(flat)]
    np.testing.assert_allclose(against_all(Cells.of(ratings), level), expected, atol=1e-9)


@given(PAIRED, st.permutations(range(4)), st.sampled_from(LEVELS))
def test_the_order_of_raters_does_not_matter(ratings: np.ndarray, order: list[int], level: Measurement) -> None:
    one, other = Cells.of(ratings), Cells.of(ratings[:, order])
    np.testing.assert_allclose(within_items(one, level), within_items(other, level), atol=1e-9)
    np.testing.assert_allclose(against_all(one, level), against_all(other, level), atol=1e-9)


@given(PAIRED)
def test_cells_hold_every_rating_once(ratings: np.ndarray) -> None:
    cells = Cells.of(ratings)
    assert cells.total == (~np.isnan(ratings)).sum() == cells.per_value.sum()
    assert cells.per_item.tolist() == (~np.isnan(ratings)).sum(axis=1).tolist()
    assert cells.values[cells.codes].tolist() == ratings[~np.isnan(ratings)].tolist()
    expected = [[int((row == value).sum()) for value in cells.values] for row in ratings]
    assert cells.counts().tolist() == expected


@given(PAIRED, st.sampled_from(["ordinal", "interval"]))
def test_positions_balance_around_zero(ratings: np.ndarray, level: Measurement) -> None:
    cells = Cells.of(ratings)
    assert cells.per_value @ positions(cells, level) == pytest.approx(0.0, abs=1e-9)


def test_a_small_table_by_hand() -> None:
    # Ratings 1 1 | 1 3: three of value 1, one of value 3, N = 4.
    cells = Cells.of(np.array([[1.0, 1.0], [1.0, 3.0]]))
    # Ordinal: cumulated counts 3, 4 minus half of each value's own minus N/2: 3 - 1.5 - 2 and 4 - .5 - 2.
    assert positions(cells, "ordinal").tolist() == [-0.5, 1.5]
    # Interval in units of the range: 0 and 1 around the mean 1/4.
    assert positions(cells, "interval").tolist() == [-0.25, 0.75]
    # From the mean of its item: none for the first item, half the range for the second.
    assert from_item_mean(cells, positions(cells, "interval")).tolist() == [0.0, 0.0, -0.5, 0.5]
    # One ordered pair each way: nominal 2 / 1; ratio 2 * ((3 - 1) / (3 + 1))**2 = .5.
    assert within_items(cells, "nominal").tolist() == [0.0, 2.0]
    assert within_items(cells, "ratio").tolist() == [0.0, 0.5]
    assert against_all(cells, "nominal").tolist() == [1.0, 3.0]
    assert against_all(cells, "ratio").tolist() == [0.25, 0.75]


def test_interval_positions_survive_offsets_and_sizes_that_squares_would_not() -> None:
    small = positions(Cells.of(np.array([[0.0, 1.0], [2.0, 4.0]])), "interval")
    for values in (np.array([[0.0, 1.0], [2.0, 4.0]]) * 1e200, np.array([[0.0, 1.0], [2.0, 4.0]]) + 2.0**40):
        np.testing.assert_allclose(positions(Cells.of(values), "interval"), small, rtol=1e-12)


def test_the_ratio_distance_of_zero_and_zero_is_zero_and_missing_stays_missing() -> None:
    # The last but one: (0.125 / 0.5)**2, so that small numbers are as far apart as large ones.
    found = relative_squares(np.array([0.0, 0.0, 1.0, 0.1875, _]), np.array([0.0, 5.0, 3.0, 0.3125, 1.0]))
    np.testing.assert_array_equal(found, [0.0, 1.0, 0.25, 0.0625, _])
