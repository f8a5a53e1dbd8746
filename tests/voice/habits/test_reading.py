"""A text read once."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits import Reading


def test_words_are_small_with_straight_apostrophes() -> None:
    assert Reading("Don’t STOP, it's 5 o'clock!").words == ["don't", "stop", "it's", "5", "o'clock"]


def test_scripts_without_blanks_count_by_the_character() -> None:
    assert Reading("我们 go 東京").words == ["我", "们", "go", "東", "京"]


def test_vowel_signs_belong_to_their_word() -> None:
    assert Reading("हिन्दी भाषा").words == ["हिन्दी", "भाषा"]


def test_sentence_lengths_and_first_words() -> None:
    read = Reading("One two. ... Three four five!")
    assert read.lengths.tolist() == [2, 3]
    assert read.firsts.tolist() == [0, 2, 5]
    assert len(read.sentences) == 2


def test_paragraphs_count_their_words() -> None:
    assert Reading("One two.\n\nThree.\n \n\n***\n\nFour five six.").paragraphs.tolist() == [2, 1, 3]


def test_the_language_can_be_set_or_found() -> None:
    assert Reading("the cat is on the mat and it is not for you").language == "en"
    assert Reading("the cat", "pt").language == "pt"
    assert Reading("the cat").language is None


@given(st.text(max_size=80))
def test_every_word_belongs_to_one_sentence_and_one_paragraph(text: str) -> None:
    read = Reading(text)
    assert read.lengths.sum() == len(read.words) == read.paragraphs.sum()
    assert len(read.sentences) == read.lengths.size
    for number, (start, end) in enumerate(read.sentences):
        first, last = read.firsts[number], read.firsts[number + 1] - 1
        assert start <= read.starts[first]
        assert read.ends[last] <= end
