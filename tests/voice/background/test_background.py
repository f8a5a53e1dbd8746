"""The background: numbers only, the same every time, and a voice that works with one person and no others."""

from dataclasses import fields, replace
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.background.background import (
    Background,
    BackgroundTable,
    columns,
    drawn_counts,
    drawn_habits,
    read_table,
    shipped,
    write_table,
)
from ringtrue.voice.background.build import table_of
from ringtrue.voice.habits.parsed_text import Language
from ringtrue.voice.habits.profile import NAMES, vector
from ringtrue.voice.texts import Text
from ringtrue.voice.voice import Voice
from speakers import english

_REMEMBERED = (
    "N\u00e3o sei se isso \u00e9 verdade, mas a gente vai ver o que acontece no fim do dia; eu me lembro de uma casa "
    "com as janelas todas abertas, e do barulho que vinha da rua quando voc\u00ea chegava mais cedo."
)
PORTUGUESE = [_REMEMBERED] * 12
CHINESE = ["\u6211\u4e0d\u77e5\u9053\u9019\u662f\u4e0d\u662f\u771f\u7684\uff0c\u4f46\u6703\u770b\u5230\u3002" * 8] * 12
RUSSIAN = ["\u041c\u044b \u0438\u0434\u0435\u043c \u0434\u043e\u043c\u043e\u0439 \u0438 \u0432\u0430\u043c."] * 9


@pytest.fixture(scope="module")
def alone() -> Voice:
    return Voice.fit(english(1).texts(25, words=120))


def test_the_file_is_small_and_holds_numbers_of_common_grams_only() -> None:
    path = files("ringtrue.voice.background") / "writers.npz"
    assert len(path.read_bytes()) <= 400 * 1024
    background = shipped()
    assert background.writers >= 40
    words = set(background.spaces.words)
    assert {"the", "and", ","} <= words
    assert not words & {"biden", "romney", "reagan", "obama", "nova"}


def test_the_file_was_made_with_todays_habits() -> None:
    # tools/background.py must run again when a habit is added, dropped or counted differently
    means = shipped().references.habits
    assert means.shape[1] == len(NAMES)
    assert np.isfinite(means).all()
    everyday = vector("So we went home, and we talked about it. I think it was good. Was it? I know.", "en")
    assert (np.abs(means.mean(axis=0) - everyday) < 8 * np.sqrt(np.diag(shipped().within)) + 1).all()


def test_with_no_others_new_text_of_the_person_lies_above_that_of_strangers(alone: Voice) -> None:
    own = alone.score(english(1, draw=1).texts(10), gate=False)
    foreign = [alone.score(english(200 + i).texts(10), gate=False) for i in range(5)]
    assert own.raw is not None
    assert all(other.raw is not None and other.raw < own.raw - 2 for other in foreign)
    assert own.against == f"{shipped().writers} anonymous background writers"
    assert "no others given" in alone.notes[0]


def test_a_background_of_another_genre_gives_neither_likelihood_nor_auc_but_what_to_do(alone: Voice) -> None:
    # people of invented words are nearer to each other than to any debater
    for gate in (True, False):
        found = alone.score(english(200).texts(10), gate=gate)
        assert (found.value, found.likelihood, found.auc, found.closer_than) == (None, None, None, None)
        assert found.reason is not None
        assert found.reason.startswith("the background is of another genre")
        assert found.reason.endswith("give texts of people who write or speak in the same setting")
        assert found.headline == "inconclusive"
        assert (found.raw is None) == gate


def test_one_other_is_filled_up(alone: Voice) -> None:
    voice = Voice.fit(english(1).texts(25), {"a": english(300).texts(10)})
    found = voice.score(english(1, draw=1).texts(10), gate=False)
    assert found.against.startswith("1 impostor and")


def test_three_others_need_no_background() -> None:
    voice = Voice.fit(english(1).texts(20), {str(i): english(300 + i).texts(8) for i in range(3)})
    assert "background" not in voice.score(english(1, draw=1).texts(9)).method
    assert voice.notes == ()


@pytest.mark.parametrize("texts", [PORTUGUESE, CHINESE])
def test_another_language_is_refused_with_a_reason(texts: list[str]) -> None:
    result = Voice.fit(texts).score(texts)
    assert result.value is None
    assert result.reason is not None
    assert "needs texts of at least 3 others in the person's language; got 0" in result.reason


