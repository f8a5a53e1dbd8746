"""Whether a wording is spread over a side's texts, as habits are, or bound to few of them, as topics are."""

import numpy as np

from ringtrue.voice.explain.corpus import Corpus, Ints

_EVEN = 0.6  # of the passages an even spread would reach
_ONE_TEXT = 0.5  # of all occurrences in a single document
_FEWEST = 3  # documents, where there are that many


def topic_bound(corpus: Corpus, at: Ints, size: int, side: int) -> bool:
    """Whether the phrase of `size` words at these places belongs to a subject: a name, or from few texts of the side.

    Spread evenly at rate r, it would stand in a share 1 - exp(-r n) of passages of n words. Bound is what reaches
    less than six tenths of that, has half of its occurrences in one document, or stands in fewer than three.
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
