"""A background made from texts: what many use is kept, what few say is not, and every writer counts the same."""

import numpy as np
import pytest

from ringtrue.voice import habits
from ringtrue.voice.background import Background
from ringtrue.voice.background.making import LENGTHS, PAIRS, WORDS, table_of
from ringtrue.voice.background.table import Table
from ringtrue.voice.texts import Text, joined
from speakers import english


def writers(*texts: str) -> list[list[Text]]:
    return [[Text.read(text)] for text in texts]


def words(table: Table) -> list[str]:
    return table.words.tobytes().decode().split("\n")


def pairs(table: Table) -> set[tuple[str, str]]:
    listed = words(table)
    return {(listed[left], listed[right]) for left, right in table.pairs.tolist()}


# Four writers: every gram needs two, as one would be less than three in ten.
FOUR = writers(
    "so we go home . so we go home .",
    "we go home alone now .",
    "we go nowhere today , they say .",
    "secretly we stay .",
)


def test_only_grams_of_three_in_ten_writers_are_kept() -> None:
    table = table_of(FOUR, "en")
    assert set(words(table)) == {"we", "go", "home", "."}
    assert pairs(table) == {("we", "go"), ("go", "home")}
    assert "secret" not in table.letters.tobytes().decode()


def test_the_most_used_come_first_by_the_mean_of_the_writers_rates() -> None:
    # "a" makes 50 of 51 words of one long writer; "b" is his last word and all that two short ones say
    assert words(table_of(writers("a " * 50 + "b", "b", "b"), None)) == ["b", "a"]


def test_counts_are_those_of_each_writer() -> None:
    table = table_of(FOUR, "en")
    columns = [
        *words(table),
        *(" ".join(pair) for pair in sorted(pairs(table), key=lambda p: words(table).index(p[0]))),
    ]
    first = dict(zip(columns, table.phrase_counts[0].tolist(), strict=True))
    assert {name: first[name] for name in ("we", "go", "home", ".", "we go", "go home")} == dict.fromkeys(first, 2)
    assert table.tokens.tolist() == [10, 6, 8, 4]


def test_names_are_left_out() -> None:
    table = table_of(writers(*["we saw Anna and we saw Bruno"] * 3), "en")
    assert set(words(table)) == {"we", "saw", "and"}


def test_the_number_of_columns_is_bounded() -> None:
    many = " ".join(f"w{number}" for number in range(WORDS + 300))
    table = table_of(writers(many, many), None)
    assert len(words(table)) == WORDS
    assert len(table.pairs) <= PAIRS


def test_habits_are_measured_at_every_length() -> None:
    table = table_of([[Text.read(text) for text in english(seed).texts(6)] for seed in range(3)], "en")
    assert table.lengths.tolist() == list(LENGTHS)
    assert table.habit_means.shape == (len(LENGTHS), 3, len(habits.NAMES))
    assert table.habit_within.shape == (len(LENGTHS), len(habits.NAMES), len(habits.NAMES))


def test_a_writer_of_a_few_words_has_the_habits_of_what_there_is() -> None:
    table = table_of(FOUR, "en")
    assert np.isfinite(table.habit_means).all()
    assert np.isfinite(table.habit_within).all()
    assert table.habit_means[-1, 3] == pytest.approx(habits.vector(joined(FOUR[3]).raw, "en"), rel=1e-5)
    background = Background(table)
    assert np.isfinite(background.references.habits).all()


@pytest.mark.parametrize(("language", "stored"), [("en", b"en"), ("pt", b"pt"), (None, b"")])
def test_the_language_is_stored(language: habits.Language | None, stored: bytes) -> None:
    assert table_of(FOUR, language).language.tobytes() == stored


def test_spread_is_the_share_of_passages_that_hold_a_gram() -> None:
    # two passages of 250 tokens each: "we" in all, "go" in half, one passage with everything added
    table = table_of(writers("we " * 250 + "we go " * 125, "go we " * 125 + "we " * 250), None)
    spread = dict(zip(words(table), table.phrase_spread / 65535, strict=False))
    assert spread == pytest.approx({"we": 1.0, "go": (2 + 1) / (4 + 1)}, abs=1e-4)
