"""A formula read: what it uses, what is unknown of that, its shape, its grounds, and its answer as a condition."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.functions import FormulaError
from ringtrue.formula.grammar import parse

WHOLE = parse('mean(x - n(y), domain="TECH", level="hard") if a > 2 else share(x == 1, domain="NARR")')


def test_names_functions_and_tags_are_told_once_each() -> None:
    assert WHOLE.names == {"x", "y", "a"}
    assert WHOLE.functions == {"mean", "n", "share"}
    assert WHOLE.tags == {"domain", "level"}
    number = parse("1 + 2")
    assert (number.names, number.functions, number.tags) == (frozenset(), frozenset(), frozenset())


def test_every_unknown_name_and_tag_is_a_fault_and_tags_only_where_they_are_given() -> None:
    assert WHOLE.check(["x", "y", "a"]) == []
    assert WHOLE.check(["x", "y", "a"], ["domain", "level"]) == []
    assert WHOLE.check(["yy"], ["domains"]) == [
        "unknown name 'a'; known names: yy",
        "unknown name 'x'; known names: yy",
        "unknown name 'y'; did you mean 'yy'? known names: yy",
        "unknown tag 'domain'; did you mean 'domains'? known tags: domains",
        "unknown tag 'level'; known tags: domains",
    ]
    assert parse("a").check([]) == ["unknown name 'a'; known names: none"]


def test_known_names_may_come_as_something_that_is_read_only_once() -> None:
    assert parse("a + b").check(iter(["a", "b"])) == []


def test_an_unknown_name_is_refused_before_anything_is_worked_out() -> None:
    with pytest.raises(FormulaError, match="unknown name 'b'; known names: a"):
        parse("a / b").evaluate({"a": 1})


# The items stay on the last axis only where a column is used outside of every reduction.
@pytest.mark.parametrize(
    ("text", "replicates", "shape"),
    [
        ("2", None, ()),
        ("a", None, ()),
        ("x", None, (4,)),
        ("mean(x)", None, ()),
        ("x - mean(x)", None, (4,)),
        ("mean(x)", 3, (3,)),
        ("x - mean(x)", 3, (3, 4)),
        ("a", 3, ()),
        ("each", 3, (3,)),
        ("each + mean(x)", 3, (3,)),
        ("each + x", 3, (3, 4)),
    ],
)
def test_the_shape_follows_from_what_is_used(text: str, replicates: int | None, shape: tuple[int, ...]) -> None:
    names: dict[str, Any] = {"a": 1.5, "x": [1, 2, None, 4], "each": np.ones((3, 1))}
    weights = None if replicates is None else np.ones((replicates, 4))
    assert parse(text).evaluate(names, weights).shape == shape


def test_grounds_are_the_items_that_carry_the_tags_and_have_a_value() -> None:
    names: dict[str, Any] = {"x": [1, None, 3, None], "y": [None, None, 1, 1], "a": 2}
    tags = {"domain": ["TECH", "TECH", "NARR", "NARR"]}

    def of(text: str) -> list[bool]:
        found = parse(text).grounds(names, tags)
        assert found is not None
        return found.tolist()

    assert of("mean(x)") == [True, False, True, False]
    assert of('mean(x, domain="NARR")') == [False, False, True, False]
    assert of('mean(x, domain="TECH") + mean(y)') == [True, False, True, True]
    assert of("items()") == [True] * 4
    assert of("mean(x * a)") == [True, False, True, False]
    assert of("share(x > 1 and y > 0)") == [True, False, True, False]  # item 1: x is not over 1, so it is known
    assert parse("a + 1").grounds(names, tags) is None
    assert parse("x + 1").grounds(names, tags) is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [("a > 1", True), ("a > 2", False), ("gone > 1", None), ("gone > 1 or a > 1", True), ("a", True), ("0", False)],
)
def test_a_condition_has_three_answers(text: str, answer: bool | None) -> None:
    assert parse(text).holds({"a": 2, "gone": None}) is answer


def test_a_condition_with_an_answer_for_each_item_is_refused_with_a_way_out() -> None:
    with pytest.raises(FormulaError, match="for each item, not one; use share, count or mean"):
        parse("x > 1").holds({"x": [1, 2]})


@given(st.lists(st.none() | st.floats(-1e300, 1e300), max_size=6), st.none() | st.floats(-1e300, 1e300))
def test_nothing_infinite_and_no_warning_comes_out(x: list[float | None], a: float | None) -> None:
    names: dict[str, Any] = {"x": np.array(x, dtype=np.float64), "a": a}
    for text in ("x * a / 0", "sum(x) * a", "sqrt(a) / sd(x)", "x * x * x", "d_prime(a)", "highest(x) - lowest(x)"):
        assert not np.isinf(parse(text).evaluate(names)).any()
