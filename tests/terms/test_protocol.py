"""Scales have whole ranges, and protocols cannot be changed."""

import pytest

from ringtrue.terms.protocol import Kind, Measure, Protocol, Question, Rule, Scale


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
    measures = {"z": Measure("z", formula="mean(pick)"), "a": Measure("a", formula="z * 2")}
    protocol = Protocol("blind", "1", scales, kinds, measures, (Rule("FAIL"),), (Rule("FAIL"),))
    measures["b"] = Measure("b", formula="1 + 1")
    scales.clear()
    assert list(protocol.measures) == ["z", "a"]
    assert protocol.scales["voice"].labels[5] == "good"
    with pytest.raises(TypeError):
        protocol.measures["b"] = measures["b"]  # type: ignore[index]
    with pytest.raises(TypeError):
        protocol.scales["voice"].labels[3] = "middling"  # type: ignore[index]


def test_a_question_is_found_in_any_kind() -> None:
    question = Question("voice", "nearer", "Which?")
    protocol = Protocol("p", "1", {}, {"pair": Kind("pair", ("a", "b"), (question,))}, {}, (), ())
    assert protocol.question("voice") is question
    assert protocol.question("smell") is None


def test_the_conditions_of_a_rule_are_all_its_formulas() -> None:
    assert Rule("FAIL", all=("a > 1",), any=("b > 2", "c > 3")).conditions == ("a > 1", "b > 2", "c > 3")


# A measure is computed in exactly one way.


@pytest.mark.parametrize(
    "ways", [{}, {"formula": "mean(x)", "crossed": "x"}, {"gate": "found", "statistic": "icc_2_1"}]
)
def test_no_way_or_two_ways_are_refused(ways: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="one of formula, crossed, gate, statistic, worst, rate"):
        Measure("m", **ways)


def test_each_way_alone_will_do() -> None:
    for way in ("formula", "crossed", "gate", "statistic"):
        assert getattr(Measure("m", **{way: "x"}), way) == "x"
