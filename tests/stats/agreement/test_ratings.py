"""Ratings as categories: places on the scale, counts per item, and distances derived by hand."""

import math
from typing import Literal, get_args

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from ringtrue.stats.agreement.ratings import (
    MOST_CATEGORIES,
    Categories,
    Cells,
    IntervalRequest,
    Measurement,
    Weights,
    against_all,
    categorise,
    check_weights,
    complete_items,
    distances,
    from_item_mean,
    in_units_of_range,
    lack,
    lack_of_complete,
    lack_of_variety,
    pairable,
    positions,
    relative_squares,
    request,
    size,
    size_of_complete,
    within_items,
)

_ = np.nan
RATINGS = arrays(np.float64, (5, 4), elements=st.sampled_from([-1.0, 0.0, 2.0, 7.5, np.nan]))


def test_values_are_numbered_in_ascending_order_and_a_missing_one_is_minus_one() -> None:
    found = categorise(np.array([[5.0, 1.0], [_, 3.0]]))
    assert found.values.tolist() == [1.0, 3.0, 5.0]
    assert found.codes.tolist() == [[2, 0], [-1, 1]]


def test_points_nobody_used_are_categories_where_the_scale_is_known() -> None:
    found = categorise(np.array([[1.0, 3.0]]), known=np.array([3.0, 1.0, 2.0, 3.0]))
    assert found.values.tolist() == [1.0, 2.0, 3.0]
    assert found.counts().tolist() == [[1.0, 0.0, 1.0]]


def test_a_rating_off_the_known_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="not among the given categories"):
        categorise(np.array([[1.0, 4.0]]), known=np.array([1.0, 2.0, 3.0]))


def test_nothing_rated_has_no_categories() -> None:
    found = categorise(np.full((2, 3), np.nan))
    assert found.values.size == 0
    assert found.counts().shape == (2, 0)
    assert found.too_many() is None


@given(RATINGS, st.permutations(range(4)))
def test_counts_do_not_depend_on_the_order_of_raters(ratings: np.ndarray, order: list[int]) -> None:
    counts = categorise(ratings).counts()
    assert np.array_equal(counts, categorise(ratings[:, order]).counts())
    assert counts.sum(axis=1).tolist() == (~np.isnan(ratings)).sum(axis=1).tolist()


@given(RATINGS)
def test_codes_lead_back_to_the_ratings(ratings: np.ndarray) -> None:
    found = categorise(ratings)
    given_ones = ~np.isnan(ratings)
    assert np.array_equal(found.values[found.codes[given_ones]], ratings[given_ones])
    assert (found.codes[~given_ones] == -1).all()


@pytest.mark.parametrize(("distinct", "refused"), [(MOST_CATEGORIES, False), (MOST_CATEGORIES + 1, True)])
def test_measurements_are_told_from_categories(distinct: int, refused: bool) -> None:
    said = categorise(np.arange(distinct, dtype=np.float64)[:, None]).too_many()
    assert (said is not None) == refused
    if said:
        assert said.startswith("501 distinct values are too many categories; use krippendorff_alpha")


def test_a_table_that_would_not_fit_is_refused_with_few_categories_too() -> None:
    # 2**18 items x 257 values are more than 2**26 cells; 256 values are just 2**26.
    codes = np.broadcast_to(np.zeros(1, dtype=np.intp), (1 << 18, 1))
    assert Categories(np.arange(256.0), codes).too_many() is None
    assert Categories(np.arange(257.0), codes).too_many() is not None


# Categories 0, 1 and 4. Linear: |x - y| / 4. Quadratic: its square. Ordinal: 1 step is 1 pair of ranks, 2 steps
# are 2 * 3 / 2 = 3 pairs, so neighbours stand at 1/3 whatever the gap between their values.
@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (None, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
        ("linear", [[0, 0.25, 1], [0.25, 0, 0.75], [1, 0.75, 0]]),
        ("quadratic", [[0, 0.0625, 1], [0.0625, 0, 0.5625], [1, 0.5625, 0]]),
        ("ordinal", [[0, 1 / 3, 1], [1 / 3, 0, 1 / 3], [1, 1 / 3, 0]]),
    ],
)
def test_distances_are_those_worked_out_by_hand(weights: Weights | None, expected: list[list[float]]) -> None:
    np.testing.assert_allclose(distances(np.array([0.0, 1.0, 4.0]), weights), expected)


