"""Rare words lose everything but their shape."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.mask import Mask, shape

words = st.text(st.characters(), min_size=1, max_size=8)


def test_letters_become_stars_digits_hashes_and_marks_stay() -> None:
    assert shape("o'clock") == "*'*****"
    assert shape("4th") == "#**"
    assert shape("\u00e9t\u00e9") == "***"
    assert shape("\u4f60") == "*"
    assert shape("\u0663") == "#"  # an Arabic digit
    assert shape("?!") == "?!"
    assert shape("") == ""


def test_kept_words_stay_and_others_are_masked_each_time() -> None:
    mask = Mask(["the", ","])
    for _ in range(2):
        assert mask(["the", "cat", ",", "the", "cat"]) == ["the", "***", ",", "the", "***"]


@given(words)
def test_a_shape_is_as_long_as_its_word_and_has_no_letters_or_digits(word: str) -> None:
    masked = shape(word)
    assert len(masked) == len(word)
    assert not any(sign.isalpha() or sign.isdigit() for sign in masked)
    assert shape(masked) == masked


@given(st.lists(words, max_size=5), st.lists(words, max_size=8))
def test_each_token_is_kept_or_shaped(kept: list[str], tokens: list[str]) -> None:
    assert Mask(kept)(tokens) == [token if token in kept else shape(token) for token in tokens]


def test_one_mask_does_not_learn_from_another() -> None:
    Mask(["cat"])(["dog"])
    assert Mask([])(["cat", "dog"]) == ["***", "***"]
