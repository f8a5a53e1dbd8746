"""Which questions a card asks: by kind, by what the item lists, by the trial it is."""

from typing import Any

import pytest

from judge.model.samples import protocol_named
from ringtrue.judge.model.questions import kind_named, questions_of
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput


def names(protocol: str, item: Item) -> dict[str, bool]:
    return {one.name: one.needed for one in questions_of(protocol_named(protocol), item)}


def test_a_scenario_asks_all_five_dimensions(scenario: Any) -> None:
    asked = questions_of(scenario.protocol, scenario.item)
    assert [one.name for one in asked] == scenario.questions
    assert all(one.needed and not one.compares for one in asked)


def test_a_checklist_is_asked_where_the_item_lists_something_and_then_needs_an_answer() -> None:
    fields = {"checklist": {"tone": ["dry", "warm"], "analogy": []}}
    assert names("blind", Item("s", "style", "Write.", fields=fields)) == {"tone": True}
    (tone,) = questions_of(protocol_named("blind"), Item("s", "style", "Write.", fields=fields))
    assert tone.options == ("dry", "warm")


def test_a_pair_compares_in_one_of_its_questions(pair: Any) -> None:
    assert [one.name for one in questions_of(pair.protocol, pair.item) if one.compares] == ["voice"]


@pytest.mark.parametrize(
    ("fields", "scored"),
    [
        (
            {"trial": 3},
            {"r1": True, "r2": True},
        ),  # the protocol: r1 counts on 1, 3, 8, 9; r2 on 3, 9; r3 on 4 to 7 and 10
        ({"trial": 4}, {"r3": True}),
        ({"trial": 4, "asks": ["r1"]}, {"r1": True}),  # what the item itself says comes first
        ({}, {"r1": False, "r2": False, "r3": False}),  # not known: asked, and may be left out
    ],
)
def test_a_trial_asks_what_counts_on_it(fields: dict[str, Any], scored: dict[str, bool]) -> None:
    found = names("recognition", Item("t", "trial", "?", fields={"goal": "g", **fields}))
    assert {name: needed for name, needed in found.items() if name.startswith("r")} == scored
    assert {name: needed for name, needed in found.items() if name.startswith("f")} == dict.fromkeys(
        ("f1", "f2", "f3", "f4"), False
    )


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadInput, match="kind"):
        kind_named(protocol_named("blind"), "pair")
