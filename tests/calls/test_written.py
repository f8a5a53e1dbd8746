"""JSON remembered by identity: always what the encoder would write now, for as many objects as come."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.written import Written, encode

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=10,
)


@given(JSON)
def test_what_is_written_is_read_again_and_plain(value: Any) -> None:
    text = Written().of(value)
    assert json.loads(text) == value
    assert text.isascii()
    assert text == encode(value)


def test_keys_are_sorted_and_no_blank_is_spent() -> None:
    assert encode({"b": [1, 2], "a": {"d": None, "c": True}}) == '{"a":{"c":true,"d":null},"b":[1,2]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), {"a": [float("nan")]}])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    written = Written()
    for _ in range(2):
        with pytest.raises(ValueError, match="JSON compliant"):
            written.of(value)


def test_an_object_is_written_once() -> None:
    written = Written()
    first, equal = {"a": 1}, {"a": 1}
    text = written.of(first)
    assert text == written.of(equal) == '{"a":1}'
    assert written.of(first) is text
    assert written.of(equal) is not text  # equal is not the same


def test_objects_that_come_and_go_are_never_taken_for_one_another() -> None:
    """Thousands of short-lived lists: their addresses would be used again if the memory let go of them too early."""
    written = Written()
    assert all(written.of([number]) == f"[{number}]" for number in range(5000))


def test_a_long_lived_object_is_still_right_after_many_others() -> None:
    written = Written()
    kept = {"system": "You are Ada."}
    for number in range(1000):
        assert written.of(kept) == '{"system":"You are Ada."}'
        written.of([number])
