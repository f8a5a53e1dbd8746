"""Texts as tokens with their places."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.texts import Text, folds, joined, passages, word_count


def test_words_keep_their_apostrophes_and_marks_stand_alone() -> None:
    read = Text.read("Don\u2019t go, Ana!")
    assert read.tokens == ["don't", "go", ",", "ana", "!"]
    assert word_count(read) == 3


def test_words_are_counted_by_blanks_or_characters_whichever_are_more() -> None:
    assert word_count(Text.read("so \u2013 in short, no")) == 5
    assert word_count(Text.read("\u6211\u5011\u8d70")) == 3
    assert word_count(Text.read(" ")) == 0


def test_accents_count_the_same_composed_or_not() -> None:
    assert Text.read("na\u0303o").tokens == Text.read("n\u00e3o").tokens == ["n\u00e3o"]


def test_letters_whose_lower_case_is_longer_keep_their_place() -> None:
    read = Text.read("\u0130zmir Ankara")
    assert [read.raw[start] for start in read.starts] == ["\u0130", "A"]


def test_scripts_without_blanks_are_read_by_the_character() -> None:
    assert Text.read("\u6211\u5011\u8d70\u3002").tokens == ["\u6211", "\u5011", "\u8d70", "\u3002"]
    assert Text.read("\u0e01\u0e34\u0e19").tokens == ["\u0e01\u0e34", "\u0e19"]  # the vowel sign stays with its letter


def test_vowel_signs_do_not_break_words() -> None:
    assert Text.read("\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e").tokens == [
        "\u0928\u092e\u0938\u094d\u0924\u0947",
        "\u0926\u0941\u0928\u093f\u092f\u093e",
    ]


def test_a_passage_keeps_capitals_marks_and_lines() -> None:
    assert Text.read("One. Two, three\nFOUR five.").cut(2, 6).raw.strip() == "Two, three\nFOUR"


@given(st.lists(st.text(max_size=40), max_size=6))
def test_joining_keeps_every_token_at_its_place(given_texts: list[str]) -> None:
    texts = [Text.read(text) for text in given_texts]
    whole = joined(texts)
    assert whole.tokens == [token for text in texts for token in text.tokens]
    assert all(
        whole.raw[start:].lower().startswith(token) for start, token in zip(whole.starts, whole.tokens, strict=True)
    )


@given(st.text(max_size=80), st.integers(0, 20), st.integers(0, 20))
def test_a_cut_holds_the_tokens_asked_for(text: str, first: int, last: int) -> None:
    read = Text.read(text)
    assert read.cut(first, max(first, last)).tokens == read.tokens[first : max(first, last)]


# Passages of one length, and folds of whole documents.


documents = st.lists(st.lists(st.sampled_from(["a", "b", "."]), max_size=30), max_size=12)


def text(number: int) -> Text:
    return Text.read("a " * number)


def test_a_rest_of_half_the_length_is_a_passage_and_a_shorter_one_is_not() -> None:
    assert [len(passage) for passage in passages([text(25)], 10)] == [10, 10, 5]
    assert [len(passage) for passage in passages([text(24)], 10)] == [10, 10]


def test_no_more_passages_than_asked_are_taken_evenly_spaced() -> None:
    run = Text.read(" ".join(str(i) for i in range(100)))
    assert [passage.tokens[0] for passage in passages([run], 10, most=5)] == ["0", "20", "40", "60", "80"]


def test_nothing_gives_no_passage() -> None:
    assert passages([], 10) == passages([Text.read("  ")], 10) == []


def test_one_long_document_is_cut_into_folds() -> None:
    assert [sum(map(len, part)) for part in folds([text(1000)], 5, 200)] == [200] * 5


@given(documents)
def test_folds_keep_every_document_in_order(given_documents: list[list[str]]) -> None:
    full = [document for document in given_documents if document]
    parts = folds([Text.read(" ".join(document)) for document in given_documents], 5, 5)
    kept = [document.tokens for part in parts for document in part]
    if len(full) >= 3:
        assert kept == full
    assert [token for document in kept for token in document] == [token for document in full for token in document]
    assert len(parts) <= 5
