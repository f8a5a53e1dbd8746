"""Tokens are estimated from bytes, rather too many than too few."""

import pytest

from ringtrue.sources import tokens_in


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("seven by", 3), ("x" * 35, 10), ("鐘鐘鐘鐘鐘鐘鐘", 6)]
)
def test_one_token_for_three_and_a_half_bytes_rounded_up(text: str, tokens: int) -> None:
    assert tokens_in(text) == tokens


def test_half_a_character_does_not_matter() -> None:
    assert tokens_in("\ud800") == 1
