"""Items are sealed, and citations make sense."""

import pytest

from ringtrue.terms import Citation, Item


@pytest.mark.parametrize(
    ("first", "last", "match"),
    [(None, 3, "without a first"), (0, None, "counted from 1"), (-1, 2, "counted from 1"), (5, 4, "comes before")],
)
def test_lines_that_make_no_sense_are_refused(first: int | None, last: int | None, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Citation("notes.md", first, last)


@pytest.mark.parametrize(("first", "last"), [(None, None), (1, None), (4, 4), (4, 9)])
def test_lines_that_make_sense_are_kept(first: int | None, last: int | None) -> None:
    citation = Citation("notes.md", first, last)
    assert (citation.first_line, citation.last_line) == (first, last)


def test_tags_and_fields_cannot_be_changed_from_inside_or_outside() -> None:
    tags = {"domain": "TECH"}
    item = Item("q1", "quote", "What then?", tags=tags)
    tags["domain"] = "ART"
    assert item.tags["domain"] == "TECH"
    with pytest.raises(TypeError):
        item.tags["domain"] = "ART"  # type: ignore[index]
    with pytest.raises(TypeError):
        item.fields["topic"] = "x"  # type: ignore[index]
    assert item.status == "pending"
