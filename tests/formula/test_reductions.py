"""Functions of a column: plain values, missing ones, tags, and replicates against rows really drawn again."""

import math
import statistics
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.formula import FormulaError, parse

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
