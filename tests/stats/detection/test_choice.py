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
    proportion_correct,
    triangle_correct,
)


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
