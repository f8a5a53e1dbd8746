"""The text of a result: found, put together again, summed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from result_files import summed
from ringtrue.judge.result_text import checksum, sound_result
from ringtrue.terms import BadInput

VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.sampled_from([None, 1]), st.booleans())
def test_whatever_a_page_says_is_read_as_it_was_said(more: dict[str, Any], indent: int | None, plain: bool) -> None:
    whole = summed(more | {"ringtrue": 1, "packet": "t"})
    assert whole["checksum"] == checksum(whole)
    text = json.dumps(whole, indent=indent, ensure_ascii=plain)
    assert sound_result("f", text, pasted=False) == whole
    assert sound_result("f", f"Dear all,\n{text}\nBest", pasted=True) == whole


def test_the_order_of_keys_does_not_matter() -> None:
    assert checksum({"a": 1, "b": {"c": 2, "d": 3}}) == checksum({"b": {"d": 3, "c": 2}, "a": 1})
    assert checksum({"a": 1}) != checksum({"a": True})
    assert checksum({"a": "1"}) != checksum({"a": 1})


def test_the_first_reason_is_told_where_nothing_helps() -> None:
    text = "> " + json.dumps(summed({"ringtrue": 1, "packet": "t"}))[:-1]
    with pytest.raises(BadInput) as refused:
        sound_result("f", text, pasted=True)
    assert [problem.what for problem in refused.value.problems] == [
        "The file is damaged: it was cut off or changed on the way."
    ]
    with pytest.raises(BadInput, match="empty"):
        sound_result("f", "", pasted=True)
