"""A FrozenDict is a read-only copy."""

import json
import pickle
from copy import deepcopy

import pytest

from ringtrue.terms.frozen import frozen_dict


def test_a_sealed_mapping_keeps_order_and_lets_nothing_in() -> None:
    original = {"b": 1, "a": 2}
    copy = frozen_dict(original)
    original["c"] = 3
    assert list(copy.items()) == [("b", 1), ("a", 2)]
    with pytest.raises(TypeError):
        copy["c"] = 3  # type: ignore[index]
    assert frozen_dict(copy) == copy


def test_tables_and_lists_within_are_sealed_too() -> None:
    inner = {"layers": ["L1", "L2"], "more": {"x": 1}}
    copy = frozen_dict(inner)
    inner["layers"].append("L3")
    assert copy["layers"] == ("L1", "L2")
    with pytest.raises(TypeError, match="frozen"):
        copy["more"]["x"] = 2


@pytest.mark.parametrize("change", ["clear", "popitem"])
def test_no_method_changes_it(change: str) -> None:
    with pytest.raises(TypeError, match="frozen"):
        getattr(frozen_dict({"a": 1}), change)()


def test_it_pickles_copies_and_becomes_json() -> None:
    copy = frozen_dict({"a": [1, {"b": 2}]})
    assert pickle.loads(pickle.dumps(copy)) == copy  # noqa: S301 - our own bytes
    assert deepcopy(copy) == copy
    assert json.dumps(copy) == '{"a": [1, {"b": 2}]}'
