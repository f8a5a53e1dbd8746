"""Measures evaluated one after another, on the data and on replicates."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score.formulas import tags_used
from ringtrue.score.items import ItemColumns, with_rating_measures
from ringtrue.score.known import Known, Part, constants
from ringtrue.score.replicates import Draw
from ringtrue.score.table import compiled
from ringtrue.terms import Measure
from small_studies import cards, marks, protocol

TABLE = [[10.0, 20.0], [30.0, None], [50.0, 70.0]]  # means 15, 30, 60
DRAW = Draw(np.array([[1.0, 1.0], [2.0, 0.0]]), np.array([[3.0, 0.0, 0.0], [1.0, 1.0, 1.0]]))


def known(measure: dict[str, Any], draw: Draw | None = None) -> tuple[Known, Part]:
    rules = protocol({"it": measure})
    items = cards(3, domain=["x", "y", "x"])
    study = with_rating_measures(rules, compiled(rules, items, marks("mark", TABLE), {"domain", *tags_used(rules)}))
    columns = ItemColumns(rules, study, None if draw is None else draw.raters)
    return Known(study, columns, draw, constants(study)), Part("it", rules.measures["it"])


def value(measure: dict[str, Any], draw: Draw | None = None, items: list[bool] | None = None) -> Any:
    state, part = known(measure, draw)
    chosen = None if items is None else np.flatnonzero(items)
    return state.evaluate(Part(part.name, part.measure, chosen)).tolist()


def test_a_formula_runs_over_items_and_a_crossed_mean_over_answers() -> None:
    assert value({"formula": "mean(mark)"}) == pytest.approx(35.0)  # (15 + 30 + 60)/3
    assert value({"crossed": "mark"}) == pytest.approx(36.0)  # (10 + 20 + 30 + 50 + 70)/5


def test_replicates_weigh_raters_and_items() -> None:
    # first draw: the first card three times, both raters; second: every card once, the first rater twice
    assert value({"formula": "mean(mark)"}, DRAW) == pytest.approx([15.0, (10 + 30 + 50) / 3])
    assert value({"crossed": "mark"}, DRAW) == pytest.approx([15.0, 30.0])


def test_a_part_is_about_its_items_only() -> None:
    assert value({"formula": "mean(mark)"}, items=[True, False, True]) == pytest.approx(37.5)
    assert value({"crossed": "mark"}, items=[True, False, True]) == pytest.approx(37.5)
    assert value({"formula": "items()"}, items=[True, False, True]) == 2
    # in the first draw nothing of the other two was drawn
    assert value({"crossed": "mark"}, DRAW, [False, True, True]) == pytest.approx([np.nan, 40.0], nan_ok=True)
    assert value({"formula": "mean(mark)"}, DRAW, [False, True, True]) == pytest.approx([np.nan, 40.0], nan_ok=True)


def test_tags_choose_and_constants_are_known() -> None:
    assert value({"formula": 'mean(mark, domain="x")'}) == pytest.approx(37.5)
    assert value({"formula": "people + raters"}) == 4
    assert value({"formula": "items() + 0"}, DRAW) == [3.0, 3.0]


def test_earlier_measures_are_one_number_for_each_replicate() -> None:
    state, _ = known({"formula": "mean(mark)"}, DRAW)
    state.values["before"] = np.array([1.0, 2.0])
    later = Part("later", Measure("later", formula="before * 10 + count(mark > before)"))
    assert state.evaluate(later).tolist() == [13.0, 23.0]


def test_no_answers_at_all_are_missing_not_zero() -> None:
    assert np.isnan(value({"crossed": "found"}))
    assert np.isnan(value({"formula": "mean(found)"}))


def test_a_gate_and_a_statistic_have_no_replicates() -> None:
    kinds = [Measure("a", formula="1"), Measure("a", crossed="mark"), Measure("a", gate="found")]
    kinds.append(Measure("a", statistic="icc_2_1", of=("mark",)))
    assert [Part("a", measure).resampled for measure in kinds] == [True, True, False, False]


def test_of_many_choices_of_items_only_some_weights_are_kept() -> None:
    state, part = known({"formula": "mean(mark)"}, DRAW)
    choices = [np.array([0, 1] if n % 2 == 0 else [0]) for n in range(40)]
    found = [state.evaluate(Part(part.name, part.measure, chosen)).tolist() for chosen in choices]
    # the first draw has the first card alone; the second, of the first rater, 10 alone or (10 + 30)/2
    assert found == [[15.0, 20.0 if n % 2 == 0 else 10.0] for n in range(40)]
    assert len(state._drawn) <= 16
