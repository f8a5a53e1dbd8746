"""What may be asked of an interval, and how other wishes are refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.agreement.request import IntervalRequest, request


@given(st.sampled_from(["delta", "bootstrap"]), st.floats(0.001, 0.999), st.integers(1, 10**6), st.integers(0, 2**40))
def test_a_request_that_can_be_met_is_kept_as_it_is(name: str, level: float, replicates: int, seed: int) -> None:
    assert request(name, "delta", level, replicates, seed) == IntervalRequest(name, level, replicates, seed)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, 95.0, math.nan, math.inf])
def test_a_level_is_between_0_and_1(level: float) -> None:
    with pytest.raises(ValueError, match=f"between 0 and 1, got {level}"):
        request("delta", "delta", level, 1, 0)


@pytest.mark.parametrize("replicates", [0, -5])
def test_at_least_one_replicate_is_needed(replicates: int) -> None:
    with pytest.raises(ValueError, match=f"at least one bootstrap replicate is needed, got {replicates}"):
        request("bootstrap", "delta", 0.95, replicates, 0)


@pytest.mark.parametrize("name", ["", "Delta", "f", "none"])
def test_an_unknown_interval_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=f"unknown interval '{name}'; known here: 'delta', 'bootstrap'"):
        request(name, "delta", 0.95, 1, 0)
