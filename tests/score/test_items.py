"""Measures of single answers and of single items."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score.formulas import tags_used
from ringtrue.score.items import ItemColumns, with_rating_measures
from ringtrue.score.table import Study, compiled
from ringtrue.terms import Item, Protocol, Rating
from small_studies import cards, marks, protocol


def built(measures: dict[str, dict[str, Any]], items: list[Item], ratings: list[Rating]) -> tuple[Protocol, Study]:
    rules = protocol(measures)
    ordered = sorted(ratings, key=lambda rating: rating.rater)
    return rules, with_rating_measures(rules, compiled(rules, items, ordered, tags_used(rules)))


def test_a_measure_of_ratings_needs_all_its_answers_from_the_same_rater_on_the_same_item() -> None:
    both = {"sum": {"per": "rating", "formula": "mark + side"}}
    ratings = [*marks("mark", [[10.0, 20.0], [30.0, None]]), *marks("side", [[1.0, None], [-1.0, 2.0]])]
    rules, study = built(both, cards(2), ratings)
    answers = study.answers["sum"]
    # A answered both questions on both cards; B left one open on each
    assert list(zip(answers.items.tolist(), answers.raters.tolist(), answers.values.tolist(), strict=True)) == [
        (0, 0, 11.0),
        (1, 0, 29.0),
    ]
    assert ItemColumns(rules, study)["sum"].tolist() == [11.0, 29.0]


def test_a_measure_of_ratings_may_build_on_an_earlier_one() -> None:
    chain = {"half": {"per": "rating", "formula": "mark / 2"}, "more": {"per": "rating", "formula": "half + 1"}}
    _, study = built(chain, cards(1), marks("mark", [[10.0, 30.0]]))
    assert study.answers["more"].values.tolist() == [6.0, 16.0]


def test_without_answers_a_measure_of_ratings_is_empty() -> None:
    rules, study = built({"half": {"per": "rating", "formula": "mark / 2"}}, cards(2), [])
    assert study.answers["half"].values.size == 0
    assert np.isnan(ItemColumns(rules, study)["half"]).all()


def test_a_mean_of_a_measure_is_not_the_measure_of_the_means() -> None:
    square = {
        "square": {"per": "rating", "formula": "mark * mark"},
        "of_mean": {"per": "item", "formula": "mark * mark"},
    }
    rules, study = built(square, cards(1), marks("mark", [[1.0, 3.0]]))
    columns = ItemColumns(rules, study)
    assert columns["square"].tolist() == [5.0]
    assert columns["of_mean"].tolist() == [4.0]


def test_measures_of_items_use_pooled_answers_single_answers_and_numbers() -> None:
    measures = {
        "sized": {"per": "item", "formula": "mark + size"},
        "caught": {"per": "item", "formula": "found + found_each"},
        "one": {"per": "item", "formula": "1"},
    }
    items = [Item("c01", "card", "?", fields={"size": 5}), Item("c02", "card", "?")]
    ratings = [*marks("mark", [[10.0, 20.0], [30.0, 30.0]]), *marks("found", [[1.0, 1.0], [1.0, 0.0]])]
    rules, study = built(measures, items, ratings)
    columns = ItemColumns(rules, study)
    assert columns["sized"] == pytest.approx([20.0, np.nan], nan_ok=True)
    assert columns["caught"].tolist() == [2.0, 0.5]
    assert columns["one"].tolist() == [1.0, 1.0]
    assert {"mark", "found_each", "size", "sized"} <= set(columns)
    assert len(columns) == len(set(columns))
    with pytest.raises(KeyError):
        columns["unheard_of"]


def test_with_weights_every_column_follows_the_resampled_raters() -> None:
    rules, study = built(
        {"double": {"per": "item", "formula": "2 * mark"}}, cards(2), marks("mark", [[10.0, 20.0], [30.0, None]])
    )
    columns = ItemColumns(rules, study, np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]]))
    assert columns["double"] == pytest.approx(np.array([[20, 60], [40, np.nan], [30, 60]]), nan_ok=True)
    assert columns["double"] is columns["double"]
