"""Grams as numbers: the same counts as a plain loop over strings."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ringtrue.voice.habits.profile import NAMES, vector
from ringtrue.voice.ngrams import (
    LENGTH,
    LetterRuns,
    Mask,
    Matrix,
    Phrases,
    Spaces,
    TextCounts,
    Vocabulary,
    by_frequency,
    pair_codes,
    shape,
    shares,
    single_words,
    spread,
)
from ringtrue.voice.texts import Text

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


# Counted texts stacked, and shares of grams worked by hand.


COUNTS = Matrix(np.array([[3.0, 0.0, 1.0], [0.0, 0.0, 2.0]]))
tables = arrays(np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 9))


def counted(rows: int, first: float) -> TextCounts:
    numbers = first + np.arange(rows * 2.0).reshape(rows, 2)
    return TextCounts(Matrix(numbers), Matrix(numbers * 10), Matrix(numbers * 100), numbers * 1000)


def test_parts_are_stacked_in_their_order_kind_by_kind() -> None:
    stacked = TextCounts.stacked([counted(2, 1.0), counted(1, 9.0)])
    assert len(stacked) == 3
    assert stacked.phrases.toarray().tolist() == [[1, 2], [3, 4], [9, 10]]
    assert stacked.letters.toarray().tolist() == [[10, 20], [30, 40], [90, 100]]
    assert stacked.masked.toarray().tolist() == [[100, 200], [300, 400], [900, 1000]]
    assert stacked.habits.tolist() == [[1000, 2000], [3000, 4000], [9000, 10000]]


def test_a_part_without_texts_changes_nothing() -> None:
    stacked = TextCounts.stacked([counted(0, 1.0), counted(2, 1.0)])
    assert len(stacked) == 2
    assert isinstance(stacked.phrases, Matrix)


def test_shares_are_of_all_grams_with_half_a_use_of_each_added() -> None:
    # totals 3, 0, 3 and half a use more: 3.5, 0.5, 3.5 of 7.5
    assert shares(COUNTS) == pytest.approx([3.5 / 7.5, 0.5 / 7.5, 3.5 / 7.5])


def test_spread_counts_texts_not_uses_with_one_text_added() -> None:
    # in one, none and two of two texts, and one text more that has everything: 2/3, 1/3, 3/3
    assert spread(COUNTS) == pytest.approx([2 / 3, 1 / 3, 1.0])


@given(tables)
def test_shares_add_up_to_one_and_none_is_zero(table: np.ndarray) -> None:
    found = shares(Matrix(table.astype(np.float64)))
    assert found.sum() == pytest.approx(1.0)
    assert (found > 0).all()


@given(tables)
def test_spread_is_a_share_that_is_never_zero_nor_moved_by_the_number_of_uses(table: np.ndarray) -> None:
    found = spread(Matrix(table.astype(np.float64)))
    assert ((found > 0) & (found <= 1)).all()
    assert np.array_equal(found, spread(Matrix((table > 0).astype(np.float64))))
    assert found == pytest.approx(((table > 0).sum(axis=0) + 1) / (len(table) + 1))


# What is counted in a text: the same grams by every way in, and words by frequency.


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
    assert spaces.habits(read(texts)) == pytest.approx(np.array([vector(text, "en") for text in texts]))
    assert spaces.habits([]).shape == (0, len(NAMES))


def test_no_texts_make_empty_spaces() -> None:
    spaces, counts = Spaces.of([], None)
    assert [part.shape for part in counts] == [(0, 0)] * 3
    assert spaces.words == []
    assert spaces.count(read(["anything"])).phrases.shape == (1, 0)


# Runs of five characters as numbers: the same where the characters are, and only there.


lines = st.text("ab c*#", max_size=30)
anything = st.text(st.characters(), max_size=20)


def windows(line: str) -> list[str]:
    return [line[start : start + 5] for start in range(len(line) - 4)]


@given(lines, lines)
def test_two_runs_have_one_code_exactly_where_their_characters_agree(one: str, two: str) -> None:
    runs = LetterRuns("abc")
    codes = [*runs.runs(one).tolist(), *runs.runs(two).tolist()]
    texts = windows(one) + windows(two)
    assert len(codes) == len(texts)
    assert len(set(zip(codes, texts, strict=True))) == len(set(codes)) == len(set(texts))


@given(lines)
def test_codes_are_ordered_as_the_runs_are(line: str) -> None:
    codes = dict(zip(windows(line), LetterRuns("abc").runs(line).tolist(), strict=True))
    assert sorted(codes, key=codes.__getitem__) == sorted(codes)


def test_blanks_stand_around_and_between_the_tokens() -> None:
    runs = LetterRuns("abc")
    assert runs(["ab", "c"]).tolist() == runs.runs(" ab c ").tolist()
    assert runs(["a"]).size == runs([]).size == 0  # " a " is too short for a run
    assert runs(["abc"]).size == 1


def test_the_code_of_a_run_is_its_characters_numbers_side_by_side() -> None:
    # sorted: blank 1, # 2, * 3, a 4, b 5; what is unknown is 0
    expected = 4 << 48 | 5 << 36 | 1 << 24 | 0 << 12 | 4
    assert LetterRuns("ab").runs("ab \u00e9a").tolist() == [expected]


def test_a_mask_is_put_on_before() -> None:
    masked = LetterRuns("the senat", Mask(["the"]))
    assert masked(["the", "senate"]).tolist() == masked.runs(" the ****** ").tolist()


@given(st.text(st.characters(), max_size=50), st.lists(anything, max_size=5))
def test_nothing_crashes_it_and_no_code_is_below_zero(alphabet: str, tokens: list[str]) -> None:
    codes = LetterRuns(alphabet)(tokens)
    assert codes.dtype == np.int64
    assert codes.size == max(len(" ".join(tokens)) + 2 - LENGTH + 1, 0)
    assert (codes >= 0).all()


def test_surrogates_are_characters_too() -> None:
    assert LetterRuns("\ud800ab").runs("\ud800abab").size == 1


def test_of_a_huge_alphabet_the_first_characters_stay_apart() -> None:
    everything = "".join(map(chr, range(0x4E00, 0x4E00 + 6000)))
    runs = LetterRuns(everything)
    first, second, *_ = everything
    late, later = everything[-2:]
    assert runs.runs(first * 5).tolist() != runs.runs(second * 5).tolist()
    assert runs.runs(late * 5).tolist() == runs.runs(later * 5).tolist() == [0]


# Words and neighbouring pairs as numbers, and back.


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


# Rare words lose everything but their shape.


words_mask = st.text(st.characters(), min_size=1, max_size=8)


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


@given(words_mask)
def test_a_shape_is_as_long_as_its_word_and_has_no_letters_or_digits(word: str) -> None:
    masked = shape(word)
    assert len(masked) == len(word)
    assert not any(sign.isalpha() or sign.isdigit() for sign in masked)
    assert shape(masked) == masked


@given(st.lists(words_mask, max_size=5), st.lists(words_mask, max_size=8))
def test_each_token_is_kept_or_shaped(kept: list[str], tokens: list[str]) -> None:
    assert Mask(kept)(tokens) == [token if token in kept else shape(token) for token in tokens]


def test_one_mask_does_not_learn_from_another() -> None:
    Mask(["cat"])(["dog"])
    assert Mask([])(["cat", "dog"]) == ["***", "***"]
