"""Kappa of picks coded by side, and its expected value."""

import numpy as np
import pytest

from ringtrue.stats.agreement.cohen import cohen_kappa
from ringtrue.stats.agreement.side_kappa import expected_kappa, side_kappa
from ringtrue.stats.detection.proportion import exact
from ringtrue.terms.result import Estimate


@pytest.mark.parametrize("p", [0.5, 0.6, 0.8, 0.918])
def test_it_is_2p_less_1_squared_on_average(p: float) -> None:
    picks = (np.random.default_rng(2).random((40_000, 3)) < p).astype(float)
    assert side_kappa(picks).value == pytest.approx((2 * p - 1) ** 2, abs=0.012)


def test_it_is_cohens_kappa_where_the_sides_are_balanced() -> None:
    # 2 x 2 table 30 10 / 10 30: both raters pick each side 40 times; po = .75, pe = .5, kappa = .5.
    first = [1] * 40 + [0] * 40
    second = [1] * 30 + [0] * 10 + [1] * 10 + [0] * 30
    found = side_kappa(np.column_stack([first, second]))
    assert found.value == pytest.approx(0.5)
    assert found.value == pytest.approx(cohen_kappa(first, second).value)


def test_which_text_counts_as_the_first_does_not_matter() -> None:
    picks = (np.random.default_rng(4).random((20, 5)) < 0.7).astype(float)
    turned = picks.copy()
    turned[::2] = 1 - turned[::2]
    one, other = side_kappa(picks), side_kappa(turned)
    assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def test_ties_are_left_out_and_counted() -> None:
    found = side_kappa([[1, 1, 0.5], [0, 0, 1], [1, 0, 0.5], [1, 1, 1]])
    # Do: 0, 2/3, 1, 0; mean 5/12; 1 - 10/12
    assert found.value == pytest.approx(1 / 6)
    assert found.reason == "ties left out: 2"


def test_what_is_no_pick_is_refused_and_what_is_too_little_has_no_value() -> None:
    with pytest.raises(ValueError, match="picks are 1"):
        side_kappa([[1, 2], [0, 1]])
    assert "two" in side_kappa([[1.0], [0.0]]).reason


def test_the_documents_target_needs_a_share_of_918() -> None:
    assert expected_kappa(Estimate(0.918)).value == pytest.approx(0.70, abs=0.002)
    assert expected_kappa(Estimate(0.082)).value == pytest.approx(0.70, abs=0.002)


def test_its_interval_is_that_of_the_share_put_through_the_square() -> None:
    share = exact(60, 100)  # .497 to .697
    found = expected_kappa(share)
    assert found.value == pytest.approx(0.04)
    assert (found.low, found.high) == pytest.approx((0.0, (2 * share.high - 1) ** 2))
    clear = expected_kappa(Estimate(0.2, 0.1, 0.3, 50))
    assert (clear.low, clear.high) == pytest.approx((0.16, 0.64))
    assert expected_kappa(Estimate.absent("nobody")).reason == "nobody"
    assert expected_kappa(Estimate(0.6, n=1, reason="one rater")).low is None
