"""Waivers: which leak a waiver is about."""

from ringtrue.blind import Leak, Waiver, waived

LEAK = Leak("name", "Q1", "clone", "line 1", "a name")


def test_a_waiver_covers_its_rule_on_its_item_or_on_all() -> None:
    assert Waiver("name", "r").covers(LEAK)
    assert Waiver("name", "r", "Q1").covers(LEAK)
    assert not Waiver("name", "r", "Q2").covers(LEAK)
    assert not Waiver("gold", "r").covers(LEAK)


def test_the_first_waiver_that_covers_a_leak_gives_the_reason() -> None:
    (let,) = waived([LEAK], [Waiver("name", "here", "Q1"), Waiver("name", "everywhere")])
    assert let.waived == "here"
    assert waived([], []) == []
