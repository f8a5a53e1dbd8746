"""Values of formulas: against Python's own arithmetic, against three-valued logic, and columns against their items."""

import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.functions import FUNCTIONS, FormulaError, Function, Rows
from ringtrue.formula.grammar import parse

Expression = tuple[Any, ...]  # (kind, *parts): leaves are ("number", 3) and ("name", "x")
NAMES = ("x", "y", "z")
LEAVES = ["number", "name"]
ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
COMPARISON = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@st.composite
def numbers(draw: st.DrawFn, depth: int = 3) -> Expression:
    kind = draw(st.sampled_from(["number", "name", *ARITHMETIC, "neg", "abs", "min", "max", "if"] if depth else LEAVES))
    if kind == "number":
        return kind, draw(st.integers(0, 9) | st.sampled_from([0.5, 2.25]))
    if kind == "name":
        return kind, draw(st.sampled_from(NAMES))
    if kind == "if":
        return kind, draw(conditions(depth - 1)), draw(numbers(depth - 1)), draw(numbers(depth - 1))
    return kind, *(draw(numbers(depth - 1)) for _ in range(1 if kind in ("neg", "abs") else 2))


@st.composite
def conditions(draw: st.DrawFn, depth: int = 3) -> Expression:
    kind = draw(st.sampled_from(["compare", "between", "and", "or", "not"] if depth else ["compare"]))
    if kind in ("and", "or", "not"):
        return kind, *(draw(conditions(depth - 1)) for _ in range(1 if kind == "not" else 2))
    operands = [draw(numbers(max(0, depth - 1))) for _ in range(2 if kind == "compare" else 3)]
    links = [part for operand in operands[1:] for part in (draw(st.sampled_from(sorted(COMPARISON))), operand)]
    return "compare", operands[0], *links


def written(e: Expression) -> str:
    """The expression as text, fully bracketed."""
    kind, *parts = e
    if kind in ("number", "name"):
        return str(parts[0])
    texts = [part if isinstance(part, str) else written(part) for part in parts]
    if kind in ("abs", "min", "max"):
        return f"{kind}({', '.join(texts)})"
    if kind in ("neg", "not"):
        return f"({'-' if kind == 'neg' else 'not '}{texts[0]})"
    if kind == "if":
        return f"({texts[1]} if {texts[0]} else {texts[2]})"
    return f"({' '.join(texts)})" if kind == "compare" else f"({texts[0]} {kind} {texts[1]})"


def worth(e: Expression, values: Mapping[str, float | None]) -> float | None:
    """What the expression is worth, by the rules of the documentation."""
    kind, *parts = e
    if kind in ("number", "name"):
        return float(parts[0]) if kind == "number" else values[parts[0]]
    if kind == "compare":
        return _all([_compared(*parts[i : i + 3], values) for i in range(0, len(parts) - 2, 2)])
    known = [worth(part, values) for part in parts]
    if kind == "and":
        return _all(known)
    if kind == "or":
        return _negated(_all([_negated(value) for value in known]))
    if kind == "if":
        return None if known[0] is None else known[1] if known[0] else known[2]
    if None in known:
        return None
    return _negated(known[0]) if kind == "not" else _calculated(kind, known)


def _calculated(kind: str, known: list[float]) -> float | None:
    functions = ARITHMETIC | {"neg": operator.neg, "abs": abs, "min": min, "max": max}
    try:
        result = float(functions[kind](*known))
    except (ZeroDivisionError, OverflowError):
        return None
    return result if math.isfinite(result) else None


def _compared(left: Expression, sign: str, right: Expression, values: Mapping[str, float | None]) -> float | None:
    a, b = worth(left, values), worth(right, values)
    return None if a is None or b is None else float(COMPARISON[sign](a, b))


def _all(known: list[float | None]) -> float | None:
    return 0.0 if 0.0 in known else None if None in known else 1.0


def _negated(value: float | None) -> float | None:
    return None if value is None else 1.0 - value


VALUES = st.integers(-9, 9).map(float) | st.sampled_from([0.5, 1e-3, 250.0])
KNOWN = st.fixed_dictionaries(dict.fromkeys(NAMES, VALUES))
SOME_MISSING = st.fixed_dictionaries(dict.fromkeys(NAMES, VALUES | st.none()))


def number(value: float | None) -> float:
    return math.nan if value is None else value


@given(numbers() | conditions(), KNOWN)
def test_numbers_are_worth_what_python_says(expression: Expression, values: dict[str, float]) -> None:
    text = written(expression)
    builtins = {"__builtins__": {}, "abs": abs, "min": min, "max": max}
    try:
        expected = float(eval(text, builtins, values))  # noqa: S307
    except ZeroDivisionError:
        expected = number(worth(expression, values))
    ours = float(parse(text).evaluate(values))
    assert ours == pytest.approx(expected, rel=1e-12, nan_ok=True)


@given(numbers() | conditions(), SOME_MISSING)
def test_missing_values_follow_three_valued_logic(expression: Expression, values: dict[str, float | None]) -> None:
    ours = float(parse(written(expression)).evaluate(values))
    assert ours == pytest.approx(number(worth(expression, values)), rel=1e-12, nan_ok=True)


