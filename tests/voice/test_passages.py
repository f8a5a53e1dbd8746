"""Passages of one length, and folds of whole documents."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.passages import folds, passages
from ringtrue.voice.texts import Text

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
