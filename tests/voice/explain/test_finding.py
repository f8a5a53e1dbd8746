"""The order of findings: widespread before topic-bound, then the surest, then by name."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.habits import HABITS

surenesses = st.lists(st.tuples(st.booleans(), st.floats(-9, 9)), max_size=10)


def finding(z: float = 2.0, words: tuple[str, ...] = ("so",), **changed: Any) -> Finding:
    return Finding("word", words, "per 1,000 words", 1.0, 2.0, None, 2.0, z, 0.01, 1.0, **changed)


@given(surenesses)
def test_widespread_ones_come_first_and_the_surest_of_each(given_: list[tuple[bool, float]]) -> None:
    found = sorted((finding(z, topic_bound=bound) for bound, z in given_), key=lambda one: one.rank)
    assert [(one.topic_bound, -abs(one.z)) for one in found] == sorted((bound, -abs(z)) for bound, z in given_)


def test_names_settle_ties() -> None:
    habit = finding(words=(), habit=HABITS[0])
    early, late = finding(words=("and",)), finding(words=("so",))
    opening = finding(words=("so",), place="sentence start")
    assert sorted([opening, late, early, habit], key=lambda one: one.rank) == [habit, early, late, opening]


def test_where_it_was_found_does_not_make_it_another_finding() -> None:
    assert finding(at=np.array([1, 2])) == finding(at=np.array([3])) == finding()
    assert finding(z=1.0) != finding()
