"""Phrases and where they stand, against a plain loop over clauses."""

from collections import Counter
from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.corpus import OTHERS, Corpus
from ringtrue.voice.explain.grams import Grams, longer, longer_before, words
from ringtrue.voice.explain.passages import cut
from ringtrue.voice.habits import Reading

clauses = st.lists(st.lists(st.sampled_from(["so", "we", "go"]), min_size=1, max_size=5), min_size=1, max_size=4)
sides = st.lists(st.lists(clauses, min_size=1, max_size=3), min_size=2, max_size=3)
Texts = list[list[list[str]]]


def corpus(texts: list[Texts]) -> Corpus:
    """Each text is a list of clauses, which commas keep apart."""
    written = [[", ".join(" ".join(clause) for clause in text) + "." for text in side] for side in texts]
    return Corpus([[cut(place, Reading(text), 300, "en") for place, text in enumerate(side)] for side in written])


def spelled(found: Corpus, grams: Grams) -> Counter[tuple[str, ...]]:
    return Counter(found.spelling(int(at), grams.size) for at in grams.at)


def by_loop(texts: list[Texts], size: int, fewest: int) -> Counter[tuple[str, ...]]:
    """All places of phrases that the first two sides have at least so often."""

    def phrases(some: list[Texts]) -> Counter[tuple[str, ...]]:
        listed = chain.from_iterable(chain.from_iterable(some))
        return Counter(tuple(clause[at : at + size]) for clause in listed for at in range(len(clause) - size + 1))

    compared, everywhere = phrases(texts[:OTHERS]), phrases(texts)
    return Counter({phrase: everywhere[phrase] for phrase, count in compared.items() if count >= fewest})


@given(sides, st.integers(1, 5))
def test_phrases_of_every_length_agree_with_a_plain_loop(texts: list[Texts], fewest: int) -> None:
    found = corpus(texts)
    forward = words(found, fewest=fewest)
    backward = words(found, fewest=fewest)
    for size in range(1, 5):
        expected = by_loop(texts, size, fewest)
        assert spelled(found, forward) == expected
        assert spelled(found, backward) == expected
        assert forward.size == size
        assert forward.number == len(expected)
        forward, backward = longer(found, forward, fewest), longer_before(found, backward, fewest)


@given(sides)
def test_one_number_is_one_phrase_and_its_example_is_one_of_its_places(texts: list[Texts]) -> None:
    found = corpus(texts)
    pairs = longer(found, words(found, fewest=1), 1)
    names = {}
    for which, at in zip(pairs.which.tolist(), pairs.at.tolist(), strict=True):
        assert names.setdefault(which, found.spelling(at, 2)) == found.spelling(at, 2)
    assert sorted(names) == list(range(pairs.number))
    assert len(set(names.values())) == pairs.number
    assert all(found.spelling(pairs.example(which), 2) == name for which, name in names.items())


def test_only_the_places_asked_for_are_looked_at() -> None:
    found = corpus([[[["so", "we", "go"]]] * 2, [[["so", "go"]]] * 2])
    openings = words(found, found.opening)
    assert spelled(found, openings) == {("so",): 4}
    assert spelled(found, longer(found, openings, 2)) == {("so", "we"): 2, ("so", "go"): 2}


def test_phrases_do_not_reach_from_one_text_into_the_next() -> None:
    found = corpus([[[["so"]], [["we"]]] * 3, [[["go"]]]])
    assert longer(found, words(found, fewest=1), 1).number == 0
    assert longer_before(found, words(found, fewest=1), 1).number == 0


def test_four_occurrences_on_both_sides_together_are_the_fewest() -> None:
    found = corpus([[[["so", "so", "we"]]], [[["so", "so", "we", "we"]]], [[["we", "we", "we"]]]])
    assert spelled(found, words(found)) == {("so",): 4}


def test_a_corpus_without_words_has_no_phrases() -> None:
    empty = Corpus([[], []])
    none = words(empty, fewest=1)
    assert (none.number, none.which.size) == (0, 0)
    assert longer(empty, none, 1).number == longer_before(empty, none, 1).number == 0
    assert none.at.dtype == np.int64
