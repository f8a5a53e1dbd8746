"""Chunks hold 300 to 500 words, overlap by about 50, end with sentences, and together are the text."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources import Chunk, SourceText, chunks_of
from ringtrue.sources.chunks import sentences_of, unspaced


def cut(text: str) -> list[Chunk]:
    return chunks_of(SourceText("talks/a.txt", text))


def words(text: str) -> int:
    return len(text.split())


def shared(one: Chunk, other: Chunk) -> int:
    return words(one.source.text[other.start : one.end])


SENTENCE = "This is a sentence of exactly ten words, as counted here."  # 11 words
PARAGRAPH = " ".join([SENTENCE] * 9)  # 99 words


def test_the_sentence_has_the_words_the_other_tests_count_on() -> None:
    assert words(SENTENCE) == 11


def test_a_short_text_is_one_chunk_with_its_lines() -> None:
    (chunk,) = cut("\n\n  One.\nTwo.\n\n")
    assert chunk.text == "One.\nTwo."
    assert chunk.ref == "talks/a.txt:L3-4"


def test_nothing_gives_nothing() -> None:
    assert cut("") == []
    assert cut(" \n\n ") == []


def test_500_words_are_one_chunk_and_501_are_two_of_near_equal_size() -> None:
    assert [words(chunk.text) for chunk in cut("word " * 500)] == [500]
    assert [words(chunk.text) for chunk in cut("word " * 501)] == [300, 251]  # 50 of them shared
    assert [words(chunk.text) for chunk in cut("word " * 600)] == [350, 300]


def test_paragraphs_stay_whole_where_they_can() -> None:
    text = "\n\n".join([PARAGRAPH] * 20)
    chunks = cut(text)
    assert all(chunk.text.endswith("here.") for chunk in chunks)
    # Four paragraphs are 396 words and five 495: each chunk ends with a paragraph.
    assert all(text[chunk.end : chunk.end + 2] in ("\n\n", "") for chunk in chunks)
    assert all(300 <= words(chunk.text) <= 500 for chunk in chunks)


def test_a_long_paragraph_is_cut_after_sentences_and_begins_with_one() -> None:
    chunks = cut(" ".join([SENTENCE] * 200))
    assert len(chunks) > 3
    assert all(chunk.text.startswith("This") and chunk.text.endswith("here.") for chunk in chunks)
    assert all(30 <= shared(one, other) <= 80 for one, other in pairwise(chunks))


def test_without_any_sentence_the_overlap_is_50_words() -> None:
    chunks = cut(" ".join(f"w{number}" for number in range(3000)))
    assert {shared(one, other) for one, other in pairwise(chunks)} == {50}
    assert all(300 <= words(chunk.text) <= 500 for chunk in chunks)


def test_lines_are_the_lines_of_the_file() -> None:
    lines = [f"line {number} has a few words." for number in range(1, 601)]
    chunks = cut("\n".join(lines))
    for chunk in chunks:
        assert chunk.text == "\n".join(lines[chunk.first_line - 1 : chunk.last_line])
    assert chunks[-1].last_line == 600


def test_scripts_without_spaces_are_cut_by_characters() -> None:
    text = "鐘は三度目の音を聞けば分かるものだ。" * 200
    chunks = cut(text)
    assert unspaced(text)
    assert len(chunks) > 5
    assert all(len(chunk.text) <= 750 for chunk in chunks)
    assert all(chunk.text.endswith("。") for chunk in chunks)


def test_one_endless_word_is_cut_through() -> None:
    chunks = cut("x" * 100_000)
    assert max(len(chunk.text) for chunk in chunks) <= 6000
    assert chunks[-1].end == 100_000


def test_sentences_cover_the_text() -> None:
    text = 'He said: "No." Then he left! Why? 7.5 percent…  and that is all'
    assert [text[start:end].strip() for start, end in sentences_of(text)] == [
        'He said: "No."',
        "Then he left!",
        "Why?",
        "7.5 percent…",
        "and that is all",
    ]


pieces = st.sampled_from(["word ", "Ende. ", "no!\n", "\n\n", "  ", "鐘。", "a" * 30 + " ", "\n", "São Paulo é. "])
texts = st.builds(lambda parts, times: "".join(parts) * times, st.lists(pieces, max_size=40), st.integers(1, 80))


@given(texts)
def test_chunks_leave_out_white_space_only_and_move_on(text: str) -> None:
    chunks = cut(text)
    position = 0
    for chunk in chunks:
        assert not text[position : max(position, chunk.start)].strip()
        assert chunk.end > position
        assert words(chunk.text) <= 500
        assert chunk.text == chunk.text.strip() != ""
        assert chunk.first_line == text.count("\n", 0, chunk.start) + 1
        assert chunk.last_line == text.count("\n", 0, chunk.end) + 1
        position = chunk.end
    assert not text[position:].strip()
