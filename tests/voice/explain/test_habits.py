"""Habits compared on both sides, by hand."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binom, norm

from ringtrue.voice.explain.corpus import OWN, REPLIES
from ringtrue.voice.explain.habits import Tallied, compared
from ringtrue.voice.habits.habit import Habit
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS


def tallied(name: str, own: list[str], replies: list[str]) -> Tallied:
    habit = next(habit for habit in HABITS if habit.name == name)
    pieces = [ParsedText(text, "en") for text in (*own, *replies)]
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


# A habit on both sides: sums, spread and z-scores worked by hand and by scipy.


BY_NAME = {habit.name: habit for habit in HABITS}
COMMAS, WORD_LENGTH = BY_NAME["commas"], BY_NAME["word_length"]
Pieces = list[str]


def tallied_tallied(habit: Habit, own: Pieces, replies: Pieces, clusters: list[int] | None = None) -> Tallied:
    pieces = [ParsedText(text, "en") for text in (*own, *replies)]
    side = np.array([OWN] * len(own) + [REPLIES] * len(replies), dtype=np.int64)
    return Tallied(habit, pieces, side, np.array(clusters or range(len(pieces)), dtype=np.int64))


def with_commas(commas: int, words: int = 10) -> str:
    return " ".join(["word,"] * commas + ["word"] * (words - commas))


def test_sums_are_of_one_side() -> None:
    found = tallied_tallied(COMMAS, [with_commas(3), with_commas(1, 20)], [with_commas(7, 30)])
    assert found.sums(OWN) == (4.0, 30.0)
    assert found.sums(REPLIES) == (7.0, 30.0)
    assert found.sums(9) == (0.0, 0.0)


def test_squares_are_summed_over_documents_not_pieces() -> None:
    own = [with_commas(4), with_commas(0), with_commas(2)]
    # 6 of 30: each piece is expected to have 2
    assert tallied_tallied(COMMAS, own, []).squares(OWN) == (pytest.approx(4.0 + 4.0 + 0.0), 3)
    # the first two of one document: 4 where 4 are expected
    assert tallied_tallied(COMMAS, own, [], [0, 0, 1]).squares(OWN) == (pytest.approx(0.0), 2)


def test_distance_is_in_spreads_between_passages_tallied() -> None:
    own, replies = [with_commas(1), with_commas(3)], [with_commas(6), with_commas(8)]
    # roots of (1000 n + 50 · 55) / (10 + 50)
    values = np.sqrt((1000 * np.array([[1, 3], [6, 8]]) + 2750) / 60)
    expected = (values[1].mean() - values[0].mean()) / np.sqrt(values.var(axis=1).mean())
    assert tallied_tallied(COMMAS, own, replies).distance() == pytest.approx(expected)
    assert tallied_tallied(COMMAS, replies, own).distance() == pytest.approx(expected)
    assert tallied_tallied(COMMAS, own, []).distance() == 0.0
    assert tallied_tallied(COMMAS, [], []).distance() == 0.0


def test_a_count_spread_evenly_has_the_binomial_mid_p() -> None:
    # 2 commas in each of 5 own pieces, 4 in each of 5 replies, all of 40 words: nothing varies more than by chance
    found = tallied_tallied(COMMAS, [with_commas(2, 40)] * 5, [with_commas(4, 40)] * 5)
    beyond = binom.sf(20, 30, 0.5) + binom.pmf(20, 30, 0.5) / 2
    ratio, z = compared(found)
    assert z == pytest.approx(norm.isf(beyond))
    # half of the smaller side, 100 words, at the common rate 30/400 is mixed in: (20 + 7.5) against (10 + 7.5)
    assert ratio == pytest.approx(27.5 / 17.5)


def test_a_count_in_bursts_is_less_sure() -> None:
    even = tallied_tallied(COMMAS, [with_commas(2, 40)] * 5, [with_commas(4, 40)] * 5)
    bursts = tallied_tallied(COMMAS, [with_commas(2, 40)] * 5, [with_commas(20, 40), *[with_commas(0, 40)] * 4])
    assert 0 < compared(bursts)[1] < compared(even)[1]


def test_lengths_are_compared_by_the_logarithm_of_their_means() -> None:
    # own words of 4 and 6 letters in two pieces of 10, replies of 7 and 9: means 5 and 8
    own, replies = ["four " * 10, "sixsix " * 10], ["seventh " * 10, "ninenines " * 10]
    ratio, z = compared(tallied_tallied(WORD_LENGTH, own, replies))
    # amounts 40, 60 of 50 expected each, so squares 200; the same for the replies; two documents: times 2 / 1
    variance = 200 * 2 / 100**2 + 200 * 2 / 160**2
    assert ratio == pytest.approx(1.6)
    assert z == pytest.approx(np.log(1.6) / np.sqrt(variance + 1e-6))


@pytest.mark.parametrize(
    ("own", "replies"),
    [([], []), (["word"], ["word", "longer"]), (["", ""], ["a", "b"]), (["a b", "c d"], ["?", "!"])],
)
def test_lengths_without_two_documents_and_words_on_both_sides_say_nothing(own: Pieces, replies: Pieces) -> None:
    assert compared(tallied_tallied(WORD_LENGTH, own, replies)) == (1.0, 0.0)


written = [
    "",
    ",,,,",
    "so, we went",
    "One. Two? - three! Well, 4; 5.",
    "- I don't\n- you\n\n# Maybe",
    "\u4f60\u597d\uff0c",
]
texts = st.lists(st.sampled_from(written), min_size=1, max_size=6)


@given(st.sampled_from(HABITS), texts, texts)
def test_every_habit_that_was_seen_at_all_has_finite_numbers(habit: Habit, own: Pieces, replies: Pieces) -> None:
    found = tallied_tallied(habit, own, replies)
    (amount, base), (amount_of_replies, base_of_replies) = found.sums(OWN), found.sums(REPLIES)
    assume(amount + amount_of_replies > 0 and base > 0 and base_of_replies > 0)
    ratio, z = compared(found)
    assert np.isfinite([ratio, z, found.distance()]).all()
    assert ratio > 0


@given(st.sampled_from(HABITS), st.lists(st.sampled_from(written[2:5]), min_size=2, max_size=6))
def test_the_same_texts_on_both_sides_do_not_differ(habit: Habit, pieces: Pieces) -> None:
    found = tallied_tallied(habit, pieces, pieces)
    assume(found.sums(OWN)[0] > 0)
    ratio, z = compared(found)
    assert ratio == pytest.approx(1.0)
    assert z == pytest.approx(0.0, abs=1e-6)
