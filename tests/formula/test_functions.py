"""The table of functions: one entry each, and values against NumPy, SciPy and plain Python."""

import math
import pickle
import re
import statistics
from itertools import product
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.formula.functions import (
    FUNCTIONS,
    FormulaError,
    Function,
    Weights,
    as_labels,
    both,
    compare,
    either,
    known_words,
    truth,
)
from ringtrue.formula.grammar import parse

MAYBE = st.none() | st.integers(-9, 9).map(float)


def worth(text: str, **names: Any) -> float | None:
    """The value of a formula, None for missing."""
    found = float(parse(text).evaluate(names))
    return None if math.isnan(found) else found


def test_a_function_is_found_by_the_word_before_its_bracket() -> None:
    assert all(re.fullmatch(r"[a-z_]+", name) for name in FUNCTIONS)
    assert all(function.name == name and function.call.startswith(f"{name}(") for name, function in FUNCTIONS.items())


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        FUNCTIONS["evil"] = FUNCTIONS["abs"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        FUNCTIONS["abs"].apply = np.exp  # type: ignore[misc]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda one: one.name)
def test_too_few_and_too_many_values_are_refused(function: Function) -> None:
    def call(count: int) -> str:
        return f"{function.name}({', '.join(['x'] * count)})"

    if function.least:
        with pytest.raises(FormulaError):
            parse(call(function.least - 1))
    if function.most is not None:
        with pytest.raises(FormulaError):
            parse(call(function.most + 1))
    if function.paired:
        with pytest.raises(FormulaError):
            parse(call(3))


@given(MAYBE, MAYBE, MAYBE)
def test_the_smallest_and_the_largest_are_missing_if_one_is(a: float | None, b: float | None, c: float | None) -> None:
    known = [one for one in (a, b, c) if one is not None]
    for text, expected in (("min(a, b, c)", min), ("max(a, b, c)", max)):
        assert worth(text, a=a, b=b, c=c) == (expected(known) if len(known) == 3 else None)


@given(MAYBE, st.integers(-9, 9), st.integers(0, 9))
def test_clamp_and_between_go_by_the_same_limits(a: float | None, low: int, width: int) -> None:
    high = low + width
    kept = worth("clamp(a, low, high)", a=a, low=low, high=high)
    inside = worth("between(a, low, high)", a=a, low=low, high=high)
    if a is None:
        assert (kept, inside) == (None, None)
    else:
        assert kept == sorted([low, a, high])[1]
        assert inside == (low <= a <= high)


@given(MAYBE, MAYBE, MAYBE)
def test_below_and_above_count_and_the_limit_itself_is_neither(
    limit: float | None, a: float | None, b: float | None
) -> None:
    below, above = (worth(f"{word}(limit, a, b)", limit=limit, a=a, b=b) for word in ("below", "above"))
    if limit is None or a is None or b is None:
        assert (below, above) == (None, None)
    else:
        assert (below, above) == ((a < limit) + (b < limit), (a > limit) + (b > limit))


@given(MAYBE, MAYBE, MAYBE)
def test_first_default_and_known_agree_on_what_is_missing(a: float | None, b: float | None, c: float | None) -> None:
    expected = next((one for one in (a, b, c) if one is not None), None)
    assert worth("first(a, b, c)", a=a, b=b, c=c) == expected
    assert worth("default(a, default(b, c))", a=a, b=b, c=c) == expected
    assert worth("known(first(a, b, c))", a=a, b=b, c=c) == (expected is not None)


@given(MAYBE, MAYBE, MAYBE)
def test_weigh_needs_all_and_blend_takes_those_that_are_there(
    a: float | None, b: float | None, c: float | None
) -> None:
    pairs = [(0.5, a), (0.25, b), (0.25, c)]
    known = [(weight, value) for weight, value in pairs if value is not None]
    total = sum(weight * value for weight, value in known)
    weighed = worth("weigh(.5, a, .25, b, .25, c)", a=a, b=b, c=c)
    blended = worth("blend(.5, a, .25, b, .25, c)", a=a, b=b, c=c)
    assert weighed == (total if len(known) == 3 else None)
    assert blended == (pytest.approx(total / sum(weight for weight, _ in known)) if known else None)


@given(st.floats(0.001, 0.999))
def test_d_prime_is_the_normal_quantile_times_the_root_of_two(p: float) -> None:
    assert worth("d_prime(p)", p=p) == pytest.approx(math.sqrt(2) * NormalDist().inv_cdf(p), abs=1e-9)


@pytest.mark.parametrize("text", ["d_prime(0)", "d_prime(1)", "d_prime(2)", "sqrt(-1)", "abs(1 / 0)", "blend(1, gone)"])
def test_what_has_no_finite_value_is_missing(text: str) -> None:
    assert worth(text, gone=None) is None


@given(st.floats(0, 1e300))
def test_roots_and_sizes_are_those_of_python(a: float) -> None:
    assert worth("sqrt(a)", a=a) == math.sqrt(a)
    assert worth("abs(-a)", a=a) == a


# Functions of a column: plain values, missing ones, tags, and replicates against rows really drawn again.


FORMULAS = [
    "mean(x)",
    "share(x > 2)",
    "count(x > 2)",
    "sum(x)",
    "n(x)",
    "items()",
    "lowest(x)",
    "highest(x)",
    "median(x)",
    "sd(x)",
    "mean(abs(x - mean(x)))",
    "median(abs(x - median(x)))",
    "share(x > mean(x) and y < 2)",
    "highest(x - y) / sd(y) if mean(y) > 1 else mean(x * y)",
    'mean(x, domain="TECH") - mean(x, domain="NARR")',
    'median(x, domain="TECH", level="hard")',
    'lowest(y, domain="TECH") + count(y > 0, level="hard") + items(domain="TECH")',
    'sd(x, domain="NARR")',
]
ITEM = st.tuples(
    st.none() | st.integers(-5, 5).map(float) | st.sampled_from([0.25, 1e3, -812.5]),  # exact in every order of adding
    st.none() | st.integers(0, 3).map(float),
    st.sampled_from(["TECH", "NARR"]),
    st.sampled_from(["hard", "easy", ""]),
)
ITEMS = st.lists(ITEM, min_size=1, max_size=9)


def columns(items: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    x, y, domain, level = map(list, zip(*items, strict=True))
    return {"x": x, "y": y}, {"domain": np.asarray(domain), "level": np.asarray(level)}


def close(ours: Any, expected: Any) -> None:
    np.testing.assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)


@settings(max_examples=300)
@given(st.sampled_from(FORMULAS), ITEMS)
def test_weights_of_one_change_nothing(text: str, items: list[Any]) -> None:
    names, tags = columns(items)
    formula = parse(text)
    plain = formula.evaluate(names, tags=tags)
    assert plain.shape == ()
    weighted = formula.evaluate(names, np.ones((3, len(items))), tags)
    assert weighted.shape == (3,)
    close(weighted, np.full(3, plain))


@settings(max_examples=300)
@given(st.sampled_from(FORMULAS), ITEMS, st.integers(0, 99))
def test_a_replicate_is_the_value_on_the_rows_it_drew(text: str, items: list[Any], seed: int) -> None:
    names, tags = columns(items)
    drawn = np.random.default_rng(seed).integers(len(items), size=(4, len(items)))
    weights = np.stack([np.bincount(row, minlength=len(items)) for row in drawn])
    formula = parse(text)
    expected = []
    for row in drawn:
        again, tags_again = columns([items[i] for i in row])
        expected.append(float(formula.evaluate(again, tags=tags_again)))
    close(formula.evaluate(names, weights, tags), expected)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=12))