def test_scripts_without_blanks_or_latin_letters_are_noted() -> None:
    chinese = Voice.fit(CHINESE, {str(i): CHINESE for i in range(3)})
    assert "script without spaces" in chinese.notes[1]
    assert "not in Latin script" in Voice.fit(RUSSIAN, {str(i): RUSSIAN for i in range(3)}).notes[1]
    notes = Voice.fit(PORTUGUESE, {str(i): PORTUGUESE for i in range(3)}).notes
    assert notes == ("left out 11 documents of the person that are the same as another",)


def test_drawn_passages_are_the_same_every_time_and_have_the_length_asked_for() -> None:
    background = shipped()
    (one, writer), (two, _) = background.passages(100), background.passages(100)
    assert (one.phrases != two.phrases).nnz == 0
    assert np.array_equal(one.habits, two.habits)
    assert len(one) == writer.size
    longer, _ = background.passages(200)
    assert longer.letters.sum() == pytest.approx(2 * one.letters.sum(), rel=0.05)


def test_a_background_of_ones_own_survives_its_file(tmp_path: Path) -> None:
    writers = [[Text.read(text) for text in english(500 + i).texts(10)] for i in range(6)]
    table = table_of(writers, "en")
    write_table(table, tmp_path / "own.npz")
    read = read_table(tmp_path / "own.npz")
    assert np.array_equal(read.phrase_counts, table.phrase_counts)
    background = Background(read)
    counted = background.spaces.count(writers[0])
    assert np.array_equal(counted.phrases.sum(axis=0), table.phrase_counts[0])
    assert np.array_equal(counted.letters.sum(axis=0), table.letter_counts[0])
    assert np.array_equal(counted.masked.sum(axis=0), table.masked_counts[0])
    result = Voice.fit(english(1).texts(20), background=background).score(english(1, draw=1).texts(9))
    assert result.raw is not None


# The columns of a background: texts are counted in them as their writers were.


WRITERS = [[Text.read(text) for text in english(800 + seed).texts(4)] for seed in range(4)]


@pytest.fixture(scope="module")
def table() -> BackgroundTable:
    return table_of(WRITERS, "en")


def test_codes_are_in_ascending_order_each_once(table: BackgroundTable) -> None:
    spaces = columns(table)
    for vocabulary in (spaces.phrases, spaces.letters, spaces.masked):
        assert (np.diff(vocabulary.codes) > 0).all()


def test_there_is_a_column_for_every_count(table: BackgroundTable) -> None:
    spaces = columns(table)
    widths = [vocabulary.codes.size for vocabulary in (spaces.phrases, spaces.letters, spaces.masked)]
    assert widths == [part.shape[1] for part in (table.phrase_counts, table.letter_counts, table.masked_counts)]


def test_a_writers_own_texts_give_the_writers_counts_again(table: BackgroundTable) -> None:
    spaces = columns(table)
    stored = (table.phrase_counts, table.letter_counts, table.masked_counts)
    for number, texts in enumerate(WRITERS):
        for counts, known in zip(spaces.counts(texts), stored, strict=True):
            assert np.array_equal(counts.sum(axis=0), known[number])


def test_names_of_columns_are_words_then_pairs(table: BackgroundTable) -> None:
    spaces = columns(table)
    listed = table.words.tobytes().decode().split("\n")
    names = [spaces.names.name(code) for code in spaces.phrases.codes.tolist()]
    assert names == [*listed, *(f"{listed[left]} {listed[right]}" for left, right in table.pairs.tolist())]
    assert spaces.words == listed


@pytest.mark.parametrize("language", ["en", "pt", None])
def test_the_language_comes_back(language: Language | None) -> None:
    assert columns(table_of(WRITERS, language)).language == language


# Drawn passages: as long, as spread and as bursty as the writers' numbers say.


COUNTS = np.array([[600, 300, 100, 0], [100, 100, 300, 500]], dtype=np.uint16)
TOKENS = np.array([2000, 2000], dtype=np.int64)


def drawn(length: int, each: int, seed: int = 1) -> np.ndarray:
    return drawn_counts(COUNTS, TOKENS, length, each, np.random.default_rng(seed)).toarray()


