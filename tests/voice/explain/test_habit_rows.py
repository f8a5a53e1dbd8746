"""Habits compared on both sides, by hand."""

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import OWN, REPLIES
from ringtrue.voice.explain.tallied import Tallied, compared
from ringtrue.voice.habits import HABITS, Reading


def tallied(name: str, own: list[str], replies: list[str]) -> Tallied:
    habit = next(habit for habit in HABITS if habit.name == name)
    pieces = [Reading(text, "en") for text in (*own, *replies)]
    side = np.repeat([OWN, REPLIES], [len(own), len(replies)])
    return Tallied(habit, pieces, side, np.arange(len(pieces)))


def test_lengths_by_hand() -> None:
    # Own: 3 words in one sentence and 5 in one, mean 4; replies: 8 in one and 8 in one.
    # ratio 2; own residuals -1 and 1: squares 2, times 2/1, over 8² = 1/16; replies none.
    one = tallied("words_per_sentence", ["a b c.", "a b c d e."], ["a b c d e f g h."] * 2)
    ratio, z = compared(one)
    assert ratio == pytest.approx(2)
    assert z == pytest.approx(np.log(2) / np.sqrt(1 / 16 + 1e-6))


def test_the_same_on_both_sides_is_no_difference() -> None:
    for name in ("words_per_sentence", "commas", "questions", "contractions"):
        texts = ["I don't know, do I? It is so."] * 4
        ratio, z = compared(tallied(name, texts, texts))
        assert ratio == pytest.approx(1)
        assert z == pytest.approx(0, abs=1e-9)


def test_more_marks_than_words_stay_finite() -> None:
    ratio, z = compared(tallied("exclamations", ["! a ! b ! ! c ! !"] * 5, ["a b c"] * 5))
    assert np.isfinite([ratio, z]).all()
    assert z < 0


def test_distance_is_in_spreads_between_passages() -> None:
    near = tallied("commas", ["a b, c d", "a, b, c d"] * 5, ["a b, c d", "a, b, c d"] * 5)
    far = tallied("commas", ["a b, c d", "a b c d"] * 5, ["a, b, c, d,", "a, b, c, d"] * 5)
    assert near.distance() == pytest.approx(0)
    assert far.distance() > 1
