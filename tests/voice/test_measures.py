"""Each measure against its formula worked by hand on two small references."""

import numpy as np
import pytest

from ringtrue.voice.counts import Matrix
from ringtrue.voice.function_words import LISTS, small_words
from ringtrue.voice.likeness_of_habits import HabitLikeness, within_writers
from ringtrue.voice.measures import CosineDelta, DampedCosine, Likelihood, PartLikelihood

REFERENCES = Matrix(np.array([[3.0, 1.0, 0.0], [0.0, 1.0, 3.0]]))
TEXT = Matrix(np.array([[2.0, 0.0, 0.0]]))


def test_damped_cosine_damps_counts_and_weighs_rare_grams_more() -> None:
    cosine = DampedCosine(REFERENCES, np.array([0.5, 1.0, 0.5]))(TEXT)
    weight = 1 + np.log(2)
    expected = (1 + np.log(3)) * weight / np.hypot((1 + np.log(3)) * weight, 1.0)
    assert cosine == pytest.approx(np.array([[expected, 0.0]]))


def test_likelihood_is_the_mean_log_ratio_of_smoothed_models() -> None:
    everybody = np.array([0.4, 0.2, 0.4])
    ratio = Likelihood(REFERENCES, everybody, 2.0)(TEXT)
    # (3 + 2 * .4) / (4 + 2) against .4, and (0 + 2 * .4) / (4 + 2) against .4
    assert ratio == pytest.approx(np.array([[np.log(3.8 / 6 / 0.4), np.log(0.8 / 6 / 0.4)]]))


def test_part_likelihood_looks_at_its_grams_only() -> None:
    everybody = np.array([0.4, 0.2, 0.4])
    ratio = PartLikelihood(REFERENCES, everybody, 2.0, np.array([0, 1]))(TEXT)
    # among the first two grams everybody has 2/3 and 1/3: (3 + 4/3) / (4 + 2) and (0 + 4/3) / (1 + 2) against 2/3
    assert ratio == pytest.approx(np.array([[np.log((3 + 4 / 3) / 6 / (2 / 3)), np.log(4 / 3 / 3 / (2 / 3))]]))


def test_part_likelihood_of_no_gram_says_nothing() -> None:
    ratio = PartLikelihood(REFERENCES, np.array([0.4, 0.2, 0.4]), 2.0, np.zeros(0, dtype=np.int64))(TEXT)
    assert np.array_equal(ratio, np.zeros((1, 2)))


def test_cosine_delta_is_the_cosine_of_standardised_roots_of_rates() -> None:
    delta = CosineDelta(REFERENCES, np.array([0, 2]), 0)(TEXT)
    # roots of rates: (r, 0), (0, r) with r = sqrt(3/4); mean r/2, deviation r/2, so references are (1, -1), (-1, 1);
    # the text has rates (1, 0): ((1 - r/2) / (r/2), -1)
    r = np.sqrt(0.75)
    text = np.array([(1 - r / 2) / (r / 2), -1.0])
    expected = text @ np.array([1.0, -1.0]) / (np.linalg.norm(text) * np.sqrt(2))
    assert delta == pytest.approx(np.array([[expected, -expected]]))


def test_within_writers_leaves_out_what_differs_between_them() -> None:
    passages = np.array([[1.0, 10.0], [3.0, 10.0], [101.0, 20.0], [103.0, 20.0]])
    # deviations from each writer's mean: -1, 1, -1, 1 and none; 4 passages less 2 writers
    assert within_writers(passages, np.array([0, 0, 1, 1])) == pytest.approx(np.array([[2.0, 0.0], [0.0, 0.0]]))


def test_habits_that_waver_count_less() -> None:
    references = np.array([[1.0, 1.0], [-1.0, -1.0]])
    steady_first = HabitLikeness(references, np.diag([0.1, 10.0]), 0)
    like_first = steady_first(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert like_first[0, 0] > 10 * like_first[1, 0] > 0
    assert like_first[:, 0] == pytest.approx(-like_first[:, 1])


def test_function_words_come_from_the_list_or_from_the_material() -> None:
    assert {"the", "don't", "dont", ","} <= small_words("en", [])
    assert {"n\u00e3o", "voc\u00ea"} <= LISTS["pt"]
    assert len(small_words(None, (f"w{i}" for i in range(1000)))) == 150
