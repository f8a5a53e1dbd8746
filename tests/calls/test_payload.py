"""What endpoints send is read with care: any JSON passes through, and only what is meant comes out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.payload import about, count, text_of, word

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "text", "thinking", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("As it is.\n", "As it is.\n"),
        ([{"type": "text", "text": "One, "}, {"type": "text", "text": "two."}], "One, two."),
        ([{"type": "output_text", "text": "One."}], "One."),
        ([{"text": "Untyped."}], "Untyped."),
        ([{"type": "thinking", "thinking": "Hm.", "text": "Hm."}, {"type": "text", "text": "Yes."}], "Yes."),
        ([{"type": "reasoning", "text": "Hm."}], ""),
        ([{"type": ["text"], "text": "Odd."}, {"type": None, "text": "Odd."}], ""),
        ([{"type": "text", "text": 5}, {"type": "text"}, "loose", None, 3], ""),
        ([], ""),
        (None, ""),
        (7, ""),
        ({"type": "text", "text": "not in a list"}, ""),
    ],
)
def test_only_what_was_said_aloud_is_text(content: object, text: str) -> None:
    assert text_of(content) == text


@pytest.mark.parametrize("value", [0, 1, 2**31 - 1])
def test_a_count_is_a_number_a_database_holds(value: int) -> None:
    assert count(value) == value


@pytest.mark.parametrize("value", [-1, 2**31, 10**30, True, False, 3.0, float("nan"), "3", None, [3], {}])
def test_anything_else_is_no_count(value: object) -> None:
    assert count(value) is None


def test_a_word_is_a_text_of_two_hundred_characters_at_most() -> None:
    assert word("m" * 200) == "m" * 200
    assert word("é" * 100_000) == "é" * 200
    assert [word(odd) for odd in (None, 3, ["m"], {"m": 1}, b"m")] == [None] * 5


def test_replies_that_say_the_same_share_one_sealed_table() -> None:
    first = about("m", "stop")
    assert first == {"model": "m", "finish": "stop"}
    assert about("m", "stop") is first
    assert about("m", "stop", refused=True) == {"model": "m", "finish": "stop", "refusal": True}
    assert about(None, None) == {"model": None, "finish": None}
    with pytest.raises(TypeError, match="sealed"):
        first["model"] = "another"  # type: ignore[index]


@given(JSON)
def test_no_payload_is_too_odd(value: Any) -> None:
    assert isinstance(text_of(value), str)
    assert count(value) is None or 0 <= value < 2**31
    assert word(value) is None or len(word(value) or "") <= 200


@given(st.lists(st.text(max_size=9)))
def test_text_in_parts_is_the_text_in_one(parts: list[str]) -> None:
    assert text_of([{"type": "text", "text": part} for part in parts]) == text_of("".join(parts))
