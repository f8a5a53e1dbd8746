"""Values given to a formula: read into one form, lined up, and refused in words where they cannot be."""

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formula.functions import FormulaError, Weights
from ringtrue.formula.scope import Scope, is_per_item


def scope(weights: Any = None, tags: dict[str, Any] | None = None, **names: Any) -> Scope:
    return Scope.of(names, names, None if weights is None else Weights.of(weights), tags or {})


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        (3, 3.0),
        (True, 1.0),
        (None, np.nan),
        ([1, None, 2.5], [1.0, np.nan, 2.5]),
        ((1, 2), [1.0, 2.0]),
        ([True, False, None], [1.0, 0.0, np.nan]),
        ([], []),
        (np.array([1, 2], dtype=np.int8), [1.0, 2.0]),
        (np.array([[1.5], [2.5]]), [[1.5], [2.5]]),
    ],
)
def test_numbers_are_read_as_numbers_and_none_as_missing(given_value: Any, expected: Any) -> None:
    found = scope(x=given_value).number("x")
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        ("good", "good"),
        (["a", None, float("nan"), ""], ["a", "", "", ""]),
        (np.array(["a", "bee"]), ["a", "bee"]),
        (["héllo", "日本"], ["héllo", "日本"]),
    ],
)
def test_labels_are_read_as_labels_and_a_missing_one_is_empty(given_value: Any, expected: Any) -> None:
    assert scope(x=given_value).values["x"].tolist() == expected


def test_labels_are_no_numbers() -> None:
    with pytest.raises(FormulaError, match="'mood' holds labels, not numbers; compare it: mood =="):
        scope(mood="good").number("mood")


@pytest.mark.parametrize(
    ("given_value", "words"),
    [
        (float("inf"), "'x' holds something that is neither a finite number nor a label"),
        ([1.0, -np.inf], "neither a finite number nor a label"),
        (np.array([1 + 2j]), "neither a finite number nor a label"),
        ({"a": 1}, "neither a finite number nor a label"),
        ([object()], "neither a finite number nor a label"),
        pytest.param(10**400, "neither a finite number nor a label", id="huge"),
        ([1, -(10**400)], "neither a finite number nor a label"),
        (b"bytes", "neither a finite number nor a label"),
        ([1, "a"], "'x' mixes labels and numbers"),
        (np.zeros((2, 2, 2)), "'x' has 3 axes; give a number, a column, or replicates x items"),
    ],
)
def test_what_is_neither_numbers_nor_labels_is_refused(given_value: Any, words: str) -> None:
    with pytest.raises(FormulaError, match=words):
        scope(x=given_value)


@pytest.mark.parametrize(
    ("weights", "tags", "names", "words"),
    [
        (None, {}, {"x": [1, 2], "y": [1, 2, 3]}, "'x' has 2 items and 'y' has 3"),
        (None, {"domain": ["a"]}, {"x": [1, 2]}, "tag 'domain' has 1 items and 'x' has 2"),
        (np.ones((2, 3)), {}, {"x": [1, 2]}, "the weights has 3 items and 'x' has 2"),
        (np.ones((2, 3)), {}, {"x": np.ones((4, 3))}, "the weights has 2 replicates and 'x' has 4"),
        (None, {"domain": "a"}, {}, "tag 'domain' needs one label for each item"),
        (None, {"domain": [1, 2]}, {}, "a number is compared with a label"),
        (np.ones(3), {}, {}, "weights must be replicates x items, finite and not negative"),
        (np.array([[1.0, -1.0]]), {}, {}, "weights must be"),
        (np.array([[1.0, np.nan]]), {}, {}, "weights must be"),
        (np.array([[1.0, np.inf]]), {}, {}, "weights must be"),
    ],
)
def test_what_does_not_line_up_is_refused(weights: Any, tags: Any, names: dict[str, Any], words: str) -> None:
    with pytest.raises(FormulaError, match=words):
        scope(weights, tags, **names)


def test_only_what_is_used_is_read_and_the_rest_may_say_how_many_items_there_are() -> None:
    names: dict[str, Any] = {"a": 1, "x": [1, 2, 3], "bad": object()}
    found = Scope.of({"a"}, names, None, {})
    assert set(found.values) == {"a"}
    assert found.rows.size == 3
    assert Scope.of({"a"}, {**names, "y": [1, 2]}, None, {}).rows.size is None  # two lengths: nobody knows
    assert Scope.of({"a"}, {"a": 1}, None, {"domain": ["x", "y"]}).rows.size == 2
    assert Scope.of({"a"}, {"a": 1}, Weights.of(np.ones((5, 4))), {}).rows.size == 4


def test_a_column_of_labels_chooses_the_same_items_whether_it_is_taken_as_it_is_or_read() -> None:
    listed = ["a", None, "b", "a", ""]
    taken, read = (scope(tags={"domain": given}).rows for given in (np.array(listed, dtype=object), listed))
    assert taken.tags["domain"].dtype.kind == "O"
    assert read.tags["domain"].dtype.kind == "U"
    for label in ("a", "b", "c"):
        assert taken.matching({"domain": label}).tolist() == read.matching({"domain": label}).tolist()


def test_a_tag_nobody_carries_is_a_column_of_nothing() -> None:
    assert scope(tags={"domain": [None, None]}).rows.tags["domain"].tolist() == ["", ""]


def test_one_number_for_each_replicate_is_no_column() -> None:
    assert not is_per_item(np.asarray(1.0))
    assert is_per_item(np.ones(1))
    assert is_per_item(np.ones((3, 2)))
    assert not is_per_item(np.ones((3, 1)))


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**400)
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


@given(ODD, st.lists(ODD, max_size=3))
def test_whatever_is_given_is_read_or_refused_in_words(value: Any, tag: list[Any]) -> None:
    with suppress(FormulaError):
        found = scope(tags={"domain": tag}, x=value)
        assert found.values["x"].dtype.kind in "fU"
        assert found.rows.tags["domain"].dtype.kind == "U"
