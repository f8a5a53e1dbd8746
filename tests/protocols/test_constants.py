"""Constants of a protocol: named in formulas, replaced by their numbers, and nothing else replaced."""

from copy import deepcopy
from typing import Any

import pytest

from protocol_parts import SMALL, reading, told
from ringtrue.files.section import Fault
from ringtrue.protocols.check import name_faults
from ringtrue.protocols.constants import constants_of, with_constants
from ringtrue.protocols.loader import load

NUMBERS: dict[str, Any] = {
    "weights": {"warm": 0.25, "calm": 0.75},
    "pass_mark": 80,
    "low": 2.5,
    "target": {"of": "warmth", "low": 3, "high": 4},
}


def filled(formula: str, **more: Any) -> str:
    data = {**deepcopy(NUMBERS), "measures": {"x": {"formula": formula}}, **more}
    return str(with_constants(data, [])["measures"]["x"]["formula"])


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("x >= pass_mark", "x >= 80"),
        ("x < low or y < target.low", "x < 2.5 or y < 3"),
        ("target.high - weights.warm * x", "4 - 0.25 * x"),
        ("weigh(weights)", "weigh(0.25, warm, 0.75, calm)"),
        ('mean(x, level="low", low="yes")', 'mean(x, level="low", low="yes")'),
        ("below + slow + low_each", "below + slow + low_each"),
        ("x == low", "x == 2.5"),
    ],
)
def test_a_constant_is_replaced_and_nothing_that_only_looks_like_one(formula: str, expected: str) -> None:
    assert filled(formula) == expected


def test_every_place_of_a_formula_or_limit_is_filled_and_no_other_text() -> None:
    rule = [{"label": "low", "all": ["x < low"], "any": ["y < low"], "note": "low"}]
    data = {
        "low": 1,
        "about": "low",
        "suite": [{"name": "low", "when": "items() > low"}],
        "presets": {"p": {"suite": [{"when": "low"}]}},
        "checks": [{"name": "low", "of": "x", "at_least": "low"}, {"when": "x > low", "refuted": "x < low"}],
        "coverage": "x > low",
        "primary": {"low": "low - x"},
        "bands": {"of": ["low"], "steps": {"good": "low", "rest": None}},
        "status": {"s": rule},
        "designs": {"equivalence": {"sound_verdict": rule}},
        **dict.fromkeys(("cause", "verdict", "sound_verdict"), rule),
    }
    done = with_constants(data, [])
    expected = [{"label": "low", "all": ["x < 1"], "any": ["y < 1"], "note": "low"}]
    assert done["suite"] == [{"name": "low", "when": "items() > 1"}]
    assert done["presets"]["p"]["suite"] == [{"when": "1"}]
    assert done["checks"][0] == {"name": "low", "of": "x", "at_least": 1.0}
    assert done["checks"][1] == {"when": "x > 1", "refuted": "x < 1"}
    assert (done["coverage"], done["primary"], done["about"]) == ("x > 1", {"low": "1 - x"}, "low")
    assert done["bands"] == {"of": ["low"], "steps": {"good": 1.0, "rest": None}}
    assert done["status"]["s"] == done["designs"]["equivalence"]["sound_verdict"] == expected
    assert [done[key] for key in ("cause", "verdict", "sound_verdict")] == [expected] * 3


def test_without_constants_the_data_are_not_touched() -> None:
    data = {"measures": {"x": {"formula": "low + pass_mark"}}}
    assert with_constants(data, []) is data
    assert constants_of({"low": True, "pass_mark": "80", "weights": [1], "target": {"of": "x"}}) == {}


def test_an_unknown_weight_is_a_fault_with_the_known_ones() -> None:
    faults: list[Fault] = []
    with_constants({**NUMBERS, "coverage": "x > weights.wram"}, faults)
    (fault,) = faults
    assert (fault.trail, fault.what) == (("coverage",), "there is no 'weights.wram'")
    assert "weights.warm" in fault.remedy


def test_no_question_or_measure_has_the_name_of_a_constant_and_every_weight_is_of_a_question() -> None:
    kinds = deepcopy(SMALL["kinds"])
    kinds["reply"]["ask"]["low"] = {"scale": "grade", "text": "How low?"}
    measures = {"warmth": {"crossed": "warm"}, "pass_mark": {"crossed": "warm"}}
    found = told(name_faults(reading(kinds=kinds, measures=measures, low=1, pass_mark=3, weights={"wram": 1})))
    assert ("kinds.reply.ask.low", "'low' is a constant of this protocol") in found
    assert ("measures.pass_mark", "'pass_mark' is a constant of this protocol") in found
    assert ("weights.wram", "no question is called 'wram'") in found


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"weights": {"warm": 0.5, "calm": 0.4}}, ("weights", "the weights sum to 0.9, not to 1")),
        ({"target": {"of": "warmth"}}, ("target", "the key 'low' is missing")),
        ({"target": {"of": "warmth", "low": 5, "high": 4}}, ("target.low", "the low end is not below the high end")),
    ],
)
def test_faulty_constants_are_reported(parts: dict[str, Any], expected: tuple[str, str]) -> None:
    assert told(reading(**parts).faults) == [expected]


def test_the_words_of_a_target_are_the_protocols() -> None:
    target = load("scenarios").target
    assert str(target) == "93 to 97"
    assert [target.word(value) for value in (92.99, 93, 97, 97.01)] == [
        *("below target, another round is needed", "on target", "on target"),
        "above target, look for answers learnt by heart",
    ]
    assert str(load("pairs").target) == "0.75 or more"