def test_values_agree_with_the_standard_library(x: list[float]) -> None:
    for name, theirs in {
        "mean": statistics.fmean,
        "median": statistics.median,
        "sd": statistics.stdev,
        "lowest": min,
        "highest": max,
        "sum": math.fsum,
        "n": len,
    }.items():
        assert float(parse(f"{name}(x)").evaluate({"x": x})) == pytest.approx(theirs(x), rel=1e-9, abs=1e-6)


def test_tags_choose_the_items_that_carry_all_of_them() -> None:
    names = {"x": [1, 2, 4, 8]}
    tags = {"domain": ["TECH", "TECH", "NARR", "NARR"], "level": ["hard", "easy", "hard", None]}
    for choice, expected in {
        'domain="TECH"': 3,
        'level="hard"': 5,
        'domain="TECH", level="hard"': 1,
        'level="hard", domain="NARR"': 4,
    }.items():
        assert parse(f"sum(x, {choice})").evaluate(names, tags=tags) == expected


def test_only_n_and_items_say_0_where_nothing_is_known() -> None:
    names, tags = {"x": [None, None]}, {"domain": ["TECH", "TECH"]}
    for choice in ("", ', domain="TECH"', ', domain="NARR"'):
        for name in ("mean", "share", "count", "sum", "lowest", "highest", "median", "sd"):
            assert math.isnan(parse(f"{name}(x{choice})").evaluate(names, tags=tags)), (name, choice)
        assert parse(f"n(x{choice})").evaluate(names, tags=tags) == 0
    assert parse('items(domain="NARR")').evaluate({}, tags=tags) == 0
    assert parse('items(domain="TECH")').evaluate({}, tags=tags) == 2


