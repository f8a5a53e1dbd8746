"""Person, replies and others as one row of numbered words, so that wording can be counted in whole arrays."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.explain.passages import Document
from ringtrue.voice.explain.transcripts import without_apostrophes
from ringtrue.voice.habits import Reading

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

OWN, REPLIES, OTHERS = 0, 1, 2
_BREAK = re.compile(r"[^\w\s'’-]|\n\s*?\n")
_MOSTLY = 0.75
_FEWEST_DOCUMENTS = 5  # below, passages stand in for documents where the spread between texts is measured


class Corpus:
    """Every word with its number in the vocabulary, its passage and its clause.

    A clause is a run of words without a mark between them: phrases do not reach over marks. `cluster` groups
    passages by document, because passages of one document are alike; with few documents each passage is its own.
    `bare` says that one side leaves apostrophes out, and that they are therefore left out everywhere.
    """

    def __init__(self, sides: Sequence[Sequence[Document]]) -> None:
        """`sides` are the person's documents, the replies, and where given the others'."""
        compared = ([document.read for document in side] for side in sides[:OTHERS])
        self.bare = any(without_apostrophes(side) for side in compared)
        self.documents = list(chain(*sides))
        self.passages: list[Reading] = [piece for document in self.documents for piece in document.passages]
        pieces = [len(document.passages) for document in self.documents]
        self.document: Ints = np.repeat(np.arange(len(self.documents)), pieces)
        self.side: Ints = np.repeat(np.repeat(np.arange(len(sides)), [len(side) for side in sides]), pieces)
        enough = np.array([len(side) >= _FEWEST_DOCUMENTS for side in sides])[self.side]
        self.cluster: Ints = np.where(enough, self.document, len(self.documents) + np.arange(len(self.passages)))
        self.clusters = len(self.documents) + len(self.passages)
        self._number()
        self._mark_clauses()

    def _number(self) -> None:
        numbers: dict[str, int] = {}
        spelled = (word for piece in self.passages for word in piece.words)
        if self.bare:
            spelled = (word.replace("'", "") for word in spelled)
        listed = [numbers.setdefault(word, len(numbers)) for word in spelled]
        self.word: Ints = np.array(listed, dtype=np.int64)
        self.vocabulary = list(numbers)
        self.sizes: Ints = np.array([len(piece.words) for piece in self.passages], dtype=np.int64)
        self.begins: Ints = np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64)
        self.passage: Ints = np.repeat(np.arange(len(self.passages)), self.sizes)
        self.opening: Ints = np.concatenate(
            [np.zeros(0, dtype=np.int64), *(first + piece.firsts[:-1] for first, piece in self._placed())]
        )

    def _mark_clauses(self) -> None:
        breaks = np.zeros(self.word.size + 1, dtype=np.int64)
        for first, piece in self._placed():
            marks = [match.start() for match in _BREAK.finditer(piece.text)]
            breaks[first + np.searchsorted(piece.starts, marks)] = 1
            breaks[first] = 1
        self.clause: Ints = np.cumsum(breaks[:-1])

    def _placed(self) -> Iterator[tuple[int, Reading]]:
        """Each passage with the place of its first word."""
        return zip(self.begins.tolist(), self.passages, strict=False)

    @cached_property
    def names(self) -> NDArray[np.bool_]:
        """Which words are names: within sentences they mostly have a capital and then small letters."""
        seen = [piece.text[start : start + 2] for piece in self.passages for start in piece.starts.tolist()]
        capital = np.array([two[0].isupper() and two[1:].islower() for two in seen], dtype=np.float64)
        within = np.ones(self.word.size)
        within[self.opening] = 0
        times = np.bincount(self.word, within, len(self.vocabulary))
        return np.asarray(np.bincount(self.word, within * capital, len(self.vocabulary)) > _MOSTLY * times)

    def spelling(self, at: int, size: int) -> tuple[str, ...]:
        """The words of the phrase of `size` words at this place."""
        return tuple(self.vocabulary[number] for number in self.word[at : at + size].tolist())

    def total(self, per_passage: Ints | Floats, side: int) -> float:
        """A sum over the passages of one side."""
        return float(per_passage[self.side == side].sum())
