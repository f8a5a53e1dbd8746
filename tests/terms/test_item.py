"""Items are frozen, and citations make sense."""

from dataclasses import asdict
from json import dumps, loads

import pytest

from ringtrue.terms.item import Card, Citation, Item, Response, Speaker


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


# A response is a text or an error.


@pytest.mark.parametrize(("text", "error"), [(None, None), ("words", "timeout")])
def test_neither_or_both_is_refused(text: str | None, error: str | None) -> None:
    with pytest.raises(ValueError, match="either a text or an error"):
        Response("q1", "clone", text, error)


def test_an_empty_text_is_a_text() -> None:
    assert Response("q1", "clone", "").error is None
    assert Response("q1", "clone", None, "timeout").text is None


def test_settings_and_meta_are_sealed() -> None:
    with pytest.raises(TypeError):
        Speaker("clone", "openai", {"model": "m"}).settings["model"] = "n"  # type: ignore[index]
    with pytest.raises(TypeError):
        Response("q1", "clone", "x", meta={"a": 1}).meta["a"] = 2  # type: ignore[index]


# Cards: what is listed on them is frozen, and they go to JSON and back.


def test_lists_cannot_be_changed_afterwards() -> None:
    listed = {"criteria": ["a", "b"]}
    card = Card("x", "edge", "Q?", ("t",), listed)  # type: ignore[arg-type]
    listed["criteria"].append("c")
    assert card.lists == {"criteria": ("a", "b")}
    with pytest.raises(TypeError):
        card.lists["criteria"] = ()  # type: ignore[index]


def test_a_card_goes_to_json_and_back_and_can_be_a_key() -> None:
    card = Card("x", "edge", "Q?", ("t",), {"criteria": ("a", "b")})
    stored = loads(dumps(asdict(card)))
    assert Card(**stored | {"texts": tuple(stored["texts"])}) == card
    assert {card: 1}[card] == 1
    assert Card("x", "edge", "Q?", ("t",)).lists == {}
