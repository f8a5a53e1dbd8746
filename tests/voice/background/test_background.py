"""The background: numbers only, the same every time, and a voice that works with one person and no others."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from ringtrue.voice import Voice, habits
from ringtrue.voice.background import Background, shipped
from ringtrue.voice.background.making import table_of
from ringtrue.voice.background.table import read_table, write_table
from ringtrue.voice.texts import Text
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
    assert means.shape[1] == len(habits.NAMES)
    assert np.isfinite(means).all()
    everyday = habits.vector("So we went home, and we talked about it. I think it was good. Was it? I know.", "en")
    assert (np.abs(means.mean(axis=0) - everyday) < 8 * np.sqrt(np.diag(shipped().within)) + 1).all()


def test_with_no_others_new_text_of_the_person_lies_above_that_of_strangers(alone: Voice) -> None:
    own = alone.score(english(1, draw=1).texts(10))
    foreign = [alone.score(english(200 + i).texts(10)) for i in range(5)]
    assert own.value == pytest.approx(1.0, abs=0.3)
    assert own.raw is not None
    assert all(other.raw is not None and other.raw < own.raw - 2 for other in foreign)
    assert "anonymous background writers" in own.method
    assert "no others given" in own.notes[0]


def test_one_other_is_filled_up(alone: Voice) -> None:
    result = Voice.fit(english(1).texts(25), {"a": english(300).texts(10)}).score(english(1, draw=1).texts(10))
    assert result.value is not None
    assert "1 impostors and" in result.method or "1 impostor and" in result.method


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
    assert "script without blanks" in chinese.notes[1]
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
