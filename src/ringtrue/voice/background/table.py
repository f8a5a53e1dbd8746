"""The numbers of a background, as they lie in its file."""

from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Table:
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


def read_table(path: Path) -> Table:
    """Read a background's file."""
    with np.load(path, allow_pickle=False) as stored:
        return Table(**{field.name: stored[field.name] for field in fields(Table)})


def write_table(table: Table, path: Path) -> None:
    """Write a background's file, compressed."""
    np.savez_compressed(path, **{field.name: getattr(table, field.name) for field in fields(Table)})
