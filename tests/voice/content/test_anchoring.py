"""A value between floor and ceiling: by hand, never across a closed gap, and with intervals that hold."""

import numpy as np
import pytest

from ringtrue.voice.content.anchoring import Resampling, between, deviations, gap_between


def test_between_by_hand() -> None:
    # (0.8 - 0.5) / (0.9 - 0.5) = 0.75; no room where ceiling and floor coincide or are the wrong way round
    found = between(np.array([[0.8, 0.9, 0.5], [0.8, 0.5, 0.5], [0.8, 0.4, 0.5]]))
    assert found[0] == pytest.approx(0.75)
    assert np.isnan(found[1:]).all()


def test_a_gap_is_the_difference_of_two_places() -> None:
    # places 0.75 and 0.25 of the same room
    assert gap_between(np.array([[0.8, 0.9, 0.5, 0.6]]))[0] == pytest.approx(0.5)


def test_deviations_have_the_spread_of_single_texts() -> None:
    # (1, 3): mean 2, deviations -1 and 1, times sqrt(2/1); a text alone says nothing about spread
    found = deviations([np.array([1.0, 3.0]), np.array([7.0])])
    assert found == pytest.approx([-np.sqrt(2), np.sqrt(2)])


def test_pairs_that_lack_a_control_are_not_counted() -> None:
    how = Resampling(np.arange(3), "pairs", 100, 1, 0.95)
    columns = [np.array([0.8, 0.7, 0.1]), np.array([0.9, 0.9, np.nan]), np.array([0.5, 0.5, 0.5])]
    found = how.of(columns, between, "place")
    assert found.value == pytest.approx(0.625)  # (0.75 - 0.5) / (0.9 - 0.5)
    assert found.n == 2
    assert found.reason == "only 2 pairs: the interval is a rough one"


def test_a_gap_that_often_closes_has_no_interval() -> None:
    rng = np.random.default_rng(2)
    noise = rng.normal(0, 0.2, 20)
    how = Resampling(np.arange(20), "pairs", 500, 1, 0.95)
    ceiling = 0.5 + noise - noise.mean() + 0.005
    found = how.of([np.full(20, 0.6), ceiling, np.full(20, 0.5)], between, "place")
    assert found.value is not None
    assert found.low is None
    assert "more than a tenth of the resamples" in (found.reason or "")


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    hits, trials, groups = 0, 150, 12
    for trial in range(trials):
        shared = rng.normal(0, 0.08, groups)  # prompts differ, and that moves all three alike
        noise = rng.normal(0, 0.04, (3, groups))
        ceiling, floor, x = 0.81 + shared + noise[0], 0.68 + shared + noise[1], 0.68 + 0.8 * 0.13 + shared + noise[2]
        found = Resampling(np.arange(groups), "pairs", 400, trial, 0.95).of([x, ceiling, floor], between, "")
        hits += found.low is not None and found.high is not None and found.low <= 0.8 <= found.high
    assert hits / trials >= 0.90
