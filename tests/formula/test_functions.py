"""The table of functions: one entry each, and values against NumPy, SciPy and plain Python."""

import math
import re
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula import FUNCTIONS, FormulaError, Function, parse

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
