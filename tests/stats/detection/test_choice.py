"""Forced choices against published tables, quadrature and scipy.stats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binom, binomtest, norm

from ringtrue.stats.detection.choice import (
    binomial_p,
    critical_value,
    critical_values,
    d_prime,
    discrimination,
    indistinguishability,
    proportion_correct,
    sign_test,
    sound_fidelity,
    triangle_correct,
)
from ringtrue.stats.detection.proportion import wilson


@pytest.mark.parametrize(("alternatives", "published"), [(2, 0.760), (3, 0.634)])
def test_d_prime_of_one_gives_the_tabled_proportion(alternatives: int, published: float) -> None:
    # The usual tables of m-alternative forced choice, after Hacker & Ratcliff 1979.
    assert proportion_correct(1.0, alternatives) == pytest.approx(published, abs=5e-4)


@pytest.mark.parametrize("alternatives", [3, 4, 10])
@pytest.mark.parametrize("d", [-2.0, 0.0, 0.7, 4.0])
def test_forced_choice_agrees_with_adaptive_quadrature(alternatives: int, d: float) -> None:
    expected = quad(lambda x: norm.pdf(x - d) * norm.cdf(x) ** (alternatives - 1), d - 9, d + 9, epsabs=1e-12)[0]
    assert proportion_correct(d, alternatives) == pytest.approx(expected, abs=1e-10)


@given(st.integers(2, 40), st.floats(-4, 4), st.floats(0.01, 1))
def test_proportion_correct_starts_at_chance_and_rises(alternatives: int, d: float, more: float) -> None:
    assert proportion_correct(0.0, alternatives) == pytest.approx(1 / alternatives, abs=1e-8)
    assert 0 <= proportion_correct(d, alternatives) < proportion_correct(d + more, alternatives) <= 1


@pytest.mark.parametrize("d", [0.0, 0.5, 1.0, 3.0])
def test_the_triangle_agrees_with_uras_integral_in_either_direction(d: float) -> None:
    # Ura 1960: 2 ∫ over z > 0 of [Φ(-z√3 + d√(2/3)) + Φ(-z√3 - d√(2/3))] φ(z) dz.
    def density(z: float) -> float:
        shift = d * (2 / 3) ** 0.5
        return float(2 * (norm.cdf(-z * 3**0.5 + shift) + norm.cdf(-z * 3**0.5 - shift)) * norm.pdf(z))

    assert triangle_correct(d) == pytest.approx(quad(density, 0, 12, epsabs=1e-12)[0], abs=1e-10)
    assert triangle_correct(-d) == triangle_correct(d)


@pytest.mark.parametrize(
    ("n", "chance", "k"),
    [(10, 1 / 2, 9), (16, 1 / 2, 12), (50, 1 / 2, 32), (6, 1 / 3, 5), (18, 1 / 3, 10), (30, 1 / 3, 15)],
)
def test_critical_values_are_those_of_the_published_tables(n: int, chance: float, k: int) -> None:
    # Roessler et al. 1978, J. Food Science 43, 940-943: tables for the paired (one-sided) and the triangle test at .05.
    assert critical_value(n, chance) == k


def test_four_answers_cannot_rule_out_luck() -> None:
    # By hand: 1/2^4 = .0625 is above .05, 1/2^5 = .03125 is not.
    assert critical_value(4) is None
    assert critical_value(5) == 5
    assert critical_value(0) is None


def test_a_tail_of_exactly_alpha_is_enough() -> None:
    # By hand: five of five has probability 1/32, four or more of five 6/32.
    assert critical_value(5, alpha=1 / 32) == 5
    assert critical_value(5, alpha=6 / 32) == 4


@given(st.integers(1, 600), st.floats(0.02, 0.98), st.floats(1e-6, 0.6))
def test_the_critical_value_is_the_first_that_luck_rarely_reaches(n: int, chance: float, alpha: float) -> None:
    k = int(critical_values(np.array([n]), chance, alpha)[0])
    assert binom.sf(k - 1, n, chance) <= alpha * (1 + 1e-9)
    assert k == 0 or binom.sf(k - 2, n, chance) > alpha * (1 - 1e-9)


def test_critical_values_of_many_sizes_are_those_of_each() -> None:
    sizes = np.arange(200)
    each = [critical_value(int(n), 1 / 3) for n in sizes]
    assert [k if k is not None else n + 1 for n, k in zip(sizes, each, strict=True)] == list(
        critical_values(sizes, 1 / 3, 0.05)
    )


def test_twelve_of_sixteen_in_an_abx_test() -> None:
    # The usual ABX table: 12 of 16 has p .0384 (by hand 2517/65536).
    assert binomial_p(12, 16) == pytest.approx(2517 / 65536, abs=1e-12)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.05, 0.95))
def test_the_p_is_that_of_scipys_binomial_test(counts: tuple[int, int], chance: float) -> None:
    k, n = counts
    expected = binomtest(k, n, chance, alternative="greater").pvalue
    assert binomial_p(k, n, chance) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0"):
        binomial_p(3, 2)
    with pytest.raises(ValueError, match="chance"):
        binomial_p(1, 2, 1.0)
    with pytest.raises(ValueError, match="negative"):
        critical_value(-1)
    with pytest.raises(ValueError, match="alpha"):
        critical_value(10, alpha=0.0)
    with pytest.raises(ValueError, match="two alternatives"):
        proportion_correct(1.0, 1)


# D, its complement, sound fidelity and d' against hand derivations, exact sums and the Wilson interval.


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


@pytest.mark.parametrize(
    ("k", "n", "p"),
    [
        # C(29,6) + C(29,5) + ... + C(29,0) = 475020 + 118755 + 23751 + 3654 + 406 + 29 + 1 = 621616; twice that / 2^29.
        (23, 29, 2 * 621616 / 2**29),
        (6, 29, 2 * 621616 / 2**29),
        (9, 10, 2 * (10 + 1) / 2**10),
        (5, 5, 2 / 2**5),
        (3, 6, 1.0),
        (0, 0, 1.0),
    ],
)
def test_the_sign_test_by_hand(k: int, n: int, p: float) -> None:
    assert sign_test(k, n) == pytest.approx(p, rel=1e-12)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_sign_test_is_the_exact_binomial_test_and_knows_no_side(counts: tuple[int, int]) -> None:
    k, n = counts
    assert sign_test(k, n) == pytest.approx(binomtest(k, n).pvalue, rel=1e-9)
    assert sign_test(k, n) == sign_test(n - k, n)
