"""The background that comes with the package: read once, whole, and of sound numbers."""

from importlib.resources import as_file, files

import numpy as np

from ringtrue.voice.background import shipped
from ringtrue.voice.background.table import read_table
from ringtrue.voice.habits import NAMES


def test_it_is_read_once() -> None:
    assert shipped() is shipped()


def test_its_parts_fit_each_other() -> None:
    with as_file(files("ringtrue.voice.background") / "writers.npz") as path:
        table = read_table(path)
    writers, lengths = len(table.tokens), len(table.lengths)
    words = table.words.tobytes().decode().split("\n")
    assert table.phrase_counts.shape == (writers, len(words) + len(table.pairs))
    assert table.letter_counts.shape == (writers, len(table.letters.tobytes().decode()) // 5)
    assert table.masked_counts.shape == (writers, len(table.masked.tobytes().decode()) // 5)
    assert table.phrase_spread.shape == (len(words) + len(table.pairs),)
    assert table.masked_spread.shape == (table.masked_counts.shape[1],)
    assert table.habit_means.shape == (lengths, writers, len(NAMES))
    assert table.habit_within.shape == (lengths, len(NAMES), len(NAMES))
    assert len(set(words)) == len(words)
    assert table.pairs.max() < len(words)
    assert (np.diff(table.lengths) > 0).all()


def test_its_covariances_are_symmetric_and_not_below_nothing() -> None:
    with as_file(files("ringtrue.voice.background") / "writers.npz") as path:
        within = read_table(path).habit_within.astype(np.float64)
    assert np.allclose(within, within.transpose(0, 2, 1), atol=1e-5)
    assert all(np.linalg.eigvalsh(one).min() > -1e-4 for one in within)


def test_shares_of_passages_are_shares() -> None:
    for spread in (shipped().spread_phrases, shipped().spread_masked):
        assert ((spread > 0) & (spread <= 1)).all()


def test_its_language_is_english() -> None:
    assert shipped().spaces.language == "en"
