"""Exact power and sample sizes against direct sums with scipy.stats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from ringtrue.stats.detection.power import (
    detection_power,
    detection_sample_size,
    equivalence_power,
    equivalence_sample_size,
)
from ringtrue.stats.detection.proportion import exact


def summed_equivalence_power(n: int, margin: float, p: float, alpha: float) -> float:
    k = np.arange(n + 1)
    declared = (binom.cdf(k, n, margin) <= alpha) & (binom.sf(k - 1, n, 1 - margin) <= alpha)
    return float(binom.pmf(k, n, p)[declared].sum())


@given(st.integers(1, 250), st.floats(0.52, 0.95), st.floats(0.01, 0.99), st.floats(0.001, 0.2))
def test_equivalence_power_is_the_sum_over_all_outcomes_that_declare_it(
    n: int, margin: float, p: float, alpha: float
) -> None:
    expected = summed_equivalence_power(n, margin, p, alpha)
    assert equivalence_power(n, margin, p, alpha) == pytest.approx(expected, abs=1e-9)


@given(st.integers(1, 250), st.sampled_from([0.6, 0.65, 0.7]))
def test_a_clone_at_the_margin_is_declared_at_most_alpha_of_the_time(n: int, margin: float) -> None:
    assert equivalence_power(n, margin, margin) <= 0.05
    assert equivalence_power(n, margin, 1 - margin) == pytest.approx(equivalence_power(n, margin, margin), abs=1e-12)


def test_the_test_is_the_exact_ninety_percent_interval_inside_the_margin() -> None:
    n, margin = 96, 0.65
    inside = [
        k for k in range(n + 1) if 1 - margin < exact(k, n, level=0.9).low and exact(k, n, level=0.9).high < margin
    ]
    assert equivalence_power(n, margin) == pytest.approx(binom.pmf(inside, n, 0.5).sum())


@pytest.mark.parametrize(("margin", "for_80", "for_90"), [(0.60, 214, 268), (0.65, 96, 119), (0.70, 53, 67)])
def test_sample_sizes_are_the_smallest_that_reach_the_power(margin: float, for_80: int, for_90: int) -> None:
    # The project's own published plan for independent judgments; here confirmed by summing every smaller n.
    assert equivalence_sample_size(margin, 0.8) == for_80
    assert equivalence_sample_size(margin, 0.9) == for_90
    assert summed_equivalence_power(for_80, margin, 0.5, 0.05) >= 0.8
    assert all(summed_equivalence_power(n, margin, 0.5, 0.05) < 0.8 for n in range(1, for_80))


@pytest.mark.parametrize(("margin", "for_80", "for_90"), [(0.60, 227, 281), (0.65, 100, 126), (0.70, 57, 69)])
def test_steady_sample_sizes_are_never_undone_by_more_picks(margin: float, for_80: int, for_90: int) -> None:
    for target, size in ((0.8, for_80), (0.9, for_90)):
        assert equivalence_sample_size(margin, target, steady=True) == size
        powers = equivalence_power(np.arange(size - 1, 4000), margin)
        assert powers[0] < target
        assert (powers[1:] >= target).all()


@given(st.integers(0, 250), st.floats(0.01, 0.99), st.floats(0.001, 0.2))
def test_detection_power_is_the_sum_over_all_outcomes_beyond_luck(n: int, p: float, alpha: float) -> None:
    k = np.arange(n + 1)
    expected = binom.pmf(k, n, p)[binom.sf(k - 1, n, 0.5) <= alpha].sum()
    assert detection_power(n, p, alpha) == pytest.approx(expected, abs=1e-9)


def test_luck_is_detected_at_most_alpha_of_the_time() -> None:
    assert (detection_power(np.arange(400), 0.5) <= 0.05).all()


@pytest.mark.parametrize(("p", "power"), [(0.6, 0.8), (0.75, 0.9), (0.9, 0.8), (1.0, 0.9)])
def test_detection_sizes_are_those_of_a_direct_search(p: float, power: float) -> None:
    sizes = np.arange(1, 2000)
    needed = binom.isf(0.05, sizes, 0.5) + 1
    reached = binom.sf(needed - 1, sizes, p) >= power
    assert detection_sample_size(p, power) == sizes[np.argmax(reached)]
    assert detection_sample_size(p, power, steady=True) == sizes[np.flatnonzero(~reached)[-1]] + 1


def test_a_worse_clone_and_a_tighter_margin_need_more_picks() -> None:
    assert equivalence_sample_size(0.65, p=0.55) > equivalence_sample_size(0.65)
    assert equivalence_sample_size(0.65, p=0.45) == equivalence_sample_size(0.65, p=0.55)
    assert equivalence_sample_size(0.52) > equivalence_sample_size(0.6)


def test_one_size_gives_a_number_and_several_an_array() -> None:
    together = equivalence_power([50, 100], 0.65)
    assert list(together) == [equivalence_power(50, 0.65), equivalence_power(100, 0.65)]
    assert isinstance(equivalence_power(50, 0.65), float)
    assert isinstance(detection_power(50, 0.65), float)
    assert equivalence_power(0, 0.65) == 0.0


def test_questions_no_number_of_picks_can_answer_are_refused() -> None:
    with pytest.raises(ValueError, match="no number of picks"):
        equivalence_sample_size(0.65, p=0.65)
    with pytest.raises(ValueError, match="no number of picks"):
        detection_sample_size(0.5)
    with pytest.raises(ValueError, match="more than"):
        detection_sample_size(0.5001)
    with pytest.raises(ValueError, match="power"):
        equivalence_sample_size(0.65, 1.0)
    with pytest.raises(ValueError, match="margin"):
        equivalence_power(50, 0.4)
    with pytest.raises(ValueError, match="negative"):
        detection_power(-1, 0.6)
