"""Phrases of the person and of the replies set against each other."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Floats, Ints
from ringtrue.voice.explain.grams import Grams
from ringtrue.voice.explain.log_odds import (
    Counts,
    background,
    could_tell,
    evidence,
    inflation,
    log_odds,
    smoothed_ratio,
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """For every phrase of `grams`: its counts on each side, the ratio of its rates, and how sure the difference is.

    `z` is the weighted log-odds ratio over its error, which ranks; `test` is the exact test, which decides. What is
    too rare to show a difference at all has no test and is not `testable`.
    """

    grams: Grams
    own: Floats
    replies: Floats
    others: Floats
    ratio: Floats
    z: Floats
    test: Floats
    testable: NDArray[np.bool_]


def contrast(corpus: Corpus, grams: Grams, base: Ints) -> Contrast:
    """Compare phrases; `base` is how many places for them each passage has (its words, or its sentences)."""
    own, replies, others = (_Side(corpus, grams, base, side) for side in (OWN, REPLIES, OTHERS))
    together = inflation(own.squares + replies.squares, own.count + replies.count, own.clusters + replies.clusters)
    person, clone = own.counts(together), replies.counts(together)
    prior = background(person, clone, others.count, others.total)
    return Contrast(
        grams,
        own.count,
        replies.count,
        others.count,
        smoothed_ratio(person, clone, prior),
        log_odds(person, clone, prior)[1],
        evidence(person, clone),
        could_tell(own.count + replies.count, replies.total / (own.total + replies.total)),
    )


class _Side:
    """One side's counts, and how far they are from an even spread over its documents."""

    def __init__(self, corpus: Corpus, grams: Grams, base: Ints, side: int) -> None:
        here = corpus.side == side
        sizes = np.bincount(corpus.cluster[here], base[here], corpus.clusters).astype(np.float64)
        chosen = here[corpus.passage[grams.at]]
        clusters = corpus.cluster[corpus.passage[grams.at[chosen]]]
        pairs, times = np.unique(grams.which[chosen] * corpus.clusters + clusters, return_counts=True)
        gram, cluster = pairs // corpus.clusters, pairs % corpus.clusters
        self.count: Floats = np.bincount(gram, times, grams.number).astype(np.float64)
        self.total = float(sizes.sum())
        self.clusters = int((sizes > 0).sum())
        rate = self.count / max(self.total, 1.0)
        squared = np.bincount(gram, times.astype(np.float64) ** 2, grams.number)
        crossed = np.bincount(gram, times * sizes[cluster], grams.number)
        self.squares: Floats = np.maximum(squared - 2 * rate * crossed + rate**2 * (sizes**2).sum(), 0.0)

    def counts(self, at_least: Floats) -> Counts:
        """The counts with their inflation, which is at least that of both sides together."""
        return Counts(self.count, self.total, np.maximum(at_least, inflation(self.squares, self.count, self.clusters)))
