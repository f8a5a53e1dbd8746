"""Entries of the answer key: in JSON's types and back, and which way round a card is."""

import json

from blind.tables import BLIND, quotes, said
from ringtrue.blind.dealing import deal
from ringtrue.blind.key import KeyEntry, cards_of, commitment, verify

OWN = KeyEntry("Q1", ("real", "clone"), "clone")
WATCH = KeyEntry("look", (), "", "attention", {"found": "B"})


def test_an_entry_survives_json() -> None:
    for placed in (OWN, WATCH, KeyEntry("D1", ("generic",), "generic", "control")):
        assert KeyEntry.of(json.loads(json.dumps(placed.as_document()))) == placed


def test_the_sign_tells_where_the_one_it_is_about_stands() -> None:
    assert OWN.sign == 1
    assert KeyEntry("Q1", ("clone", "real"), "clone").sign == -1
    assert KeyEntry("D1", ("clone",), "clone").sign == WATCH.sign == 0


def test_the_cards_of_all_packets_lie_in_one_table() -> None:
    key = {"t1": {"c1": OWN.as_document()}, "t2": {"c2": WATCH.as_document()}}
    assert cards_of(key) == {"c1": OWN, "c2": WATCH}


# The seal: fits the very key and plan, and nothing else.


DEAL = deal(quotes(3), said(quotes(3)), BLIND, ["r"], 1)
PLAN = {"protocol": BLIND.hash, "exclude": "raters who fail two attention cards"}


def test_key_and_plan_are_verified_and_any_change_is_seen() -> None:
    seal = commitment(DEAL.key, PLAN)
    assert verify(seal, DEAL.key, PLAN)
    assert verify(seal, json.loads(json.dumps(DEAL.key)), dict(reversed(PLAN.items())))
    assert not verify(seal, DEAL.key, PLAN | {"exclude": "nobody"})
    changed = json.loads(json.dumps(DEAL.key))
    card = next(iter(next(iter(changed.values())).values()))
    card["speakers"].reverse()
    assert not verify(seal, changed, PLAN)


def test_the_same_key_is_sealed_differently_each_time_and_the_salt_is_not_printed() -> None:
    one, other = commitment(DEAL.key, PLAN), commitment(DEAL.key, PLAN)
    assert one.hash != other.hash
    assert one.salt not in repr(one)
    assert commitment(DEAL.key, PLAN, salt=one.salt) == one


def test_a_hash_by_hand() -> None:
    """sha256 of s:{"key":{},"plan":{}} from sha256sum."""
    assert commitment({}, {}, salt="s").hash == "2ac591488e051a78ae3a5266c9721fcf87b42bacdeb361f3d7caea8fd42bab0c"
