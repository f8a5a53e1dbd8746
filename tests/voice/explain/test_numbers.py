"""Rates and ratios as people read them."""

import pytest

from ringtrue.voice.explain.numbers import rate, times


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.001, "<0.01"), (0.04, "0.04"), (0.12, "0.1"), (3.14, "3.1"), (9.96, "10"), (1234.5, "1,234")],
)  # fmt: skip
def test_rate(value: float, shown: str) -> None:
    assert rate(value) == shown


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1.3, "somewhat more often"),
        (1.5, "half as often again"),
        (2.1, "about twice as often"),
        (6.4, "about 6 times as often"),
        (99, "far more often"),
    ],
)
def test_times(ratio: float, words: str) -> None:
    assert times(ratio) == words
