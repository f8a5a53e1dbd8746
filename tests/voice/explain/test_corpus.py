"""All words of both sides in one row: numbers, passages, clauses, openings and names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus
from ringtrue.voice.explain.passages import Document, cut
from ringtrue.voice.habits import Reading

said = st.lists(st.sampled_from(["So", "we", "go", "on", ",", ".", "?", "\n\n", "don't"]), max_size=15).map(" ".join)
sides = st.lists(st.lists(said.filter(lambda text: bool(Reading(text).words)), max_size=4), min_size=2, max_size=3)


def documents(texts: list[str], length: int = 300) -> list[Document]:
    return [cut(number, Reading(text), length, "en") for number, text in enumerate(texts)]


def corpus(*texts: list[str]) -> Corpus:
    return Corpus([documents(side) for side in texts])


def clauses(found: Corpus) -> list[str]:
    """The words of every clause, put together again."""
    spelled = [found.vocabulary[number] for number in found.word]
    return [
        " ".join(word for word, of in zip(spelled, found.clause, strict=True) if of == clause)
        for clause in dict.fromkeys(found.clause.tolist())
    ]


@given(sides)
def test_every_word_is_there_with_its_passage_and_side(texts: list[list[str]]) -> None:
    found = corpus(*texts)
    expected = [(word, side) for side, given_ in enumerate(texts) for text in given_ for word in Reading(text).words]
    spelled = [found.vocabulary[number] for number in found.word]
    assert list(zip(spelled, found.side[found.passage].tolist(), strict=True)) == expected
    assert len(set(found.vocabulary)) == len(found.vocabulary)
    assert found.sizes.sum() == found.begins[-1] == found.word.size


@given(sides)
def test_openings_are_the_first_words_of_sentences(texts: list[list[str]]) -> None:
    found = corpus(*texts)
    assert found.opening.size == sum(len(piece.sentences) for piece in found.passages)
    for at in found.opening.tolist():
        piece = found.passages[found.passage[at]]
        place = at - int(found.begins[found.passage[at]])
        assert place in piece.firsts[:-1]


@given(sides)
def test_a_clause_lies_in_one_passage(texts: list[list[str]]) -> None:
    found = corpus(*texts)
    for clause in np.unique(found.clause):
        assert np.unique(found.passage[found.clause == clause]).size == 1


def test_marks_and_blank_lines_end_clauses_but_hyphens_apostrophes_and_line_ends_do_not() -> None:
    found = corpus(["one two, three (four) five; it's six-seven\neight\n\nnine \u2014 ten"], [])
    assert clauses(found) == ["one two", "three", "four", "five", "it's six seven eight", "nine", "ten"]


def test_a_clause_does_not_reach_into_the_next_text() -> None:
    assert clauses(corpus(["one", "two"], ["three"])) == ["one", "two", "three"]


def test_documents_are_clusters_where_a_side_has_five_and_passages_below() -> None:
    long = "We go on and on. " * 40
    found = Corpus([documents([long] * 4, 60), documents([long] * 5, 60)])
    few, many = found.cluster[found.side == OWN], found.cluster[found.side == REPLIES]
    assert np.unique(few).size == few.size > 4
    assert np.unique(many).size == 5 < many.size
    assert not set(few.tolist()) & set(many.tolist())
    assert found.cluster.max() < found.clusters


def test_apostrophes_go_everywhere_where_one_side_leaves_them_out() -> None:
    bare = corpus(["I dont know and thats that."], ["I don't know."])
    assert bare.bare
    assert "dont" in bare.vocabulary
    assert "don't" not in bare.vocabulary
    assert not corpus(["I don't know."], ["I don't know."]).bare


def test_how_others_write_does_not_take_apostrophes_away() -> None:
    assert not corpus(["I don't know."], ["I don't know."], ["I dont know."]).bare


def test_names_have_capitals_within_sentences() -> None:
    found = corpus(["We met Anna there. Nobody saw Anna or the NATO ships."], ["They met Anna and I left."])
    names = {found.vocabulary[number] for number in np.flatnonzero(found.names)}
    assert names == {"anna"}


def test_more_than_three_in_four_uses_with_a_capital_make_a_name() -> None:
    assert not corpus(["see Mark " * 3 + "see mark"], []).names.any()
    five = corpus(["see Mark " * 4 + "see mark"], [])
    assert five.names[five.vocabulary.index("mark")]


def test_totals_are_of_one_side() -> None:
    found = corpus(["one two", "three"], ["four"], ["five six"])
    assert [found.total(found.sizes, side) for side in (OWN, REPLIES, OTHERS)] == [3.0, 1.0, 2.0]


def test_a_spelling_is_the_words_in_a_row() -> None:
    assert corpus(["one two three"], []).spelling(1, 2) == ("two", "three")


@pytest.mark.parametrize("texts", [([], []), ([], [], [])])
def test_nothing_at_all_is_a_corpus_too(texts: tuple[list[str], ...]) -> None:
    found = corpus(*texts)
    assert (found.word.size, found.opening.size, found.vocabulary, found.names.size) == (0, 0, [], 0)
