"""Ratings come out in an order of their own, as they went in."""

import random

import pytest

from ringtrue.protocols import load
from ringtrue.score.given_items import GivenItems
from ringtrue.score.given_ratings import GivenRatings
from ringtrue.terms import Item, Rating

RATINGS = [
    Rating("Zoe", "b", "mark", 2.0),
    Rating("ana", "b", "found", True, "clone"),
    Rating("ana", "a", "mark", 3.0, "clone", "model"),
    Rating("ana", "a", "mark", 4.0, "generic", "model"),
    Rating("ana", "a", "ticks", (True, False), "clone"),
    Rating("ana", "a", "words", "a text", "clone"),
    Rating("ana", "a", "open", None, "clone", "model", "no answer"),
    Rating("ana", "é", "mark", 0.0, None, "statistic"),
]


ITEMS = GivenItems(load("scenarios"), [Item(name, "scenario", "") for name in ("é", "a", "b")])


def identity(rating: Rating) -> tuple[str, ...]:
    return rating.rater, rating.item, rating.question, rating.speaker or ""


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_arrival_makes_no_difference(seed: int) -> None:
    shuffled = random.Random(seed).sample(RATINGS, len(RATINGS))
    given = GivenRatings(iter(shuffled), ITEMS)
    assert list(given) == sorted(RATINGS, key=identity)
    assert list(given) == list(given)  # as often as one likes
    assert len(given) == len(RATINGS)
    assert RATINGS[0] in given
    assert Rating("Zoe", "b", "mark", 1.0) not in given


def test_nothing_at_all() -> None:
    assert list(GivenRatings([], ITEMS)) == []


def test_an_answer_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="ana answered mark about a twice"):
        GivenRatings([*RATINGS, Rating("ana", "a", "mark", 9.0, "clone")], ITEMS)


def test_the_same_answer_about_nobody_in_particular_is_refused_too() -> None:
    with pytest.raises(ValueError, match="Zoe answered mark about b twice"):
        GivenRatings([RATINGS[0], RATINGS[0]], ITEMS)


def test_what_is_about_no_item_that_counts_is_left_out() -> None:
    assert list(GivenRatings([Rating("ana", "gone", "mark", 1.0), RATINGS[0]], ITEMS)) == [RATINGS[0]]
