"""Phrases of one length and where they stand, counted on numbered words."""

from dataclasses import dataclass

import numpy as np

from ringtrue.voice.explain.corpus import OTHERS, Corpus, Ints

FEWEST = 4  # occurrences on both sides together, for a phrase to be compared at all


@dataclass(frozen=True, slots=True)
class Grams:
    """Occurrences of phrases of `size` words: phrase number `which` stands at word `at`."""

    size: int
    which: Ints
    at: Ints
    number: int

    def example(self, gram: int) -> int:
        """The place of one occurrence."""
        return int(self.at[np.argmax(self.which == gram)])


def words(corpus: Corpus, at: Ints | None = None, fewest: int = FEWEST) -> Grams:
    """Single words, everywhere or only at the given places."""
    places = np.arange(corpus.word.size) if at is None else at
    return _frequent(corpus, 1, corpus.word[places], places, fewest)


def longer(corpus: Corpus, shorter: Grams, fewest: int = FEWEST) -> Grams:
    """The phrases one word longer: only what is frequent can begin a longer frequent phrase."""
    last = shorter.at + shorter.size
    inside = last < corpus.word.size
    inside[inside] = corpus.clause[last[inside]] == corpus.clause[shorter.at[inside]]
    codes = shorter.which[inside] * len(corpus.vocabulary) + corpus.word[last[inside]]
    return _frequent(corpus, shorter.size + 1, codes, shorter.at[inside], fewest)


def longer_before(corpus: Corpus, shorter: Grams, fewest: int = FEWEST) -> Grams:
    """The phrases one word longer at the front, for what texts end with."""
    inside = shorter.at > 0
    inside[inside] = corpus.clause[shorter.at[inside] - 1] == corpus.clause[shorter.at[inside]]
    at = shorter.at[inside] - 1
    codes = shorter.which[inside] * len(corpus.vocabulary) + corpus.word[at]
    return _frequent(corpus, shorter.size + 1, codes, at, fewest)


def _frequent(corpus: Corpus, size: int, codes: Ints, at: Ints, fewest: int) -> Grams:
    """Keep what the person and the replies use at least so often, numbered anew."""
    compared = corpus.side[corpus.passage[at]] != OTHERS
    _, which = np.unique(codes, return_inverse=True)
    counts = np.bincount(which[compared], minlength=int(which.max(initial=-1)) + 1)
    kept = counts >= fewest
    renumbered = np.cumsum(kept) - 1
    chosen = kept[which]
    return Grams(size, renumbered[which[chosen]].astype(np.int64), at[chosen], int(kept.sum()))
