"""A sentence read once: words, stems, denials, quantities and topics side by side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.opposites import pairs_of
from ringtrue.voice.content.reading import read_sentence

said = ["I", "don't", "never", "sold", "3", "dogs", ",", ".", "the", "n\u00e3o", "10%", "caf\u00e9", "rarely"]
ordinary = st.lists(st.sampled_from(said)).map(" ".join)


def test_small_words_marks_negators_and_numbers_have_no_stem() -> None:
    read = read_sentence("I don't walk the 3 dogs, ever.")
    assert read.words == ("i", "don't", "walk", "the", "3", "dogs", ",", "ever", ".")
    assert read.stems == ("", "", "walk", "", "", "dog", "", "", "")


def test_what_follows_a_negation_is_denied_until_the_clause_ends() -> None:
    read = read_sentence("I never walk dogs, but walk cats.")
    assert [word for word, denied in zip(read.words, read.denied, strict=True) if denied] == ["walk", "dogs"]


def test_numbers_are_kept_by_what_they_count_and_make_a_topic() -> None:
    read = read_sentence("Two dogs and 10% of them.")
    assert read.counted == {"dog": {2.0}, "%": {10.0}}
    assert read.topics == {"#", "dog"}


def test_a_word_with_an_opposite_stands_for_the_pair() -> None:
    cheap, dear = read_sentence("Cheap bread."), read_sentence("Costly bread.")
    assert cheap.topics == dear.topics == {f"pair {pair}" for pair in pairs_of("cheap")} | {"bread"}


@pytest.mark.parametrize("text", ["", " ", "?!", "the of and"])
def test_a_sentence_about_nothing_has_no_topic(text: str) -> None:
    assert read_sentence(text).topics == frozenset()


@given(ordinary | st.text(max_size=40))
def test_every_word_has_its_stem_and_its_sign(text: str) -> None:
    read = read_sentence(text)
    assert read.text == text
    assert len(read.words) == len(read.stems) == len(read.denied)
    assert ("#" in read.topics) == bool(read.counted)
    assert {stem for stem in read.stems if stem and stem in read.topics} <= set(read.stems)


@given(ordinary)
def test_case_accents_and_blanks_do_not_matter(text: str) -> None:
    one, two = read_sentence(text), read_sentence(f"  {text.upper()}\n".replace(" ", "  "))
    assert (one.words, one.stems, one.denied, one.counted, one.topics) == (
        two.words, two.stems, two.denied, two.counted, two.topics,
    )  # fmt: skip
