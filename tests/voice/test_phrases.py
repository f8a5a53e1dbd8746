"""Words and neighbouring pairs as numbers, and back."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.phrases import Phrases, pair_codes, single_words

words = st.lists(st.text("abc", min_size=1, max_size=2), max_size=12)


@given(words, words)
def test_names_are_the_known_words_and_pairs_of_the_text(listed: list[str], text: list[str]) -> None:
    phrases = Phrases(listed)
    known = set(listed)
    expected = [word for word in text if word in known]
    expected += [f"{left} {right}" for left, right in pairwise(text) if {left, right} <= known]
    assert [phrases.name(code) for code in phrases(text).tolist()] == expected


def test_an_unknown_word_parts_its_neighbours() -> None:
    phrases = Phrases(["left", "right"])
    assert [phrases.name(code) for code in phrases(["left", "unknown", "right"]).tolist()] == ["left", "right"]


def test_codes_are_worked_by_hand() -> None:
    # words 0 and 1; the pair (1, 0) is 2 · 2³¹ + 0, the pair (0, 1) is 1 · 2³¹ + 1
    assert Phrases(["a", "b"])(["b", "a", "b"]).tolist() == [1, 0, 1, 2**32, 2**31 + 1]


def test_a_word_listed_twice_keeps_its_first_number() -> None:
    assert Phrases(["a", "b", "a", "c"])(["c"]).tolist() == [2]


def test_texts_of_no_or_one_word_have_no_pair() -> None:
    assert Phrases(["a"])([]).size == 0
    assert Phrases(["a"])(["a"]).tolist() == [0]


@given(st.lists(st.tuples(st.integers(0, 2**31 - 2), st.integers(0, 2**31 - 1)), max_size=20))
def test_pairs_keep_both_numbers_and_come_after_all_words(pairs: list[tuple[int, int]]) -> None:
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    codes = pair_codes(table[:, 0], table[:, 1])
    assert [((code >> 31) - 1, code & (2**31 - 1)) for code in codes.tolist()] == pairs
    everything = np.sort(np.concatenate([np.arange(3), codes]))
    assert single_words(everything).tolist() == [0, 1, 2]


def test_small_numbers_do_not_overflow_in_pairs() -> None:
    assert pair_codes(np.array([65535], dtype=np.uint16), np.array([7], dtype=np.uint16)).tolist() == [2**47 + 7]
