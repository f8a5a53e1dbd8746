"""Likeness of recalls to an anchor: bounds, order, and what has no words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.statistic.recall import Recall, recall_similarities

ANCHOR = "Nobody is hurt on the floor, and the ear is believed after the meter."
DECOY = "The customer is told what he likes until the order is paid."


def recall(text: str, **more: object) -> Recall:
    return replace(Recall("s1-R-9", "s1", 9, text, ANCHOR, (DECOY,)), **more)  # type: ignore[arg-type]


def test_the_anchor_itself_is_as_near_as_can_be_and_the_decoy_near_the_decoy() -> None:
    own, other = recall_similarities([recall(ANCHOR), recall(DECOY)])
    assert own.anchor == pytest.approx(1)
    assert other.decoy == pytest.approx(1)
    assert own.decoy is not None
    assert own.decoy < 0.3
    assert other.anchor < 0.3


def test_what_has_no_words_is_left_out_and_without_a_decoy_there_is_none() -> None:
    assert recall_similarities([recall("..."), recall(ANCHOR, anchor="-")]) == []
    (found,) = recall_similarities([recall(ANCHOR, decoys=())])
    assert found.decoy is None


words = st.lists(
    st.sampled_from(["bell", "floor", "ear", "meter", "price", "river", "tin", "slate", "rope"]), min_size=1
).map(" ".join)


@given(st.lists(words, min_size=1, max_size=4))
def test_every_likeness_lies_between_0_and_1_and_order_does_not_matter(texts: list[str]) -> None:
    recalls = [recall(text, item=f"s{place}") for place, text in enumerate(texts)]
    found = {one.recall.item: one.anchor for one in recall_similarities(recalls)}
    turned = {one.recall.item: one.anchor for one in recall_similarities(recalls[::-1])}
    assert found.keys() == turned.keys()
    for item, value in found.items():
        assert -1e-9 <= value <= 1 + 1e-9
        assert turned[item] == pytest.approx(value)
