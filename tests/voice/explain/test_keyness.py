"""Phrases counted on both sides, by hand."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, false_discovery_control, norm

from ringtrue.voice.explain.corpus import OWN as OWN_SPREAD
from ringtrue.voice.explain.corpus import REPLIES as REPLIES_SPREAD
from ringtrue.voice.explain.corpus import Corpus, Grams, cut, longer, readings, words
from ringtrue.voice.explain.keyness import (
    Counts,
    background,
    contrast,
    could_tell,
    evidence,
    false_discovery,
    inflation,
    log_odds,
    smoothed_ratio,
    topic_bound,
)


def corpus(*sides: list[str]) -> Corpus:
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in sides])


def named(everything: Corpus, grams: Grams) -> dict[tuple[str, ...], int]:
    return {
        everything.spelling(grams.example(gram), grams.size): int((grams.which == gram).sum())
        for gram in range(grams.number)
    }


BOTH = corpus(["a b, a b. c"], ["A b c a", "b c"])


def test_words_and_phrases_do_not_reach_over_marks() -> None:
    single = words(BOTH, fewest=2)
    assert named(BOTH, single) == {("a",): 4, ("b",): 4, ("c",): 3}
    double = longer(BOTH, single, fewest=1)
    assert named(BOTH, double) == {("a", "b"): 3, ("b", "c"): 2, ("c", "a"): 1}
    assert named(BOTH, longer(BOTH, double, fewest=1)) == {("a", "b", "c"): 1, ("b", "c", "a"): 1}


def test_sentence_starts() -> None:
    assert named(BOTH, words(BOTH, BOTH.opening, fewest=1)) == {("a",): 2, ("b",): 1, ("c",): 1}


def test_others_do_not_make_a_phrase_frequent() -> None:
    with_others = corpus(["a b"], ["a c"], ["d d d d d"])
    assert named(with_others, words(with_others, fewest=2)) == {("a",): 2}


def test_counts_of_each_side() -> None:
    compared = contrast(BOTH, words(BOTH, fewest=2), BOTH.sizes)
    order = [BOTH.spelling(compared.grams.example(gram), 1)[0] for gram in range(3)]
    counts = dict(zip(order, zip(compared.own, compared.replies, strict=True), strict=True))
    assert counts == {"a": (2, 2), "b": (2, 2), "c": (1, 2)}
    assert np.sign(compared.z[order.index("c")]) == 1  # 1 of 5 against 2 of 6


# Log-odds by hand, the exact test against an oracle.


def counts(count: float, total: float, inflated: float = 1.0) -> Counts:
    return Counts(np.array([count]), total, np.array([inflated]))


# A tiny table: the person 10 in 100, the replies 30 in 200. Half of the smaller side is 50; the share everywhere is
# 40/300, so the prior is 50 * 40/300 = 20/3.
#   hits    10 + 20/3 = 50/3          30 + 20/3 = 110/3
#   misses  150 - 50/3 = 400/3        250 - 110/3 = 640/3
#   delta = log(110/640) - log(50/400) = log(11/64 * 8) = log(1.375)
#   variance = 3/50 + 3/400 + 3/110 + 3/640
OWN, REPLIES = counts(10, 100), counts(30, 200)


def test_a_tiny_table_by_hand() -> None:
    prior = background(OWN, REPLIES)
    assert prior == pytest.approx([20 / 3])
    delta, z = log_odds(OWN, REPLIES, prior)
    assert delta == pytest.approx([np.log(1.375)])
    assert z == pytest.approx([np.log(1.375) / np.sqrt(3 / 50 + 3 / 400 + 3 / 110 + 3 / 640)])
    # (110/3)/250 over (50/3)/150
    assert smoothed_ratio(OWN, REPLIES, prior) == pytest.approx([110 / 250 * 150 / 50])


def test_others_move_the_prior() -> None:
    # 40 + 200 of 300 + 700 words: 50 * 0.24
    assert background(OWN, REPLIES, np.array([200.0]), 700) == pytest.approx([12.0])


def test_bursts_take_sureness_away() -> None:
    prior = background(OWN, REPLIES)
    calm = log_odds(OWN, REPLIES, prior)[1]
    burst = log_odds(counts(10, 100, 4.0), counts(30, 200, 4.0), prior)[1]
    assert burst == pytest.approx(calm / 2)


def test_the_exact_test_by_hand() -> None:
    # Eight in the replies, none in as many words of the person: half of 0.5^8 is the mid-p of one side.
    expected = -NormalDist().inv_cdf(0.5**9)
    assert evidence(counts(0, 1000), counts(8, 1000)) == pytest.approx([expected])
    assert evidence(counts(8, 1000), counts(0, 1000)) == pytest.approx([-expected])


def test_where_most_have_it_those_without_are_counted() -> None:
    # 95 and 100 of 100 is 5 and 0 without: 0.5^5 / 2.
    expected = -NormalDist().inv_cdf(0.5**6)
    assert evidence(counts(95, 100), counts(100, 100)) == pytest.approx([expected])


@given(st.integers(0, 40), st.integers(0, 40), st.integers(100, 1000), st.integers(100, 1000))
def test_the_exact_test_agrees_with_binomials(own: int, replies: int, own_total: int, total: int) -> None:
    share = total / (own_total + total)
    both = binom(own + replies, share)
    more = both.sf(replies) + both.pmf(replies) / 2
    z = evidence(counts(own, own_total), counts(replies, total))[0]
    assert NormalDist().cdf(-z) == pytest.approx(more, abs=1e-6)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(61, 500), st.integers(61, 500))
def test_swapping_the_sides_turns_both_measures(a: int, b: int, n: int, m: int) -> None:
    one, other = counts(a, n), counts(b, m)
    prior = background(one, other) + 1e-6
    assert log_odds(one, other, prior)[1] == pytest.approx(-log_odds(other, one, prior)[1])
    assert evidence(one, other) == pytest.approx(-evidence(other, one), abs=1e-9)
    assert smoothed_ratio(one, other, prior) == pytest.approx(1 / smoothed_ratio(other, one, prior))


def test_enormous_differences_stay_finite() -> None:
    z = evidence(counts(0, 1e6), counts(9e5, 1e6))
    assert np.isfinite(z).all()
    assert z[0] > 30


def test_inflation_by_hand() -> None:
    # 8 occurrences, all in one of 4 equal texts: expected 2 each, squares 36 + 3 * 4 = 48; 48 * 4/3 = 64;
    # with four occurrences' worth of chance (64 + 4) / (8 + 4).
    assert inflation(np.array([48.0]), np.array([8.0]), 4) == pytest.approx([68 / 12])
    # Evenly spread, two in each: squares 0, never below 1.
    assert inflation(np.array([0.0]), np.array([8.0]), 4) == pytest.approx([1.0])
    assert inflation(np.array([48.0]), np.array([8.0]), 1) == pytest.approx([1.0])


def test_what_is_too_rare_is_not_tested() -> None:
    # On equal sides seven of seven have probability 0.5^7 = 0.0078, eight 0.0039; on a tenth three have 0.001.
    assert could_tell(np.array([7.0, 8.0]), 0.5).tolist() == [False, True]
    assert could_tell(np.array([2.0, 3.0]), 0.1).tolist() == [False, True]


# Control of false discoveries.


# Benjamini & Hochberg 1995, section 4.1: at a rate of .05 the first four of these are to be believed.
PUBLISHED = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0,
]  # fmt: skip


def test_the_published_example() -> None:
    z = np.array([-NormalDist().inv_cdf(p / 2) if p < 1 else 0.0 for p in PUBLISHED])
    assert (false_discovery(z) <= 0.05).sum() == 4


@given(st.lists(st.floats(-8, 8), min_size=1, max_size=40))
def test_the_same_as_an_oracle(z: list[float]) -> None:
    expected = false_discovery_control(2 * norm.sf(np.abs(z)))
    assert false_discovery(np.array(z)) == pytest.approx(expected)


def test_nothing_gives_nothing() -> None:
    assert false_discovery(np.zeros(0)).size == 0


# Habits are spread over texts, topics are bound to few.


PLAIN = "they went on and did not stop at all "


def corpus_spread(replies: list[str]) -> Corpus:
    own = [f"{PLAIN} {number}." for number in range(6)]
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in (own, replies)])


def bound(replies: list[str], word: str, side: int = REPLIES_SPREAD) -> bool:
    everything = corpus_spread(replies)
    at = np.flatnonzero(everything.word == everything.vocabulary.index(word))
    return topic_bound(everything, at, 1, side)


def texts(*times: int, word: str = "lava") -> list[str]:
    return [PLAIN * 4 + f"{word} " * count + f"{number}." for number, count in enumerate(times)]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((1, 1, 1, 1, 1, 1, 1, 1), False),
        ((2, 1, 0, 1, 2, 1, 0, 1), False),
        ((8, 0, 0, 0, 0, 0, 0, 0), True),  # one text
        ((4, 4, 0, 0, 0, 0, 0, 0), True),  # two texts
        ((3, 3, 2, 0, 0, 0, 0, 0), True),  # evenly, eight would reach 8 (1 - 1/e) = 5 of eight texts
        ((9, 1, 1, 1, 1, 1, 1, 1), True),  # more than half in one
    ],
)
def test_few_texts_make_a_topic(times: tuple[int, ...], expected: bool) -> None:
    assert bound(texts(*times), "lava") is expected


def test_a_name_is_a_topic_however_widespread() -> None:
    assert bound(texts(1, 1, 1, 1, 1, 1, word="so Anna"), "anna")
    assert not bound(texts(1, 1, 1, 1, 1, 1, word="so AI"), "ai")


def test_the_side_asked_about_counts() -> None:
    assert not bound(texts(8, 0, 0, 0, 0, 0), "went", OWN_SPREAD)
