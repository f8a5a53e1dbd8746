"""Repeated numbers: the same ones as a count of all of them finds, however long the list."""

from array import array
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.repetition import repeated

whole = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(whole | st.integers(-3, 3)))
def test_of_a_short_list(numbers: list[int]) -> None:
    assert repeated(array("q", numbers)) == {number for number, count in Counter(numbers).items() if count > 1}


@given(st.lists(whole, max_size=5), st.lists(st.integers(-9000, 9000), max_size=5))
def test_of_a_long_list(far: list[int], near: list[int]) -> None:
    numbers = [*range(-4000, 4000), *far, *near]
    assert repeated(array("q", numbers)) == {number for number, count in Counter(numbers).items() if count > 1}


def test_nothing_is_repeated_in_nothing() -> None:
    assert repeated(array("q")) == set()
