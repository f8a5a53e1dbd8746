"""Likelihood bounds of curves whose crossing is known by hand."""

import pytest

from ringtrue.stats.detection.profile import allowed_drop, profile_bound


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
