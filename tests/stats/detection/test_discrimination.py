"""D, its complement, sound fidelity and d' against hand derivations, exact sums and the Wilson interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from ringtrue.stats.detection.choice import proportion_correct
from ringtrue.stats.detection.discrimination import d_prime, discrimination, indistinguishability, sound_fidelity
from ringtrue.stats.detection.proportion import wilson

COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_discrimination_is_twice_the_excess_over_one_half() -> None:
    # By hand: 45 of 60 is .75, so D is .5; the Wilson interval of .75 goes through the same line.
    estimate, share = discrimination(45, 60), wilson(45, 60)
    assert estimate.value == pytest.approx(0.5)
    assert (estimate.low + 1) / 2 == pytest.approx(share.low)
    assert (estimate.high + 1) / 2 == pytest.approx(share.high)
    assert estimate.n == 60


@given(COUNTS)
def test_calling_the_other_speaker_the_target_turns_d_and_d_prime_round(counts: tuple[int, int]) -> None:
    k, n = counts
    for statistic in (discrimination, d_prime):
        one, other = statistic(k, n), statistic(n - k, n)
        assert (one.value is None) == (other.value is None)
        for mine, theirs in ((one.value, other.value), (one.low, other.high), (one.high, other.low)):
            assert mine == (None if theirs is None else pytest.approx(-theirs, abs=1e-9))


@given(COUNTS)
def test_indistinguishability_covers_all_that_d_may_be(counts: tuple[int, int]) -> None:
    k, n = counts
    d, estimate = discrimination(k, n), indistinguishability(k, n)
    possible = 1 - np.abs(np.linspace(d.low, d.high, 4001))
    assert estimate.value == pytest.approx(1 - abs(d.value))
    assert estimate.low == pytest.approx(possible.min(), abs=1e-9)
    assert estimate.high == pytest.approx(possible.max(), abs=1e-3)  # the grid may miss 0 by half a step
    assert estimate.low <= estimate.value <= estimate.high <= 1


@pytest.mark.parametrize(("share", "fidelity"), [(0.53, 94), (0.55, 90), (0.60, 80), (0.65, 70), (1.0, 0), (0.5, 100)])
def test_sound_fidelity_fits_the_documents_bands(share: float, fidelity: float) -> None:
    # By hand, 100(2 - 2p) above one half: p .53 -> 94, .55 -> 90, .60 -> 80; the margin .65 means 70.
    estimate = sound_fidelity(round(share * 100), 100)
    assert estimate.value == pytest.approx(fidelity)
    assert estimate.kind == "sound"


@pytest.mark.parametrize(("n", "average"), [(90, 95.8), (30, 92.8)])
def test_a_perfect_clone_averages_less_than_a_hundred(n: int, average: float) -> None:
    k = np.arange(n + 1)
    values = np.array([sound_fidelity(int(successes), n).value for successes in k])
    mean = float(values @ binom.pmf(k, n, 0.5))
    assert mean == pytest.approx(average, abs=0.05)
    # The same in closed form: half the mean absolute deviation of a binomial, C(n-1, n/2) 2^(1-n) picks of n.
    deviation = 2 * binom.pmf(n // 2, n, 0.5) * (n / 2) / n
    assert mean == pytest.approx(100 * (1 - deviation / 2), abs=1e-9)


@given(COUNTS)
def test_sound_fidelity_falls_with_every_right_pick_and_stays_inside_its_interval(counts: tuple[int, int]) -> None:
    k, n = counts
    estimate = sound_fidelity(k, n)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 100
    if k < n:
        assert sound_fidelity(k + 1, n).value <= estimate.value
    share = wilson(k, n)
    assert estimate.high == (100 if share.low <= 0.5 else pytest.approx(200 * (1 - share.low)))
    assert estimate.low == (100 if share.high <= 0.5 else pytest.approx(200 * (1 - share.high)))


def test_d_prime_is_the_tabled_quantile_times_root_two() -> None:
    # Normal table: z(.84134) = 1, so 84134 of 100000 gives sqrt(2); 10 of 15 gives sqrt(2) x .43073 = .60914.
    assert d_prime(84134, 100000).value == pytest.approx(2**0.5, abs=5e-5)
    assert d_prime(10, 15).value == pytest.approx(0.60914, abs=5e-6)
    assert d_prime(50, 100).value == pytest.approx(0.0, abs=1e-12)


@given(st.integers(2, 300).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n))))
def test_d_prime_undoes_the_proportion_correct_of_two_alternatives(counts: tuple[int, int]) -> None:
    k, n = counts
    estimate, share = d_prime(k, n), wilson(k, n)
    pairs = ((estimate.value, k / n), (estimate.low, share.low), (estimate.high, share.high))
    assert all(proportion_correct(d, 2) == pytest.approx(p, abs=1e-12) for d, p in pairs)


def test_picks_all_right_or_all_wrong_have_no_d_prime_but_keep_the_finite_bound() -> None:
    all_right, none_right = d_prime(10, 10), d_prime(0, 10)
    assert all_right.value is None
    assert all_right.high is None
    # Wilson's lower bound at n of n is n/(n + z²) = 10/13.8415 = .72247, z of it .59019, times sqrt(2).
    assert all_right.low == pytest.approx(0.83465, abs=5e-5)
    assert none_right.low is None
    assert none_right.high == pytest.approx(-all_right.low)
    assert "all of 10" in all_right.reason
    assert "none of 10" in none_right.reason


def test_no_picks_is_a_reason_and_impossible_counts_are_refused() -> None:
    for statistic in (discrimination, indistinguishability, sound_fidelity, d_prime):
        assert statistic(0, 0).reason == "no picks"
        with pytest.raises(ValueError, match="between 0"):
            statistic(3, 2)


def test_a_lower_level_gives_a_shorter_interval() -> None:
    for statistic in (discrimination, indistinguishability, sound_fidelity, d_prime):
        wide, narrow = statistic(70, 100), statistic(70, 100, level=0.9)
        assert wide.low < narrow.low < narrow.high < wide.high
        assert narrow.level == 0.9
