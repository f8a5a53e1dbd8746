"""Items and texts whose citations lead nowhere give problems with item, path and line."""

from pathlib import Path

import pytest

from ringtrue.sources import Shelf, SourceText, check_item, check_text, reference_of, references_of
from ringtrue.terms import Citation, Item


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    (tmp_path / "talk.txt").write_text("One in seven goes wrong.\nI listen first.\n", encoding="utf-8")
    return Shelf(tmp_path)


def item(**fields: object) -> Item:
    return Item("Q1", "quote", "", fields=fields)


def test_a_quote_that_stands_where_it_is_cited_is_fine(shelf: Shelf) -> None:
    assert check_item(item(real="I listen first.", citation=["^[RAIZ:talk.txt:L2]"]), shelf, "items.yaml") == []


def test_one_of_two_citations_may_hold_the_quote(shelf: Shelf) -> None:
    both = item(real="I listen first.", citation="^[talk.txt:L1] ^[talk.txt:L2]")
    assert check_item(both, shelf, "items.yaml") == []


def test_a_quote_in_none_of_them_is_one_problem(shelf: Shelf) -> None:
    faults = check_item(item(real="I measure first.", citation="^[talk.txt:L1-2]"), shelf, "items.yaml")
    assert [(fault.file, fault.place, fault.what) for fault in faults] == [
        ("items.yaml", "item Q1", "The quoted words do not stand here.")
    ]
    assert faults[0].value.endswith("talk.txt:L1-2")


def test_every_unresolved_citation_is_named(shelf: Shelf) -> None:
    faults = check_item(item(citation=["^[talk.txt:L9]", "^[none.txt]", {"path": "x"}]), shelf, "items.yaml")
    assert [fault.what.partition(".")[0] for fault in faults] == [
        "The file has 2 lines",
        f"There is no such file in {shelf.folders[0]}",
        "A citation is a text",
    ]


@pytest.mark.parametrize("citation", [None, "", "  ", []])
def test_an_item_that_cites_nothing_is_a_problem(shelf: Shelf, citation: object) -> None:
    faults = check_item(item(citation=citation), shelf, "items.yaml")
    assert [fault.what for fault in faults] == ["The item cites nothing."]


def test_excerpts_of_reference_texts_are_checked(shelf: Shelf) -> None:
    references = [
        {"path": "talk.txt", "excerpt": "One in seven"},
        {"path": "talk.txt:L2", "excerpt": "One in seven"},
        {"path": "missing", "excerpt": "x"},
        "no table",
    ]
    faults = check_item(item(citation="^[talk.txt]", references=references), shelf, "items.yaml")
    assert [fault.what.partition(".")[0] for fault in faults] == [
        "The quoted words stand on L1-1, not here",
        f"There is no such file in {shelf.folders[0]}",
    ]


def test_citations_come_from_terms_and_from_every_field() -> None:
    known = Item("Q1", "quote", "", (Citation("a.txt", 1, 2),), fields={"source_reference": "b.txt:3", "citation": "c"})
    assert [(one.path, one.first_line) for one in references_of(known)] == [("a.txt", 1), ("c", None), ("b.txt", 3)]


@pytest.mark.parametrize("text", ["^[RAIZ:a.txt:L3-4]", "a.txt:L3-4", " a.txt:3-4 "])
def test_one_citation_with_or_without_brackets(text: str) -> None:
    found = reference_of(text)
    assert (found.path, found.first_line, found.last_line) == ("a.txt", 3, 4)


def test_a_text_is_checked_line_by_line(shelf: Shelf) -> None:
    text = SourceText("SOUL.md", "Good ^[talk.txt:1]\nbad ^[talk.txt:7]\n^[nobody.txt]\n")
    assert [(fault.file, fault.place) for fault in check_text(text, shelf)] == [
        ("SOUL.md", "line 2"),
        ("SOUL.md", "line 3"),
    ]
