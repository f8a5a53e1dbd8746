"""Keyness of words: log-odds with a prior, false discovery rate, and whether a word is bound to one topic."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ndtr, ndtri

from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Floats, Grams, Ints

# Two rates set against each other: log-odds with an informative prior, and how sure the difference is.


_SMALLEST = 1e-300  # probabilities below this are treated as equal
_NONE = 1e-9  # stands for a count of none, where a Beta function needs more than none


@dataclass(frozen=True, slots=True)
class Counts:
    """Occurrences on one side: `count` of each kind out of `total`, and how much more they vary than by chance."""

    count: Floats
    total: float
    inflation: Floats


def background(own: Counts, replies: Counts, elsewhere: float | Floats = 0.0, total: float = 0.0) -> Floats:
    """Each kind's share everywhere, times half the size of the smaller side: the prior counts of `log_odds`."""
    share = (own.count + replies.count + elsewhere) / max(own.total + replies.total + total, 1.0)
    return np.asarray(min(own.total, replies.total) / 2 * np.minimum(share, 0.99))


def log_odds(own: Counts, replies: Counts, prior: Floats) -> tuple[Floats, Floats]:
    """Weighted log-odds ratio of replies to own, and its z-score.

    The prior counts are added to both sides (an informative Dirichlet prior), so that what is rare must differ by
    much. With y' = y + prior and n' = n + half the smaller n: delta = log(y'_r / (n'_r - y'_r)) - the same of own;
    each side adds inflation * (1/y' + 1/(n' - y')) to the variance. Monroe, Colaresi & Quinn 2008, Political
    Analysis 16, 372-403, eq. 16-22; the inflation, for words that come in bursts, is ours.
    """
    strength = min(own.total, replies.total) / 2
    sides = []
    for side in (own, replies):
        hits = side.count + prior
        misses = side.total + strength - hits
        sides.append((np.log(hits / misses), side.inflation * (1 / hits + 1 / misses)))
    delta = sides[1][0] - sides[0][0]
    return delta, delta / np.sqrt(sides[0][1] + sides[1][1])


def smoothed_ratio(own: Counts, replies: Counts, prior: Floats) -> Floats:
    """Rate of the replies over the rate of the person, both with the prior mixed in; always finite."""
    strength = min(own.total, replies.total) / 2
    rates = [(side.count + prior) / (side.total + strength) for side in (own, replies)]
    return np.asarray(rates[1] / rates[0])


def inflation(squares: Floats, count: Floats, clusters: int) -> Floats:
    """How many times more a count varies between texts than independent occurrences would, at least 1.

    `squares` are the sums of (count - expected)² over texts. A few occurrences' worth of 'no more than chance' is
    mixed in, because a small sum says little.
    """
    if clusters < 2:
        return np.ones_like(count)
    worth = 4.0
    return np.asarray(np.maximum(1.0, (squares * clusters / (clusters - 1) + worth) / (count + worth)))


def evidence(own: Counts, replies: Counts) -> Floats:
    """How surely the rates differ, as a z-score, above 0 where the replies have more.

    Given the sum of both counts, the replies' part is binomial; the two-sided mid-p of that is turned into z. It
    holds for counts of none, where the z of log-odds says too little. Counts are first divided by their inflation.
    Where most places have the feature, the places without it are counted, which are rarer and say more.
    """
    inflated = np.maximum(own.inflation, replies.inflation)
    mostly = own.count + replies.count > (own.total + replies.total) / 2
    few_own = np.where(mostly, own.total - own.count, own.count) / inflated
    few = np.where(mostly, replies.total - replies.count, replies.count) / inflated
    share = replies.total / (own.total + replies.total)
    more, less = _mid_p(few, few_own, share), _mid_p(few_own, few, 1 - share)
    z = -ndtri(np.clip(np.minimum(more, less), _SMALLEST, 0.5))
    return np.asarray(np.where((more < less) != mostly, z, -z))


def _mid_p(part: Floats, rest: Floats, share: float) -> Floats:
    """The probability of more than `part` out of both, and half of exactly so many; counts need not be whole."""
    at_least = betainc(np.maximum(part, _NONE), rest + 1, share)
    above = betainc(part + 1, np.maximum(rest, _NONE), share)
    return np.asarray((at_least + above) / 2)


def could_tell(count: Floats, share: float) -> np.typing.NDArray[np.bool_]:
    """Whether so many occurrences could show a difference at all, were they all on one side (Tarone's filter)."""
    return np.asarray(np.minimum(share, 1 - share) ** count <= 0.005)


# Phrases of the person and of the replies set against each other.


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


# Which of many comparisons to believe: Benjamini and Hochberg's control of false discoveries.


FALSE_DISCOVERIES = 0.10


def false_discovery(z: Floats) -> Floats:
    """For each z-score the smallest share of false discoveries at which it would be believed, two-sided.

    The k-th smallest of m p-values gives p m / k, made monotone from the largest down. Benjamini & Hochberg 1995,
    Journal of the Royal Statistical Society B 57, 289-300.
    """
    if not z.size:
        return np.zeros(0)
    p = 2 * ndtr(-np.abs(z))
    order = np.argsort(p, kind="stable")
    scaled = p[order] * p.size / np.arange(1, p.size + 1)
    believed = np.empty_like(p)
    believed[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return believed


# Whether a wording is spread over a side's texts, as habits are, or bound to few of them, as topics are.


_EVEN = 0.6  # of the passages an even spread would reach
_ONE_TEXT = 0.5  # of all occurrences in a single document
_FEWEST = 3  # documents, where there are that many


def topic_bound(corpus: Corpus, at: Ints, size: int, side: int) -> bool:
    """Whether the phrase of `size` words at these places belongs to a subject: a name, or from few texts of the side.

    Spread evenly at rate r, it would be in a share 1 - exp(-r n) of passages of n words. Bound is what reaches
    less than six tenths of that, has half of its occurrences in one document, or is in fewer than three.
    """
    if corpus.names[corpus.word[at[0] : at[0] + size]].any():
        return True
    passages = corpus.passage[at]
    passages = passages[corpus.side[passages] == side]
    sizes = corpus.sizes[corpus.side == side]
    even = (1 - np.exp(-passages.size / max(sizes.sum(), 1) * sizes)).sum()
    if np.unique(passages).size < _EVEN * even:
        return True
    documents = np.unique(corpus.document[corpus.side == side]).size
    if documents < _FEWEST:
        return False
    in_each = np.unique(corpus.document[passages], return_counts=True)[1]
    return bool(in_each.size < _FEWEST or in_each.max() > _ONE_TEXT * passages.size)
