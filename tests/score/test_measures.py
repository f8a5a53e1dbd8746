"""Measures of single answers and of single items."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score.measures import (
    ItemColumns,
    Known,
    Part,
    all_formulas,
    constants,
    formula,
    items_behind,
    rests_on,
    tags_used,
    why_missing,
    with_rating_measures,
)
from ringtrue.score.resamples import Replicates
from ringtrue.score.study_table import StudyTable, compiled
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Measure, Protocol, Rule, SuiteRule
from small_studies import cards, marks, protocol


def built(measures: dict[str, dict[str, Any]], items: list[Item], ratings: list[Rating]) -> tuple[Protocol, StudyTable]:
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


# Measures evaluated one after another, on the data and on replicates.


TABLE = [[10.0, 20.0], [30.0, None], [50.0, 70.0]]  # means 15, 30, 60
DRAW = Replicates(np.array([[1.0, 1.0], [2.0, 0.0]]), np.array([[3.0, 0.0, 0.0], [1.0, 1.0, 1.0]]))


def known(measure: dict[str, Any], draw: Replicates | None = None) -> tuple[Known, Part]:
    rules = protocol({"it": measure})
    items = cards(3, domain=["x", "y", "x"])
    study = with_rating_measures(rules, compiled(rules, items, marks("mark", TABLE), {"domain", *tags_used(rules)}))
    columns = ItemColumns(rules, study, None if draw is None else draw.raters)
    return Known(study, columns, draw, constants(study)), Part("it", rules.measures["it"])


def value(measure: dict[str, Any], draw: Replicates | None = None, items: list[bool] | None = None) -> Any:
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


# What the formulas of a protocol use and rest on.


MEASURES = {
    "half": {"per": "rating", "formula": "mark / 2"},
    "both": {"per": "item", "formula": "half + size"},
    "level": {"formula": 'mean(both, difficulty="hard")'},
    "by": {"crossed": "half", "each": "domain"},
    "share": {"crossed": "found"},
    "carried": {"formula": "2 * share - 1", "source": "share"},
    "pick": {"gate": "found"},
    "tie": {"statistic": "pearson", "of": ("size", "half")},
    "single": {"formula": "mean(found_each)"},
}


def test_a_formula_is_read_once() -> None:
    assert formula("mark + 1") is formula("mark + 1")


def test_every_place_of_a_formula_is_found() -> None:
    rules = protocol(
        MEASURES,
        suite=(SuiteRule("many", "items() > 3"),),
        primary={"mark": "80 - mark"},
        cause=(Rule("low", all=("mark < 60",), any=("known(size)",)), Rule("none")),
        coverage="known(mark)",
    )
    texts = {read.text for read in all_formulas(rules)}
    assert {"items() > 3", "80 - mark", "mark < 60", "known(size)", "known(mark)", "mark / 2"} <= texts


def test_tags_are_those_chosen_by_and_those_repeated_for() -> None:
    rules = protocol(MEASURES, suite=(SuiteRule("some", 'items(type="stress") > 0'),))
    assert tags_used(rules) == {"difficulty", "domain", "type"}


def test_what_a_name_rests_on_is_followed_through_every_measure() -> None:
    rules = protocol(MEASURES)
    assert {"mark", "size"} <= rests_on(rules, ["level"])
    assert "found" not in rests_on(rules, ["level"])
    assert "found" in rests_on(rules, ["carried"])
    assert "found" in rests_on(rules, ["pick"])
    assert "found" in rests_on(rules, ["single"])
    assert {"size", "mark"} <= rests_on(rules, ["tie"])


def test_a_measure_of_its_questions_name_does_not_turn_in_circles() -> None:
    rules = protocol({"mark": {"formula": "mean(mark)"}})
    assert rests_on(rules, ["mark"]) == {"mark"}


# What a measure rests on, and why it has no value.


MEASURES_GROUNDS: dict[str, dict[str, Any]] = {
    "half": {"per": "rating", "formula": "mark / 2"},
    "sized": {"per": "item", "formula": "half + size"},
    "level": {"formula": "mean(half)"},
    "total": {"formula": "level + 1"},
    "constant": {"formula": "people + 1"},
    "zeroed": {"formula": "mean(default(mark, 0))"},
    "hard": {"formula": 'mean(mark, difficulty="hard")'},
    "deep": {"formula": 'mean(mark, L1="yes")'},
    "sizes": {"formula": "mean(size)"},
    "of_sized": {"formula": "mean(sized)"},
    "shares": {"crossed": "found"},
    "picked": {"formula": "mean(half) + mean(found)"},
    "empty": {"formula": 'mean(mark, unheard_of="x")'},
}


def study() -> tuple[Protocol, StudyTable]:
    """Five cards, of which the first three are rated, the first two hard, the first one large."""
    rules = protocol(MEASURES_GROUNDS)
    items = [
        Item(
            f"c{place:02d}",
            "card",
            "?",
            tags={"difficulty": "hard" if place < 3 else "easy"},
            fields={"size": 1} if place == 1 else {},
        )
        for place in range(1, 6)
    ]
    ratings = marks("mark", [[10.0, 20.0], [30.0, 40.0], [50.0, None]])
    return rules, with_rating_measures(rules, compiled(rules, items, ratings, tags_used(rules)))


def behind(name: str, label: str | None = None) -> list[int]:
    """The items behind a measure, those before it having been asked first, as in a study."""
    rules, given = study()
    known = Known(given, ItemColumns(rules, given), values=constants(given) | {"level": np.asarray(15.0)})
    masks: dict[str, Any] = {}
    masks["level"] = items_behind(Part("level", rules.measures["level"]), known, masks)
    chosen = None if label is None else np.flatnonzero(given.tags["difficulty"] == label)
    return np.flatnonzero(items_behind(Part(name, rules.measures[name], chosen), known, masks)).tolist()


def why(name: str) -> str:
    rules, compiled_study = study()
    return why_missing(Part(name, rules.measures[name]), rules, compiled_study)


def test_the_items_behind_a_measure_are_those_with_an_answer_through_any_chain() -> None:
    assert behind("level") == [0, 1, 2]
    assert behind("total") == [0, 1, 2]


def test_a_number_without_items_rests_on_none() -> None:
    assert behind("constant") == []


def test_a_default_counts_every_item() -> None:
    assert behind("zeroed") == [0, 1, 2, 3, 4]


def test_a_part_counts_its_own_items() -> None:
    assert behind("level", "hard") == [0, 1]
    assert behind("zeroed", "easy") == [2, 3, 4]


def test_a_tag_in_the_formula_leaves_the_others_out() -> None:
    assert behind("hard") == [0, 1]
    assert behind("deep") == []


@pytest.mark.parametrize("name", ["sizes", "of_sized"])
def test_an_item_without_the_number_a_measure_needs_is_not_behind_it(name: str) -> None:
    assert behind(name) == [0]


def test_why_a_value_is_missing_is_said_in_words() -> None:
    assert why("shares") == "no answers to found"
    assert why("picked") == "no answers to found"
    assert why("empty") == "no item is tagged unheard_of"
    assert why("of_sized") == "a number it needs is missing in these data"
