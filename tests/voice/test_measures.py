"""Each measure against its formula worked by hand on two small references."""

import numpy as np
import pytest

from ringtrue.voice.counts import Matrix, Vocabulary, letter_runs, phrases
from ringtrue.voice.measures import CosineDelta, Likelihood, PhraseCosine

REFERENCES = Matrix(np.array([[3.0, 1.0, 0.0], [0.0, 1.0, 3.0]]))
TEXT = Matrix(np.array([[2.0, 0.0, 0.0]]))


def test_phrases_are_words_and_pairs_and_unknown_ones_are_left_out() -> None:
    vocabulary = Vocabulary(phrases, [["a", "b", "a"]])
    assert list(vocabulary.columns) == ["a", "b", "a b", "b a"]
    assert vocabulary.counts([["a", "a", "b", "c"], []]).toarray().tolist() == [[2, 1, 1, 0], [0, 0, 0, 0]]


def test_letter_runs_cross_words() -> None:
    assert list(letter_runs(["ab", "cd"])) == [" ab c", "ab cd", "b cd "]


def test_phrase_cosine_damps_counts_and_weighs_rare_grams_more() -> None:
    cosine = PhraseCosine(REFERENCES, np.array([0.5, 1.0, 0.5]))(TEXT)
    weight = 1 + np.log(2)
    expected = (1 + np.log(3)) * weight / np.hypot((1 + np.log(3)) * weight, 1.0)
    assert cosine == pytest.approx(np.array([[expected, 0.0]]))


def test_likelihood_is_the_mean_log_ratio_of_smoothed_models() -> None:
    everybody = np.array([0.4, 0.2, 0.4])
    ratio = Likelihood(REFERENCES, everybody, 2.0)(TEXT)
    # (3 + 2 * .4) / (4 + 2) against .4, and (0 + 2 * .4) / (4 + 2) against .4
    assert ratio == pytest.approx(np.log([[3.8 / 6 / 0.4, 0.8 / 6 / 0.4]]))


def test_cosine_delta_of_a_reference_with_itself_is_one_and_with_its_opposite_minus_one() -> None:
    delta = CosineDelta(REFERENCES, np.array([0, 1, 2]), 0)(REFERENCES)
    assert delta == pytest.approx(np.array([[1.0, -1.0], [-1.0, 1.0]]))
