"""Choosing pairs by domain and stratum: exact limits, open slots with the nearest pair, no favourites."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.items.selection import BY_SIZE, HIGH, LOW, MIDDLE, Slot, index_of, select, slots_for, stratum_of
from ringtrue.terms.item import Item

FIVE = {"TECH": 0.93, "ANAL": 0.90, "PHIL": 0.86, "SELF": 0.85, "NARR": 0.82}


def pair(name: str, domain: str, index: Any = None, **more: Any) -> Item:
    fields = {"domain": domain} | ({} if index is None else {"pfi_model": index})
    return Item(name, "pair", "?", fields=fields, **more)


def five(**other: float) -> list[Item]:
    return [pair(domain, domain, value) for domain, value in (FIVE | other).items()]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (1.0, "high"),
        (0.90, "high"),
        (0.8999, ""),
        (0.8701, ""),
        (0.87, "middle"),
        (0.85, "middle"),
        (0.8499, ""),
        (0.84, "low"),
        (0.80, "low"),
        (0.7999, ""),
        (None, ""),
    ],
)
def test_the_limits_of_the_strata_are_included_and_nothing_is_rounded(value: float | None, name: str) -> None:
    assert stratum_of(value) == name


def test_five_pairs_one_for_each_domain() -> None:
    choices = select(five(), BY_SIZE[5], 1)
    assert [choice.item for choice in choices] == ["TECH", "ANAL", "PHIL", "SELF", "NARR"]
    assert [choice.slot.stratum for choice in choices] == [HIGH, HIGH, MIDDLE, MIDDLE, LOW]
    assert [choice.index for choice in choices] == list(FIVE.values())


def test_three_pairs_one_for_each_stratum() -> None:
    choices = select(five(TECH=0.5), BY_SIZE[3], 1)
    assert [choice.item for choice in choices][0::2] == ["ANAL", "NARR"]
    assert choices[1].item in ("PHIL", "SELF")


def test_a_stratum_that_cannot_be_filled_is_said_and_the_nearest_offered() -> None:
    items = [*five(NARR=0.90), pair("NARR-2", "NARR", 0.79), pair("NARR-3", "NARR")]
    last = select(items, BY_SIZE[5], 1)[-1]
    assert (last.item, last.nearest, last.index) == (None, "NARR-2", 0.79)  # .01 below, the other .06 above
    assert last.why == "no pair of NARR has an index of 0.8 to 0.84"


def test_no_pair_of_a_domain_and_no_index_are_said_apart() -> None:
    items = [item for item in five() if item.id not in ("TECH", "PHIL")] + [pair("P", "PHIL")]
    tech, _, phil, *_ = select(items, BY_SIZE[5], 1)
    assert (tech.item, tech.nearest, tech.why) == (None, None, "there is no pair of TECH")
    assert (phil.item, phil.nearest, phil.why) == (None, None, "no pair of PHIL has a model index")


def test_rejected_and_withdrawn_pairs_are_not_looked_at() -> None:
    items = [pair("a", "TECH", 0.95, status="rejected"), pair("b", "TECH", 0.95, status="withdrawn")]
    assert select(items, [Slot(("TECH",), HIGH)], 1)[0].item is None


def test_no_pair_is_chosen_twice_not_even_as_the_nearest() -> None:
    slots = [Slot(("TECH",), HIGH), Slot(("TECH",), HIGH), Slot(("TECH",), HIGH)]
    choices = select([pair("a", "TECH", 0.95), pair("b", "TECH", 0.7)], slots, 1)
    assert [(choice.item, choice.nearest) for choice in choices] == [("a", None), (None, "b"), (None, None)]


def test_other_domains_have_one_place_each_of_any_stratum() -> None:
    items = [pair("a", "SONG", 0.2), pair("b", "DANCE"), pair("c", "SONG", 0.3)]
    slots = slots_for(items, 5)
    assert slots == (Slot(("SONG",)), Slot(("DANCE",)))
    assert {choice.item for choice in select(items, slots, 1)} <= {"a", "b", "c"}
    assert slots_for(five(), 3) == BY_SIZE[3]
    assert slots_for(five(), 4) == BY_SIZE[5]


def test_a_truth_value_or_a_text_is_no_index() -> None:
    assert index_of(pair("a", "TECH", True)) is None
    assert index_of(pair("a", "TECH", "0.9")) is None
    assert index_of(pair("a", "TECH", 1)) == 1.0


def test_the_seed_draws_among_those_that_fit() -> None:
    items = [pair(f"t{number}", "TECH", 0.9 + number / 1000) for number in range(20)]
    drawn = {select(items, [Slot(("TECH",), HIGH)], seed)[0].item for seed in range(60)}
    assert len(drawn) > 10  # 60 draws from 20 leave fewer than 11 different ones out of reach of chance


@given(
    st.lists(st.tuples(st.sampled_from(list(FIVE)), st.floats(0.7, 1.0)), max_size=15), st.integers(0, 9), st.randoms()
)
def test_the_order_of_items_makes_no_difference_and_every_choice_fits(
    given_pairs: list[tuple[str, float]], seed: int, random: Any
) -> None:
    items = [pair(f"p{place}", domain, value) for place, (domain, value) in enumerate(given_pairs)]
    choices = select(items, BY_SIZE[5], seed)
    for choice in choices:
        if choice.item is not None:
            assert choice.slot.stratum.distance(choice.index) == 0.0
    random.shuffle(items)
    assert select(items, BY_SIZE[5], seed) == choices