def test_an_empty_column_is_missing_and_not_an_error() -> None:
    for weights in (None, np.ones((2, 0))):
        for name in ("mean", "sum", "lowest", "median", "sd"):
            assert np.isnan(parse(f"{name}(x)").evaluate({"x": []}, weights)).all()


def test_an_unheard_of_tag_lists_the_known_ones() -> None:
    with pytest.raises(FormulaError, match=r"unknown tag 'domian'; did you mean 'domain'\? known tags: domain, level"):
        parse('mean(x, domian="TECH")').evaluate({"x": [1]}, tags={"domain": ["TECH"], "level": ["hard"]})
    with pytest.raises(FormulaError, match="known tags: none"):
        parse('mean(x, domain="TECH")').evaluate({"x": [1]})


def test_shapes_follow_items_and_replicates() -> None:
    x, weights = np.arange(4.0), np.ones((5, 4))
    per_replicate = np.arange(5.0)[:, np.newaxis]
    assert parse("mean(x)").evaluate({"x": x}).shape == ()
    assert parse("x - mean(x)").evaluate({"x": x}).shape == (4,)
    assert parse("x - mean(x)").evaluate({"x": x}, weights).shape == (5, 4)
    assert parse("x - mean(x)").evaluate({"x": [1.0]}, np.ones((5, 1))).shape == (5, 1)
    assert parse("mean(x)").evaluate({"x": np.ones((5, 4))}).shape == (5,)
    close(parse("mean(x) + r").evaluate({"x": x, "r": per_replicate}, weights), 1.5 + np.arange(5))
    close(parse("mean(x - r)").evaluate({"x": x, "r": per_replicate}, weights), 1.5 - np.arange(5))
    close(parse("0.5 * p + 0.5 * q").evaluate({"p": np.arange(3), "q": 2}), [1, 1.5, 2])


def test_items_are_counted_by_whatever_column_there_is() -> None:
    assert parse("items() >= 3").holds({"x": [1, 2, None]})
    with pytest.raises(FormulaError, match="no items to count"):
        parse("items()").evaluate({"a": 3})
    with pytest.raises(FormulaError, match="no items to count"):
        parse("items()").evaluate({"x": [1, 2], "replicates": [1, 2, 3]})


