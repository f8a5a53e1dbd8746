"""Linearised crossed intervals: against loops over cells, against the plain crossed mean, and by invariances."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from ringtrue.stats.arrays import Array
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.stats.interval.linearised import Ratings, gradient, linearised, spread


def ratings_of(table: Array, first_item: int = 0) -> Ratings:
    items, raters = np.nonzero(~np.isnan(table))
    return Ratings(table[items, raters], items + first_item, raters)


def place(means: list[float]) -> float:
    clone, floor, ceiling = means
    return 100 * (clone - floor) / (ceiling - floor)


def by_loops(slopes: list[float], tables: list[dict[tuple[int, int], float]]) -> tuple[float, float]:
    """Variance and degrees of freedom, summed cell by cell from the definition."""
    u: dict[tuple[int, int], float] = {}
    for slope, table in zip(slopes, tables, strict=True):
        mean = sum(table.values()) / len(table)
        for cell, x in table.items():
            u[cell] = u.get(cell, 0.0) + slope * (x - mean) / len(table)
    items, raters = {i for i, _ in u}, {j for _, j in u}
    v_r = sum(sum(x for (_, b), x in u.items() if b == j) ** 2 for j in raters) * len(raters) / (len(raters) - 1)
    v_i = sum(sum(x for (a, _), x in u.items() if a == i) ** 2 for i in items) * len(items) / (len(items) - 1)
    v_c = sum(x * x for x in u.values())
    v = v_c + max(0, v_r - v_c) + max(0, v_i - v_c)
    parts = v_c**2 / max(len(u) - len(items) - len(raters) + 1, 1)
    parts += v_r**2 / (len(raters) - 1) if v_r > v_c else 0
    parts += v_i**2 / (len(items) - 1) if v_i > v_c else 0
    return v, max(v * v / parts, 1)


def three_tables(seed: int) -> list[Array]:
    """A clone rated by all, floor and ceiling on a few items each, which rotate between raters."""
    rng = np.random.default_rng(seed)
    clone = rng.uniform(0.5, 1.0, (8, 5)) + rng.normal(0, 0.1, 5)
    floor, ceiling = np.full((8, 5), np.nan), np.full((8, 5), np.nan)
    for rater in range(5):
        floor[(rater + np.arange(3)) % 8, rater] = rng.uniform(0.0, 0.4, 3)
        ceiling[(rater + 3 + np.arange(3)) % 8, rater] = rng.uniform(0.8, 1.0, 3)
    return [clone, floor, ceiling]


@given(st.integers(0, 10_000))
def test_a_place_has_the_variance_that_loops_over_cells_give(seed: int) -> None:
    tables = three_tables(seed)
    means = [ratings_of(table) for table in tables]
    slopes = gradient(place, [one.mean for one in means])
    cells = [{(int(i), int(j)): x for i, j, x in zip(o.items, o.raters, o.values, strict=True)} for o in means]
    found = spread(slopes, means)
    assert (found.variance, found.df) == pytest.approx(by_loops(slopes, cells))
    estimate = linearised(place, means, level=0.90)
    half = t.ppf(0.95, found.df) * found.variance**0.5
    assert estimate.low == pytest.approx(place([one.mean for one in means]) - half)
    assert estimate.high == pytest.approx(place([one.mean for one in means]) + half)


def test_slopes_of_a_place_are_those_of_its_quotient() -> None:
    # f = 100 (c - f)/(t - f): 100/(t-f), 100 (c-t)/(t-f)², -100 (c-f)/(t-f)²; at .7, .2, .9: 142.86, -40.82, -102.04
    assert gradient(place, [0.7, 0.2, 0.9]) == pytest.approx([100 / 0.7, -20 / 0.49, -50 / 0.49], rel=1e-4)


def test_at_a_kink_the_steeper_side_counts() -> None:
    assert gradient(lambda means: 100 * (1 - max(0.0, 2 * means[0] - 1)), [0.5]) == pytest.approx([-200])


def test_one_mean_with_clear_effects_has_nearly_its_crossed_interval() -> None:
    # For a complete table V_r - V_c + V_i is (MS_raters + MS_items - MS_residual)/N up to terms of 1/IJ.
    rng = np.random.default_rng(4)
    table = rng.normal(0, 1, (40, 12)) + rng.normal(0, 1, (40, 1)) + rng.normal(0, 0.5, 12)
    own, other = linearised(lambda means: means[0], [ratings_of(table)]), crossed_mean(table)
    assert own.value == pytest.approx(other.value)
    assert own.low == pytest.approx(other.low, abs=0.02)
    assert own.high == pytest.approx(other.high, abs=0.02)


@given(st.integers(0, 10_000))
def test_neither_order_nor_codes_of_items_and_raters_matter(seed: int) -> None:
    means = [ratings_of(table) for table in three_tables(seed)]
    rng = np.random.default_rng(seed)
    items, raters = rng.permutation(50), rng.permutation(30)
    other = []
    for one in means:
        order = rng.permutation(one.values.size)
        other.append(Ratings(one.values[order], items[one.items[order]], raters[one.raters[order]]))
    first, second = linearised(place, means), linearised(place, other)
    assert (first.low, first.high) == (pytest.approx(second.low), pytest.approx(second.high))


def test_a_rater_who_ticks_more_of_everything_moves_no_place() -> None:
    # What a rater adds to clone, floor and ceiling alike leaves the place where it is: only the residual is left.
    rng = np.random.default_rng(1)
    noise = [rng.normal(0, 0.01, (30, 6)) for _ in range(3)]
    lean = rng.normal(0, 0.2, 6)
    plain = [ratings_of(level + one) for level, one in zip((0.8, 0.2, 0.9), noise, strict=True)]
    shifted = [ratings_of(level + one + lean) for level, one in zip((0.8, 0.2, 0.9), noise, strict=True)]
    wide, narrow = linearised(place, shifted), linearised(place, plain)
    assert wide.high is not None
    assert wide.low is not None
    assert narrow.high is not None
    assert narrow.low is not None
    assert wide.high - wide.low < 1.2 * (narrow.high - narrow.low)


def test_what_cannot_have_an_interval_says_why() -> None:
    table = np.random.default_rng(0).uniform(0, 1, (6, 4))
    one_rater, one_item = ratings_of(table[:, :1]), ratings_of(table[:1])
    stamp = ratings_of(np.full((6, 4), 0.95))
    identity = lambda means: means[0]  # noqa: E731 - a formula in one line
    assert "one rater" in (linearised(identity, [one_rater]).reason or "")
    assert "one item" in (linearised(identity, [one_item]).reason or "")
    assert "identical" in (linearised(lambda m: m[0] - m[1], [stamp, stamp]).reason or "")
    empty = Ratings(np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    assert linearised(identity, [empty]).value is None
    nowhere = linearised(lambda m: 1 / (m[0] - m[1]) if m[0] != m[1] else float("nan"), [stamp, stamp])
    assert nowhere.value is None
