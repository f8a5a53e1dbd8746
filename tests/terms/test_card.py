"""Cards: what is listed on them is sealed, and they go to JSON and back."""

from dataclasses import asdict
from json import dumps, loads

import pytest

from ringtrue.terms import Card


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
