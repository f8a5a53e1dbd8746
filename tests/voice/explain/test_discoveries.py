"""Control of false discoveries."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, norm

from ringtrue.voice.explain.discoveries import false_discovery

# Benjamini & Hochberg 1995, section 4.1: at a rate of .05 the first four of these are to be believed.
PUBLISHED = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


def test_the_published_example() -> None:
    z = np.array([-NormalDist().inv_cdf(p / 2) if p < 1 else 0.0 for p in PUBLISHED])
    assert (false_discovery(z) <= 0.05).sum() == 4


@given(st.lists(st.floats(-8, 8), min_size=1, max_size=40))
def test_the_same_as_an_oracle(z: list[float]) -> None:
    expected = false_discovery_control(2 * norm.sf(np.abs(z)))
    assert false_discovery(np.array(z)) == pytest.approx(expected)


def test_nothing_gives_nothing() -> None:
    assert false_discovery(np.zeros(0)).size == 0
