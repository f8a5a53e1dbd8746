"""Background: anonymous writers as numbers, ready for use as references where no other people's texts are given."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ringtrue.stats.arrays import Array
from ringtrue.voice.ngrams import (
    KEPT_WORDS,
    LENGTH,
    Codes,
    LetterRuns,
    Mask,
    Matrix,
    Phrases,
    Spaces,
    TextCounts,
    Vocabulary,
    pair_codes,
)
from ringtrue.voice.texts import Text

# The numbers of a background, as they lie in its file.


Counts = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class BackgroundTable:
    """How often each of many writers uses each frequent gram; no text, no names.

    `language` is that of the habits' word lists, or nothing. `words` (one per line), `pairs` (numbers of two words),
    `letters` and `masked` (runs of five characters, one after the other) say what the columns are. `*_counts` are
    writers x grams, in the order of the grams' codes, out of `tokens` tokens. `*_spread` is the share of passages with
    the gram, in 1/65535. `habit_means` is lengths x writers x habits for passages of `lengths` tokens, `habit_within`
    their covariance within writers at each length.
    """

    language: NDArray[np.uint8]
    words: NDArray[np.uint8]
    pairs: Counts
    letters: NDArray[np.uint8]
    masked: NDArray[np.uint8]
    tokens: NDArray[np.int64]
    phrase_counts: Counts
    letter_counts: Counts
    masked_counts: Counts
    phrase_spread: Counts
    masked_spread: Counts
    lengths: NDArray[np.int64]
    habit_means: NDArray[np.float32]
    habit_within: NDArray[np.float32]


def read_table(path: Path) -> BackgroundTable:
    """Read a background's file."""
    with np.load(path, allow_pickle=False) as stored:
        return BackgroundTable(**{field.name: stored[field.name] for field in fields(BackgroundTable)})


def write_table(table: BackgroundTable, path: Path) -> None:
    """Write a background's file, compressed."""
    np.savez_compressed(path, **{field.name: getattr(table, field.name) for field in fields(BackgroundTable)})


# The columns of a background's numbers, as vocabularies in which other texts can be counted.


def columns(table: BackgroundTable) -> Spaces:
    """The vocabularies, their columns in the order of the counts."""
    words = table.words.tobytes().decode().split("\n")
    phrases = Phrases(words)
    pairs = table.pairs.astype(np.int64)
    of_phrases = np.concatenate([np.arange(len(words), dtype=np.int64), pair_codes(pairs[:, 0], pairs[:, 1])])
    letters, masked = table.letters.tobytes().decode(), table.masked.tobytes().decode()
    plain, hidden = LetterRuns(letters), LetterRuns(masked, Mask(words[:KEPT_WORDS]))
    return Spaces(
        Vocabulary(phrases, of_phrases),
        Vocabulary(plain, _whole_runs(plain, letters)),
        Vocabulary(hidden, _whole_runs(hidden, masked)),
        phrases,
        "en" if table.language.tobytes() == b"en" else "pt" if table.language.tobytes() == b"pt" else None,
    )


def _whole_runs(grams: LetterRuns, line: str) -> Codes:
    """Every fifth run: those that were put side by side."""
    return grams.runs(line)[::LENGTH]


# Passages drawn from writers' rates: counts that come in bursts, and habits with their spread.


_FROM_EVERYBODY = 0.1  # of a writer's rates, so that no gram is impossible
_BURST = 1000.0  # tokens in which a gram, once used, is used once more; measured on debates


def drawn_counts(
    counts: NDArray[np.uint16], tokens: NDArray[np.int64], length: int, each: int, rng: np.random.Generator
) -> Matrix:
    """Grams of `each` passages of every writer, writer by writer.

    Grams are drawn by the writer's rates, and each comes again a Poisson number of times: a word used once is likely
    to be used again, as in real passages.
    """
    rates = counts / tokens[:, None]
    rates = (1 - _FROM_EVERYBODY) * rates + _FROM_EVERYBODY * rates.mean(axis=0)
    again = min(length / _BURST, 1.0)
    rows, columns = [], []
    for number, rate in enumerate(rates):
        size = rng.poisson(rate.sum() * length / (1 + again), each)
        drawn = np.searchsorted(np.cumsum(rate / rate.sum()), rng.random(size.sum()))
        times = 1 + rng.poisson(again, drawn.size)
        rows.append(np.repeat(np.repeat(number * each + np.arange(each), size), times))
        columns.append(np.repeat(np.minimum(drawn, rate.size - 1), times))
    place = (np.concatenate(rows), np.concatenate(columns))
    return Matrix((np.ones(place[0].size), place), shape=(each * len(rates), counts.shape[1]))