@given(
    st.lists(st.integers(-50, 50).map(float), min_size=2, max_size=8, unique=True).map(sorted),
    st.sampled_from([None, "linear", "quadratic", "ordinal"]),
    st.floats(0.1, 100),
)
def test_distances_are_symmetric_from_0_to_1_and_know_no_unit(
    values: list[float], weights: Literal["linear", "quadratic", "ordinal"] | None, unit: float
) -> None:
    apart = distances(np.array(values), weights)
    assert np.array_equal(apart, apart.T)
    assert (np.diag(apart) == 0).all()
    assert apart.max() == pytest.approx(1.0)
    np.testing.assert_allclose(distances(np.array(values) * unit, weights), apart, atol=1e-12)


def test_unknown_weights_are_refused_with_the_known_ones() -> None:
    check_weights(None, "linear")
    check_weights("linear", "linear", "quadratic")
    with pytest.raises(ValueError, match="unknown weights 'cubic'; known here: None, 'linear', 'quadratic'"):
        check_weights("cubic", "linear", "quadratic")


# Pairable ratings as cells: against a walk over every ordered pair, at each level of measurement.


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


# The complete part of a ratings matrix, its size in words, and why it may not suffice.


SOME = np.array([[1.0, 2.0], [_, 3.0], [4.0, 5.0], [_, _]])


def test_items_rated_by_everyone_stay_in_their_order() -> None:
    assert complete_items(SOME).tolist() == [[1.0, 2.0], [4.0, 5.0]]


def test_the_size_names_the_items_left_out_if_there_are_any() -> None:
    used = complete_items(SOME)
    assert size_of_complete(SOME, used) == "2 items x 2 raters (2 not rated by everyone left out)"
    assert size_of_complete(used, used) == "2 items x 2 raters"


@pytest.mark.parametrize(
    ("ratings", "why"),
    [
        (np.empty((0, 3)), "there are no ratings"),
        (np.full((3, 2), np.nan), "there are no ratings"),
        (np.array([[1.0], [2.0]]), "only one rater gave ratings; agreement needs two"),
        (
            np.array([[1.0, 2.0], [_, 3.0]]),
            "1 of 2 items were rated by everyone and two are needed; krippendorff_alpha takes missing ratings",
        ),
        (np.array([[2.0, 2.0], [2.0, 2.0], [_, 5.0]]), "all ratings are identical"),
        (SOME, None),
    ],
)
def test_what_is_lacking_is_said_in_words(ratings: np.ndarray, why: str | None) -> None:
    said = lack_of_complete(ratings, complete_items(ratings))
    assert (said or "").startswith(why or "")
    assert (said is None) == (why is None)


@given(arrays(np.float64, (4, 3), elements=st.sampled_from([0.0, 1.0, 5.0, np.nan])))
def test_what_is_used_holds_no_gap_and_what_is_left_out_does(ratings: np.ndarray) -> None:
    used = complete_items(ratings)
    assert not np.isnan(used).any()
    assert len(used) == sum(not any(np.isnan(row)) for row in ratings)


VALUES = arrays(np.float64, (3, 2), elements=st.integers(-1000, 1000).map(float), unique=True)


@given(VALUES, st.sampled_from([1e-150, 1.0, 3.0, 1e150]))
def test_units_of_the_range_go_from_0_to_1_and_keep_ratios_of_variances(values: np.ndarray, unit: float) -> None:
    scaled = in_units_of_range(values * unit)
    assert (scaled.min(), scaled.max()) == (0.0, 1.0)
    ratio = values.mean(axis=1).var() / values.var()
    assert scaled.mean(axis=1).var() / scaled.var() == pytest.approx(ratio, rel=1e-9, abs=1e-12)


