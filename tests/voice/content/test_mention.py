"""Mention: words shared with a fact, by rarity, whole and in part, and the probability they make."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from ringtrue.voice.content.mention import coverages, probability

PASSAGES = ["The kiln cracked on a frosty morning.", "Bees live behind it.", "Bees and a kiln, both loud."]


def test_the_share_is_weighted_by_rarity() -> None:
    # stems of the fact: kiln in 2 of 3 passages, frosty in 1: ln(5/3) and ln(5/2); the first passage has both
    hard, _ = coverages(["frosty kiln"], PASSAGES)
    assert hard[0] == pytest.approx(1.0)
    # violin is in none: ln 5; the best passage has kiln alone
    hard, _ = coverages(["violin kiln"], PASSAGES)
    assert hard[0] == pytest.approx(np.log(5 / 3) / (np.log(5 / 3) + np.log(5)))


def test_words_must_stand_in_one_passage() -> None:
    together, _ = coverages(["frosty bees"], PASSAGES)
    assert together[0] == pytest.approx(np.log(5 / 2) / (np.log(5 / 2) + np.log(5 / 3)))


def test_a_word_that_looks_alike_counts_in_part() -> None:
    # stems harbour and harbourmast: 7 and 11 runs of three, with 6 in common, so Dice is 12/18
    hard, soft = coverages(["harbourmaster"], ["The harbour froze."])
    assert (hard[0], soft[0]) == (0, pytest.approx(12 / 18))


@given(st.lists(st.text(max_size=20), min_size=1, max_size=4), st.lists(st.text(max_size=20), min_size=1, max_size=4))
def test_shares_lie_between_none_and_all_and_soft_is_no_less_than_whole(facts: list[str], said: list[str]) -> None:
    hard, soft = coverages(facts, said)
    assert ((hard >= 0) & (hard <= soft + 1e-9) & (soft <= 1 + 1e-9)).all()


def test_the_probability_is_the_logistic_written_down_and_rises_with_each_part() -> None:
    one = np.array([0.4])
    assert probability(one, np.array([0.6]), np.array([2.0])) == pytest.approx(expit(-1.05 + 2.11 * 0.5 + 0.77 * 2))
    assert probability(one, one, np.array([99.0])) == probability(one, one, np.array([4.0]))
    assert probability(one, one, np.array([1.0])) < probability(one * 2, one, np.array([1.0]))
