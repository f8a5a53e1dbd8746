"""Report, sections and blocks as values: frozen, in JSON without pictures, found by role."""

import json
from dataclasses import FrozenInstanceError

import pytest

from ringtrue.report.section import Cards, Figure, ItemCard, Points, Report, Section, Text, columns

REPORT = Report(
    "T",
    "H",
    (
        Section("a", "A", (Text("one"), Figure("f", "F", "<svg/>")), "first"),
        Section("b", "B", (Cards((ItemCard("I1"), ItemCard("I2"))),), "items"),
        Section("c", "C", ()),
    ),
    notes=(Points(("x",)),),
)


def test_it_is_json_that_says_what_each_block_is() -> None:
    found = json.loads(json.dumps(REPORT.as_dict()))
    assert [block["block"] for block in found["sections"][0]["blocks"]] == ["text", "figure"]
    assert "svg" not in found["sections"][0]["blocks"][1]
    assert found["sections"][1]["blocks"][0]["cards"][1]["id"] == "I2"


def test_sections_are_found_by_role_and_cards_across_sections() -> None:
    assert [section.name for section in REPORT.with_role("items", "first")] == ["a", "b"]
    assert [card.id for card in REPORT.cards()] == ["I1", "I2"]
    assert [section.is_empty for section in REPORT.sections] == [False, False, True]


def test_a_report_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        REPORT.sections[0].title = "other"  # type: ignore[misc]


def test_columns_by_their_titles() -> None:
    assert [column.kind for column in columns("a", "b", "c", numbers=("b",), names=("c",))] == [
        "text",
        "number",
        "name",
    ]
