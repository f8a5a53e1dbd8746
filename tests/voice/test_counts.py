"""Grams as numbers: the same counts as a plain loop over strings."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.counts import Vocabulary
from ringtrue.voice.letters import LetterRuns
from ringtrue.voice.mask import Mask, shape
from ringtrue.voice.phrases import Phrases, single_words

texts = st.lists(st.lists(st.sampled_from(["a", "b", "c", "don't", "."]), max_size=12), min_size=1, max_size=5)


def test_phrases_are_words_and_pairs_and_unknown_ones_are_left_out() -> None:
    phrases = Phrases(["a", "b"])
    vocabulary, _ = Vocabulary.of(phrases, [["a", "b", "a"]])
    assert [phrases.name(code) for code in vocabulary.codes.tolist()] == ["a", "b", "a b", "b a"]
    assert vocabulary.counts([["a", "a", "b", "c"], []]).toarray().tolist() == [[2, 1, 1, 0], [0, 0, 0, 0]]
    assert single_words(vocabulary.codes).size == 2


@given(texts)
def test_counts_agree_with_a_plain_loop(read: list[list[str]]) -> None:
    phrases = Phrases(["a", "b", "c", "don't", "."])
    vocabulary, counts = Vocabulary.of(phrases, read)
    assert np.array_equal(counts.toarray(), vocabulary.counts(read).toarray())
    names = [phrases.name(code) for code in vocabulary.codes.tolist()]
    for row, text in zip(counts.toarray(), read, strict=True):
        expected = Counter(text) + Counter(f"{left} {right}" for left, right in pairwise(text))
        assert {name: int(count) for name, count in zip(names, row, strict=True) if count} == dict(expected)


@given(texts)
def test_runs_of_letters_agree_with_a_plain_loop(read: list[list[str]]) -> None:
    _, counts = Vocabulary.of(LetterRuns("abcdont'."), read)
    for row, text in zip(counts.toarray(), read, strict=True):
        line = f" {' '.join(text)} "
        expected = Counter(line[start : start + 5] for start in range(len(line) - 4))
        assert sorted(int(count) for count in row if count) == sorted(expected.values())


def test_characters_never_seen_are_one_and_the_same() -> None:
    runs = LetterRuns("abc")
    assert runs(["ab", "xy"]).tolist() == runs(["ab", "vw"]).tolist() != runs(["ab", "cc"]).tolist()


def test_a_huge_alphabet_is_cut() -> None:
    everything = "".join(map(chr, range(0x4E00, 0x9000)))
    assert LetterRuns(everything)([everything]).size == len(everything) + 2 - 4


def test_rare_words_keep_only_their_shape() -> None:
    assert Mask(["the", "of"])(["the", "senate", "of", "2016", "don't", ","]) == [
        "the",
        "******",
        "of",
        "####",
        "***'*",
        ",",
    ]
    assert shape("b2b") == "*#*"
