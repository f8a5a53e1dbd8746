"""Entries of the answer key: in JSON's types and back, and which way round a card is."""

import json

from ringtrue.blind.key import Lookup, Placed, cards_of

OWN = Placed("Q1", ("real", "clone"), "clone")
WATCH = Placed("look", (), "", "attention", {"found": "B"})


def test_an_entry_survives_json() -> None:
    for placed in (OWN, WATCH, Placed("D1", ("generic",), "generic", "control")):
        assert Placed.of(json.loads(json.dumps(placed.as_document()))) == placed


def test_the_sign_tells_where_the_one_it_is_about_stands() -> None:
    assert OWN.sign == 1
    assert Placed("Q1", ("clone", "real"), "clone").sign == -1
    assert Placed("D1", ("clone",), "clone").sign == WATCH.sign == 0


def test_the_cards_of_all_packets_lie_in_one_table() -> None:
    key = {"t1": {"c1": OWN.as_document()}, "t2": {"c2": WATCH.as_document()}}
    assert cards_of(key) == {"c1": OWN, "c2": WATCH}


def test_a_lookup_finds_the_same_in_any_order() -> None:
    key = {
        f"t{p}": {f"c{p}{n}": Placed(f"i{n}", ("clone",), "clone").as_document() for n in range(3)} for p in range(3)
    }
    lookup = Lookup(key)
    for card in ("c00", "c00", "c22", "c01", "nowhere", "c12", "", "c00"):
        assert lookup.find(card) == cards_of(key).get(card)
