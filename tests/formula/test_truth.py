"""Three-valued logic on arrays: Kleene's tables written out, and the laws that hold in them."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.error import FormulaError
from ringtrue.formula.truth import as_labels, both, compare, either, truth

U = np.nan
VALUES = st.sampled_from([0.0, 1.0, -3.0, 0.5, U])
SYMBOLS = ["<", "<=", ">", ">=", "==", "!="]


def same(one: object, other: object) -> None:
    np.testing.assert_array_equal(one, other)  # NaN equals NaN here


def test_anything_but_nothing_holds() -> None:
    same(truth(np.array([0.0, -0.0, 1.0, -2.0, 1e-300, U])), [0.0, 0.0, 1.0, 1.0, 1.0, U])


# Kleene 1952, section 64: the strong tables, in the order of pairs of 0, unknown, 1.
PAIRS = np.array(list(product([0.0, U, 1.0], repeat=2)))


def test_both_and_either_are_kleenes_tables() -> None:
    same(both(PAIRS[:, 0], PAIRS[:, 1]), [0, 0, 0, 0, U, U, 0, U, 1])
    same(either(PAIRS[:, 0], PAIRS[:, 1]), [0, U, 1, U, U, 1, 1, 1, 1])


@given(VALUES, VALUES, VALUES)
def test_the_laws_of_the_logic_hold(a: float, b: float, c: float) -> None:
    x, y, z = (np.asarray(value) for value in (a, b, c))
    for join in (both, either):
        same(join(x, y), join(y, x))
        same(join(join(x, y), z), join(x, join(y, z)))
        same(join(x, x), truth(x))
    same(1 - both(x, y), either(1 - truth(x), 1 - truth(y)))  # De Morgan
    same(both(x, either(y, z)), either(both(x, y), both(x, z)))


@pytest.mark.parametrize("symbol", SYMBOLS)
@given(a=VALUES, b=VALUES)
def test_a_comparison_with_something_missing_is_unknown_and_otherwise_pythons(symbol: str, a: float, b: float) -> None:
    found = compare(symbol, np.asarray(a), np.asarray(b))
    unknown = np.isnan(a) or np.isnan(b)
    python = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}[symbol]
    same(found, U if unknown else float(python))


def test_labels_are_equal_or_not_and_an_empty_one_is_unknown() -> None:
    words = np.array(["good", "bad", "", "Good"])
    same(compare("==", words, np.asarray("good")), [1, 0, U, 0])
    same(compare("!=", np.asarray("good"), words), [0, 1, U, 1])


@pytest.mark.parametrize("symbol", ["<", "<=", ">", ">="])
def test_labels_have_no_order(symbol: str) -> None:
    with pytest.raises(FormulaError, match=f"labels have no order, so '{symbol}' says nothing; compare with =="):
        compare(symbol, np.asarray("a"), np.asarray(1.0))


def test_a_number_is_not_compared_with_a_label_unless_nothing_is_known() -> None:
    with pytest.raises(FormulaError, match="a number is compared with a label; compare labels with labels"):
        compare("==", np.array([1.0, U]), np.asarray("a"))
    same(compare("==", np.array([U, U]), np.asarray("a")), [U, U])


def test_a_column_of_nothing_may_be_labels() -> None:
    assert as_labels(np.array([U, U])).tolist() == ["", ""]
    assert as_labels(np.empty(0)).tolist() == []
    assert as_labels(np.array(["a"])).tolist() == ["a"]
