"""The place between floor and ceiling, and what its interval covers."""

import numpy as np
import pytest

from ringtrue.voice.odds import log_odds
from ringtrue.voice.place import Group, Resampling, occasion_variance, place

HOW = Resampling(500, 1, 0.95)


def group(scores: np.ndarray, groups: int) -> Group:
    return Group(scores, np.arange(scores.size) % groups)


FLOOR = group(np.random.default_rng(1).normal(0, 1, 200), 10)
CEILING = group(np.random.default_rng(2).normal(2, 1, 100), 5)


def test_floor_is_zero_and_ceiling_is_one() -> None:
    for scores, expected in ((FLOOR.scores, 0.0), (CEILING.scores, 1.0)):
        where = place(scores, FLOOR, CEILING, HOW)
        assert where is not None
        value, low, high = where
        assert value == pytest.approx(expected)
        assert low is not None
        assert high is not None
        assert low < expected < high


def test_a_ceiling_below_the_floor_gives_no_place() -> None:
    assert place(FLOOR.scores, CEILING, FLOOR, HOW) is None


def test_one_reply_has_a_place_but_no_interval() -> None:
    assert place(np.array([2.0]), FLOOR, CEILING, HOW) == (pytest.approx(0.95, abs=0.2), None, None)


def test_the_interval_covers_one_when_occasions_differ() -> None:
    # Folds and replies are occasions of one writer: means differ with standard deviation 1, passages with 1.
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        member = np.repeat(np.arange(5), 10)
        ceiling = Group(2 + rng.normal(0, 1, 5)[member] + rng.normal(0, 1, 50), member)
        replies = 2 + rng.normal(0, 1) + rng.normal(0, 1, 8)
        where = place(replies, FLOOR, ceiling, HOW)
        held += where is not None and where[1] is not None and where[2] is not None and where[1] <= 1 <= where[2]
    assert held >= 0.88 * 200


def test_occasions_that_differ_more_widen_the_interval() -> None:
    member = np.repeat(np.arange(5), 20)
    noise = np.random.default_rng(4).normal(0, 1, 100)
    alike, apart = Group(noise, member), Group(noise + 3.0 * np.arange(5)[member], member)
    assert occasion_variance(apart, 2.0) > 2 * occasion_variance(alike, 2.0) > 0
    assert occasion_variance(Group(noise, np.zeros(100, dtype=np.int64)), 2.0) == pytest.approx(0.8**2 + 0.5**2)


def test_log_odds_are_zero_half_way_and_grow_with_the_number_of_replies() -> None:
    # at 100 tokens the step is 1.73 and the half-way point 0.865
    assert log_odds(0.865, 8, 100) == pytest.approx(0.0, abs=1e-9)
    assert log_odds(2.0, 8, 100) > log_odds(2.0, 1, 100) > 0 > log_odds(0.0, 1, 100) > log_odds(0.0, 8, 100)


def test_a_distinctive_person_must_be_met_more_closely() -> None:
    usual = log_odds(2.0, 8, 100)
    assert log_odds(2.0, 8, 100, ceiling=2.3) == pytest.approx(usual)
    assert log_odds(2.0, 8, 100, ceiling=4.6) < usual < log_odds(2.0, 8, 100, ceiling=1.0)
