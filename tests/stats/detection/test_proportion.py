"""Wilson and exact intervals against Newcombe 1998 and statsmodels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from ringtrue.stats.detection.proportion import exact, wilson

COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_newcombes_table(k: int, n: int, low: float, high: float) -> None:
    # Newcombe 1998, Statistics in Medicine 17, 857-872, table I, method 3 (score, no continuity correction).
    estimate = wilson(k, n)
    assert estimate.low == pytest.approx(low, abs=5e-5)
    assert estimate.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (1, 29, 0.0009, 0.1776)],
)
def test_exact_gives_newcombes_table(k: int, n: int, low: float, high: float) -> None:
    # Newcombe 1998, table I, method 5 (Clopper-Pearson).
    estimate = exact(k, n)
    assert estimate.low == pytest.approx(low, abs=5e-5)
    assert estimate.high == pytest.approx(high, abs=5e-5)


@given(COUNTS)
def test_both_agree_with_statsmodels(counts: tuple[int, int]) -> None:
    k, n = counts
    for ours, theirs in ((wilson(k, n), "wilson"), (exact(k, n), "beta")):
        low, high = proportion_confint(k, n, alpha=0.05, method=theirs)
        assert ours.low == pytest.approx(low, abs=1e-9)
        assert ours.high == pytest.approx(high, abs=1e-9)


@given(COUNTS)
def test_counting_failures_instead_mirrors_the_interval(counts: tuple[int, int]) -> None:
    k, n = counts
    for statistic in (wilson, exact):
        one, other = statistic(k, n), statistic(n - k, n)
        assert one.low == pytest.approx(1 - other.high, abs=1e-9)


def test_no_trials_is_a_reason_and_impossible_counts_are_refused() -> None:
    assert wilson(0, 0).value is None
    assert exact(0, 0).reason == "no trials"
    with pytest.raises(ValueError, match="between 0"):
        wilson(3, 2)
