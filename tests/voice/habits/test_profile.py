"""All habits of a text at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS, NAMES, tallies, unknown, vector

FRENCH = "Je crois que les gens de la ville ne sont pas aussi mauvais que vous le dites, n'est-ce pas ?"


def at(name: str) -> int:
    return NAMES.index(name)


def test_names_are_those_of_passages() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert "text_length" not in NAMES
    assert set(NAMES) < {habit.name for habit in HABITS}


def test_a_value_by_hand() -> None:
    # Two sentences with four words: (4 + 2 * 16) / (2 + 2) = 9, on a log scale.
    assert vector("I came. I saw.")[at("words_per_sentence")] == pytest.approx(np.log(9))
    # One comma in 4 words with the weight of 50 words at 55 per 1,000: (1000 + 50 * 55) / 54, on a root scale.
    assert vector("I came, I saw")[at("commas")] == pytest.approx(np.sqrt((1000 + 50 * 55) / 54))


def test_an_empty_text_stands_at_everyday_prose() -> None:
    usual = [habit.even(habit.usual) for habit in HABITS if habit.name in NAMES]
    assert vector("") == pytest.approx(usual)


def test_what_is_unknown_stands_at_everyday_prose_and_is_named() -> None:
    missing = unknown(None)
    assert {"hedges", "contractions", "second_person", "joining_openers"} <= set(missing)
    assert unknown("en") == unknown("pt") == ()
    usual = vector("")
    assert all(vector(FRENCH)[at(name)] == usual[at(name)] for name in missing)
    assert vector(FRENCH)[at("questions")] > usual[at("questions")]
    assert not set(missing) & set(tallies(ParsedText(FRENCH)))


@given(st.text(max_size=200))
def test_every_text_has_finite_values(text: str) -> None:
    values = vector(text)
    assert values.shape == (len(NAMES),)
    assert values.dtype == np.float64
    assert np.isfinite(values).all()


@given(st.integers(1, 20))
def test_more_of_the_same_moves_towards_what_is_counted(times: int) -> None:
    text = "Is it true; or not? "
    semicolons = [vector(text * n)[at("semicolons")] for n in (times, times + 1)]
    assert semicolons[0] < semicolons[1]


def test_every_habit_reads_well() -> None:
    for habit in HABITS:
        assert habit.title
        assert habit.unit
        assert habit.usual > 0
        assert habit.prior > 0


def test_a_hundred_words_give_no_extremes() -> None:
    calm = "The boat went out at dawn and came back with the tide that day. " * 8
    loud = "No! Never! Why? Stop! " * 25
    spread = np.abs(vector(loud, "en") - vector(calm, "en"))
    assert (spread < 25).all()
