"""Sentence rhythm, counted by hand."""

from collections.abc import Callable
from typing import Any

import pytest

Count = Callable[..., tuple[float, float, list[Any]]]
TEXT = "I came. I saw all of it and then I went home again. Why? " + "word " * 31 + "end."  # 2, 11, 1, 32 words


def test_words_per_sentence(count: Count) -> None:
    assert count("words_per_sentence", TEXT)[:2] == (46, 4)


def test_the_sentence_of_middling_length_comes_first(count: Count) -> None:
    # Median of 1, 2, 11, 32 is 6.5: both 2 and 11 are 4.5 away, the earlier one is taken first.
    assert count("words_per_sentence", TEXT)[2][:2] == ["I came.", "I saw all of it and then I went home again."]


def test_spread_is_relative_to_the_mean(count: Count) -> None:
    # Mean 46/4 = 11.5; distances 9.5, 0.5, 10.5, 20.5 add up to 41; 41 / 11.5 = 3.5652.
    assert count("sentence_spread", TEXT)[:2] == (pytest.approx(41 / 11.5), 4)


def test_short_and_long_sentences(count: Count) -> None:
    assert count("short_sentences", TEXT) == (2, 4, ["I came.", "Why?"])
    assert count("long_sentences", TEXT)[:2] == (1, 4)


def test_questions_of_any_script(count: Count) -> None:
    assert count("questions", 'What? No. Really?! "Why?" 你呢？ هل أنت بخير؟')[:2] == (5, 6)


def test_no_sentence_at_all(count: Count) -> None:
    assert count("sentence_spread", "...") == (0, 0, [])
    assert count("words_per_sentence", "") == (0, 0, [])
