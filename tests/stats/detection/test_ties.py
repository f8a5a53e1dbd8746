"""The two-alternative choice with ties against sensR and its own likelihood."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, norm

from ringtrue.stats.detection.choice import d_prime
from ringtrue.stats.detection.ties import two_ac

COUNT = st.integers(1, 200)


def test_two_two_six_gives_sensrs_published_fit() -> None:
    # sensR, help pages clm2twoAC and confint.twoAC, stored test values of twoAC(c(2, 2, 6)).
    fit = two_ac(2, 2, 6)
    assert fit.value == pytest.approx(0.774259536071287, abs=1e-9)
    assert fit.tau == pytest.approx(0.415972626828703, abs=1e-9)
    assert fit.error == pytest.approx(0.541673720311043, abs=1e-9)
    assert fit.tau_error == pytest.approx(0.26743108470048, abs=1e-9)
    assert fit.p == pytest.approx(0.147975959384948, abs=1e-9)
    assert fit.log_likelihood == pytest.approx(-9.50270539233235, abs=1e-9)
    # sensR interpolates its profile with a spline, hence the sixth digit.
    assert fit.low == pytest.approx(-0.27098319957656, abs=2e-6)
    assert fit.high == pytest.approx(1.85925113345333, abs=2e-6)


@given(COUNT, COUNT, COUNT)
@settings(max_examples=50, deadline=None)
def test_the_fit_gives_back_the_observed_shares(other: int, ties: int, target: int) -> None:
    fit, n = two_ac(other, ties, target), other + ties + target
    assert norm.cdf((-fit.tau - fit.value) / 2**0.5) == pytest.approx(other / n)
    assert norm.sf((fit.tau - fit.value) / 2**0.5) == pytest.approx(target / n)
    assert fit.low < fit.value < fit.high


@given(COUNT, st.integers(0, 200), COUNT)
@settings(max_examples=30, deadline=None)
def test_naming_the_speakers_the_other_way_round_turns_d_prime_round(other: int, ties: int, target: int) -> None:
    one, mirrored = two_ac(other, ties, target), two_ac(target, ties, other)
    assert one.value == pytest.approx(-mirrored.value, abs=1e-9)
    assert one.low == pytest.approx(-mirrored.high, abs=1e-6)
    assert one.tau == pytest.approx(mirrored.tau)
    assert one.p == pytest.approx(mirrored.p)


@pytest.mark.parametrize("counts", [(3, 5, 12), (15, 10, 10), (0, 5, 15), (40, 3, 90)])
def test_the_bounds_are_where_the_best_likelihood_on_a_fine_grid_of_tau_has_fallen(
    counts: tuple[int, int, int],
) -> None:
    fit, tau = two_ac(*counts), np.linspace(1e-4, 8, 80_000)
    drop = chi2.ppf(0.95, 1) / 2
    bounds = [bound for bound in (fit.low, fit.high) if bound is not None]
    assert bounds
    for d in bounds:
        low, high = norm.cdf((-tau - d) / 2**0.5), norm.cdf((tau - d) / 2**0.5)
        shares = np.stack([low, high - low, 1 - high])
        best = (np.array(counts) @ np.log(np.maximum(shares, 1e-300))).max()
        assert best == pytest.approx(fit.log_likelihood - drop, abs=1e-5)


def test_the_p_ignores_ties() -> None:
    # By hand, 5 against 15: 2(5 ln .5 + 15 ln 1.5) = 5.2325, chi-square tail .02217.
    assert two_ac(5, 0, 15).p == pytest.approx(0.02217, abs=5e-6)
    assert two_ac(5, 70, 15).p == two_ac(5, 0, 15).p
    assert two_ac(7, 3, 7).p == pytest.approx(1.0)


def test_without_ties_it_is_the_ordinary_d_prime() -> None:
    fit = two_ac(5, 0, 15)
    assert fit.value == pytest.approx(d_prime(15, 20).value)
    assert fit.tau == 0.0
    assert fit.error is None
    # The binomial likelihood interval of 15/20: p with 15 ln(p/.75) + 5 ln((1-p)/.25) = -1.92073.
    for bound in (fit.low, fit.high):
        p = norm.cdf(bound / 2**0.5)
        assert 15 * np.log(p / 0.75) + 5 * np.log((1 - p) / 0.25) == pytest.approx(-1.920729, abs=1e-5)


def test_a_side_never_picked_leaves_one_finite_bound() -> None:
    fit, mirrored = two_ac(0, 0, 15), two_ac(15, 0, 0)
    # By hand: 15 ln p = -1.92073 at p = .87981; sqrt(2) z(p) = 1.6603.
    assert fit.low == pytest.approx(1.6603, abs=5e-5)
    assert (fit.value, fit.high) == (None, None)
    assert "never picked" in fit.reason
    assert (mirrored.value, mirrored.low) == (None, None)
    assert mirrored.high == pytest.approx(-fit.low, abs=1e-6)


def test_no_picks_and_only_ties_are_reasons_and_negative_counts_are_refused() -> None:
    assert two_ac(0, 0, 0).reason == "no picks"
    assert "only ties" in two_ac(0, 5, 0).reason
    with pytest.raises(ValueError, match="negative"):
        two_ac(-1, 2, 3)


def test_a_lower_level_gives_a_shorter_interval() -> None:
    wide, narrow = two_ac(3, 5, 12), two_ac(3, 5, 12, level=0.9)
    assert wide.low < narrow.low < narrow.high < wide.high
