"""Texts cut at sentence ends."""

from ringtrue.voice.explain.passages import cut, readings, typical_length, without_copies
from ringtrue.voice.habits import Reading


def sizes(text: str, length: int) -> list[int]:
    return [len(piece.words) for piece in cut(0, Reading(text), length, None).passages]


def test_passages_are_whole_sentences_of_about_the_length() -> None:
    assert sizes("one two three four five. " * 40, 50) == [50, 50, 50, 50]
    assert sizes("one two three four five. " * 3, 50) == [15]


def test_no_word_is_lost() -> None:
    text = "one two. three four five six seven eight nine ten! eleven? " * 13
    assert sum(sizes(text, 20)) == len(Reading(text).words)


def test_a_text_without_marks_is_cut_between_words() -> None:
    assert sizes("word " * 1000, 100) == [100] * 10


def test_the_shorter_texts_set_the_length_within_limits() -> None:
    short, long_one = [Reading("a " * 90)] * 3, [Reading("a " * 500)] * 3
    assert typical_length(short, long_one) == typical_length(long_one, short) == 90
    assert typical_length(long_one) == 300
    assert typical_length([Reading("a")], long_one) == 60
    assert typical_length([], []) == 300


def test_numbers_are_those_given_and_empty_texts_are_left_out() -> None:
    assert [(number, read.text) for number, read in readings(["b", "", "a", "?"])] == [(2, "a"), (0, "b")]


def test_stage_directions_are_not_the_persons_words() -> None:
    ((_, read),) = readings(["Thank you. (APPLAUSE) We [laughter and music] won (twice)."])
    assert read.words == ["thank", "you", "we", "won", "twice"]


def test_short_texts_may_repeat_long_ones_count_once() -> None:
    side = readings(["yes", "yes", "word " * 70, "word " * 70])
    assert len(without_copies(side)) == 3
