"""The tally of sides dealt: counted from a key, kept and read again."""

import json

from blind.tables import ALL, BLIND, quotes, raters, said
from ringtrue.blind import Attention, Tally, deal

ITEMS = quotes(5)
WATCH = Attention("look", "quote", "?", ("a", "b"), {"found": "A"})
DEAL = deal(ITEMS, said(ITEMS, ALL), BLIND, raters(3), 2, controls=2, attention=[WATCH])


def test_a_deal_leaves_the_tally_of_its_key() -> None:
    assert Tally.of(DEAL.key) == DEAL.tally
    assert DEAL.tally.dealt["Q000", "clone"] == 3
    assert abs(DEAL.tally.surplus["Q000", "clone"]) == 1
    assert not any(item == "look" for item, _ in DEAL.tally.dealt)


def test_it_survives_json() -> None:
    assert Tally.from_document(json.loads(json.dumps(DEAL.tally.as_document()))) == DEAL.tally


def test_packets_left_out_do_not_count() -> None:
    tokens = {packet.token for packet in DEAL.packets}
    assert Tally.of(DEAL.key, without=tokens) == Tally()


def test_dealing_on_does_not_change_the_tally_given() -> None:
    before = DEAL.tally.copy()
    deal(ITEMS, said(ITEMS), BLIND, ["late"], 2, earlier=DEAL.tally)
    assert DEAL.tally == before
