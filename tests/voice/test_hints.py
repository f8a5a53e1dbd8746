"""Hints about single replies, with floor and ceiling set by hand."""

from dataclasses import dataclass

import numpy as np
import pytest

from ringtrue.voice.hints import hints
from ringtrue.voice.place import Group
from ringtrue.voice.probe import Probe, Replies
from ringtrue.voice.reading import HINT, Hint
from ringtrue.voice.texts import Text


@dataclass
class Scores:
    """Floor and ceiling set by hand."""

    floor: Group
    ceiling: Group


def group(*scores: float) -> Group:
    return Group(np.array(scores), np.zeros(len(scores), dtype=np.int64))


# Held-out passages at 1 to 11: nine in ten lie above 2, one in ten above 10; the middle between 0 and their mean is 3.
CEILING = group(*range(1, 12))


def told(scores: list[float], numbers: list[int], given: int, ceiling: Group = CEILING, words: int = 40) -> list[Hint]:
    sizes = [40] * (len(scores) - 1) + [words]
    replies = Replies([Text.read("word " * size) for size in sizes], numbers)
    probe = Probe(replies, Scores(group(-1.0, 1.0), ceiling), np.array(scores), None)  # type: ignore[arg-type]
    return list(hints(probe, given))


@pytest.mark.parametrize(
    ("score", "note"),
    [
        (10.1, "more like the person than nine in ten of the person's own passages"),
        (10.0, "within the person's own range"),
        (2.0, "within the person's own range"),
        (1.9, "nearer to others than to the person"),
        (-50.0, "nearer to others than to the person"),
    ],
)
def test_a_score_is_held_against_the_persons_own_range(score: float, note: str) -> None:
    assert told([score], [0], 1) == [Hint(0, pytest.approx(score / 6), note, HINT)]


def test_below_the_range_but_nearer_to_the_person_is_said() -> None:
    # held out at 5 to 7, so nine in ten above 5.2; half way from the floor is 3
    hint = told([4.0], [0], 1, group(*np.linspace(5, 7, 11)))[0]
    assert hint.note == "below nine in ten of the person's own passages"
    assert hint.place == pytest.approx(4 / 6)


def test_hints_come_in_the_order_given_and_empty_replies_have_one_too() -> None:
    found = told([6.0, 3.0, 9.0], [4, 0, 2], 5)
    assert [hint.reply for hint in found] == [0, 1, 2, 3, 4]
    assert [hint.place for hint in found] == [pytest.approx(0.5), None, pytest.approx(1.5), None, pytest.approx(1.0)]
    assert [found[1].note, found[3].note] == ["contains no word"] * 2


def test_the_least_and_the_most_like_are_named_among_three_or_more() -> None:
    found = told([6.0, 3.0, 9.0], [0, 1, 2], 3)
    assert ["least" in hint.note for hint in found] == [False, True, False]
    assert ["most like" in hint.note for hint in found] == [False, False, True]
    assert not any("like the person" in hint.note for hint in told([6.0, 3.0], [0, 1], 2))


def test_a_reply_of_less_than_half_the_usual_length_says_little() -> None:
    # typical length 40, on the grid 39
    assert [("shorter" in hint.note) for hint in told([6.0] * 3, [0, 1, 2], 3, words=19)] == [False, False, True]
    assert not any("shorter" in hint.note for hint in told([6.0] * 3, [0, 1, 2], 3, words=20))


@pytest.mark.parametrize("ceiling", [group(), group(-3.0, -2.0), group(0.0)])
def test_without_a_ceiling_above_the_floor_no_place_is_given(ceiling: Group) -> None:
    assert told([6.0], [0], 1, ceiling) == [Hint(0, None, "no ceiling to compare with")]