# Whether a ratings matrix holds anything to agree about, and what is said where it does not.


@pytest.mark.parametrize(
    ("matrix", "why"),
    [
        (np.empty((0, 0)), "there are no ratings"),
        (np.empty((5, 0)), "there are no ratings"),
        (np.full((2, 2), np.nan), "there are no ratings"),
        (np.array([[1.0, _], [2.0, _]]), "only one rater gave ratings; agreement needs two"),
        (np.array([[1.0, _], [_, 2.0]]), "no item was rated by two raters, so nothing overlaps"),
        (np.array([[1.0, 2.0], [_, 2.0]]), "only one item was rated by two raters; agreement needs at least two items"),
        (
            np.array([[3.0, 3.0], [3.0, 3.0]]),
            "all ratings are identical, so agreement cannot be distinguished from chance",
        ),
        (np.array([[1.0, 1.0], [2.0, 2.0]]), None),
    ],
)
def test_the_first_thing_lacking_is_said(matrix: np.ndarray, why: str | None) -> None:
    assert lack(matrix) == why


def test_a_different_value_nobody_can_be_compared_on_is_no_variety() -> None:
    assert lack(np.array([[3.0, 3.0], [3.0, 3.0], [9.0, _]])) == lack(np.full((2, 2), 3.0))


def test_identical_ratings_will_do_where_unused_categories_are_known() -> None:
    assert lack(np.full((2, 2), 3.0), identical=False) is None
    assert lack(np.full((2, 1), 3.0), identical=False) is not None


def test_variety_is_looked_for_among_what_was_given() -> None:
    assert lack_of_variety(np.array([[1.0, _], [1.0, 1.0]])) is not None
    assert lack_of_variety(np.array([[1.0, _], [1.0, 1.5]])) is None


def test_the_size_is_said_in_words() -> None:
    assert size(np.zeros((12, 4))) == "12 items x 4 raters"


@given(
    arrays(np.float64, (5, 3), elements=st.sampled_from([1.0, 2.0, np.nan])),
    st.permutations(range(5)),
    st.permutations(range(3)),
)
def test_neither_the_order_of_items_nor_of_raters_matters(
    matrix: np.ndarray, items: list[int], raters: list[int]
) -> None:
    assert lack(matrix) == lack(matrix[items][:, raters])
    assert len(pairable(matrix)) == sum((~np.isnan(row)).sum() >= 2 for row in matrix)


@given(arrays(np.float64, (4, 3), elements=st.sampled_from([1.0, 2.0, 3.0, np.nan])))
def test_where_nothing_is_lacking_another_program_finds_an_alpha(matrix: np.ndarray) -> None:
    if lack(matrix) is None:
        assert np.isfinite(krippendorff.alpha(reliability_data=matrix.T, level_of_measurement="nominal"))


# What may be asked of an interval, and how other wishes are refused.


@given(st.sampled_from(["delta", "bootstrap"]), st.floats(0.001, 0.999), st.integers(1, 10**6), st.integers(0, 2**40))
def test_a_request_that_can_be_met_is_kept_as_it_is(name: str, level: float, replicates: int, seed: int) -> None:
    assert request(name, "delta", level, replicates, seed) == IntervalRequest(name, level, replicates, seed)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 95.0, math.nan, math.inf])
def test_a_level_is_between_0_and_1(level: float) -> None:
    with pytest.raises(ValueError, match=f"between 0 and 1, got {level}"):
        request("delta", "delta", level, 1, 0)


@pytest.mark.parametrize("replicates", [0, -5])
def test_at_least_one_replicate_is_needed(replicates: int) -> None:
    with pytest.raises(ValueError, match=f"at least one bootstrap replicate is needed, got {replicates}"):
        request("bootstrap", "delta", 0.95, replicates, 0)


@pytest.mark.parametrize("name", ["", "Delta", "f", "none"])
def test_an_unknown_interval_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=f"unknown interval '{name}'; known here: 'delta', 'bootstrap'"):
        request(name, "delta", 0.95, 1, 0)