@given(numbers() | conditions(), st.lists(SOME_MISSING, min_size=1, max_size=6))
def test_a_column_is_worked_out_item_by_item(expression: Expression, items: list[dict[str, float | None]]) -> None:
    formula = parse(written(expression))
    together = formula.evaluate({name: [item[name] for item in items] for name in NAMES})
    apart = [float(formula.evaluate(item)) for item in items]
    assert together.shape == ((len(items),) if formula.names else ())
    np.testing.assert_array_equal(np.broadcast_to(together, len(items)), apart)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        # Kleene's strong tables, with x missing: u is unknown.
        ("x > 1 and 0 > 1", False),
        ("x > 1 and 1 > 0", None),
        ("x > 1 or 1 > 0", True),
        ("x > 1 or 0 > 1", None),
        ("not x > 1", None),
        ("x == x", None),
        ("x != x", None),
        ("1 < 0 < x", False),
        ("0 < 1 < x", None),
        ("1 / 0 > 0", None),
        ("(1 if x > 0 else 1) == 1", None),
        ("known(x)", False),
        ("default(x, 3) == 3", True),
        ("True and not False", True),
        ("5 and -2", True),
    ],
)
def test_a_condition_is_met_not_met_or_cannot_be_told(text: str, answer: bool | None) -> None:
    assert parse(text).holds({"x": None}) is answer


def test_a_condition_on_items_has_no_single_answer() -> None:
    with pytest.raises(FormulaError, match="for each item"):
        parse("x > 1").holds({"x": [1, 2]})


def test_infinities_never_come_out() -> None:
    values = {"x": 1e200, "zero": 0.0}
    for text in ("x * x", "-x * x", "1 / zero", "zero / zero", "sqrt(-x)", "x * x - x * x"):
        assert math.isnan(parse(text).evaluate(values)), text


@pytest.mark.parametrize(
    ("status", "expected"),
    [("open", 1.0), ("shut", 0.0), ("", math.nan), (None, math.nan), (["open", None, "shut"], [1.0, math.nan, 0.0])],
)
def test_labels_compare_and_a_missing_one_is_unknown(status: Any, expected: Any) -> None:
    np.testing.assert_array_equal(parse('status == "open"').evaluate({"status": status}), expected)
    np.testing.assert_array_equal(parse('"open" != status').evaluate({"status": status}), 1 - np.asarray(expected))


def test_labels_are_no_numbers_and_numbers_no_labels() -> None:
    columns = {"status": ["open", "shut"], "x": [1, 2], "mixed": ["open", 2], "odd": [1j, 2], "other": ["open", "open"]}
    np.testing.assert_array_equal(parse("status == other").evaluate(columns), [1, 0])
    for text, words in {
        "status + 1": "holds labels",
        "mean(status)": "holds labels",
        "status < other": "no order",
        'x == "open"': "number is compared with a label",
        'mixed == "open"': "mixes",
        "odd + 1": "neither a finite number",
    }.items():
        with pytest.raises(FormulaError, match=words):
            parse(text).evaluate(columns)


def test_an_unknown_name_lists_the_known_ones_and_the_nearest() -> None:
    formula = parse('mean(conten, domain="TECH") + zzz')
    known = ["content", "style", "edge"]
    first, second = formula.check(known)
    assert first == "unknown name 'conten'; did you mean 'content'? known names: content, edge, style"
    assert second == "unknown name 'zzz'; known names: content, edge, style"
    assert formula.check(["conten", "zzz"]) == []
    assert formula.check(["conten", "zzz"], ["dominion"]) == [
        "unknown tag 'domain'; did you mean 'dominion'? known tags: dominion"
    ]
    with pytest.raises(FormulaError, match="did you mean 'content'"):
        formula.evaluate({"content": 1, "style": 2, "zzz": 3})


def test_a_formula_tells_what_it_uses() -> None:
    formula = parse('mean(x, domain="TECH") + abs(y) if mean > 3 else items(kind="quote")')
    assert formula.names == {"x", "y", "mean"}
    assert formula.functions == {"mean", "abs", "items"}
    assert formula.tags == {"domain", "kind"}


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"x": [1, 2], "y": [1, 2, 3]}, "'x' has 2 items and 'y' has 3"),
        ({"x": np.ones((2, 3)), "y": np.ones((4, 3))}, "'x' has 2 replicates and 'y' has 4"),
        ({"x": np.ones((2, 3, 4)), "y": 1}, "3 axes"),
        ({"x": math.inf, "y": 1}, "neither a finite number"),
        ({"x": {"deep": 1}, "y": 1}, "neither a finite number"),
    ],
)
def test_values_that_do_not_line_up_are_refused_in_words(names: dict[str, Any], words: str) -> None:
    with pytest.raises(FormulaError, match=words):
        parse("x + y").evaluate(names)


def test_a_function_can_be_added_to_the_table() -> None:
    def spread(rows: Rows, x: np.ndarray, factor: np.ndarray) -> np.ndarray:
        reduced = FUNCTIONS["highest"].apply(rows, x) - FUNCTIONS["lowest"].apply(rows, x)
        return np.asarray(reduced * factor)

    entry = Function("spread(x, factor)", "the range", "spread(x, 2)", 80, spread, 2, 2, reduces=True)
    formula = parse('spread(x, 2, domain="TECH")', FUNCTIONS | {"spread": entry})
    assert formula.evaluate({"x": [1, 4, 9]}, tags={"domain": ["TECH", "TECH", "NARR"]}) == 6
    with pytest.raises(FormulaError, match="unknown function 'spread'"):
        parse("spread(x, 2)")
