"""The signature: which grams are the person's own, worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.counted import Counted
from ringtrue.voice.counts import Matrix
from ringtrue.voice.signature import signature


def references(*rows: list[float]) -> Counted:
    phrases = Matrix(np.array(rows))
    return Counted(phrases, phrases, phrases, np.zeros((len(rows), 1)))


# A hundred grams of the person: rates .5, .3, .03, .1, .07. Others have 1000: rates .5, .1, 0, .06, .34.
PERSON = [50.0, 30.0, 3.0, 10.0, 7.0]
OTHERS = ([300.0, 50.0, 0.0, 20.0, 130.0], [200.0, 50.0, 0.0, 40.0, 210.0])


def test_what_is_used_often_and_far_more_than_by_others_is_chosen() -> None:
    found = signature(references(PERSON, *OTHERS), 0, 0)
    # ratios: 1 for the first, about 3 for the second, too few uses of the third, .1/.0601 for the fourth, below 1
    assert found.columns.tolist() == [1, 3]
    assert found.rates == pytest.approx([0.3, 0.1])


def test_the_person_is_not_among_those_compared_with() -> None:
    # .5 against .33 of the others, a ratio of 1.5; with the person's own uses among them .5 against .41
    assert signature(references([100.0, 100.0], [66.0, 134.0]), 0, 0).columns.tolist() == [0]


def test_the_heaviest_come_first_and_no_more_than_asked_for() -> None:
    # 30 log 3 = 33 outweighs 10 log 1.66 = 5
    assert signature(references(PERSON, *OTHERS), 0, 0, most=1).columns.tolist() == [1]
    assert signature(references(PERSON, *OTHERS), 0, 0, most=0).columns.size == 0


def test_rows_of_the_person_are_no_others() -> None:
    without_fold = [20.0, 30.0, 0.0, 10.0, 7.0]
    rows = references(without_fold, PERSON, *OTHERS)
    assert signature(rows, 1, 1).columns.tolist() == signature(references(PERSON, *OTHERS), 0, 0).columns.tolist()
    assert signature(rows, 0, 1).rates == pytest.approx(np.array([30, 10]) / 67)


def test_uses_are_a_share_of_each_texts_grams() -> None:
    found = signature(references(PERSON, *OTHERS), 0, 0)
    texts = Matrix(np.array([[1.0, 2.0, 0.0, 1.0, 0.0], [4.0, 0.0, 0.0, 0.0, 0.0], [0.0] * 5]))
    assert found.uses(texts) == pytest.approx([3 / 4, 0.0, 0.0])


def test_a_gram_nobody_else_uses_is_distinctive_but_not_infinitely() -> None:
    found = signature(references([5.0, 5.0], [0.0, 100.0]), 0, 0)
    assert found.columns.tolist() == [0]


def test_a_person_without_words_has_none() -> None:
    assert signature(references([0.0, 0.0], [1.0, 2.0]), 0, 0).columns.size == 0


@given(st.lists(st.lists(st.integers(0, 60), min_size=4, max_size=4), min_size=2, max_size=5))
def test_only_grams_used_four_times_and_more_than_by_others_are_ever_chosen(rows: list[list[int]]) -> None:
    table = np.array(rows, dtype=np.float64)
    found = signature(references(*table.tolist()), 0, 0)
    mine = table[0] / max(table[0].sum(), 1)
    usual = table[1:].sum(axis=0) / max(table[1:].sum(), 1)
    assert (table[0][found.columns] >= 4).all()
    assert (mine[found.columns] >= 1.5 * usual[found.columns]).all()
    assert len(set(found.columns.tolist())) == found.columns.size
