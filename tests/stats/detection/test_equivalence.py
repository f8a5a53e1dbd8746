"""The gate: its three outcomes, what it demands of raters, and its sentences."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.detection.equivalence import equivalence, margin_meaning
from ringtrue.stats.interval.crossed import crossed_mean


def picks(share: float, items: int = 40, raters: int = 10) -> np.ndarray:
    """Picks without item or rater effects: each rater finds the person in exactly `share` of the items, in turn."""
    table = np.zeros((items, raters))
    for rater in range(raters):
        table[(np.arange(round(share * items)) + rater * items // raters) % items, rater] = 1.0
    return table


ABLE = picks(0.9, items=10)


def test_the_person_against_himself_passes_with_able_raters() -> None:
    gate = equivalence(picks(0.5), control=ABLE)
    assert gate.outcome == "indistinguishable"
    assert gate.passed
    assert gate.value == pytest.approx(0.5)
    assert 0.35 < gate.low < 0.5 < gate.high < 0.65
    assert gate.control.low > 0.5
    assert "sound fidelity at least 70" in gate.reason


def test_the_gate_uses_the_90_percent_crossed_interval() -> None:
    table = picks(0.6)
    interval = crossed_mean(table, level=0.9)
    gate = equivalence(table, control=ABLE)
    assert (gate.low, gate.high, gate.level) == (interval.low, interval.high, 0.9)


def test_a_bot_is_told_apart_and_a_caricature_is_preferred() -> None:
    bot, caricature = equivalence(picks(0.9), control=ABLE), equivalence(picks(0.1), control=ABLE)
    assert (bot.outcome, bot.preferred) == ("told apart", False)
    assert (caricature.outcome, caricature.preferred) == ("told apart", True)
    assert "preferred over the original" in caricature.reason


def test_telling_apart_needs_no_control_but_passing_does() -> None:
    assert equivalence(picks(0.9)).outcome == "told apart"
    gate = equivalence(picks(0.5))
    assert gate.outcome == "inconclusive"
    assert "no generic control" in gate.reason


def test_raters_who_guess_on_the_bot_too_certify_nobody() -> None:
    gate = equivalence(picks(0.5), control=picks(0.5, items=10))
    assert gate.outcome == "inconclusive"
    assert "do not reliably find the generic bot" in gate.reason


def test_too_few_generic_cards_are_named() -> None:
    gate = equivalence(picks(0.5), control=ABLE[:5])
    assert gate.outcome == "inconclusive"
    assert "only 5 generic cards" in gate.reason


def test_a_rater_without_picks_needs_no_generic_cards() -> None:
    table, control = picks(0.5), ABLE.copy()
    table[:, 3] = np.nan
    control[:, 3] = np.nan
    assert equivalence(table, control=control).outcome == "indistinguishable"


def test_raters_who_always_find_the_bot_are_able() -> None:
    # 100 of 100: no spread to estimate, so the exact bound stands in: .05^(1/100) = .9705.
    gate = equivalence(picks(0.5), control=np.ones((10, 10)))
    assert gate.passed
    assert gate.control.low == pytest.approx(0.05 ** (1 / 100))


def test_too_few_judgments_are_counted() -> None:
    # 6 x 4 picks, half of them right: the interval is wide, and about so many more are needed.
    gate = equivalence(picks(0.5, items=6, raters=4), control=picks(0.9, items=10, raters=4))
    assert gate.outcome == "inconclusive"
    # Half-width h of the 90 % interval: total = n (h (1 + z.90/z.95) / .15)², z.90/z.95 = 1.28155/1.64485.
    total = gate.n * ((gate.value - gate.low) * (1 + 1.28155 / 1.64485) / 0.15) ** 2
    assert gate.needed == pytest.approx(total - gate.n, abs=1)


def test_beyond_the_margin_no_number_of_judgments_helps() -> None:
    table = picks(2 / 3, items=6, raters=4)
    gate = equivalence(table, margin=0.65, control=picks(0.9, items=10, raters=4))
    assert gate.needed is None


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_unanimous_picks_are_told_apart(share: float) -> None:
    gate = equivalence(np.full((10, 5), share), control=np.ones((6, 5)))
    assert gate.outcome == "told apart"
    assert gate.preferred == (share == 0.0)


def test_one_rater_is_a_reason() -> None:
    gate = equivalence([[1.0], [0.0], [1.0]], control=[[1.0]] * 6)
    assert gate.outcome == "inconclusive"
    assert "one rater" in gate.reason


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="margin"):
        equivalence(picks(0.5), margin=0.4)
    with pytest.raises(ValueError, match="same raters"):
        equivalence(picks(0.5), control=np.ones((6, 3)))
    with pytest.raises(ValueError, match="found the person"):
        equivalence([[2.0, 0.0], [1.0, 0.0]])


@given(st.integers(0, 2**32 - 1), st.floats(0.55, 0.8))
def test_turning_every_pick_around_mirrors_the_gate(seed: int, margin: float) -> None:
    table = (np.random.default_rng(seed).random((20, 6)) < 0.55).astype(float)
    control = picks(0.9, items=10, raters=6)
    one, other = equivalence(table, margin, control), equivalence(1 - table, margin, control)
    assert one.outcome == other.outcome
    assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))


def test_the_document_is_json_and_says_what_the_margin_means() -> None:
    document = json.loads(json.dumps(equivalence(picks(0.5), control=ABLE).as_dict()))
    assert document["outcome"] == "indistinguishable"
    assert document["margin_means"] == margin_meaning(0.65)
    assert document["control"]["value"] == pytest.approx(0.9)
