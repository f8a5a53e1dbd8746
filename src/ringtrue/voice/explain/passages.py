"""Texts cut into passages of one length at sentence ends, so that long documents and short replies compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.explain.transcripts import spoken
from ringtrue.voice.habits import Language, Reading

SHORTEST, LONGEST = 60, 300  # words in a passage


@dataclass(frozen=True, slots=True)
class Document:
    """One text that holds a word: its number as given, itself and its passages."""

    number: int
    read: Reading
    passages: tuple[Reading, ...]


def typical_length(*sides: Sequence[Reading]) -> int:
    """The length at which both sides are compared: that of the side with the shorter texts."""
    middles = [median(len(read.words) for read in side) for side in sides if side]
    return int(min(max(min(middles, default=LONGEST), SHORTEST), LONGEST))


def readings(texts: Sequence[str]) -> list[tuple[int, Reading]]:
    """The texts that hold a word, with their numbers, in an order that does not depend on the order given."""
    numbered = sorted(enumerate(texts), key=lambda entry: (entry[1], entry[0]))
    read = ((number, Reading(spoken(text))) for number, text in numbered)
    return [(number, reading) for number, reading in read if reading.words]


def cut(number: int, read: Reading, length: int, language: Language | None) -> Document:
    """The text in passages of about `length` words, each of whole sentences, read in the language of the material."""
    read.language = language
    pieces = max(1, round(len(read.words) / length))
    if pieces == 1:
        return Document(number, read, (read,))
    allowed = _cuts(read, length)
    middles = (allowed[:-1] + allowed[1:]) / 2
    of_piece = np.minimum((middles * pieces / len(read.words)).astype(np.int64), pieces - 1)
    begins = [0, *allowed[np.flatnonzero(np.diff(of_piece)) + 1].tolist()]
    starts = [0, *(int(read.starts[first]) for first in begins[1:]), len(read.text)]
    passages = tuple(Reading(read.text[start:end]) for start, end in pairwise(starts))
    for passage in passages:
        passage.language = language
    return Document(number, read, passages)


def _cuts(read: Reading, length: int) -> NDArray[np.int64]:
    """The words before which a cut may fall, and the end: sentence starts, and within very long sentences any word."""
    long_ones = np.flatnonzero(read.lengths > 2 * length)
    within = (np.arange(read.firsts[number], read.firsts[number + 1], length) for number in long_ones)
    return np.unique(np.concatenate([read.firsts, *within]))


def without_copies(side: list[tuple[int, Reading]]) -> list[tuple[int, Reading]]:
    """Each long text once: a second copy of a document is no further evidence. Short texts may well repeat."""
    seen: set[str] = set()
    kept = []
    for number, read in side:
        if len(read.words) < SHORTEST or read.text not in seen:
            kept.append((number, read))
        seen.add(read.text)
    return kept