@pytest.mark.parametrize(
    ("text", "names", "weights", "tags", "words"),
    [
        ("mean(a)", {"a": 3}, None, {}, "one number, not one for each item"),
        ("mean(mean(x))", {"x": [1, 2]}, None, {}, "one number, not one for each item"),
        ("mean(x)", {"x": [1, 2]}, np.ones((2, 3)), {}, "the weights has 3 items and 'x' has 2"),
        ("mean(x)", {"x": [1, 2]}, None, {"domain": ["TECH"]}, "tag 'domain' has 1 items and 'x' has 2"),
        ("mean(x)", {"x": [1, 2]}, None, {"domain": "TECH"}, "one label for each item"),
        ("mean(x)", {"x": [1, 2]}, np.ones(2), {}, "replicates x items"),
        ("mean(x)", {"x": [1, 2]}, -np.ones((1, 2)), {}, "not negative"),
        ("mean(x)", {"x": [1, 2]}, [[1, math.nan]], {}, "finite"),
        ("mean(x)", {"x": [1, 2]}, [[1, math.inf]], {}, "finite"),
        ("mean(x)", {"x": np.ones((3, 2))}, np.ones((4, 2)), {}, "4 replicates and 'x' has 3"),
    ],
)
def test_what_does_not_line_up_is_refused_in_words(
    text: str, names: dict[str, Any], weights: Any, tags: dict[str, Any], words: str
) -> None:
    with pytest.raises(FormulaError, match=words):
        parse(text).evaluate(names, weights, tags)


# Weights of resamples: tables of counts, checked once, and the part of them under a mask.


def test_each_replicate_drew_as_many_items_as_its_row_adds_up_to() -> None:
    weights = Weights.of(np.array([[2, 0, 1], [1, 1, 1]]))
    assert weights.drawn.tolist() == [[3.0], [3.0]]
    assert weights.only(np.array([True, False, True])).table.tolist() == [[2.0, 1.0], [1.0, 1.0]]


def test_checked_weights_are_taken_as_they_are() -> None:
    weights = Weights.of(np.ones((2, 2)))
    assert Weights.of(weights) is weights


@pytest.mark.parametrize("given", [[1.0, 1.0], [[1.0, -1.0]], [[np.nan]], [[np.inf]], 1.0])
def test_what_is_no_table_of_counts_is_refused(given: Any) -> None:
    with pytest.raises(FormulaError, match="weights must be replicates x items, finite and not negative"):
        Weights.of(given)


# Three-valued logic on arrays: Kleene's tables written out, and the laws that hold in them.


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


# A formula's refusal: fault, place and remedy apart and together, and the nearest known word.


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FormulaError("it is wrong"), "it is wrong"),
        (FormulaError("it is wrong", column=3), "it is wrong (column 3)"),
        (FormulaError("it is wrong", remedy="fix it"), "it is wrong; fix it"),
        (FormulaError("it is wrong", column=1, remedy="fix it"), "it is wrong (column 1); fix it"),
    ],
)
def test_fault_place_and_remedy_are_joined_for_whoever_prints_the_error(error: FormulaError, said: str) -> None:
    assert str(error) == said
    assert isinstance(error, ValueError)


def test_fault_place_and_remedy_are_kept_apart() -> None:
    error = FormulaError("it is wrong", column=4, remedy="fix it")
    assert (error.what, error.column, error.remedy) == ("it is wrong", 4, "fix it")


def test_a_refusal_can_cross_processes() -> None:
    dumped = pickle.dumps(FormulaError("it is wrong", column=4, remedy="fix it"))
    error = pickle.loads(dumped)  # noqa: S301 - our own
    assert (error.what, error.column, error.remedy) == ("it is wrong", 4, "fix it")
    assert str(error) == "it is wrong (column 4); fix it"


@pytest.mark.parametrize(
    ("word", "known", "said"),
    [
        ("meen", ["sum", "mean", "n"], "did you mean 'mean'? known functions: mean, n, sum"),
        ("zebra", ["sum", "mean"], "known functions: mean, sum"),
        ("anything", [], "known functions: none"),
        ("", ["mean"], "known functions: mean"),
        ("größe", ["grösse"], "did you mean 'grösse'? known functions: grösse"),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest_and_all_in_order(word: str, known: list[str], said: str) -> None:
    assert known_words("functions", word, known) == said


@given(st.text(max_size=12), st.sets(st.text("abcdef", min_size=1, max_size=6), max_size=6))
def test_whatever_the_word_all_known_ones_are_listed(word: str, known: set[str]) -> None:
    said = known_words("names", word, iter(known))
    assert said.endswith(f"known names: {', '.join(sorted(known)) or 'none'}")
