"""Tokens, passages and folds."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.passages import folds, passages, tokens, word_count

documents = st.lists(st.lists(st.sampled_from(["a", "b", "."]), max_size=30), max_size=12)


def test_words_keep_their_apostrophes_and_marks_stand_alone() -> None:
    read = tokens("Don\u2019t go, Ana!")
    assert read == ["don't", "go", ",", "ana", "!"]
    assert word_count(read) == 3


def test_a_rest_of_half_the_length_is_a_passage_and_a_shorter_one_is_not() -> None:
    assert [len(passage) for passage in passages([["a"] * 25], 10)] == [10, 10, 5]
    assert [len(passage) for passage in passages([["a"] * 24], 10)] == [10, 10]


def test_no_more_passages_than_asked_are_taken_evenly_spaced() -> None:
    run = [str(i) for i in range(100)]
    assert [passage[0] for passage in passages([run], 10, most=5)] == ["0", "20", "40", "60", "80"]


def test_one_long_document_is_cut_into_folds() -> None:
    assert [sum(map(len, part)) for part in folds([["a"] * 1000], 5, 200)] == [200] * 5


@given(documents)
def test_folds_keep_every_document_in_order(given_documents: list[list[str]]) -> None:
    full = [document for document in given_documents if document]
    parts = folds(given_documents, 5, 5)
    if len(full) >= 3:
        assert [document for part in parts for document in part] == full
    else:
        assert [token for part in parts for piece in part for token in piece] == [t for text in full for t in text]
    assert len(parts) <= 5
