"""The names a model judge answers under, and where its cards stand."""

from ringtrue.protocols import load
from ringtrue.study.dealing import deal_for, judge_of, placings, rater_name, take_of
from ringtrue.terms import Item, Response, Speaker


def test_names_of_takes_go_there_and_back() -> None:
    assert [rater_name("j", take) for take in (1, 2, 10)] == ["j", "j~2", "j~10"]
    assert [judge_of(name) for name in ("j", "j~2", "a~b", "~3", "j~")] == ["j", "j", "a~b", "~3", "j~"]
    assert [take_of(name) for name in ("j", "j~2", "a~b", "~3", "j~")] == [1, 2, 1, 1, 1]


def test_takes_are_counted_for_each_item_and_a_pair_is_turned() -> None:
    items = [Item(f"P{n}", "pair", "Q?", fields={"domain": "TECH"}, status="accepted") for n in range(3)]
    responses = [Response(item.id, speaker, f"{speaker} says") for item in items for speaker in ("full", "compressed")]
    cards = deal_for(Speaker("j", "local", {"repeats": 2}), items, responses, load("pairs"), 7)
    found = list(placings(cards))
    assert sorted((one.item, one.take) for one in found) == [(f"P{n}", take) for n in range(3) for take in (1, 2)]
    for name in ("P0", "P1", "P2"):
        first, second = (one.speakers for one in found if one.item == name)
        assert first == second[::-1]
    assert list(placings(deal_for(Speaker("j", "local", {"repeats": 2}), items, responses, load("pairs"), 7))) == found
