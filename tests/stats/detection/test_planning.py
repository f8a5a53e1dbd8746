"""The simulated gate: operating characteristics the project promises, and the planner's search."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import binom

from ringtrue.stats.detection.equivalence import equivalence
from ringtrue.stats.detection.planning import (
    PickDesign,
    detection_power,
    detection_sample_size,
    equivalence_power,
    equivalence_sample_size,
    items_needed,
    marginal_logit,
    operating_rates,
    simulate_picks,
)
from ringtrue.stats.detection.proportion import exact

INDEPENDENT = PickDesign(items=30, raters=7)
CLUSTERED = PickDesign(items=30, raters=7, item_sd=0.8, rater_sd=0.5)
STUDIES = 6000  # standard error of a rate of .05: .0028


def test_the_person_against_himself_passes_in_nine_of_ten() -> None:
    assert operating_rates(INDEPENDENT, 0.5, studies=STUDIES).indistinguishable >= 0.90


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_a_clone_exactly_at_the_margin_passes_in_at_most_one_of_twenty(design: PickDesign) -> None:
    for share in (0.65, 0.35):
        assert operating_rates(design, share, studies=STUDIES).indistinguishable <= 0.05


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_a_generic_bot_and_a_caricature_never_pass(design: PickDesign) -> None:
    assert operating_rates(design, 0.9, studies=STUDIES).indistinguishable == 0.0
    assert operating_rates(design, 0.1, studies=STUDIES).indistinguishable == 0.0


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_raters_who_guess_on_everything_pass_in_at_most_one_of_twenty(design: PickDesign) -> None:
    assert operating_rates(design, 0.5, generic_share=0.5, studies=STUDIES).indistinguishable <= 0.05


def test_the_simulation_applies_the_gate_itself() -> None:
    # The same picks, drawn the same way, put through `equivalence` one study at a time.
    design, studies, seed = replace(CLUSTERED, items=12, raters=5), 150, 3
    rng = np.random.default_rng(seed)
    raters = design.rater_sd * rng.standard_normal((studies, 1, design.raters))
    tables = simulate_picks(design.items, raters, 0.6, design, rng)
    bots = simulate_picks(design.generic_cards, raters, 0.9, design, rng)
    said = [equivalence(table, control=bot).outcome for table, bot in zip(tables, bots, strict=True)]
    rates = operating_rates(design, 0.6, studies=studies, seed=seed)
    assert rates.indistinguishable == said.count("indistinguishable") / studies
    assert rates.told_apart == pytest.approx(said.count("told apart") / studies)


@pytest.mark.parametrize(("share", "item_sd", "rater_sd"), [(0.65, 0.8, 0.5), (0.5, 1.0, 0.0), (0.9, 0.0, 0.0)])
def test_the_marginal_share_is_exact(share: float, item_sd: float, rater_sd: float) -> None:
    # Against a million draws: the standard error is at most .0005.
    draws = np.random.default_rng(8).normal(size=(2, 1_000_000))
    middle = marginal_logit(share, item_sd, rater_sd)
    assert expit(middle + item_sd * draws[0] + rater_sd * draws[1]).mean() == pytest.approx(share, abs=0.002)


def test_fewer_items_than_needed_do_not_reach_the_power() -> None:
    needed = items_needed(INDEPENDENT, 0.8)
    assert operating_rates(replace(INDEPENDENT, items=needed), 0.5, studies=1000).indistinguishable >= 0.8
    assert operating_rates(replace(INDEPENDENT, items=needed - 2), 0.5, studies=1000).indistinguishable < 0.8
    # 20 x 7 = 140 judgments; the exact binomial, which takes rater and item effects as known to be nil, says 96.
    assert 96 <= 7 * needed <= 210


def test_rater_effects_do_not_average_out_over_items() -> None:
    assert items_needed(PickDesign(raters=3, rater_sd=0.8), 0.8, most=200, studies=400) is None


def test_designs_that_cannot_be_are_refused() -> None:
    for wrong in ({"items": 1}, {"raters": 1}, {"item_sd": -1.0}, {"generic_cards": 3}, {"margin": 0.5}):
        with pytest.raises(ValueError):
            PickDesign(**wrong)
    with pytest.raises(ValueError, match="between 0 and 1"):
        operating_rates(INDEPENDENT, 1.0)


# Exact power and sample sizes against direct sums with scipy.stats.


def summed_equivalence_power(n: int, margin: float, p: float, alpha: float) -> float:
    k = np.arange(n + 1)
    declared = (binom.cdf(k, n, margin) <= alpha) & (binom.sf(k - 1, n, 1 - margin) <= alpha)
    return float(binom.pmf(k, n, p)[declared].sum())


@given(st.integers(1, 250), st.floats(0.52, 0.95), st.floats(0.01, 0.99), st.floats(0.001, 0.2))
def test_equivalence_power_is_the_sum_over_all_outcomes_that_declare_it(
    n: int, margin: float, p: float, alpha: float
) -> None:
    expected = summed_equivalence_power(n, margin, p, alpha)
    assert equivalence_power(n, margin, p, alpha) == pytest.approx(expected, abs=1e-9)


@given(st.integers(1, 250), st.sampled_from([0.6, 0.65, 0.7]))
def test_a_clone_at_the_margin_is_declared_at_most_alpha_of_the_time(n: int, margin: float) -> None:
    assert equivalence_power(n, margin, margin) <= 0.05
    assert equivalence_power(n, margin, 1 - margin) == pytest.approx(equivalence_power(n, margin, margin), abs=1e-12)


def test_the_test_is_the_exact_ninety_percent_interval_inside_the_margin() -> None:
    n, margin = 96, 0.65
    inside = [
        k for k in range(n + 1) if 1 - margin < exact(k, n, level=0.9).low and exact(k, n, level=0.9).high < margin
    ]
    assert equivalence_power(n, margin) == pytest.approx(binom.pmf(inside, n, 0.5).sum())


@pytest.mark.parametrize(("margin", "for_80", "for_90"), [(0.60, 214, 268), (0.65, 96, 119), (0.70, 53, 67)])
def test_sample_sizes_are_the_smallest_that_reach_the_power(margin: float, for_80: int, for_90: int) -> None:
    # The project's own published plan for independent judgments; here confirmed by summing every smaller n.
    assert equivalence_sample_size(margin, 0.8) == for_80
    assert equivalence_sample_size(margin, 0.9) == for_90
    assert summed_equivalence_power(for_80, margin, 0.5, 0.05) >= 0.8
    assert all(summed_equivalence_power(n, margin, 0.5, 0.05) < 0.8 for n in range(1, for_80))


@pytest.mark.parametrize(("margin", "for_80", "for_90"), [(0.60, 227, 281), (0.65, 100, 126), (0.70, 57, 69)])
def test_steady_sample_sizes_are_never_undone_by_more_picks(margin: float, for_80: int, for_90: int) -> None:
    for target, size in ((0.8, for_80), (0.9, for_90)):
        assert equivalence_sample_size(margin, target, steady=True) == size
        powers = equivalence_power(np.arange(size - 1, 4000), margin)
        assert powers[0] < target
        assert (powers[1:] >= target).all()


@given(st.integers(0, 250), st.floats(0.01, 0.99), st.floats(0.001, 0.2))
def test_detection_power_is_the_sum_over_all_outcomes_beyond_luck(n: int, p: float, alpha: float) -> None:
    k = np.arange(n + 1)
    expected = binom.pmf(k, n, p)[binom.sf(k - 1, n, 0.5) <= alpha].sum()
    assert detection_power(n, p, alpha) == pytest.approx(expected, abs=1e-9)


def test_luck_is_detected_at_most_alpha_of_the_time() -> None:
    assert (detection_power(np.arange(400), 0.5) <= 0.05).all()


@pytest.mark.parametrize(("p", "power"), [(0.6, 0.8), (0.75, 0.9), (0.9, 0.8), (1.0, 0.9)])
def test_detection_sizes_are_those_of_a_direct_search(p: float, power: float) -> None:
    sizes = np.arange(1, 2000)
    needed = binom.isf(0.05, sizes, 0.5) + 1
    reached = binom.sf(needed - 1, sizes, p) >= power
    assert detection_sample_size(p, power) == sizes[np.argmax(reached)]
    assert detection_sample_size(p, power, steady=True) == sizes[np.flatnonzero(~reached)[-1]] + 1


def test_a_worse_clone_and_a_tighter_margin_need_more_picks() -> None:
    assert equivalence_sample_size(0.65, p=0.55) > equivalence_sample_size(0.65)
    assert equivalence_sample_size(0.65, p=0.45) == equivalence_sample_size(0.65, p=0.55)
    assert equivalence_sample_size(0.52) > equivalence_sample_size(0.6)


def test_one_size_gives_a_number_and_several_an_array() -> None:
    together = equivalence_power([50, 100], 0.65)
    assert list(together) == [equivalence_power(50, 0.65), equivalence_power(100, 0.65)]
    assert isinstance(equivalence_power(50, 0.65), float)
    assert isinstance(detection_power(50, 0.65), float)
    assert equivalence_power(0, 0.65) == 0.0


def test_questions_no_number_of_picks_can_answer_are_refused() -> None:
    with pytest.raises(ValueError, match="no number of picks"):
        equivalence_sample_size(0.65, p=0.65)
    with pytest.raises(ValueError, match="no number of picks"):
        detection_sample_size(0.5)
    with pytest.raises(ValueError, match="more than"):
        detection_sample_size(0.5001)
    with pytest.raises(ValueError, match="power"):
        equivalence_sample_size(0.65, 1.0)
    with pytest.raises(ValueError, match="margin"):
        equivalence_power(50, 0.4)
    with pytest.raises(ValueError, match="negative"):
        detection_power(-1, 0.6)
