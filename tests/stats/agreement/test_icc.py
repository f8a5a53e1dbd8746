"""The six intraclass correlations against Shrout and Fleiss, pingouin, and their invariances."""

import warnings

import numpy as np
import pandas as pd
import pingouin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from ringtrue.stats.agreement.icc import FORMS, icc, mean_squares, resampled_mean_squares
from ringtrue.stats.resampling import resample_weights

Matrix = NDArray[np.float64]
STEPS = arrays(np.float64, (5, 3), elements=st.integers(1, 7).map(float))


def pingouins(ratings: Matrix) -> dict[str, tuple[float, float, float]]:
    """Value and 95 % interval of every form by pingouin, under our names."""
    long = pd.DataFrame(ratings).reset_index().melt(id_vars="index", var_name="rater", value_name="value")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pingouin's own quarrel with newer pandas
        table = pingouin.intraclass_corr(long, targets="index", raters="rater", ratings="value")
    bounds = np.array(table["CI95"].tolist())
    return {form: (table["ICC"].iloc[i], bounds[i, 0], bounds[i, 1]) for i, form in enumerate(FORMS)}


@pytest.mark.parametrize(
    ("form", "value", "low", "high"),
    [
        # Values: Shrout & Fleiss 1979, table 4. Intervals of the same data as the R package psych prints them.
        ("1,1", 0.17, -0.133, 0.723),
        ("2,1", 0.29, 0.019, 0.761),
        ("3,1", 0.71, 0.342, 0.946),
        ("1,k", 0.44, -0.884, 0.912),
        ("2,k", 0.62, 0.071, 0.927),
        ("3,k", 0.91, 0.676, 0.986),
    ],
)
def test_shrout_and_fleiss_table(six_targets: Matrix, form: str, value: float, low: float, high: float) -> None:
    estimate = icc(six_targets, form)
    assert estimate.value == pytest.approx(value, abs=5e-3)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=6e-4)
    assert (estimate.n, estimate.method) == (6, "6 items x 4 raters; F interval")


def test_random_ratings_agree_with_pingouin() -> None:
    rng = np.random.default_rng(12)
    for items, raters in ((4, 2), (10, 5), (40, 3)):
        ratings = rng.normal(size=(items, 1)) + 0.5 * rng.normal(size=(1, raters)) + rng.normal(size=(items, raters))
        for form, (value, low, high) in pingouins(ratings).items():
            estimate = icc(ratings, form)
            assert estimate.value == pytest.approx(value, abs=1e-9)
            # pingouin rounds its bounds to two digits
            assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5.001e-3)


@given(STEPS, st.sampled_from(FORMS), st.permutations(range(3)), st.permutations(range(5)))
def test_order_of_raters_and_items_does_not_matter(
    ratings: Matrix, form: str, raters: list[int], items: list[int]
) -> None:
    one = icc(ratings, form)
    for other in (icc(ratings[:, raters], form), icc(ratings[items], form)):
        assert other.reason == one.reason
        assert other.value == (None if one.value is None else pytest.approx(one.value, abs=1e-9))
        assert other.low == (None if one.low is None else pytest.approx(one.low, rel=1e-6, abs=1e-9))


@given(STEPS, st.sampled_from(FORMS), st.floats(-1e4, 1e4), st.floats(0.01, 100.0))
def test_shift_and_scale_of_all_ratings_change_nothing(ratings: Matrix, form: str, shift: float, scale: float) -> None:
    one, other = icc(ratings, form), icc(ratings * scale + shift, form)
    assert (one.value is None) == (other.value is None)
    if one.value is not None:
        assert other.value == pytest.approx(one.value, rel=1e-6, abs=1e-6)


@given(STEPS, st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_levels_of_raters_do_not_touch_form_three(ratings: Matrix, levels: list[int]) -> None:
    for form in ("3,1", "3,k"):
        one, other = icc(ratings, form), icc(ratings + np.array(levels), form)
        if one.value is not None and other.value is not None:
            assert other.value == pytest.approx(one.value, abs=1e-9)


@given(STEPS, st.sampled_from(["1", "2", "3"]))
def test_the_mean_of_raters_follows_spearman_and_brown(ratings: Matrix, kind: str) -> None:
    single, mean = icc(ratings, f"{kind},1"), icc(ratings, f"{kind},k")
    if single.value is not None and mean.value is not None:
        assert mean.value * (1 + 2 * single.value) == pytest.approx(3 * single.value, abs=1e-9)


def test_items_with_holes_are_left_out_and_counted(six_targets: Matrix) -> None:
    holes = np.vstack([six_targets, [[1, np.nan, 2, 3]]])
    estimate, complete = icc(holes, "2,1"), icc(six_targets, "2,1")
    assert (estimate.value, estimate.low, estimate.n) == (complete.value, complete.low, 6)
    assert "1 not rated by everyone left out" in estimate.method


def test_bootstrap_interval_is_that_of_resampled_copies() -> None:
    rng = np.random.default_rng(13)
    ratings = rng.normal(size=(60, 1)) + rng.normal(size=(60, 4))
    for form in FORMS:
        estimate = icc(ratings, form, interval="bootstrap")
        copies = [icc(ratings[rng.integers(0, 60, 60)], form).value for _ in range(600)]
        assert (estimate.low, estimate.high) == pytest.approx(np.quantile(copies, [0.025, 0.975]), abs=0.05)
        assert estimate.method == "60 items x 4 raters; percentile bootstrap over items"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[np.nan, np.nan], [np.nan, np.nan]], "no ratings"),
        ([[1], [2], [3]], "only one rater"),
        ([[1, 2, 3]], "1 of 1 items"),
        ([[1, np.nan], [np.nan, 2], [1, 2]], "krippendorff_alpha takes missing ratings"),
        ([[0.1, 0.1], [0.1, 0.1], [0.1, 0.1]], "identical"),
    ],
)
def test_data_without_icc_say_why(rows: list[list[float]], words: str) -> None:
    for form in FORMS:
        estimate = icc(rows, form)
        assert estimate.value is None
        assert words in str(estimate.reason)


