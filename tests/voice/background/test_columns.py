"""The columns of a background: texts are counted in them as their writers were."""

import numpy as np
import pytest

from ringtrue.voice.background.columns import columns
from ringtrue.voice.background.making import table_of
from ringtrue.voice.background.table import Table
from ringtrue.voice.habits import Language
from ringtrue.voice.texts import Text
from speakers import english

WRITERS = [[Text.read(text) for text in english(800 + seed).texts(4)] for seed in range(4)]


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of(WRITERS, "en")


def test_codes_are_in_ascending_order_each_once(table: Table) -> None:
    spaces = columns(table)
    for vocabulary in (spaces.phrases, spaces.letters, spaces.masked):
        assert (np.diff(vocabulary.codes) > 0).all()


def test_there_is_a_column_for_every_count(table: Table) -> None:
    spaces = columns(table)
    widths = [vocabulary.codes.size for vocabulary in (spaces.phrases, spaces.letters, spaces.masked)]
    assert widths == [part.shape[1] for part in (table.phrase_counts, table.letter_counts, table.masked_counts)]


def test_a_writers_own_texts_give_the_writers_counts_again(table: Table) -> None:
    spaces = columns(table)
    stored = (table.phrase_counts, table.letter_counts, table.masked_counts)
    for number, texts in enumerate(WRITERS):
        for counts, known in zip(spaces.counts(texts), stored, strict=True):
            assert np.array_equal(counts.sum(axis=0), known[number])


def test_names_of_columns_are_words_then_pairs(table: Table) -> None:
    spaces = columns(table)
    listed = table.words.tobytes().decode().split("\n")
    names = [spaces.names.name(code) for code in spaces.phrases.codes.tolist()]
    assert names == [*listed, *(f"{listed[left]} {listed[right]}" for left, right in table.pairs.tolist())]
    assert spaces.words == listed


@pytest.mark.parametrize("language", ["en", "pt", None])
def test_the_language_comes_back(language: Language | None) -> None:
    assert columns(table_of(WRITERS, language)).language == language
