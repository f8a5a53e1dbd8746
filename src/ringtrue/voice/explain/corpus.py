"""The corpus: person, replies and others as one array of numbered words, so that wording can be counted fast."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from ringtrue.voice.habits.parsed_text import Language, ParsedText
from ringtrue.voice.habits.parsed_text import words as words_transcripts

# What transcripts do to a person's words: stage directions put in, apostrophes left out.


_STAGE = re.compile(
    r"[\[(][^\])\[(\n]{0,25}\b(?:applause|laughter|laughs|cheering|cheers|booing|crosstalk|inaudible|unintelligible|"
    r"music|aplausos|risos|inaudível)\b[^\])\[(\n]{0,25}[\])]",
    re.IGNORECASE,
)
_BARE = words_transcripts(
    "dont doesnt didnt cant wont isnt arent wasnt werent havent hasnt hadnt couldnt shouldnt wouldnt im ive youre "
    "youve theyre theyve weve thats whats theres hes shes"
)
_SHARE = 0.2  # of contractions without an apostrophe, from which on a side's apostrophes mean nothing


def spoken(text: str) -> str:
    """The text without [applause] and the like, which the room did and not the person."""
    return _STAGE.sub(" ", text)


def without_apostrophes(side: Iterable[ParsedText]) -> bool:
    """Whether a side often writes dont and thats: its words then compare only if all apostrophes are left out."""
    bare = written = 0
    for read in side:
        bare += sum(count for word, count in read.counts.items() if word in _BARE)
        written += sum(count for word, count in read.counts.items() if "'" in word)
    return bare > _SHARE * (bare + written)


# Texts cut into passages of one length at sentence ends, so that long documents and short replies compare.


SHORTEST, LONGEST = 60, 300  # words in a passage


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """One text that holds a word: its number as given, itself and its passages."""

    number: int
    read: ParsedText
    passages: tuple[ParsedText, ...]


def typical_length(*sides: Sequence[ParsedText]) -> int:
    """The length at which both sides are compared: that of the side with the shorter texts."""
    middles = [median(len(read.words) for read in side) for side in sides if side]
    return int(min(max(min(middles, default=LONGEST), SHORTEST), LONGEST))


def readings(texts: Sequence[str]) -> list[tuple[int, ParsedText]]:
    """The texts that hold a word, with their numbers, in an order that does not depend on the order given."""
    numbered = sorted(enumerate(texts), key=lambda entry: (entry[1], entry[0]))
    read = ((number, ParsedText(spoken(text))) for number, text in numbered)
    return [(number, reading) for number, reading in read if reading.words]


def cut(number: int, read: ParsedText, length: int, language: Language | None) -> CorpusDocument:
    """The text in passages of about `length` words, each of whole sentences, read in the language of the material."""
    read.language = language
    pieces = max(1, round(len(read.words) / length))
    if pieces == 1:
        return CorpusDocument(number, read, (read,))
    allowed = _cuts(read, length)
    middles = (allowed[:-1] + allowed[1:]) / 2
    of_piece = np.minimum((middles * pieces / len(read.words)).astype(np.int64), pieces - 1)
    begins = [0, *allowed[np.flatnonzero(np.diff(of_piece)) + 1].tolist()]
    starts = [0, *(int(read.starts[first]) for first in begins[1:]), len(read.text)]
    passages = tuple(ParsedText(read.text[start:end]) for start, end in pairwise(starts))
    for passage in passages:
        passage.language = language
    return CorpusDocument(number, read, passages)


def _cuts(read: ParsedText, length: int) -> NDArray[np.int64]:
    """The words before which a cut may fall, and the end: sentence starts, and within very long sentences any word."""
    long_ones = np.flatnonzero(read.lengths > 2 * length)
    within = (np.arange(read.firsts[number], read.firsts[number + 1], length) for number in long_ones)
    return np.unique(np.concatenate([read.firsts, *within]))


def without_copies(side: list[tuple[int, ParsedText]]) -> list[tuple[int, ParsedText]]:
    """Each long text once: a second copy of a document is no further evidence. Short texts may well repeat."""
    seen: set[str] = set()
    kept = []
    for number, read in side:
        if len(read.words) < SHORTEST or read.text not in seen:
            kept.append((number, read))
        seen.add(read.text)
    return kept


Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

OWN, REPLIES, OTHERS = 0, 1, 2
_BREAK = re.compile(r"[^\w\s'’-]|\n\s*?\n")
_MOSTLY = 0.75
_FEWEST_DOCUMENTS = 5  # below, passages replace documents where the spread between texts is measured


class Corpus:
    """Every word with its number in the vocabulary, its passage and its clause.

    A clause is a run of words without a mark between them: phrases do not reach over marks. `cluster` groups
    passages by document, because passages of one document are alike; with few documents each passage is its own.
    `bare` says that one side leaves apostrophes out, and that they are therefore left out everywhere.
    """

    def __init__(self, sides: Sequence[Sequence[CorpusDocument]]) -> None:
        """`sides` are the person's documents, the replies, and where given the others'."""
        compared = ([document.read for document in side] for side in sides[:OTHERS])
        self.bare = any(without_apostrophes(side) for side in compared)
        self.documents = list(chain(*sides))
        self.passages: list[ParsedText] = [piece for document in self.documents for piece in document.passages]
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

    def _placed(self) -> Iterator[tuple[int, ParsedText]]:
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


# Phrases of one length and where they stand, counted on numbered words.


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
    """Keep what the person and the replies use at least this often, renumbered."""
    compared = corpus.side[corpus.passage[at]] != OTHERS
    _, which = np.unique(codes, return_inverse=True)
    counts = np.bincount(which[compared], minlength=int(which.max(initial=-1)) + 1)
    kept = counts >= fewest
    renumbered = np.cumsum(kept) - 1
    chosen = kept[which]
    return Grams(size, renumbered[which[chosen]].astype(np.int64), at[chosen], int(kept.sum()))
