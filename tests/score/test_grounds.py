"""What a measure rests on, and why it has no value."""

from typing import Any

import numpy as np
import pytest

from ringtrue.score.formulas import tags_used
from ringtrue.score.grounds import items_behind, why_missing
from ringtrue.score.items import ItemColumns, with_rating_measures
from ringtrue.score.known import Known, Part, constants
from ringtrue.score.table import Study, compiled
from ringtrue.terms import Item, Protocol
from small_studies import marks, protocol

MEASURES: dict[str, dict[str, Any]] = {
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


def study() -> tuple[Protocol, Study]:
    """Five cards, of which the first three are rated, the first two hard, the first one large."""
    rules = protocol(MEASURES)
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