def test_there_are_so_many_rows_of_each_writer_one_writer_after_the_other() -> None:
    found = drawn(100, 7)
    assert found.shape == (14, 4)
    assert found[:7, 0].sum() > found[7:, 0].sum()
    assert found[:7, 3].sum() < found[7:, 3].sum()


@pytest.mark.parametrize("length", [50, 400, 1500])
def test_the_mean_of_each_gram_is_its_rate_times_the_length(length: int) -> None:
    # nine tenths of the writer's own rate, one tenth of both together; 1000 grams in 2000 tokens
    rates = COUNTS / 2000
    expected = length * (0.9 * rates + 0.1 * rates.mean(axis=0))
    found = drawn(length, 800).reshape(2, 800, 4)
    error = found.std(axis=1) / np.sqrt(800)
    assert (np.abs(found.mean(axis=1) - expected) < 5 * error).all()


@pytest.mark.parametrize(("length", "again"), [(100, 0.1), (500, 0.5), (1000, 1.0)])
def test_grams_come_in_bursts_that_grow_with_the_length(length: int, again: float) -> None:
    # a Poisson number of grams, each 1 + Poisson(a) times: variance over mean is ((1 + a)² + a) / (1 + a)
    expected = ((1 + again) ** 2 + again) / (1 + again)
    found = drawn(length, 2000)[:2000]
    assert found.var(axis=0) / found.mean(axis=0) == pytest.approx(np.full(4, expected), rel=0.2)


def test_no_gram_is_impossible_for_a_writer_who_never_used_it() -> None:
    assert drawn(400, 200)[:200, 3].sum() > 0


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 4))
def test_counts_are_whole_and_a_seed_gives_the_same_again(seed: int, length: int, each: int) -> None:
    found = drawn(length, each, seed)
    assert (found >= 0).all()
    assert np.array_equal(found, np.round(found))
    assert np.array_equal(found, drawn(length, each, seed))


def test_habits_lie_about_each_writers_mean_with_the_covariance_within() -> None:
    means, within = np.array([[0.0, 10.0], [5.0, -5.0]]), np.array([[1.0, 0.5], [0.5, 2.0]])
    found = drawn_habits(means, within, 4000, np.random.default_rng(1)).reshape(2, 4000, 2)
    assert found.mean(axis=1) == pytest.approx(means, abs=0.1)
    for writer in found:
        assert np.cov(writer.T) == pytest.approx(within, abs=0.15)


def test_habits_that_never_vary_are_the_means() -> None:
    means = np.array([[1.0, 2.0]])
    assert drawn_habits(means, np.zeros((2, 2)), 3, np.random.default_rng(1)) == pytest.approx(np.repeat(means, 3, 0))


# A background's file: what was written is read, and nothing but numbers is.


@pytest.fixture(scope="module")
def table_table() -> BackgroundTable:
    return table_of([[Text.read(text) for text in english(700 + seed).texts(4)] for seed in range(3)], "en")


def test_what_was_written_is_read(table_table: BackgroundTable, tmp_path: Path) -> None:
    write_table(table_table, tmp_path / "own.npz")
    read = read_table(tmp_path / "own.npz")
    for field in fields(BackgroundTable):
        one, two = getattr(table_table, field.name), getattr(read, field.name)
        assert one.dtype == two.dtype, field.name
        assert np.array_equal(one, two), field.name


def test_a_file_that_lacks_a_part_is_refused_by_its_name(table_table: BackgroundTable, tmp_path: Path) -> None:
    parts = {
        field.name: getattr(table_table, field.name) for field in fields(BackgroundTable) if field.name != "tokens"
    }
    np.savez(tmp_path / "short.npz", **parts)
    with pytest.raises(KeyError, match="tokens"):
        read_table(tmp_path / "short.npz")


def test_objects_in_a_file_are_not_unpacked(table_table: BackgroundTable, tmp_path: Path) -> None:
    write_table(replace(table_table, tokens=np.array([{"not": "a number"}], dtype=object)), tmp_path / "odd.npz")
    with pytest.raises(ValueError, match="allow_pickle"):
        read_table(tmp_path / "odd.npz")


def test_no_file_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_table(tmp_path / "nowhere.npz")


# The background that comes with the package: read once, whole, and of sound numbers.


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
