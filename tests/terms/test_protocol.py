"""Scales have whole ranges, and protocols cannot be changed."""

import pytest

from ringtrue.terms import Kind, Protocol, Question, Rule, Scale


@pytest.mark.parametrize(("low", "high"), [(1.0, None), (None, 5.0)])
def test_a_range_has_both_ends_or_none(low: float | None, high: float | None) -> None:
    with pytest.raises(ValueError, match="both ends"):
        Scale("voice", "steps", low, high)


@pytest.mark.parametrize(("low", "high"), [(5.0, 1.0), (3.0, 3.0)])
def test_a_range_runs_upwards(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="not below"):
        Scale("voice", "steps", low, high)


def test_a_protocol_is_sealed_and_keeps_the_order_of_its_measures() -> None:
    scales = {"voice": Scale("voice", "steps", 1, 5, labels={1: "poor", 5: "good"})}
    kinds = {"quote": Kind("quote", ("real", "clone"), (Question("pick", "voice", "Which?"),))}
    measures = {"z": "mean(pick)", "a": "z * 2"}
    protocol = Protocol("blind", "1", scales, kinds, measures, (Rule("FAIL"),))
    measures["b"] = "1"
    scales.clear()
    assert list(protocol.measures) == ["z", "a"]
    assert protocol.scales["voice"].labels[5] == "good"
    with pytest.raises(TypeError):
        protocol.measures["b"] = "1"  # type: ignore[index]
    with pytest.raises(TypeError):
        protocol.scales["voice"].labels[3] = "middling"  # type: ignore[index]
