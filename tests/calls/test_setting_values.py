"""What a value may be, and what looks like a key in the wrong place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.setting_values import is_number, looks_like_key, number, whole


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_a_number_lies_between_its_ends(given_number: float) -> None:
    assert number(0, 2).fits(given_number) is (0 <= given_number <= 2)


@given(st.integers())
def test_a_whole_number_lies_between_its_ends(given_number: int) -> None:
    assert whole(1, 20).fits(given_number) is (1 <= given_number <= 20)
    assert not whole(1, 20).fits(float(given_number % 20 + 1))


@pytest.mark.parametrize("value", [True, None, "1", [1], float("inf"), 1j, 10**400, -(10**400)])
def test_what_is_no_number(value: object) -> None:
    assert not is_number(value)


def test_the_form_says_the_range() -> None:
    assert number(0, 2).form == "a number from 0 to 2"
    assert whole(1, 20).form == "a whole number from 1 to 20"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sk-abcdefghijklmnopq", True),
        ("sk-abcdefghijklmnop", False),
        ("SK-ABCDEFGHIJKLMNOPQ", False),
        ("hf_abcdefghijklmnopqrst", True),
        ("hf_token", False),
        ("AIzaSyA1234567890abcdefgHIJKLMNO", True),
        ("AIzaSyA1234567890abcdefgHIJKLMN", False),
        ("my_openai_key_for_the_whole_project_2", False),
        ("key.txt", False),
        ("keys/of-the-judge-2026-01.txt", False),
        ("ANTHROPIC_API_KEY_2026_JUDGE", False),
        ("the_judge_has_a_long_name", False),
    ],
)
def test_what_looks_like_a_key(text: str, found: bool) -> None:
    assert looks_like_key(text) is found
