"""The prediction-powered mean against ppi_py, and its width and coverage in simulated studies."""

from math import sqrt

import numpy as np
import ppi_py
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.combination.prediction_powered import (
    equivalent_labels,
    labels_needed,
    prediction_powered_mean,
)

ACCURACY = 0.85
STUDIES = 500


def study(
    rng: np.random.Generator, prevalence: float, n: int, others: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Labels of n items, the judge's scores of them, and of the others; the judge is right 85 % of the time."""
    truth = rng.random(n + others) < prevalence
    judge = np.where(rng.random(n + others) < ACCURACY, truth, ~truth)
    return truth[:n].astype(float), judge[:n].astype(float), judge[n:].astype(float)


@given(st.integers(0, 2**31), st.integers(5, 60), st.integers(2, 300), st.floats(0, 2), st.sampled_from([0.8, 0.95]))
def test_value_and_interval_agree_with_ppi_py(seed: int, n: int, others: int, noise: float, level: float) -> None:
    rng = np.random.default_rng(seed)
    human = rng.normal(size=n)
    same, rest = human + noise * rng.normal(size=n), rng.normal(size=others) * sqrt(1 + noise**2) + 0.3
    ours = prediction_powered_mean(human, same, rest, level=level)
    low, high = ppi_py.ppi_mean_ci(human, same, rest, alpha=1 - level)
    assert ours.value == pytest.approx(float(ppi_py.ppi_mean_pointestimate(human, same, rest)[0]), abs=1e-9)
    assert (ours.low, ours.high) == pytest.approx((float(low[0]), float(high[0])), abs=1e-9)


@pytest.mark.parametrize(
    ("prevalence", "narrower", "coverage"),
    [(0.5, 0.25, 0.945), (0.65, 0.25, 0.945), (0.8, 0.2, 0.94), (0.9, 0.125, 0.925)],
)
@pytest.mark.parametrize("n", [100, 200])
def test_an_85_percent_judge_narrows_the_interval_and_keeps_its_coverage(
    prevalence: float, narrower: float, coverage: float, n: int
) -> None:
    # In theory the width shrinks by 1 - sqrt(1 - ρ²/(1 + n/N)), ρ² = .49 p(1-p) / (q(1-q)), q = .15 + .7 p: with
    # N = 10 n that is .255, .241, .192, .124. 500 studies fix the mean to about .003; .02 admits the rounding of
    # "a quarter", "a fifth" and "an eighth". Coverage falls short of .95 as every normal interval of a share does
    # (over 4,000 studies: .94-.95 up to .8; .916 and .935 at .9, where the labels alone have .931 and .927); its
    # standard error here is .010-.012, and .035 is three of them.
    rng = np.random.default_rng([n, round(100 * prevalence)])
    shrink, covered = [], []
    for _ in range(STUDIES):
        human, same, rest = study(rng, prevalence, n, 10 * n)
        ours = prediction_powered_mean(human, same, rest)
        plain = 2 * 1.959964 * human.std() / sqrt(n)
        shrink.append(1 - (ours.high - ours.low) / plain)
        covered.append(ours.low <= prevalence <= ours.high)
    assert np.mean(shrink) == pytest.approx(narrower, abs=0.02)
    assert np.mean(covered) == pytest.approx(coverage, abs=0.035)


def test_a_useless_or_inverted_judge_leaves_the_mean_of_the_labels() -> None:
    human = np.array([0.0, 1, 1, 0, 1, 1, 0, 1])
    ours = prediction_powered_mean(human, 1 - human, np.ones(50) * 0.5)
    half = 1.959964 * human.std() / sqrt(8)
    assert ours.value == pytest.approx(5 / 8)
    assert (ours.low, ours.high) == pytest.approx((5 / 8 - half, 5 / 8 + half), abs=1e-6)
    assert "λ = 0.000" in ours.method


def test_a_biased_judge_moves_nothing() -> None:
    rng = np.random.default_rng(1)
    human, same, rest = study(rng, 0.6, 150, 1500)
    honest, generous = prediction_powered_mean(human, same, rest), prediction_powered_mean(human, same + 3, rest + 3)
    assert (generous.value, generous.low) == pytest.approx((honest.value, honest.low))


@given(st.integers(0, 2**31), st.floats(0.1, 10), st.floats(-5, 5))
def test_units_and_order_of_items_do_not_matter(seed: int, scale: float, shift: float) -> None:
    rng = np.random.default_rng(seed)
    human, rest = rng.normal(size=20), rng.normal(size=90)
    same = human + rng.normal(size=20)
    base = prediction_powered_mean(human, same, rest)
    turned = prediction_powered_mean(human[::-1], same[::-1], rest[::-1])
    moved = prediction_powered_mean(scale * human + shift, scale * same + shift, scale * rest + shift)
    assert (turned.value, turned.low) == pytest.approx((base.value, base.low), abs=1e-9)
    assert (moved.value, moved.high) == pytest.approx((scale * base.value + shift, scale * base.high + shift), abs=1e-8)


def test_the_method_names_lambda_and_both_counts_after_leaving_out_missing_numbers() -> None:
    human, same, rest = study(np.random.default_rng(2), 0.5, 40, 400)
    ours = prediction_powered_mean([*human, np.nan, 1], [*same, 1, np.nan], [*rest, np.nan])
    assert ours == prediction_powered_mean(human, same, rest)
    assert ours.n == 40
    assert "40 human labels and 400 further judge scores, λ = 0." in ours.method


def test_without_other_scores_it_is_the_mean_of_the_labels() -> None:
    for rest in ([], [1.0]):
        ours = prediction_powered_mean([0, 1, 1, 0], [0, 1, 1, 1], rest)
        assert ours.value == 0.5
        assert "λ = 0.000" in ours.method
    flat = prediction_powered_mean([0, 1, 1, 0], [1, 1, 1, 1], [1, 1, 1])
    assert flat.value == 0.5


def test_too_few_or_equal_labels_give_a_reason() -> None:
    assert "at least two" in str(prediction_powered_mean([1], [1], [0, 1]).reason)
    equal = prediction_powered_mean([1, 1, 1], [1, 0, 1], [0, 1, 1])
    assert equal.value == 1.0
    assert equal.low is None
    assert "all human labels are equal" in str(equal.reason)


def test_labels_and_scores_of_different_items_are_refused() -> None:
    with pytest.raises(ValueError, match="equally long"):
        prediction_powered_mean([1, 0], [1], [0, 1])


# What a judge saves: r = .8 with ten times as many scores explains .64 x 1000/1100 of the variance of 100 labels.


def test_labels_that_a_judge_is_worth_by_hand() -> None:
    assert equivalent_labels(0.8, 100, 1000) == pytest.approx(100 / (1 - 0.64 * 1000 / 1100))
    assert equivalent_labels(-0.8, 100, 1000) == equivalent_labels(0.0, 100, 1000) == 100
    assert equivalent_labels(1.0, 100, 1000) == pytest.approx(1100)
    for wrong in ((1.1, 100, 10), (0.5, 0, 10), (0.5, 10, -1)):
        with pytest.raises(ValueError, match="labels over 0"):
            equivalent_labels(*wrong)
        with pytest.raises(ValueError, match="labels over 0"):
            labels_needed(*wrong)


@given(st.floats(-0.99, 0.99), st.floats(2, 1e4), st.floats(0, 1e5))
def test_labels_needed_are_the_inverse(r: float, alone: float, scores: float) -> None:
    needed = labels_needed(r, alone, scores)
    assert 0 < needed <= alone * (1 + 1e-9)
    assert equivalent_labels(r, needed, scores) == pytest.approx(alone, rel=1e-6)


@pytest.mark.parametrize("r", [0.3, 0.8])
def test_the_predicted_saving_is_the_one_there_is_and_the_interval_covers(r: float) -> None:
    rng, n, others = np.random.default_rng(8), 100, 1000
    values, inside = [], 0
    for _ in range(3000):
        human = rng.normal(size=n + others)
        judge = r * human + sqrt(1 - r * r) * rng.normal(size=n + others)
        found = prediction_powered_mean(human[:n], judge[:n], judge[n:])
        assert found.value is not None
        values.append(found.value)
        inside += float(found.low or 0) <= 0 <= float(found.high or 0)
    saved, predicted = 1 - n * float(np.var(values)), 1 - n / equivalent_labels(r, n, others)
    assert saved == pytest.approx(predicted, abs=0.03)
    assert 0.925 <= inside / 3000 <= 0.97
