"""Names that formulas will use: each can be written there, and each means one thing."""

from keyword import kwlist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import SMALL, reading, told
from ringtrue.formula import FormulaError, parse
from ringtrue.protocols.check_names import name_faults


def asked(**questions: str) -> dict[str, Any]:
    """A kind with questions on scales."""
    ask = {name: {"scale": scale, "text": "How?"} for name, scale in questions.items()}
    return {"show": ["clone"], "ask": ask}


def faults(**parts: Any) -> list[tuple[str, str]]:
    return told(name_faults(reading(**parts)))


def test_the_small_protocol_has_no_fault() -> None:
    assert faults() == []


@pytest.mark.parametrize("name", ["yes-no", "lambda", "and", "True", "not"])
def test_a_name_that_no_formula_can_hold_is_told_wherever_it_stands(name: str) -> None:
    what = f"'{name}' cannot be written in a formula"
    assert faults(kinds={"k": asked(**{name: "grade"})}) == [(f"kinds.k.ask.{name}", what)]
    assert faults(kinds={"k": asked(warm="grade") | {"numbers": [name]}}) == [("kinds.k.numbers.0", what)]
    assert faults(measures={name: {"formula": "1"}}) == [(f"measures.{name}", what)]
    assert faults(status={name: [{"label": "x"}]}) == [(f"status.{name}", what)]


@pytest.mark.parametrize("name", ["people", "raters", "sessions"])
def test_what_the_program_counts_itself_is_taken(name: str) -> None:
    what = f"'{name}' is counted by the program"
    assert faults(measures={name: {"formula": "1"}}) == [(f"measures.{name}", what)]
    assert faults(kinds={"k": asked(**{name: "grade"})}) == [(f"kinds.k.ask.{name}", what)]


@given(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,6}", fullmatch=True) | st.sampled_from(kwlist))
def test_a_measure_is_taken_only_if_a_formula_reads_its_name(name: str) -> None:
    def readable() -> bool:
        try:
            return parse(f"{name} + 1").names == {name}
        except FormulaError:
            return False

    if not faults(measures={name: {"formula": "1"}}):
        assert readable()


def test_a_question_is_asked_on_one_scale() -> None:
    same = {"one": asked(warm="grade"), "two": asked(warm="grade")}
    other = {"one": asked(warm="grade"), "two": asked(warm="words")}
    assert faults(kinds=same) == []
    assert faults(kinds=other) == [("kinds.two.ask.warm.scale", "'warm' is asked on another scale in 'one'")]


@pytest.mark.parametrize(
    ("number", "what"),
    [
        ("warm", "the field has the name of a question"),
        ("warm_each", "the field has the name of the single answers to 'warm'"),
    ],
)
def test_a_field_has_no_name_of_a_question(number: str, what: str) -> None:
    assert faults(kinds={"k": asked(warm="grade") | {"numbers": [number]}}) == [("kinds.k.numbers.0", what)]


def test_two_kinds_may_carry_the_same_field() -> None:
    kinds = {name: asked(**{f"q_{name}": "grade"}) | {"numbers": ["score"]} for name in ("one", "two")}
    assert faults(kinds=kinds) == []


@pytest.mark.parametrize(
    ("name", "owner"),
    [("warm", "a question"), ("warm_each", "the single answers to 'warm'"), ("score", "a number of the items")],
)
@pytest.mark.parametrize("per", ["rating", "item", "study"])
def test_a_column_has_a_name_of_its_own_and_a_number_of_the_study_need_not(name: str, owner: str, per: str) -> None:
    found = faults(measures={name: {"per": per, "formula": "1"}})
    assert found == ([] if per == "study" else [(f"measures.{name}", f"the measure has the name of {owner}")])


@pytest.mark.parametrize(("per", "shadowed"), [("study", True), ("item", False)])
def test_no_measure_has_the_name_of_a_bound(per: str, shadowed: bool) -> None:
    measures = {"r": {"per": per, "formula": "1"}, "r_low": {"formula": "1"}, "r_high": {"formula": "1"}}
    expected = [(f"measures.r{bound}", "the measure has the name of a bound of 'r'") for bound in ("_low", "_high")]
    assert faults(measures=measures) == (expected if shadowed else [])


def test_no_measure_has_the_name_of_a_status() -> None:
    found = faults(
        measures=SMALL["measures"] | {"mood_status": {"formula": "1"}},
        status={"mood": [{"label": "good"}]},
    )
    assert found == [("measures.mood_status", "the measure has the name of the status of 'mood'")]
