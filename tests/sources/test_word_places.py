"""Words are where the standard library finds them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.word_places import WordPlaces

TEXTS = st.text(alphabet="ab é漢.\n\t \u00a0\u2003\u3000\x1c\x85", max_size=60)


@given(TEXTS, st.integers(0, 60), st.integers(0, 60))
def test_words_between_two_positions(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(len(text), start + length)
    assert WordPlaces(text).between(start, end) == len(text[start:end].split())


@given(TEXTS, st.integers(0, 60), st.integers(0, 8))
def test_where_the_word_behind_so_many_begins(text: str, start: int, words: int) -> None:
    start = min(start, len(text))
    rest = text[start:].split(None, words)[words:]
    expected = len(text) - len(rest[0]) if rest and rest[0] else None
    if words == 0 and expected is not None:
        expected = len(text) - len(text[start:].lstrip())
    found = WordPlaces(text).after(start, words)
    assert found == expected or (words == 0 and found is not None and found <= start < len(text))  # start is in a word


@given(TEXTS, st.integers(0, 60), st.integers(0, 60), st.integers(1, 8))
def test_just_behind_the_word_before_the_last_so_many(text: str, start: int, length: int, words: int) -> None:
    start = min(start, len(text))
    end = min(len(text), start + length)
    tail = text[start:end].rsplit(None, words)
    expected = start if len(tail) <= words else start + len(tail[0]) + 1
    assert WordPlaces(text).before(start, end, words) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_a_text_without_words(text: str) -> None:
    places = WordPlaces(text)
    assert (places.between(0, len(text)), places.after(0, 1), places.before(0, len(text), 1)) == (0, None, 0)


def test_half_a_surrogate_pair_is_a_letter() -> None:
    assert WordPlaces("a \ud800 b").between(0, 5) == 3
