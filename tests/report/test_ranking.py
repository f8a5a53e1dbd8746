"""Weak items, weakest first."""

from ringtrue.report.ranking import columns_of, weakest, why
from ringtrue.terms import Result


def test_items_that_failed_or_have_a_cause_come_lowest_first_and_unscored_last(result: Result) -> None:
    weak, number = weakest(result.items, ("alignment",))
    assert number == 4
    assert weakest(result.items, ("alignment",), most=1) == (weak[:1], 4)
    assert [(entry.item["id"], entry.score, entry.column) for entry in weak] == [
        ("D3", 20.0, "alignment"),
        ("D1", 61.66666, "alignment"),
        ("Q1", None, ""),
        ("D4", None, ""),
    ]


def test_where_nobody_passed_or_failed_every_scored_item_is_ranked() -> None:
    items = [{"id": "a", "x": 0.9}, {"id": "b"}, {"id": "c", "x": 0.1}, {"id": "d", "y": 0.5}]
    assert [entry.item["id"] for entry in weakest(items, ("x", "y"))[0]] == ["c", "d", "a"]
    assert weakest(items) == ([], 0)


def test_columns_nobody_fills_are_left_out_and_id_and_kind_lead(result: Result) -> None:
    assert columns_of([{"x": 1, "kind": "k", "id": "a", "y": None}, {"z": 0}]) == ("id", "kind", "x", "z")
    assert "tone" not in columns_of(result.items)


def test_the_reason_joins_cause_dimension_and_what_kept_it_unscored(result: Result) -> None:
    assert [why(item) for item in result.items] == ["", "kb_gap (facts)", "none", "both", "execution_error; timed out"]
