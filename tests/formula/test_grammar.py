"""What is read, what is refused, and that nothing but a FormulaError comes out of any text."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ringtrue.formula.formula import Formula
from ringtrue.formula.functions import FUNCTIONS, FormulaError
from ringtrue.formula.grammar import DEEPEST, LARGEST, LONGEST, parse

HOSTILE = [
    "().__class__",
    "().__class__.__bases__[0].__subclasses__()",
    "x.__init__.__globals__",
    "__import__('os')",
    "__import__('os').system('true')",
    "__builtins__",
    "eval('1')",
    "exec('x=1')",
    "open('secret')",
    "getattr(x, 'y')",
    "9**9**9",
    "9**9**9**9**9",
    '"a"*10**9',
    "'a' * 1000000000",
    "x << 999999999",
    "x >> 1",
    "x & y",
    "x | y",
    "x ^ y",
    "~x",
    "x % 2",
    "x // 2",
    "x @ y",
    "+x",
    "[x for x in y]",
    "{x for x in y}",
    "{x: x for x in y}",
    "(x for x in y)",
    "mean(x for x in y)",
    "[1, 2]",
    "(1, 2)",
    "1, 2",
    "{1}",
    "{}",
    "()",
    "...",
    "None",
    "x[0]",
    "x[1:2]",
    "lambda: 0",
    "(lambda: 0)()",
    "f'{x}'",
    'f"{x!r:>{y}}"',
    "b'x' == x",
    "(x := 3)",
    "x := 3",
    "x = 3",
    "x += 3",
    "x == 3; y",
    "import os",
    "del x",
    "await x",
    "(yield x)",
    "*x",
    "min(*x)",
    "min(**x)",
    "mean(x, **y)",
    "mean(x)(y)",
    "mean(x)()",
    "x is None",
    "x is not y",
    "x in y",
    "x not in y",
    "x == 'a' == y",
    "x < 'a'",
    "'a' == 'b'",
    "x + 'a'",
    "'a'",
    "x == ''",
    "mean('a')",
    "x if 'a' else y",
    "mean(x, domain=TECH)",
    "mean(x, domain=3)",
    "mean(x, domain=f'{x}')",
    "mean(x, domain='')",
    "mean(x, domain='A', domain='B')",
    "abs(x, domain='A')",
    "abs(a=x)",
    "mean()",
    "mean(x, y)",
    "items(x)",
    "clamp(x, 1)",
    "1e999",
    "1e16",
    "9" * 400,
    "9" * 1999,
    "0x1f",
    "0b1",
    "1_000",
    "1j",
    "1if x else 2",
    "007",
    "1.real",
    "x # y",
    "x \\\n + y",
    "'\\x41' == x",
    '"""a""" == x',
    "x == '\ud800'",
    "x == 'a\x00'",
    "x\x00",
    "\ufeffx",
    "ｘ + 1",
    "x ≥ 3",
    "x × 3",
    "é",
    "(" * 5000,
    "(" * 1000,
    "[" * 1999,
    "(" * 40 + "x" + ")" * 40,
    "-" * 1999 + "x",
    "- " * 40 + "x",
    "not " * 499 + "x",
    "x if x else " * 160 + "x",
    "abs(" * 33 + "x" + ")" * 33,
    "x" * 2001,
    "",
    "   ",
    "\n\t",
    ")",
    "a b",
    "if",
    "x ==",
    "'open",
    "x <> y",
    "x && y",
    "!x",
    "x ? y : z",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:40])
def test_a_hostile_text_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(FormulaError) as refused:
        parse(text)
    assert refused.value.what
    assert refused.value.remedy
    assert refused.value.column is None or 1 <= refused.value.column <= LONGEST + 1


WORDS = """x y mean abs ( ) [ ] { } , . : := = == != < <= + - * ** / // % & | ~ @ and or not if else in is lambda for
0 1.5 1e3 1e 0x 'a' "b" f'' b'' ' " # \\ ; _ __x__ None True ... é 'é' domain="""
TOKENS = st.sampled_from([*WORDS.split(), "\n", "\t"])


@given(st.text(max_size=80) | st.lists(TOKENS, max_size=25).map(" ".join) | st.lists(TOKENS, max_size=12).map("".join))
@example("\x0c(")
@example("'é' == x and y.z")
def test_any_text_is_a_formula_or_a_formula_error(text: str) -> None:
    with suppress(FormulaError):
        formula = parse(text)
        assert formula.text == text
        columns = {name: [1.0, None, 3.0] for name in formula.names}
        value = formula.evaluate(columns, tags={"domain": ["a", "b", "a"]})
        assert value.shape in ((), (3,))
        assert not np.isinf(value).any()


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("x + y.z", 5, "dot"),
        ("  x + y[0]", 7, "square brackets"),
        ("x == 'é' and y.z", 14, "dot"),
        ("mean(x) >= menn(y)", 12, "did you mean 'mean'?"),
        ("x = 3", 3, "compare with =="),
        ("x ** 2", 1, "sqrt()"),
        ("1 + 2e99", 5, f"{LARGEST:g}"),
        ("clamp(x, 1)", 1, "write clamp(a, low, high)"),
        ("x and 3_0", 7, "'3_0' is not a number"),
    ],
)
def test_a_fault_names_its_column_and_a_way_out(text: str, column: int, words: str) -> None:
    with pytest.raises(FormulaError) as refused:
        parse(text)
    assert refused.value.column == column
    assert words in str(refused.value)


def test_an_unknown_function_lists_all_known_ones() -> None:
    with pytest.raises(FormulaError) as refused:
        parse("average(x)")
    assert all(name in refused.value.remedy for name in FUNCTIONS)


def test_the_limits_are_where_they_are_said_to_be() -> None:
    assert parse("x" * LONGEST)
    assert parse("abs(" * (DEEPEST - 1) + "x" + ")" * (DEEPEST - 1))
    with pytest.raises(FormulaError, match="deep"):
        parse("abs(" * DEEPEST + "x" + ")" * DEEPEST)
    with pytest.raises(FormulaError, match="brackets are open"):
        parse("(" * (DEEPEST + 1) + "x" + ")" * (DEEPEST + 1))
    assert parse("1e15").evaluate({}) == 1e15


def test_a_long_sum_is_not_a_deep_one() -> None:
    assert parse("+".join(["x"] * 1000)).evaluate({"x": 2}) == 2000


@pytest.mark.parametrize(
    "text",
    [
        "x",
        " x ",
        "x\n+ y\n",
        "\tTrue",
        "mean(x, domain='TECH')",
        'status != "open"',
        "'open' == status",
        "-x",
        ".5",
        "1.",
    ],
)
def test_what_the_language_holds_is_read(text: str) -> None:
    assert isinstance(parse(text), Formula)
    assert parse(text).text == text


def test_a_formula_is_frozen_and_equal_to_its_like() -> None:
    formula = parse("mean(x) + y")
    assert formula == parse("mean(x) + y")
    assert hash(formula) == hash(parse("mean(x) + y"))
    with pytest.raises(AttributeError):
        formula.text = "0"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("weigh(.5, a, .4, b)", "sum to 0.9"),
        ("blend(.5, a, .5)", "takes pairs"),
        ("weigh(a, .5, b, .5)", "takes pairs"),
    ],
)
def test_weights_are_numbers_that_sum_to_one(text: str, what: str) -> None:
    with pytest.raises(FormulaError, match=what):
        parse(text)