def drawn_habits(means: Array, within: Array, each: int, rng: np.random.Generator) -> Array:
    """Habits of `each` passages of every writer: normal about the writer's mean."""
    centres = np.repeat(means, each, axis=0)
    return np.asarray(centres + rng.multivariate_normal(np.zeros(len(within)), within, size=len(centres)))


_SPREAD_OVER = 250  # tokens; habits of references are means over passages of this length
_PASSAGES = 20  # drawn for each writer at one length
_SEED = 20261115
_STEPS = 65535.0
_COMMON = 200  # words by which the language is known


class Background:
    """Writers known by how often they use frequent grams; their passages are drawn, the same ones every time."""

    def __init__(self, table: BackgroundTable) -> None:
        """Set up the columns."""
        self._table = table
        self.spaces = columns(table)
        self.writers = len(table.tokens)
        self.spread_phrases: Array = (1.0 + table.phrase_spread.astype(np.float64)) / (1.0 + _STEPS)
        self.spread_masked: Array = (1.0 + table.masked_spread.astype(np.float64)) / (1.0 + _STEPS)

    @cached_property
    def references(self) -> TextCounts:
        """The writers, as rows."""
        table = self._table
        means, _ = self._habits(_SPREAD_OVER)
        counts = (table.phrase_counts, table.letter_counts, table.masked_counts)
        phrases, letters, masked = (Matrix(part.astype(np.float64)) for part in counts)
        return TextCounts(phrases, letters, masked, means)

    @cached_property
    def within(self) -> Array:
        """Covariance of habits within writers."""
        return self._habits(_SPREAD_OVER)[1]

    def passages(self, length: int) -> tuple[TextCounts, NDArray[np.int64]]:
        """Passages of `length` tokens as counts, and the number of the writer each is drawn from."""
        rng = np.random.default_rng([_SEED, length])
        table = self._table
        counts = (table.phrase_counts, table.letter_counts, table.masked_counts)
        phrases, letters, masked = (drawn_counts(part, table.tokens, length, _PASSAGES, rng) for part in counts)
        habits = drawn_habits(*self._habits(length), _PASSAGES, rng)
        return TextCounts(phrases, letters, masked, habits), np.repeat(np.arange(self.writers), _PASSAGES)

    def knows(self, texts: Sequence[Text]) -> float:
        """The share of the texts' words that are common words of the background's language."""
        common = set(self.spaces.words[:_COMMON])
        words = [token for text in texts for token in text.tokens if token[0].isalpha()]
        return sum(word in common for word in words) / max(len(words), 1)

    def _habits(self, length: int) -> tuple[Array, Array]:
        """Means by writer and covariance within writers, interpolated on the logarithm of the length."""
        table = self._table
        at = np.interp(np.log(length), np.log(table.lengths), np.arange(len(table.lengths)))
        low = min(int(at), len(table.lengths) - 2)
        share = at - low
        means = (1 - share) * table.habit_means[low] + share * table.habit_means[low + 1]
        within = (1 - share) * table.habit_within[low] + share * table.habit_within[low + 1]
        return np.asarray(means, dtype=np.float64), np.asarray(within, dtype=np.float64)


# The background that comes with the package.


@cache
def shipped() -> Background:
    """Speakers of public debates in English; made by tools/background.py."""
    with as_file(files("ringtrue.voice.background") / "writers.npz") as path:
        return Background(read_table(path))


@cache
def common_words() -> frozenset[str]:
    """The words that the writers of the shipped background use often enough to be counted."""
    with as_file(files("ringtrue.voice.background") / "writers.npz") as path:
        return frozenset(read_table(path).words.tobytes().decode().split("\n"))
