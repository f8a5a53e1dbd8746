"""Sentence rhythm: how long sentences are, how much that varies, and how many ask."""

from functools import partial

import numpy as np

from ringtrue.voice.habits.habit import Habit, Tally
from ringtrue.voice.habits.reading import Reading
from ringtrue.voice.habits.sentences import Span

SHORT, LONG = 6, 30  # under so many words; over so many words
_ASKING = frozenset("?？؟")


def _words(read: Reading) -> Tally:
    return float(len(read.words)), float(len(read.sentences))


def _spread(read: Reading) -> Tally:
    """Distances of the sentences' lengths from their mean, as shares of it."""
    if not read.sentences:
        return 0.0, 0.0
    return float(np.abs(read.lengths / read.lengths.mean() - 1).sum()), float(len(read.sentences))


def _short(read: Reading) -> Tally:
    return float((read.lengths < SHORT).sum()), float(len(read.sentences))


def _long(read: Reading) -> Tally:
    return float((read.lengths > LONG).sum()), float(len(read.sentences))


def _questions(read: Reading) -> Tally:
    return float(len(_asking(read))), float(len(read.sentences))


def _asking(read: Reading) -> list[Span]:
    return [
        (start, end) for start, end in read.sentences if not _ASKING.isdisjoint(read.text[max(start, end - 4) : end])
    ]


def _typical(read: Reading) -> list[Span]:
    """The sentences, those of middling length first."""
    apart = np.abs(read.lengths - np.median(read.lengths)) if read.sentences else read.lengths
    return [read.sentences[place] for place in np.argsort(apart, kind="stable")]


def _of_length(fewest: int, most: int, read: Reading) -> list[Span]:
    return [span for span, size in zip(read.sentences, read.lengths, strict=True) if fewest <= size <= most]


HABITS = (
    Habit("words_per_sentence", "words per sentence", "words", "rhythm", 1, 16, 2, _words, _typical, "length"),
    Habit(
        "sentence_spread",
        "spread of sentence length",
        "% of the average",
        "rhythm",
        100,
        50,
        3,
        _spread,
        scale="length",
    ),
    Habit(
        "short_sentences",
        f"short sentences (under {SHORT} words)",
        "of 100 sentences",
        "rhythm",
        100,
        12,
        3,
        _short,
        partial(_of_length, 1, SHORT - 1),
    ),
    Habit(
        "long_sentences",
        f"long sentences (over {LONG} words)",
        "of 100 sentences",
        "rhythm",
        100,
        10,
        3,
        _long,
        partial(_of_length, LONG + 1, 10**9),
    ),
    Habit("questions", "questions", "of 100 sentences", "rhythm", 100, 6, 3, _questions, _asking),
)
