"""Named statistics of a study: the right columns, the right raters, and a reason where there is no value."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score import statistics as module
from ringtrue.score.measures import ItemColumns, with_rating_measures
from ringtrue.score.statistics import gate, statistic
from ringtrue.score.study_table import compiled
from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.stats.association.pearson import pearson, pearson_p
from ringtrue.stats.association.spearman import spearman
from ringtrue.stats.detection.equivalence import Gate, equivalence
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Measure
from ringtrue.terms.result import Estimate
from small_studies import cards, marks, protocol

TABLE = [[10.0, 20.0, 30.0], [40.0, 40.0, 60.0], [90.0, 70.0, 80.0], [50.0, 70.0, 60.0], [20.0, 30.0, 10.0]]
MEANS = [20.0, 140 / 3, 80.0, 60.0, 20.0]
SIZES = [1.0, 2.0, 4.0, 3.0, 0.5]


def of(name: str, *columns: str, ratings: list[Rating], items: list[Item] | None = None, **measures: Any) -> Estimate:
    rules = protocol({**measures, "it": {"statistic": name, "of": columns}})
    study = with_rating_measures(rules, compiled(rules, items or cards(6), ratings))
    return statistic(rules.measures["it"], study, ItemColumns(rules, study))


@pytest.mark.parametrize(
    ("name", "oracle"),
    [
        ("cronbach_alpha", cronbach_alpha(TABLE)),
        ("icc_2_1", icc(TABLE, "2,1")),
        ("icc_2_k", icc(TABLE, "2,k")),
        ("krippendorff_interval", krippendorff_alpha(TABLE, "interval")),
    ],
)
def test_agreement_is_taken_over_rated_items_and_raters_with_answers(name: str, oracle: Estimate) -> None:
    silent = Rating("Z", "c06", "words", "a rater who only wrote, on an item nobody marked")
    assert of(name, "mark", ratings=[*marks("mark", TABLE), silent]) == oracle


def test_agreement_may_be_that_of_a_measure_per_rating() -> None:
    half = {"half": {"per": "rating", "formula": "mark / 2"}}
    ours = of("cronbach_alpha", "half", ratings=marks("mark", TABLE), **half)
    assert ours.value == pytest.approx(cronbach_alpha(TABLE).value)


@pytest.mark.parametrize(("name", "function"), [("pearson", pearson), ("pearson_p", pearson_p), ("spearman", spearman)])
def test_association_is_taken_over_items(name: str, function: Any) -> None:
    items = [Item(f"c{place + 1:02d}", "card", "?", fields={"size": size}) for place, size in enumerate(SIZES)]
    ours = of(name, "size", "mark", ratings=marks("mark", TABLE), items=[*items, *cards(6)[5:]])
    assert ours.value == pytest.approx(function(SIZES, MEANS).value)
    assert ours.n == 5


def test_without_answers_there_is_a_reason() -> None:
    for estimate in (of("icc_2_1", "mark", ratings=[]), of("pearson", "size", "mark", ratings=marks("mark", TABLE))):
        assert estimate.value is None
        assert estimate.reason


def test_a_table_too_large_to_hold_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CELLS", 14)
    estimate = of("icc_2_1", "mark", ratings=marks("mark", TABLE))
    assert estimate.value is None
    assert "over 14 cells" in str(estimate.reason)


def test_a_hole_in_the_table_is_left_to_the_statistic() -> None:
    holed = [list(row) for row in TABLE]
    holed[0][1] = None  # type: ignore[call-overload]
    ours = of("krippendorff_interval", "mark", ratings=marks("mark", holed))
    assert ours == krippendorff_alpha(np.array(holed, dtype=float), "interval")


# The gate on a study's picks.


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
    assert ours.outcome == "inconclusive"
    assert "a rater saw only 0 generic cards" in str(ours.reason)


def test_no_picks_no_outcome_but_the_margin_stays() -> None:
    ours = gated(marks("mark", [[1.0]]), margin=0.7)
    assert (ours.value, ours.outcome, ours.margin) == (None, "inconclusive", 0.7)
    assert ours.reason == "inconclusive: no answers to found"


@pytest.mark.parametrize("margin", [0.6, 0.7])
def test_the_margin_is_the_measures_own(margin: float) -> None:
    assert gated(marks("found", PICKS.tolist()), margin).margin == margin
