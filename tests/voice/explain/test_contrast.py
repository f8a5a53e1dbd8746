"""Phrases counted on both sides, by hand."""

import numpy as np

from ringtrue.voice.explain.contrast import contrast
from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.grams import Grams, longer, words
from ringtrue.voice.explain.passages import cut, readings


def corpus(*sides: list[str]) -> Corpus:
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in sides])


def named(everything: Corpus, grams: Grams) -> dict[tuple[str, ...], int]:
    return {
        everything.spelling(grams.example(gram), grams.size): int((grams.which == gram).sum())
        for gram in range(grams.number)
    }


BOTH = corpus(["a b, a b. c"], ["A b c a", "b c"])


def test_words_and_phrases_do_not_reach_over_marks() -> None:
    single = words(BOTH, fewest=2)
    assert named(BOTH, single) == {("a",): 4, ("b",): 4, ("c",): 3}
    double = longer(BOTH, single, fewest=1)
    assert named(BOTH, double) == {("a", "b"): 3, ("b", "c"): 2, ("c", "a"): 1}
    assert named(BOTH, longer(BOTH, double, fewest=1)) == {("a", "b", "c"): 1, ("b", "c", "a"): 1}


def test_sentence_starts() -> None:
    assert named(BOTH, words(BOTH, BOTH.opening, fewest=1)) == {("a",): 2, ("b",): 1, ("c",): 1}


def test_others_do_not_make_a_phrase_frequent() -> None:
    with_others = corpus(["a b"], ["a c"], ["d d d d d"])
    assert named(with_others, words(with_others, fewest=2)) == {("a",): 2}


def test_counts_of_each_side() -> None:
    compared = contrast(BOTH, words(BOTH, fewest=2), BOTH.sizes)
    order = [BOTH.spelling(compared.grams.example(gram), 1)[0] for gram in range(3)]
    counts = dict(zip(order, zip(compared.own, compared.replies, strict=True), strict=True))
    assert counts == {"a": (2, 2), "b": (2, 2), "c": (1, 2)}
    assert np.sign(compared.z[order.index("c")]) == 1  # 1 of 5 against 2 of 6
