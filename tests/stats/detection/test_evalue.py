"""The e-value against its closed form, the definition of an e-value, and seeded simulation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import binom

from ringtrue.stats.detection.evalue import e_process, e_value
from ringtrue.stats.resampling import DEFAULT_SEED

ALARM = 20.0  # 1/alpha at alpha = .05
STUDIES, ITEMS, RATERS = 5000, 30, 7


def alarms(streams: np.ndarray) -> float:
    return float((e_process(streams).max(axis=-1) >= ALARM).mean())


@pytest.mark.parametrize("n", [0, 1, 5, 40])
def test_all_right_multiplies_the_stake_by_two_to_the_n_over_n_plus_one(n: int) -> None:
    # By hand: the integral of p^n is 1/(n+1), against 2^-n under guessing.
    assert e_value(n, n) == pytest.approx(2**n / (n + 1))
    assert e_value(0, n) == pytest.approx(2**n / (n + 1))


@pytest.mark.parametrize(("k", "n", "chance"), [(7, 10, 0.5), (3, 12, 1 / 3), (0, 4, 0.9)])
def test_it_is_the_mixture_likelihood_over_the_likelihood_of_guessing(k: int, n: int, chance: float) -> None:
    mixture = quad(lambda p: binom.pmf(k, n, p), 0, 1)[0]
    assert e_value(k, n, chance) == pytest.approx(mixture / binom.pmf(k, n, chance))


@given(st.integers(0, 300), st.floats(0.05, 0.95))
@settings(max_examples=40, deadline=None)
def test_its_mean_under_guessing_is_one(n: int, chance: float) -> None:
    k = np.arange(n + 1)
    weights = binom.pmf(k, n, chance)
    likely = k[weights > 1e-290]  # beyond, the reference probability itself loses its digits
    total = sum(e_value(int(count), n, chance) * weights[count] for count in likely)
    left_out = (n + 1 - likely.size) / (n + 1)  # each outcome has probability 1/(n+1) under the mixture
    assert total == pytest.approx(1.0 - left_out, rel=1e-6)


@given(st.lists(st.booleans(), min_size=1, max_size=60), st.floats(0.1, 0.9))
def test_the_running_value_is_the_value_of_the_picks_so_far(picks: list[bool], chance: float) -> None:
    running = e_process(picks, chance)
    expected = [e_value(sum(picks[: i + 1]), i + 1, chance) for i in range(len(picks))]
    assert running == pytest.approx(np.array(expected))


def test_a_missing_pick_leaves_the_value_where_it_was() -> None:
    with_gap = e_process([1, 0, np.nan, 1])
    without = e_process([1, 0, 1])
    assert list(with_gap) == [without[0], without[1], without[1], without[2]]


def test_an_endless_run_of_right_picks_does_not_overflow() -> None:
    assert np.isfinite(e_value(10**6, 10**6))
    assert e_value(10**6, 10**6) > 1e300


def test_independent_guesses_alarm_in_about_three_of_a_hundred_studies() -> None:
    guesses = np.random.default_rng(DEFAULT_SEED).random((STUDIES, ITEMS * RATERS)) < 0.5
    # .031 in 20,000 studies; five standard errors of a share of .031 in 5,000 are .012. The promise is .05.
    assert alarms(guesses) == pytest.approx(0.031, abs=0.012)


def test_strong_item_effects_push_false_alarms_just_over_the_promise() -> None:
    rng = np.random.default_rng(DEFAULT_SEED)
    chance = np.broadcast_to(expit(0.8 * rng.standard_normal((STUDIES, ITEMS, 1))), (STUDIES, ITEMS, RATERS))
    picks = rng.random(chance.shape) < chance
    side_by_side = rng.permuted(picks, axis=1).reshape(STUDIES, -1)  # each rater in an order of their own
    together = picks.reshape(STUDIES, -1)  # all raters on one item before the next
    # .055 and .160 in 20,000 studies; five standard errors in 5,000 are .016 and .026.
    assert alarms(side_by_side) == pytest.approx(0.055, abs=0.016)
    assert alarms(together) == pytest.approx(0.160, abs=0.026)


def test_differing_raters_break_the_promise() -> None:
    rng = np.random.default_rng(DEFAULT_SEED)
    effects = 0.8 * rng.standard_normal((STUDIES, ITEMS, 1)) + 0.5 * rng.standard_normal((STUDIES, 1, RATERS))
    picks = rng.permuted(rng.random(effects.shape) < expit(effects), axis=1)
    # .119 side by side and .222 one rater after the other in 20,000 studies; five standard errors are .023 and .029.
    assert alarms(picks.reshape(STUDIES, -1)) == pytest.approx(0.119, abs=0.023)
    assert alarms(np.swapaxes(picks, 1, 2).reshape(STUDIES, -1)) == pytest.approx(0.222, abs=0.029)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0"):
        e_value(3, 2)
    with pytest.raises(ValueError, match="chance"):
        e_value(1, 2, 0.0)
    with pytest.raises(ValueError, match="0, 1 or missing"):
        e_process([0, 1, 2])
    with pytest.raises(ValueError, match="stream"):
        e_process(1)