def test_perfect_agreement_has_the_lower_bound_of_one_disagreement() -> None:
    for form in FORMS:
        estimate = icc([[1.1, 1.1], [2.2, 2.2], [3.3, 3.3]], form)
        moved = [icc(table, form).low for table in (
            [[2.2, 1.1], [2.2, 2.2], [3.3, 3.3]], [[1.1, 1.1], [1.1, 2.2], [3.3, 3.3]],
            [[1.1, 1.1], [3.3, 2.2], [3.3, 3.3]], [[1.1, 1.1], [2.2, 2.2], [2.2, 3.3]],
        )]  # fmt: skip
        assert (estimate.value, estimate.high) == (1.0, 1.0)
        assert estimate.low == pytest.approx(min(low for low in moved if low is not None))
        assert "unanimous" in estimate.method


def test_raters_apart_by_a_constant_are_perfect_only_where_levels_do_not_count() -> None:
    ratings = [[1, 2], [3, 4], [6, 7]]
    assert icc(ratings, "3,1").low is None
    absolute = icc(ratings, "2,1")
    # By hand: B = 38/3, J = 3/2, E = 0, n = 3, k = 2; (B - E) / (B + k J / n) = (38/3) / (38/3 + 1).
    assert absolute.value == pytest.approx(38 / 41)
    assert absolute.low is not None
    assert absolute.low < 38 / 41 < absolute.high


def test_items_that_do_not_differ_have_no_reliable_mean() -> None:
    ratings = [[1, 3], [3, 1], [2, 2]]
    assert icc(ratings, "1,1").value == pytest.approx(-1.0)
    assert "do not differ at all" in str(icc(ratings, "1,1").reason)
    assert icc(ratings, "1,k").value is None
    only_raters = icc([[1, 2], [1, 2]], "2,1")
    assert (only_raters.value, only_raters.low) == (0.0, None)


def test_a_rater_with_one_value_does_no_harm(six_targets: Matrix) -> None:
    six_targets[:, 1] = 4.0
    for form in FORMS:
        estimate = icc(six_targets, form)
        assert estimate.low is not None
        assert estimate.low < estimate.value < estimate.high


def test_unknown_forms_and_intervals_are_refused() -> None:
    with pytest.raises(ValueError, match=r"known: 1,1, 2,1"):
        icc([[1, 2], [2, 3]], "4,1")
    with pytest.raises(ValueError, match="unknown interval"):
        icc([[1, 2], [2, 3]], "2,1", interval="delta")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two-dimensional"):
        icc([1, 2, 3], "2,1")


def test_where_form_two_runs_out_of_degrees_of_freedom_the_value_stands_alone() -> None:
    # Negative ICC(2,1) with two items: the Satterthwaite bounds come out in the wrong order.
    estimate = icc([[-3, -3, 5, 5], [0, 0, 5, 0]], "2,1")
    assert estimate.value == pytest.approx(-0.14533, abs=5e-6)
    assert estimate.low is None
    assert "too little for an F interval" in str(estimate.reason)


def test_very_large_and_very_small_ratings_do_not_break_it(six_targets: Matrix) -> None:
    for scale in (1e-200, 1e200):
        assert icc(six_targets * scale, "2,1").low == pytest.approx(icc(six_targets, "2,1").low)


# Two-way mean squares against Shrout and Fleiss, and their resampled versions against resampled copies.


def test_shrout_and_fleiss_mean_squares(six_targets: Matrix) -> None:
    # Shrout & Fleiss 1979, table 3: between targets 11.24, within 6.26, judges 32.49, residual 1.02.
    squares = mean_squares(six_targets)
    found = (squares.items, squares.within, squares.raters, squares.residual)
    assert found == pytest.approx((11.24, 6.26, 32.49, 1.02), abs=5e-3)


def test_resampled_mean_squares_are_those_of_the_repeated_items() -> None:
    ratings = np.random.default_rng(1).normal(5.0, 2.0, size=(12, 3))
    replicates = resampled_mean_squares(ratings, 50, seed=7)
    weights = np.concatenate(list(resample_weights(12, 50, np.random.default_rng(7)))).astype(int)
    for row, weight in enumerate(weights):
        direct = mean_squares(np.repeat(ratings, weight, axis=0))
        for name in ("items", "raters", "residual", "within"):
            assert getattr(replicates, name)[row] == pytest.approx(getattr(direct, name), abs=1e-10)


def test_variation_that_is_only_rounding_is_zero() -> None:
    levels = np.array([0.1, 0.7, 0.3])
    squares = mean_squares(1e6 + levels[:, None] + np.array([[0.2, 0.9]]) * 0)
    assert squares.residual == 0.0
    assert squares.within == 0.0
    assert squares.items > 0.0
