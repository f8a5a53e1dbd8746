"""The simulated gate: operating characteristics the project promises, and the planner's search."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit

from ringtrue.stats.detection.design import Design, items_needed, marginal_logit, operating_rates, simulate_picks
from ringtrue.stats.detection.equivalence import equivalence

INDEPENDENT = Design(items=30, raters=7)
CLUSTERED = Design(items=30, raters=7, item_sd=0.8, rater_sd=0.5)
STUDIES = 6000  # standard error of a rate of .05: .0028


def test_the_person_against_himself_passes_in_nine_of_ten() -> None:
    assert operating_rates(INDEPENDENT, 0.5, studies=STUDIES).indistinguishable >= 0.90


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_a_clone_exactly_at_the_margin_passes_in_at_most_one_of_twenty(design: Design) -> None:
    for share in (0.65, 0.35):
        assert operating_rates(design, share, studies=STUDIES).indistinguishable <= 0.05


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_a_generic_bot_and_a_caricature_never_pass(design: Design) -> None:
    assert operating_rates(design, 0.9, studies=STUDIES).indistinguishable == 0.0
    assert operating_rates(design, 0.1, studies=STUDIES).indistinguishable == 0.0


@pytest.mark.parametrize("design", [INDEPENDENT, CLUSTERED], ids=["independent", "clustered"])
def test_raters_who_guess_on_everything_pass_in_at_most_one_of_twenty(design: Design) -> None:
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
    assert items_needed(Design(raters=3, rater_sd=0.8), 0.8, most=200, studies=400) is None


def test_designs_that_cannot_be_are_refused() -> None:
    for wrong in ({"items": 1}, {"raters": 1}, {"item_sd": -1.0}, {"generic_cards": 3}, {"margin": 0.5}):
        with pytest.raises(ValueError):
            Design(**wrong)
    with pytest.raises(ValueError, match="between 0 and 1"):
        operating_rates(INDEPENDENT, 1.0)
