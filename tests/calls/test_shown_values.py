"""What is repeated of a wrong value, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.calls.shown_values import shown


@pytest.mark.parametrize("value", ["hot", -5, 2.5, [1, 2], "ftp://some-host-of-2026.example/v1", "task-1", "risk_2"])
def test_what_is_no_key_is_shown(value: object) -> None:
    assert shown(value) == str(value)


@pytest.mark.parametrize(
    "value",
    ["sk-abc", "SK-abc", ["sk-abc"], {"a": "x sk-abc"}, "Bearer abc", "AIzaSyA1234567890abcdefg",
     "0f0e0d0c-0b0a-0908-0706-050403020100", "hf_abc"],
)  # fmt: skip
def test_what_may_be_a_key_is_not(value: object) -> None:
    assert shown(value) == ""


def test_secrets_of_an_address_are_not_shown() -> None:
    assert "LEAK" not in shown("http://me:LEAK@host/v1")


@given(st.text() | st.integers() | st.integers(10**5000, 10**5001) | st.lists(st.text()))
def test_whatever_is_shown_is_short_and_can_be_printed(value: object) -> None:
    assert len(shown(value).encode("utf-8")) < 2000


def test_half_a_character_is_shown_in_words() -> None:
    assert shown("\ud800") == "\\ud800"
