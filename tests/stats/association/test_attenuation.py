"""Correction for attenuation against hand calculation and a simulation whose truth is known."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.association.attenuation import disattenuated
from ringtrue.stats.association.pearson import pearson
from ringtrue.terms import Estimate


def test_value_and_interval_are_divided_by_the_same_root() -> None:
    # sqrt(.64 x .81) = .8 x .9 = .72; .36/.72 = .5, .18/.72 = .25, .54/.72 = .75.
    corrected = disattenuated(Estimate(0.36, 0.18, 0.54, 40, level=0.9), 0.64, Estimate(0.81))
    assert (corrected.value, corrected.low, corrected.high) == pytest.approx((0.5, 0.25, 0.75))
    assert (corrected.n, corrected.level) == (40, 0.9)


def test_it_recovers_the_correlation_of_the_true_scores() -> None:
    # True scores correlate .6; errors of variance 1 and .25 make the reliabilities 1/2 and .8. With 40,000 pairs the
    # standard error of the corrected value is about (1/sqrt(.4)) / 200 = .008.
    rng = np.random.default_rng(6)
    truth = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], size=40_000)
    seen = truth + rng.normal(size=truth.shape) * [1.0, 0.5]
    observed = pearson(*seen.T)
    assert observed.value == pytest.approx(0.6 * sqrt(0.5 * 0.8), abs=0.02)
    assert disattenuated(observed, 0.5, 0.8).value == pytest.approx(0.6, abs=0.025)


@given(st.floats(-1, 1), st.floats(0.05, 1), st.floats(0.05, 1))
def test_the_correction_never_weakens_and_ignores_which_measure_is_which(r: float, x: float, y: float) -> None:
    corrected = disattenuated(r, x, y)
    assert abs(corrected.value) >= abs(r)
    assert corrected.value == disattenuated(r, y, x).value
    assert disattenuated(r, 1, 1).value == r
    assert (corrected.reason is not None) == (abs(corrected.value) > 1)


def test_a_value_beyond_one_is_given_with_what_it_means() -> None:
    corrected = disattenuated(0.9, 0.5, 0.5)
    assert corrected.value == pytest.approx(1.8)
    assert "underestimated" in str(corrected.reason)


def test_without_a_correlation_or_a_reliability_there_is_a_reason() -> None:
    assert "not above 0" in str(disattenuated(0.3, 0.0, 0.8).reason)
    assert "not above 0" in str(disattenuated(0.3, 0.8, -0.2).reason)
    assert disattenuated(Estimate.absent("all equal"), 0.8, 0.8).reason == "nothing to correct: all equal"
    assert disattenuated(0.3, 0.8, Estimate.absent("one rater")).reason == "nothing to correct: one rater"


def test_a_correlation_or_reliability_above_one_is_refused() -> None:
    for r, x in ((1.2, 0.8), (0.3, 1.2)):
        with pytest.raises(ValueError, match="exceed 1"):
            disattenuated(r, x, 0.8)
