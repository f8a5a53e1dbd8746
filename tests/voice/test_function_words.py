"""Lists of small words: fit for the tokens they are held against."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.function_words import LISTS, MOST_FREQUENT, small_words
from ringtrue.voice.texts import Text


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_entry_is_one_token_as_texts_are_read(language: str) -> None:
    broken = [word for word in LISTS[language] if Text.read(word).tokens != [word]]  # type: ignore[index]
    assert broken == []


@pytest.mark.parametrize("language", ["en", "pt"])
def test_marks_belong_to_every_list(language: str) -> None:
    assert set(".,;:?!-()\"'") | {"\u2013", "\u2014"} <= LISTS[language]  # type: ignore[index]


def test_contractions_stand_with_and_without_their_apostrophe() -> None:
    contracted = {word for word in LISTS["en"] if "'" in word and word != "'"}
    assert {"don't", "i'm", "we're"} <= contracted
    assert {word.replace("'", "") for word in contracted} <= LISTS["en"]


@pytest.mark.parametrize("word", ["government", "house", "casa", "think"])
def test_words_with_a_subject_are_on_no_list(word: str) -> None:
    assert not any(word in listed for listed in LISTS.values())


@given(st.lists(st.text(min_size=1, max_size=3), unique=True, max_size=400))
def test_without_a_list_the_most_frequent_words_stand_in(words: list[str]) -> None:
    assert small_words(None, words) == set(words[:MOST_FREQUENT])
    assert small_words("en", words) is LISTS["en"]
    assert small_words("pt", iter(words)) is LISTS["pt"]


def test_a_hundred_and_fifty_words_of_a_longer_row_are_taken() -> None:
    assert small_words(None, (f"w{place}" for place in range(400))) == {f"w{place}" for place in range(150)}
