"""A card with one side, dealt alone, is the card a whole deal has."""

import pytest

from ringtrue.blind import deal, is_single, single
from ringtrue.protocols import load
from ringtrue.terms import Item, Response

SCENARIOS = load("scenarios")
TEXT = "We wait for the fog to lift."


def scenario(identity: str = "STR-001", status: str = "accepted", **tags: object) -> Item:
    fields = {"context": "Fog.", "constraints": ["one boat", "no radio"]}
    return Item(identity, "scenario", "Do you sail?", tags=tags, fields=fields, status=status)  # type: ignore[arg-type]


@pytest.mark.parametrize("takes", [1, 2, 3, 7])
@pytest.mark.parametrize(("seed", "rater"), [(1, "judge"), (20261115, "judge-2"), (0, "Zoë")])
def test_the_same_cards_in_the_same_order_as_a_whole_deal(takes: int, seed: int, rater: str) -> None:
    for identity in ("STR-001", "TAC-9", "ação"):
        item, response = scenario(identity), Response(identity, "clone", TEXT)
        whole = deal([item], [response], SCENARIOS, [rater], seed, session=None, controls=0, takes=takes)
        assert single(item, response, SCENARIOS, rater, seed, takes) == whole.cards


def test_what_is_not_one_plain_text_needs_a_whole_deal() -> None:
    assert is_single(scenario(), Response("STR-001", "clone", TEXT), SCENARIOS)
    assert not is_single(scenario(), Response("STR-001", "generic", TEXT), SCENARIOS)
    assert not is_single(scenario(), Response("STR-002", "clone", TEXT), SCENARIOS)
    assert not is_single(scenario(), Response("STR-001", "clone", " \n"), SCENARIOS)
    assert not is_single(scenario(), Response("STR-001", "clone", None, "time-out"), SCENARIOS)
    assert not is_single(scenario(status="pending"), Response("STR-001", "clone", TEXT), SCENARIOS)
    assert not is_single(scenario(control=True), Response("STR-001", "clone", TEXT), SCENARIOS)
    pair = Item("p", "pair", "", fields={"real": "True words."}, status="accepted")
    assert not is_single(pair, Response("p", "clone", TEXT), load("pairs"))
