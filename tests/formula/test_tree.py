"""The parts of a formula built by hand: values, shapes, and the walk over them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.functions import FUNCTIONS, FormulaError
from ringtrue.formula.scope import Scope
from ringtrue.formula.tree import (
    Chain,
    Comparison,
    Conditional,
    FunctionCall,
    Label,
    Logic,
    Name,
    Negative,
    Node,
    Not,
    Number,
)

NAMES: dict[str, Any] = {"a": 6.0, "gone": None, "x": [1.0, 2.0, None, 4.0], "mood": "good"}
TAGS = {"domain": ["T", "N", "T", "N"]}
SCOPE = Scope.of(NAMES, NAMES, None, TAGS)


def n(number: float) -> Number:
    return Number((), number)


def name(word: str) -> Name:
    return Name((), word)


def call(function: str, *parts: Node, **filters: str) -> FunctionCall:
    return FunctionCall(parts, FUNCTIONS[function], tuple(filters.items()))


def is_worth(node: Node, expected: Any) -> None:
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(node.value(SCOPE), expected)


def test_arithmetic_goes_from_left_to_right() -> None:
    is_worth(Chain((n(10), n(4), n(3)), ("-", "-")), 3.0)  # (10 - 4) - 3, not 10 - (4 - 3) = 9
    is_worth(Chain((n(12), n(4), n(3)), ("/", "*")), 9.0)
    is_worth(Negative((name("a"),)), -6.0)


def test_a_long_sum_is_not_a_deep_one() -> None:
    is_worth(Chain((n(1),) * 5000, ("+",) * 4999), 5000.0)


@pytest.mark.parametrize("symbol", ["*", "+"])
def test_a_number_too_large_to_hold_is_missing(symbol: str) -> None:
    is_worth(Chain((n(1.7e308), n(1.7e308)), (symbol,)), np.nan)


def test_a_division_by_zero_is_missing() -> None:
    is_worth(Chain((n(1), n(0)), ("/",)), np.nan)
    is_worth(Chain((n(0), n(0)), ("/",)), np.nan)


def test_neighbours_in_a_chain_of_comparisons_are_compared() -> None:
    is_worth(Comparison((n(1), name("a"), n(6)), ("<", "<=")), 1.0)
    is_worth(Comparison((n(1), name("a"), n(6)), ("<", "<")), 0.0)
    is_worth(Comparison((n(7), name("a"), name("gone")), ("<", "<")), 0.0)  # the first part decides
    is_worth(Comparison((n(1), name("a"), name("gone")), ("<", "<")), np.nan)


def test_labels_stand_in_comparisons_only() -> None:
    is_worth(Comparison((name("mood"), Label((), "good")), ("==",)), 1.0)
    is_worth(Comparison((Label((), "bad"), name("mood")), ("==",)), 0.0)
    with pytest.raises(FormulaError, match="'mood' holds labels"):
        name("mood").value(SCOPE)
    with pytest.raises(NotImplementedError):
        Label((), "good").value(SCOPE)


def test_a_choice_is_missing_where_its_condition_is_unknown() -> None:
    is_worth(Conditional((Comparison((name("x"), n(1)), (">",)), n(1), n(0))), [0.0, 1.0, np.nan, 1.0])
    is_worth(Conditional((n(1), name("a"), name("gone"))), 6.0)  # what is not chosen may be missing


THREE = st.lists(st.sampled_from([0.0, 1.0, 2.5, np.nan]), min_size=2, max_size=5)


def known(values: list[float]) -> list[bool | None]:
    return [None if np.isnan(value) else value != 0 for value in values]


@given(THREE)
def test_and_or_and_not_follow_kleene(values: list[float]) -> None:
    parts = tuple(n(value) for value in values)
    said = known(values)
    every = False if False in said else None if None in said else True
    some = True if True in said else None if None in said else False
    for node, expected in ((Logic(parts, "and"), every), (Logic(parts, "or"), some)):
        is_worth(node, np.nan if expected is None else float(expected))
        is_worth(Not((node,)), np.nan if expected is None else float(not expected))


def test_a_reduction_runs_over_the_items_its_tags_choose() -> None:
    is_worth(call("sum", name("x")), [7.0])
    is_worth(call("sum", name("x"), domain="T"), [1.0])
    is_worth(call("sum", name("x"), domain="N"), [6.0])
    is_worth(call("items", domain="N"), [2.0])
    is_worth(call("sum", name("x"), domain="nobody"), [np.nan])
    # A number of the whole study beside a column, under a filter: 6 * (2 + 4).
    is_worth(call("sum", Chain((name("x"), name("a")), ("*",)), domain="N"), [36.0])


@pytest.mark.parametrize("function", ["mean", "sum", "n", "median", "sd", "share", "count", "lowest", "highest"])
def test_a_reduction_of_one_number_is_refused_with_a_way_out(function: str) -> None:
    with pytest.raises(FormulaError, match=rf"{function}\(\) was given one number.*; give it a column") as refused:
        call(function, name("a")).value(SCOPE)
    assert refused.value.remedy


def test_grounds_are_what_is_chosen_and_known() -> None:
    assert call("mean", name("x")).grounds(SCOPE).tolist() == [True, True, False, True]
    assert call("mean", name("x"), domain="T").grounds(SCOPE).tolist() == [True, False, False, False]
    assert call("items", domain="T").grounds(SCOPE).tolist() == [True, False, True, False]


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (n(1), False),
        (name("a"), False),
        (name("x"), True),
        (Chain((name("a"), name("x")), ("+",)), True),
        (call("mean", name("x")), False),
        (call("abs", name("x")), True),
        (call("abs", name("a")), False),
        (Chain((name("x"), call("mean", name("x"))), ("-",)), True),
    ],
)
def test_a_part_knows_whether_it_has_a_value_for_each_item(node: Node, expected: bool) -> None:
    assert node.per_item(SCOPE) is expected


NODES = st.recursive(
    st.sampled_from([n(1), name("x"), Label((), "t")]),
    lambda inner: st.tuples(inner, inner).flatmap(
        lambda two: st.sampled_from([Chain(two, ("+",)), Logic(two, "or"), Not(two[:1]), Conditional((*two, two[0]))])
    ),
)


@given(NODES)
def test_a_walk_meets_itself_first_and_every_part_once(node: Node) -> None:
    size: Callable[[Node], int] = lambda one: 1 + sum(size(part) for part in one.parts)  # noqa: E731
    met = list(node.walk())
    assert met[0] is node
    assert len(met) == size(node)
