"""What is counted in a text: the same grams by every way in, and words by frequency."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice import habits
from ringtrue.voice.spaces import Spaces, by_frequency
from ringtrue.voice.texts import Text

written = st.lists(st.lists(st.sampled_from(["So", "we", "go", "on", ",", "."]), max_size=8).map(" ".join), max_size=4)


def read(texts: list[str]) -> list[Text]:
    return [Text.read(text) for text in texts]


@given(written)
def test_counting_again_gives_what_was_counted_at_first(texts: list[str]) -> None:
    spaces, first = Spaces.of(read(texts), "en")
    for one, again in zip(first, spaces.counts(read(texts)), strict=True):
        assert np.array_equal(one.toarray(), again.toarray())


@given(written)
def test_words_with_a_column_are_those_of_the_texts(texts: list[str]) -> None:
    spaces, (phrases, _, _) = Spaces.of(read(texts), None)
    counts = Counter(token for text in read(texts) for token in text.tokens)
    assert sorted(spaces.words) == sorted(counts)
    columns = phrases.toarray().sum(axis=0)[: len(spaces.words)]
    assert dict(zip(spaces.words, columns, strict=True)) == counts


@given(written)
def test_the_most_frequent_come_first_and_ties_by_the_alphabet(texts: list[str]) -> None:
    ordered = by_frequency(read(texts))
    counts = Counter(token for text in read(texts) for token in text.tokens)
    assert ordered == sorted(counts, key=lambda word: (-counts[word], word))


def test_other_texts_are_counted_only_where_a_gram_is_known() -> None:
    spaces, _ = Spaces.of(read(["we go on"]), "en")
    counted = spaces.count(read(["we go home", "\u4f60\u597d"]))
    names = [spaces.names.name(code) for code in spaces.phrases.codes.tolist()]
    assert dict(zip(names, counted.phrases.toarray()[0], strict=True)) == {
        "go": 1, "on": 0, "we": 1, "we go": 1, "go on": 0,
    }  # fmt: skip
    assert counted.phrases.toarray()[1].sum() == 0
    # of " we go on ": " we g", "we go", "e go " stand in " we go home " as well
    assert counted.letters.toarray()[0].sum() == 3


def test_rare_words_are_masked_beyond_four_hundred() -> None:
    common = " ".join(f"w{number}x" for number in range(400))
    spaces, (_, letters, masked) = Spaces.of(read([f"{common} {common} rarer", f"{common} odder"]), None)
    rarer, odder = spaces.counts(read(["rarer", "odder"]))[2].toarray()
    assert rarer.sum() > 0
    assert np.array_equal(rarer, odder)
    assert masked.shape[1] < letters.shape[1]


def test_habits_are_those_of_each_text_in_the_language_of_the_material() -> None:
    spaces, _ = Spaces.of(read(["Maybe we go."]), "en")
    texts = ["Maybe, perhaps, probably we go home.", "We go."]
    assert spaces.habits(read(texts)) == pytest.approx(np.array([habits.vector(text, "en") for text in texts]))
    assert spaces.habits([]).shape == (0, len(habits.NAMES))


def test_no_texts_make_empty_spaces() -> None:
    spaces, counts = Spaces.of([], None)
    assert [part.shape for part in counts] == [(0, 0)] * 3
    assert spaces.words == []
    assert spaces.count(read(["anything"])).phrases.shape == (1, 0)
