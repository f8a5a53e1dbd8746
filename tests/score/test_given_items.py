"""Of items only what measures can ask for is kept, in the order of their ids."""

import numpy as np

from ringtrue.protocols import load
from ringtrue.score.given_items import GivenItems
from ringtrue.terms import Item

SCENARIOS = load("scenarios")


def item(identity: str, status: str = "accepted", **tags: object) -> Item:
    return Item(identity, "scenario", "Why?", tags=tags, fields={"context": "long " * 100}, status=status)  # type: ignore[arg-type]


def test_columns_follow_the_ids() -> None:
    stream = iter([item("b", type="people"), item("a", type="stress", layers=("voice",)), item("c")])
    given = GivenItems(SCENARIOS, stream, ["type", "voice", "unknown"])
    assert (list(given.ids), len(given)) == (["a", "b", "c"], 3)
    assert [given.code(name) for name in ("a", "b", "c", "d")] == [0, 1, 2, None]
    assert given.kinds == ["scenario"] * 3
    assert given.tags["type"].tolist() == ["stress", "people", None]
    assert given.tags["voice"].tolist() == ["yes", None, None]
    assert given.tags["unknown"].tolist() == [None] * 3
    assert given.tags["kind"].tolist() == given.kinds


def test_items_that_were_taken_out_leave_no_trace() -> None:
    given = GivenItems(SCENARIOS, [item("a", "rejected"), item("b", "withdrawn"), item("c", "pending")], ["type"])
    assert (list(given.ids), given.tags["type"].size) == (["c"], 1)


def test_no_items() -> None:
    given = GivenItems(SCENARIOS, [], ["type"])
    assert (len(given), given.tags["type"].size, given.off) == (0, 0, set())


def test_numbers_of_items_are_columns_and_missing_ones_are_no_number() -> None:
    items = [Item("y", "pair", "", fields={"pfi_model": 2}), Item("x", "pair", "", fields={"pfi_model": True})]
    given = GivenItems(load("pairs"), items)
    assert np.isnan(given.numbers["pfi_model"][0])  # a yes is no number
    assert given.numbers["pfi_model"][1] == 2.0
    assert np.isnan(given.numbers["pfi_model_anchored"]).all()


def test_on_a_trial_sheet_some_answers_do_not_count() -> None:
    trials = [Item(f"t{n}", "trial", "", tags={"trial": n}) for n in (1, 2, 3)]
    given = GivenItems(load("recognition"), trials)
    counted = {question.name for question in load("recognition").kinds["trial"].questions if question.counts_on}
    assert {question for question, _ in given.off} <= counted
    assert given.off


def test_controls_stand_behind_the_suite_and_in_no_column() -> None:
    items = [item("z", control=True), item("b"), item("a", control="generic"), item("c")]
    given = GivenItems(SCENARIOS, items, ["type"])
    assert (list(given.ids), len(given), given.tags["type"].size) == (["b", "c"], 2, 2)
    assert [given.code(name) for name in "bcaz0"] == [0, 1, 2, 3, None]
    assert given.code_kinds == ["scenario"] * 4
