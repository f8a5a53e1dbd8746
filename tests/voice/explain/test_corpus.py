"""All words of both sides in one row: numbers, passages, clauses, openings and names."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.corpus import (
    OTHERS,
    OWN,
    REPLIES,
    Corpus,
    CorpusDocument,
    Grams,
    cut,
    longer,
    longer_before,
    readings,
    typical_length,
    without_apostrophes,
    without_copies,
    words,
)
from ringtrue.voice.explain.differences import explain_differences
from ringtrue.voice.habits.parsed_text import ParsedText

said = st.lists(st.sampled_from(["So", "we", "go", "on", ",", ".", "?", "\n\n", "don't"]), max_size=15).map(" ".join)
sides = st.lists(st.lists(said.filter(lambda text: bool(ParsedText(text).words)), max_size=4), min_size=2, max_size=3)


def documents(texts: list[str], length: int = 300) -> list[CorpusDocument]:
    return [cut(number, ParsedText(text), length, "en") for number, text in enumerate(texts)]


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
    expected = [(word, side) for side, given_ in enumerate(texts) for text in given_ for word in ParsedText(text).words]
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


# Texts cut at sentence ends.


def sizes(text: str, length: int) -> list[int]:
    return [len(piece.words) for piece in cut(0, ParsedText(text), length, None).passages]


def test_passages_are_whole_sentences_of_about_the_length() -> None:
    assert sizes("one two three four five. " * 40, 50) == [50, 50, 50, 50]
    assert sizes("one two three four five. " * 3, 50) == [15]


def test_no_word_is_lost() -> None:
    text = "one two. three four five six seven eight nine ten! eleven? " * 13
    assert sum(sizes(text, 20)) == len(ParsedText(text).words)


def test_a_text_without_marks_is_cut_between_words() -> None:
    assert sizes("word " * 1000, 100) == [100] * 10


def test_the_shorter_texts_set_the_length_within_limits() -> None:
    short, long_one = [ParsedText("a " * 90)] * 3, [ParsedText("a " * 500)] * 3
    assert typical_length(short, long_one) == typical_length(long_one, short) == 90
    assert typical_length(long_one) == 300
    assert typical_length([ParsedText("a")], long_one) == 60
    assert typical_length([], []) == 300


def test_numbers_are_those_given_and_empty_texts_are_left_out() -> None:
    assert [(number, read.text) for number, read in readings(["b", "", "a", "?"])] == [(2, "a"), (0, "b")]


def test_stage_directions_are_not_the_persons_words() -> None:
    ((_, read),) = readings(["Thank you. (APPLAUSE) We [laughter and music] won (twice)."])
    assert read.words == ["thank", "you", "we", "won", "twice"]


def test_short_texts_may_repeat_long_ones_count_once() -> None:
    side = readings(["yes", "yes", "word " * 70, "word " * 70])
    assert len(without_copies(side)) == 3


# Phrases and where they stand, against a plain loop over clauses.


clauses_grams = st.lists(st.lists(st.sampled_from(["so", "we", "go"]), min_size=1, max_size=5), min_size=1, max_size=4)
sides_grams = st.lists(st.lists(clauses_grams, min_size=1, max_size=3), min_size=2, max_size=3)
Texts = list[list[list[str]]]


def corpus_grams(texts: list[Texts]) -> Corpus:
    """Each text is a list of clauses, which commas keep apart."""
    written = [[", ".join(" ".join(clause) for clause in text) + "." for text in side] for side in texts]
    return Corpus([[cut(place, ParsedText(text), 300, "en") for place, text in enumerate(side)] for side in written])


def spelled(found: Corpus, grams: Grams) -> Counter[tuple[str, ...]]:
    return Counter(found.spelling(int(at), grams.size) for at in grams.at)


def by_loop(texts: list[Texts], size: int, fewest: int) -> Counter[tuple[str, ...]]:
    """All places of phrases that the first two sides have at least so often."""

    def phrases(some: list[Texts]) -> Counter[tuple[str, ...]]:
        listed = chain.from_iterable(chain.from_iterable(some))
        return Counter(tuple(clause[at : at + size]) for clause in listed for at in range(len(clause) - size + 1))

    compared, everywhere = phrases(texts[:OTHERS]), phrases(texts)
    return Counter({phrase: everywhere[phrase] for phrase, count in compared.items() if count >= fewest})


@given(sides_grams, st.integers(1, 5))
def test_phrases_of_every_length_agree_with_a_plain_loop(texts: list[Texts], fewest: int) -> None:
    found = corpus_grams(texts)
    forward = words(found, fewest=fewest)
    backward = words(found, fewest=fewest)
    for size in range(1, 5):
        expected = by_loop(texts, size, fewest)
        assert spelled(found, forward) == expected
        assert spelled(found, backward) == expected
        assert forward.size == size
        assert forward.number == len(expected)
        forward, backward = longer(found, forward, fewest), longer_before(found, backward, fewest)


@given(sides_grams)
def test_one_number_is_one_phrase_and_its_example_is_one_of_its_places(texts: list[Texts]) -> None:
    found = corpus_grams(texts)
    pairs = longer(found, words(found, fewest=1), 1)
    names = {}
    for which, at in zip(pairs.which.tolist(), pairs.at.tolist(), strict=True):
        assert names.setdefault(which, found.spelling(at, 2)) == found.spelling(at, 2)
    assert sorted(names) == list(range(pairs.number))
    assert len(set(names.values())) == pairs.number
    assert all(found.spelling(pairs.example(which), 2) == name for which, name in names.items())


def test_only_the_places_asked_for_are_looked_at() -> None:
    found = corpus_grams([[[["so", "we", "go"]]] * 2, [[["so", "go"]]] * 2])
    openings = words(found, found.opening)
    assert spelled(found, openings) == {("so",): 4}
    assert spelled(found, longer(found, openings, 2)) == {("so", "we"): 2, ("so", "go"): 2}


def test_phrases_do_not_reach_from_one_text_into_the_next() -> None:
    found = corpus_grams([[[["so"]], [["we"]]] * 3, [[["go"]]]])
    assert longer(found, words(found, fewest=1), 1).number == 0
    assert longer_before(found, words(found, fewest=1), 1).number == 0


def test_four_occurrences_on_both_sides_together_are_the_fewest() -> None:
    found = corpus_grams([[[["so", "so", "we"]]], [[["so", "so", "we", "we"]]], [[["we", "we", "we"]]]])
    assert spelled(found, words(found)) == {("so",): 4}


def test_a_corpus_without_words_has_no_phrases() -> None:
    empty = Corpus([[], []])
    none = words(empty, fewest=1)
    assert (none.number, none.which.size) == (0, 0)
    assert longer(empty, none, 1).number == longer_before(empty, none, 1).number == 0
    assert none.at.dtype == np.int64


# Apostrophes that transcripts leave out.


def test_a_few_slips_are_none() -> None:
    assert without_apostrophes([ParsedText("dont thats im")])
    assert not without_apostrophes([ParsedText("don't that's I'm it's we're dont")])
    assert not without_apostrophes([ParsedText("no contraction")])


def test_the_same_words_with_and_without_apostrophes_are_the_same() -> None:
    lines = [f"Thing {n} don't work and that's it, we're done and I'm tired {n * 7}. " * 8 for n in range(15)]
    found = explain_differences([line.replace("'", "") for line in lines], lines)
    assert found.rows == ()
    assert "contractions" in [one.what for one in found.refused]
