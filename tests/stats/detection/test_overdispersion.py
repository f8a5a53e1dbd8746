"""The beta-binomial against sensR, scipy.stats and a brute-force grid."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import betabinom, binom, chi2

from ringtrue.stats.detection.overdispersion import allowed_drop, beta_binomial, profile_bound

# sensR, help page of betabin.
RIGHT = [3, 2, 6, 8, 3, 4, 6, 0, 9, 9, 0, 2, 1, 2, 8, 9, 5, 7]
PICKS = [10, 9, 8, 9, 8, 6, 9, 10, 10, 10, 9, 9, 10, 10, 10, 10, 9, 10]
RATERS = st.lists(
    st.integers(1, 12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=12
)


def log_likelihood(right: list[int], picks: list[int], mu: float, gamma: float) -> float:
    total = 1 / gamma - 1
    return float(betabinom.logpmf(right, picks, mu * total, (1 - mu) * total).sum())


def test_eighteen_raters_give_sensrs_published_fit() -> None:
    # sensR, help page of betabin: stored test values of betabin(dat, corrected = FALSE, method = "duotrio"). The
    # log-likelihood is the published -41.70868, which scipy.stats gives at those values too.
    fit = beta_binomial(RIGHT, PICKS)
    assert fit.value == pytest.approx(0.493812345858779, abs=1e-7)
    assert fit.gamma == pytest.approx(0.31442578341548, abs=1e-7)
    assert fit.error == pytest.approx(0.0723816596143461, abs=1e-6)
    assert fit.log_likelihood == pytest.approx(-41.70868, abs=5e-6)
    assert log_likelihood(RIGHT, PICKS, 0.493812345858779, 0.31442578341548) == pytest.approx(fit.log_likelihood)
    assert fit.n == sum(PICKS)


def test_the_test_of_overdispersion_compares_with_the_binomial_fit() -> None:
    fit = beta_binomial(RIGHT, PICKS)
    plain = binom.logpmf(RIGHT, PICKS, sum(RIGHT) / sum(PICKS)).sum()
    assert fit.ratio == pytest.approx(2 * (fit.log_likelihood - plain))
    assert fit.p == pytest.approx(chi2.sf(fit.ratio, 1) / 2)


def test_the_bounds_are_where_the_best_likelihood_on_a_grid_of_gamma_has_fallen() -> None:
    fit, gammas = beta_binomial(RIGHT, PICKS), np.linspace(0.005, 0.995, 1000)
    for mu in (fit.low, fit.high):
        best = max(log_likelihood(RIGHT, PICKS, mu, gamma) for gamma in gammas)
        assert best == pytest.approx(fit.log_likelihood - chi2.ppf(0.95, 1) / 2, abs=1e-4)


@given(RATERS)
@settings(max_examples=25, deadline=None)
def test_no_point_of_a_grid_is_likelier_than_the_fit(raters: list[tuple[int, int]]) -> None:
    right, picks = map(list, zip(*raters, strict=True))
    fit = beta_binomial(right, picks)
    mu, gamma = np.meshgrid(np.linspace(0.02, 0.98, 33), np.linspace(0.01, 0.99, 33))
    total = 1 / gamma - 1
    grid = betabinom.logpmf(
        np.array(right)[:, None, None], np.array(picks)[:, None, None], mu * total, (1 - mu) * total
    ).sum(axis=0)
    assert fit.log_likelihood >= grid.max() - 1e-7
    inside = grid >= fit.log_likelihood - chi2.ppf(0.95, 1) / 2
    assert ((mu[inside] >= fit.low - 1e-6) & (mu[inside] <= fit.high + 1e-6)).all()


@given(RATERS, st.randoms())
@settings(max_examples=12, deadline=None)
def test_the_order_of_raters_and_what_counts_as_right_do_not_matter(
    raters: list[tuple[int, int]], random: np.random.Generator
) -> None:
    right, picks = zip(*raters, strict=True)
    fit = beta_binomial(right, picks)
    shuffled = list(raters)
    random.shuffle(shuffled)
    again = beta_binomial(*zip(*shuffled, strict=True))
    assert (again.value, again.low, again.high) == pytest.approx((fit.value, fit.low, fit.high), abs=1e-9)
    turned = beta_binomial([n - k for k, n in raters], picks)
    # Near its top the likelihood is flat to the last digit over about 1e-6.
    assert (1 - turned.value, 1 - turned.high, 1 - turned.low) == pytest.approx(
        (fit.value, fit.low, fit.high), abs=2e-5
    )


def test_raters_more_alike_than_luck_allows_give_the_binomial_fit() -> None:
    fit = beta_binomial([5, 5, 5, 5], [10, 10, 10, 10])
    assert (fit.value, fit.gamma, fit.ratio, fit.p) == (0.5, 0.0, 0.0, 1.0)
    assert fit.error == pytest.approx((0.25 / 40) ** 0.5)
    assert fit.log_likelihood == pytest.approx(4 * binom.logpmf(5, 10, 0.5))


def test_raters_always_right_or_always_wrong_count_as_one_pick_each() -> None:
    # By hand: gamma is 1 and the likelihood mu^2 (1 - mu), as for two right of three single picks.
    fit = beta_binomial([0, 5, 5], [5, 5, 5])
    assert fit.gamma == 1.0
    assert fit.value == pytest.approx(2 / 3, abs=1e-6)
    assert fit.error == pytest.approx((2 / 9 / 3) ** 0.5, abs=1e-6)
    assert fit.log_likelihood == pytest.approx(2 * np.log(2 / 3) + np.log(1 / 3))


def test_every_pick_alike_gives_a_share_but_no_gamma() -> None:
    fit = beta_binomial([5, 5, 5], [5, 5, 5])
    assert (fit.value, fit.high, fit.gamma, fit.p) == (1.0, 1.0, None, None)
    # By hand: at worst each rater is one pick, mu^3 = exp(-1.92073), mu = .52716.
    assert fit.low == pytest.approx(0.52716, abs=5e-5)
    assert "the same" in fit.reason


def test_one_pick_per_rater_gives_a_share_but_no_gamma() -> None:
    fit = beta_binomial([1, 0, 1, 1], [1, 1, 1, 1])
    assert fit.value == pytest.approx(0.75, abs=1e-6)
    assert fit.gamma is None
    assert "one pick per rater" in fit.reason


def test_raters_without_picks_or_with_missing_counts_are_left_out() -> None:
    fit = beta_binomial([*RIGHT, 0, np.nan], [*PICKS, 0, 10])
    assert fit == beta_binomial(RIGHT, PICKS)


def test_too_few_raters_are_reasons_and_impossible_counts_are_refused() -> None:
    assert beta_binomial([], []).reason == "no picks"
    assert "one rater" in beta_binomial([3], [5]).reason
    with pytest.raises(ValueError, match="between 0"):
        beta_binomial([3, 6], [5, 5])
    with pytest.raises(ValueError, match="whole"):
        beta_binomial([0.5, 1], [5, 5])
    with pytest.raises(ValueError, match="same length"):
        beta_binomial([1, 2], [5])


def test_a_lower_level_gives_a_shorter_interval() -> None:
    wide, narrow = beta_binomial(RIGHT, PICKS), beta_binomial(RIGHT, PICKS, level=0.9)
    assert wide.low < narrow.low < narrow.high < wide.high


# Likelihood bounds of curves whose crossing is known by hand.


def test_the_allowed_drop_is_half_a_chi_square_quantile() -> None:
    # Chi-square on one degree of freedom: .95 quantile 3.841459, .90 quantile 2.705543.
    assert allowed_drop(0.95) == pytest.approx(3.841459 / 2, abs=1e-6)
    assert allowed_drop(0.90) == pytest.approx(2.705543 / 2, abs=1e-6)


@pytest.mark.parametrize("stride", [1e-3, 0.25, 40.0])
def test_a_parabola_gives_the_normal_interval(stride: float) -> None:
    # -(x-3)²/(2 x .25) falls by z²/2 at 3 ± .5 z.
    def curve(x: float) -> float:
        return -((x - 3.0) ** 2) / 0.5

    drop = allowed_drop(0.95)
    assert profile_bound(curve, 0.0, 3.0, drop=drop, stride=stride) == pytest.approx(3 + 0.5 * 1.959964, abs=1e-6)
    assert profile_bound(curve, 0.0, 3.0, drop=drop, stride=-stride) == pytest.approx(3 - 0.5 * 1.959964, abs=1e-6)


def test_the_search_never_steps_on_the_edge() -> None:
    seen = []

    def curve(x: float) -> float:
        seen.append(x)
        return -1.0 / (1.0 - x) ** 0.5 + 1.0

    # 1/sqrt(1-x) - 1 = 9 at x = .99.
    assert profile_bound(curve, 0.0, 0.0, drop=9.0, stride=5.0, edge=1.0) == pytest.approx(0.99, abs=1e-9)
    assert max(seen) < 1.0


def test_a_curve_that_levels_off_has_no_bound() -> None:
    assert profile_bound(lambda x: -1.0 / (1.0 + x), 0.0, 1.0, drop=2.0, stride=0.25) is None
