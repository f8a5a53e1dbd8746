"""The gate on a study's picks."""

import numpy as np
import pytest

from ringtrue.score.gate import gate
from ringtrue.score.table import compiled
from ringtrue.stats.detection.equivalence import Gate, equivalence
from ringtrue.terms import Measure, Rating
from small_studies import cards, marks, protocol

RULES = protocol(controls={"generic": "bot"})
PICKS = (np.random.default_rng(2).random((30, 6)) < 0.5).astype(float)
FOUND_BOT = np.ones((8, 6))


def gated(ratings: list[Rating], margin: float = 0.65) -> Gate:
    study = compiled(RULES, cards(40), sorted(ratings, key=lambda rating: rating.rater))
    return gate(Measure("gate", gate="found", margin=margin), RULES, study)


def test_the_gate_is_that_of_the_floor_with_the_same_raters_control() -> None:
    ours = gated([*marks("found", PICKS.tolist()), *marks("found", FOUND_BOT.tolist(), speaker="bot")])
    theirs = equivalence(PICKS, control=FOUND_BOT)
    assert ours == theirs
    assert ours.control is not None
    assert ours.control.value == 1.0


def test_without_a_control_nobody_is_indistinguishable() -> None:
    ours = gated(marks("found", PICKS.tolist()))
    assert ours == equivalence(PICKS)
    assert "no generic control" in str(ours.reason)


def test_a_rater_of_the_control_alone_is_none_of_the_gates_raters() -> None:
    control = marks("found", np.column_stack([FOUND_BOT, np.zeros(8)]).tolist(), speaker="bot")  # the seventh sees bots
    assert gated([*marks("found", PICKS.tolist()), *control]) == equivalence(PICKS, control=FOUND_BOT)


def test_a_rater_without_control_cards_is_seen_as_such() -> None:
    control = marks("found", FOUND_BOT[:, :5].tolist(), speaker="bot")
    ours = gated([*marks("found", PICKS.tolist()), *control])
    assert ours.outcome == "cannot be told"
    assert "a rater saw only 0 generic cards" in str(ours.reason)


def test_no_picks_no_outcome_but_the_margin_stays() -> None:
    ours = gated(marks("mark", [[1.0]]), margin=0.7)
    assert (ours.value, ours.outcome, ours.margin) == (None, "cannot be told", 0.7)
    assert ours.reason == "cannot be told: no answers to found"


@pytest.mark.parametrize("margin", [0.6, 0.7])
def test_the_margin_is_the_measures_own(margin: float) -> None:
    assert gated(marks("found", PICKS.tolist()), margin).margin == margin
