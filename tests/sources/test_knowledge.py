"""Passages bear on the question, stay within the budget, come in a fixed order and never twice."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.sources.knowledge import (
    MOST_TERMS,
    Chunk,
    KnowledgeBase,
    WordIndex,
    WordPlaces,
    chunks_of,
    sentences_of,
    unspaced,
)
from ringtrue.sources.text_files import SourceText, tokens_in


def filler(seed: int, sentences: int = 60) -> str:
    """Sentences of words nobody asks about."""
    return " ".join(f"Weather{seed + number} came over hill{number} again and stayed." for number in range(sentences))


def long_text(topic: str, at: int = 30) -> str:
    sentences = filler(0, 120).split(". ")
    sentences.insert(at, f"The {topic} broke on a cold morning because nobody had listened")
    return ". ".join(sentences)


def base(*texts: str) -> KnowledgeBase:
    return KnowledgeBase([SourceText(f"t{number}.txt", text) for number, text in enumerate(texts)])


def test_the_passage_that_bears_on_the_question_comes_first() -> None:
    found = base(filler(0), "The tin merchant lied about the ingots.", filler(500)).passages(
        "What about the tin merchant?"
    )
    assert found[0].ref == "t1.txt:L1-1"
    assert found[0].text == "The tin merchant lied about the ingots."
    assert found[0].score > 0


@pytest.mark.parametrize("tokens", [0, 5, 30, 60, 150, 600, 1500, 5000])
def test_the_budget_holds_with_the_references_counted(tokens: int) -> None:
    found = base(*(long_text("furnace", at) for at in (3, 30, 60, 90))).passages("Why did the furnace break?", tokens)
    assert sum(tokens_in(one.text) + tokens_in(one.ref) for one in found) <= tokens
    assert bool(found) == (tokens >= 30)


def test_a_small_budget_gives_the_sentences_that_matter() -> None:
    (found,) = base(long_text("furnace")).passages("Why did the furnace break on a cold morning?", 40)
    assert "The furnace broke on a cold morning" in found.text
    assert len(found.text.split()) < 30


def test_neighbours_are_joined_and_nothing_is_repeated() -> None:
    text = " ".join(f"The bell number{number} was tuned by ear." for number in range(250))
    found = base(text).passages("Which bell was tuned by ear?", 5000)
    whole = " ".join(one.text for one in found)
    assert len(found) == 1
    assert all(whole.count(f"number{number} ") <= 1 for number in range(250))
    assert found[0].text in text


def test_the_same_text_in_two_files_comes_once() -> None:
    words = "The loam shed burned down in the ninth year."
    found = base(words, words, filler(0)).passages("When did the loam shed burn?")
    assert [one.ref for one in found] == ["t0.txt:L1-1"]


def test_the_order_is_the_same_every_time() -> None:
    texts = [f"Bell {number} was cast in bronze." for number in range(30)]
    once, again = (base(*texts).passages("bell cast in bronze", 200) for _ in range(2))
    assert once == again
    assert [one.ref for one in once] == [f"t{number}.txt:L1-1" for number in range(len(once))]


def test_what_shares_only_common_words_is_left_out() -> None:
    texts = [f"The the and and of day{number}." for number in range(40)]
    found = base("The copper of Harrowmere and the furnace.", *texts).passages("the copper furnace of Harrowmere and")
    assert [one.ref for one in found] == ["t0.txt:L1-1"]


@pytest.mark.parametrize("question", ["", '"', "(AND OR", "\0", "word " * 50_000, "東京", "\ud83d"])
def test_any_question_is_answered(question: str) -> None:
    assert isinstance(base("A word about bells.").passages(question), list)


def test_a_folder_is_read_with_nested_files_and_lines(tmp_path: Path) -> None:
    (tmp_path / "talks").mkdir()
    (tmp_path / "talks" / "a.md").write_text("# Tin\n\nTin comes\nfrom far away.\n", encoding="utf-8")
    (tmp_path / "b.bin").write_bytes(b"\0")
    known = KnowledgeBase.of(tmp_path)
    assert len(known) == 1
    assert known.passages("Where does tin come from?")[0].ref == "talks/a.md:L1-4"
    assert known.notes == ("Left out: b.bin: Only .txt and .md files are read.",)


def test_a_missing_folder_is_a_note_and_the_run_goes_on(tmp_path: Path) -> None:
    known = KnowledgeBase.of(tmp_path / "nowhere")
    assert len(known) == 0
    assert known.passages("anything") == []
    assert "There is no knowledge base at" in known.notes[0]


def test_an_empty_folder_is_a_note_too(tmp_path: Path) -> None:
    known = KnowledgeBase.of(tmp_path)
    assert known.passages("anything") == []
    assert "holds no text" in known.notes[-1]


# Texts are found by their rarest words, in any script, whatever the question looks like.


TEXTS = [
    'The bell founder listens before she measures. "AND" is a word like any other.',
    "Não há sino sem fissura; a ação começa no forno.",
    "鐘は三度目の音を聞けば分かる。東京の塔にある。",
    "Колокол звучит на третьем ударе.",
    "घंटी तीसरी चोट पर बोलती है।",
    "الجرس يتكلم عند الضربة الثالثة",
    "ระฆังดังในครั้งที่สาม",
]
INDEX = WordIndex(TEXTS)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Which bell founder listens?", 0),
        ("nao ha SINO", 1),
        ("Não há", 1),
        ("東京", 2),
        ("三度目の音", 2),
        ("Где колокол?", 3),
        ("घंटी", 4),
        ("الجرس", 5),
        ("ครั้งที่สาม", 6),
        ('"bell AND (founder OR', 0),
        ("bell*founder~2 +sino^3 bell", 0),
    ],
)
def test_the_right_text_comes_first(question: str, number: int) -> None:
    assert INDEX.search(question, 3)[0][1] == number


@pytest.mark.parametrize("question", ["", "   ", "?!()[]{}\"'", "\0", "\ud800", "zzzqqq", "-", "🔔"])
def test_questions_without_a_known_word_find_nothing(question: str) -> None:
    assert INDEX.search(question, 3) == []


def test_decomposed_letters_find_composed_ones() -> None:
    assert INDEX.search("ac\u0327a\u0303o", 1)[0][1] == 1


@pytest.mark.parametrize(
    ("question", "number"),
    [("apprentices", 0), ("decisão", 1), ("furnaces", 2), ("hiring hired", 0), ("tin", None), ("furniture", None)],
)
def test_other_forms_of_a_word_are_found(question: str, number: int | None) -> None:
    index = WordIndex(["We hire one apprentice.", "As decisões do forno.", "The furnace was too big.", "tinker"])
    found = [hit for _, hit in index.search(question, 3)]
    assert found == ([] if number is None else [number])


def test_the_word_itself_comes_before_its_other_forms() -> None:
    index = WordIndex(["one apprentice here", "two apprentices here"])
    assert [number for _, number in index.search("apprentices", 2)] == [1, 0]


def test_a_rare_word_outweighs_many_common_ones() -> None:
    index = WordIndex(["common words here"] * 50 + ["common rare thing"])
    assert index.search("common words rare", 2)[0][1] == 50


def test_equal_scores_come_in_the_order_of_the_texts() -> None:
    index = WordIndex(["same text"] * 9)
    assert [number for _, number in index.search("text", 9)] == list(range(9))


def test_a_very_long_question_keeps_its_rarest_words() -> None:
    index = WordIndex([f"w{number} shared" for number in range(MOST_TERMS + 50)] + ["needle"])
    question = " ".join(f"w{number}" for number in range(MOST_TERMS - 5)) + " shared" * 1000 + " needle"
    found = [number for _, number in index.search(question, MOST_TERMS)]
    assert MOST_TERMS + 50 in found


def test_an_empty_index_finds_nothing() -> None:
    assert WordIndex([]).search("bell", 5) == []


@settings(max_examples=30)
@given(st.text(max_size=80))
def test_any_text_finds_itself(text: str) -> None:
    if INDEX.terms(text):
        assert WordIndex(["other", text]).search(text, 1)[0][1] == 1


# Chunks hold 300 to 500 words, overlap by about 50, end with sentences, and together are the text.


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


# Words are where the standard library finds them.


TEXTS_WORD_PLACES = st.text(alphabet="ab é漢.\n\t \u00a0\u2003\u3000\x1c\x85", max_size=60)


@given(TEXTS_WORD_PLACES, st.integers(0, 60), st.integers(0, 60))
def test_words_between_two_positions(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(len(text), start + length)
    assert WordPlaces(text).between(start, end) == len(text[start:end].split())


@given(TEXTS_WORD_PLACES, st.integers(0, 60), st.integers(0, 8))
def test_where_the_word_behind_so_many_begins(text: str, start: int, words: int) -> None:
    start = min(start, len(text))
    rest = text[start:].split(None, words)[words:]
    expected = len(text) - len(rest[0]) if rest and rest[0] else None
    if words == 0 and expected is not None:
        expected = len(text) - len(text[start:].lstrip())
    found = WordPlaces(text).after(start, words)
    assert found == expected or (words == 0 and found is not None and found <= start < len(text))  # start is in a word


@given(TEXTS_WORD_PLACES, st.integers(0, 60), st.integers(0, 60), st.integers(1, 8))
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
