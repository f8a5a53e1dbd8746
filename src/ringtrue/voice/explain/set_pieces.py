"""The same words in many texts: at the start of texts, at their end, or anywhere."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ringtrue.voice.explain.contrast import Contrast, contrast
from ringtrue.voice.explain.corpus import OTHERS, OWN, REPLIES, Corpus, Ints
from ringtrue.voice.explain.grams import Grams, longer, longer_before, words
from ringtrue.voice.explain.usage import Place

FEWEST_TEXTS = 8  # below, every sentence of a side stands in for its texts' first and last ones
_FEWEST = 3  # texts with a piece, on both sides together, for it to be compared
_SHORTEST, _LONGEST = 3, 9  # words of a set piece that may stand anywhere
_EDGE = 6  # words looked at, at the start and the end of a text


@dataclass(frozen=True, slots=True)
class SetPieces:
    """Pieces of one size at one place: in how many units of each side they stand, out of how many."""

    place: Place
    compared: Contrast
    units: tuple[float, float]


def set_pieces(corpus: Corpus) -> Iterator[SetPieces]:
    """Every piece frequent enough to be compared, whichever side has it: what is shown is decided afterwards."""
    yield from _at_edge(corpus, "text start")
    yield from _at_edge(corpus, "text end")
    yield from _anywhere(corpus)


def _pieces(corpus: Corpus, place: Place, grams: Grams, base: Ints) -> SetPieces:
    units = (corpus.total(base, OWN), corpus.total(base, REPLIES))
    return SetPieces(place, contrast(corpus, grams, base), units)


def _at_edge(corpus: Corpus, place: Place) -> Iterator[SetPieces]:
    sentences = _sentences(corpus, place)
    base = np.bincount(corpus.passage[corpus.opening[sentences]], minlength=len(corpus.passages))
    ends = np.append(corpus.opening[1:], corpus.word.size)
    start = place == "text start"
    grams = words(corpus, corpus.opening[sentences] if start else ends[sentences] - 1, _FEWEST)
    while grams.number and grams.size <= _EDGE:
        if start or grams.size > 1:  # a last word alone is chance
            yield _pieces(corpus, place, grams, base)
        grams = longer(corpus, grams, _FEWEST) if start else longer_before(corpus, grams, _FEWEST)


def _sentences(corpus: Corpus, place: Place) -> Ints:
    """The opening or closing sentences of texts, or every sentence of a side that has few texts."""
    passage = corpus.passage[corpus.opening]
    document, side = corpus.document[passage], corpus.side[passage]
    change = np.diff(document, prepend=-1) if place == "text start" else np.diff(document, append=-1)
    few = [np.unique(document[side == one]).size < FEWEST_TEXTS for one in (OWN, REPLIES, OTHERS)]
    return np.flatnonzero((change != 0) | np.array(few)[side])


def _anywhere(corpus: Corpus) -> Iterator[SetPieces]:
    base = np.ones(len(corpus.passages), dtype=np.int64)
    grams = words(corpus, fewest=_FEWEST)
    while grams.number and grams.size <= _LONGEST:
        if grams.size >= _SHORTEST:
            yield _pieces(corpus, "anywhere", _once_each(corpus, grams), base)
        grams = longer(corpus, grams, _FEWEST)


def _once_each(corpus: Corpus, grams: Grams) -> Grams:
    """Each phrase at most once in a passage."""
    keys = grams.which * len(corpus.passages) + corpus.passage[grams.at]
    first = np.sort(np.unique(keys, return_index=True)[1])
    return Grams(grams.size, grams.which[first], grams.at[first], grams.number)
