"""Surface style: openings and punctuation tested, a classifier held to a plain loop, and never a leak."""

from random import Random

import numpy as np
import pytest

from ringtrue.blind.artefacts import CardSet, Pair, set_tests
from ringtrue.blind.surface_style import SetComparison, style_features, surface_accuracy

WORDS = ("rain", "bell", "river", "stone", "quiet", "morning", "bread", "ladder", "winter", "copper")


def cards(pairs: list[tuple[str, str]], name: str = "suite") -> CardSet:
    return CardSet(name, "clone", "real", tuple(Pair("Why?", *pair) for pair in pairs))


def sentence(rng: Random, mark: str) -> str:
    words = [rng.choice(WORDS) for _ in range(12)]
    return f"{' '.join(words[:6])}{rng.choice(['', ','])} {' '.join(words[6:])}{mark}"


def test_openings_and_punctuation_are_told_with_their_figures() -> None:
    rng = Random(1)
    pairs = [(f"Well {sentence(rng, '?')}", f"My {sentence(rng, '.')}") for _ in range(12)]
    compared = SetComparison.of(cards(pairs))
    told = " / ".join(compared.sentences())
    # 12 of 12: 2 / 2^12 = .000488, written < .001.
    assert "the text that begins with “well” is the clone's in 12 of 12 pairs (p < .001" in told
    assert "the text that begins with “my” is the real's in 12 of 12 pairs" in told
    assert "the text with more question marks per word is the clone's in 12 of 12 pairs" in told
    assert compared.leaks == []
    assert compared.as_dict()["told"] == compared.sentences()


def test_the_share_of_the_classifier_has_the_exact_interval() -> None:
    rng = Random(5)
    asked = [sentence(rng, "") for _ in range(12)]
    told = SetComparison.of(cards([(f"{text}?", f"{text}.") for text in asked])).sentences()
    # All of 12 found; the lower bound of Clopper and Pearson is then .025^(1/12) = exp(-3.6889 / 12) = .735.
    assert told[-1].endswith("finds the clone's text in 12 of 12 pairs (95 % interval .74 to 1.00; chance is .50)")


def test_a_word_that_opens_few_texts_is_not_tested() -> None:
    few = cards([("Well so", "My so")] * 3)
    assert not any("begins" in one.text for one in set_tests(few, style_features(few)))


def test_the_classifier_is_what_a_plain_loop_computes() -> None:
    rng = Random(2)
    pairs = [(sentence(rng, rng.choice("?.")), sentence(rng, rng.choice("..?"))) for _ in range(40)]
    features = [one for one in style_features(cards(pairs)) if "begins" not in one.text]
    rows = np.array([[one.measure(a, "") - one.measure(b, "") for one in features] for a, b in pairs])
    right = told = 0
    for place, row in enumerate(rows):
        others = np.delete(rows, place, axis=0)
        square = np.mean(others**2, axis=0)
        score = sum(mean * own / size for mean, own, size in zip(others.mean(axis=0), row, square, strict=True) if size)
        right += score > 0
        told += score != 0
    found = surface_accuracy(cards(pairs))
    assert (found.value, found.n) == (pytest.approx(right / told), told)


def test_two_speakers_who_write_alike_are_told_apart_by_chance_only() -> None:
    # 60 sets of 40 pairs: share .5 with a standard error near .5 / sqrt(2400) = .01, more as pairs share weights.
    rng = Random(3)
    shares = [
        surface_accuracy(cards([(sentence(rng, rng.choice("?.")), sentence(rng, rng.choice("?."))) for _ in range(40)]))
        for _ in range(60)
    ]
    assert np.mean([one.value for one in shares]) == pytest.approx(0.5, abs=0.05)


def test_few_pairs_give_a_reason_and_equal_texts_are_left_out() -> None:
    assert surface_accuracy(cards([("A b.", "C, d.")] * 9)).reason == "fewer than 10 pairs"
    assert surface_accuracy(cards([("Same.", "Same.")] * 12)).reason == "no trials"


def test_of_controls_only_artefacts_are_told() -> None:
    rng = Random(4)
    pairs = [(f"Well {sentence(rng, '?')}", f"My {sentence(rng, '.')}") for _ in range(12)]
    assert SetComparison.of(cards(pairs, "generic-cards")).sentences() == []
    longer = [(f"{text} so", other) for text, other in pairs]
    (told,) = SetComparison.of(cards(longer, "generic-cards")).sentences()
    assert told.startswith("generic-cards, 12 pairs: the longer text is the clone's in 12 of 12 pairs")
