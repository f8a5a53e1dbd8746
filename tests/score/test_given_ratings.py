"""Ratings become columns in an order of their own, whatever they arrive in."""

import random
from typing import Any

import numpy as np
import pytest

from ringtrue.protocols import load
from ringtrue.score.given_items import GivenItems
from ringtrue.score.given_ratings import GivenRatings
from ringtrue.terms import Item, Rating

RATINGS = [
    Rating("Zoe", "b", "mark", 2.0),
    Rating("ana", "b", "found", True, "clone"),
    Rating("ana", "a", "mark", 3.0, "clone", "model"),
    Rating("ana", "a", "mark", 4, "generic", "model"),
    Rating("ana", "a", "ticks", (True, False, False, False), "clone"),
    Rating("ana", "a", "words", "a text", "clone"),
    Rating("ana", "a", "open", None, "clone", "model", "no answer"),
    Rating("ana", "é", "mark", 0.0, None, "statistic"),
]
ITEMS = GivenItems(load("scenarios"), [Item(name, "scenario", "") for name in ("é", "a", "b")])


def identity(rating: Rating) -> tuple[str, ...]:
    return rating.rater, rating.item, rating.question, rating.speaker or ""


def listed(given: GivenRatings) -> list[Rating]:
    """The ratings that the columns tell of."""
    found = []
    for place, (code, source) in enumerate(zip(given.items, given.source, strict=True)):
        rater, question, speaker, judge = given.sources[source]
        value, reason = given.others.get(place, (given.numbers[place], None))
        found.append(Rating(rater, ITEMS.id_of(code), question, value, speaker, judge, reason))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_makes_no_difference(seed: int) -> None:
    shuffled = random.Random(seed).sample(RATINGS, len(RATINGS))
    assert listed(GivenRatings(iter(shuffled), ITEMS)) == sorted(RATINGS, key=identity)


@pytest.mark.parametrize(
    ("value", "number"),
    [(2.5, 2.5), (True, 1.0), (False, 0.0), (4, 4.0), ((True, False, False, False), 0.25), ((), np.nan), ("x", np.nan)],
)
def test_every_answer_that_is_a_number_is_one_in_the_column(value: Any, number: float) -> None:
    given = GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)
    assert given.numbers.tolist() == pytest.approx([number], nan_ok=True)
    assert given.others == ({0: (value, None)} if isinstance(value, str | tuple) else {})


def test_no_zero_has_a_minus() -> None:
    given = GivenRatings([Rating("ana", "a", "side", -0.0)], ITEMS)
    assert not np.signbit(given.numbers[0])


@pytest.mark.parametrize("value", [["yes"], []])
def test_what_is_no_answer_at_all_is_no_silent_gap(value: Any) -> None:
    with pytest.raises(TypeError):
        GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)


@pytest.mark.parametrize("value", [np.int64(0), np.float32(0), np.int64(3)])
def test_numbers_of_numpy_are_numbers(value: Any) -> None:
    given = GivenRatings([Rating("ana", "a", "mark", value)], ITEMS)
    assert given.numbers.tolist() == [float(value)]


def test_what_is_no_number_stands_in_the_order_of_the_columns() -> None:
    unscored = [Rating("ana", item, "mark", None, reason=f"no answer on {item}") for item in "éba"]
    given = GivenRatings([unscored[0], RATINGS[0], *unscored[1:]], ITEMS)
    assert list(given.others) == [1, 2, 3]
    assert [reason for _, reason in given.others.values()] == [f"no answer on {item}" for item in "abé"]


def test_nothing_at_all() -> None:
    assert listed(GivenRatings([], ITEMS)) == []


def test_an_answer_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="ana answered mark about a twice"):
        GivenRatings([*RATINGS, Rating("ana", "a", "mark", 9.0, "clone")], ITEMS)


def test_the_same_answer_about_nobody_in_particular_is_refused_too() -> None:
    with pytest.raises(ValueError, match="Zoe answered mark about b twice"):
        GivenRatings([RATINGS[0], RATINGS[0]], ITEMS)


@pytest.mark.parametrize("reason", [None, ""])
def test_a_missing_value_is_never_silent(reason: str | None) -> None:
    with pytest.raises(ValueError, match="rating of a by ana: no value needs a reason"):
        GivenRatings([Rating("ana", "a", "mark", None, reason=reason)], ITEMS)


def test_what_is_about_no_item_that_counts_is_left_out() -> None:
    assert listed(GivenRatings([Rating("ana", "gone", "mark", 1.0), RATINGS[0]], ITEMS)) == [RATINGS[0]]
