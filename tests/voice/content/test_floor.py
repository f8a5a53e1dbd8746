"""The floor of coverage: foreign passages in equal numbers, shuffled facts, or a plain refusal."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.facts import Fact
from ringtrue.voice.content.floor import Floor, FloorPlan
from ringtrue.voice.embedding.vectors import of_length_one


def facts(number: int) -> list[Fact]:
    return [Fact(f"F{place}", f"Fact {place} names thing{place} twice{place}") for place in range(number)]


def foreign(number: int) -> list[str]:
    """As many replies of one sentence, and so as many passages."""
    return [f"Stranger {place} speaks." for place in range(number)]


def rows(seed: int, number: int) -> np.ndarray:
    return of_length_one(np.random.default_rng(seed).standard_normal((number, 4)), number)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=60))
def test_the_cut_is_what_a_further_value_exceeds_in_one_of_twenty(values: list[float]) -> None:
    floor = Floor(np.array(values), None, "")
    ordered = sorted(values)
    # of n values the k-th is left behind by a share k / (n + 1)
    place = 0.95 * (len(values) + 1)
    low = min(max(int(place), 1), len(values))
    high = min(low + 1, len(values))
    share = min(max(place - low, 0.0), 1.0)
    assert floor.cut == pytest.approx((1 - share) * ordered[low - 1] + share * ordered[high - 1], abs=1e-9)
    assert floor.usual == pytest.approx(float(np.median(values)))


def test_foreign_replies_are_taken_where_they_make_twenty_values() -> None:
    plan = FloorPlan(facts(4), 3, foreign(15), 1)
    assert plan.refusal == ""
    assert len(plan.texts) == 15  # five sets of three passages, times four facts
    assert set(plan.texts) <= set(foreign(15))


def test_a_set_has_as_many_passages_as_the_replies_and_what_is_over_is_spread() -> None:
    plan = FloorPlan(facts(10), 4, foreign(11), 1)
    assert len(plan.texts) == 8
    assert plan.texts[0] == "Stranger 0 speaks."
    assert len(set(plan.texts)) == 8


def test_no_more_than_twenty_sets_are_taken() -> None:
    assert len(FloorPlan(facts(5), 2, foreign(500), 1).texts) == 40


@given(st.integers(0, 2**32 - 1))
def test_the_best_of_each_set_is_measured_for_each_fact(seed: int) -> None:
    plan = FloorPlan(facts(4), 3, foreign(15), 1)
    known, replies, texts = rows(seed, 4), rows(seed + 1, 3), rows(seed + 2, 15)
    floor = plan.measure(known, replies, texts)
    best = np.array(
        [[max(fact @ texts[3 * block + step] for step in range(3)) for block in range(5)] for fact in known]
    )
    assert floor.values == pytest.approx(best.ravel())
    assert floor.elsewhere == pytest.approx(np.median(best, axis=1))
    assert floor.source == "5 sets of 3 passages of other people's replies"


def test_without_enough_foreign_replies_the_facts_own_words_are_dealt_out_anew() -> None:
    given_ = facts(5)
    plan = FloorPlan(given_, 100, foreign(3), 1)
    assert plan.refusal == ""
    assert len(plan.texts) == 200
    words = Counter(word for fact in given_ for word in fact.text.split())
    for start in range(0, 200, 5):
        dealt = plan.texts[start : start + 5]
        assert Counter(word for text in dealt for word in text.split()) == words
        assert [len(text.split()) for text in dealt] == [5] * 5
    floor = plan.measure(rows(1, 5), rows(2, 100), rows(3, 200))
    assert floor.values == pytest.approx((rows(3, 200) @ rows(2, 100).T).max(axis=1))
    assert floor.elsewhere is None
    assert floor.source == "200 facts shuffled from the words of these"


def test_a_seed_shuffles_the_same_way_again() -> None:
    assert FloorPlan(facts(6), 9, [], 4).texts == FloorPlan(facts(6), 9, [], 4).texts
    assert FloorPlan(facts(6), 9, [], 4).texts != FloorPlan(facts(6), 9, [], 5).texts


def test_too_few_facts_and_strangers_are_refused_with_what_would_suffice() -> None:
    plan = FloorPlan(facts(4), 3, foreign(2), 1)
    assert plan.texts == []
    # twenty values from four facts are five sets of three
    assert plan.refusal == (
        "no floor: 4 facts and 2 passages of other people's replies; give at least 5 facts, or about 15 foreign "
        "passages"
    )
    assert FloorPlan(facts(4), 3, foreign(15), 1).refusal == ""


def test_facts_in_any_script_can_be_shuffled() -> None:
    given_ = [
        Fact(f"F{place}", text) for place, text in enumerate(["\u4f60\u597d", "\U0001f600", "x", "\u0434\u0430", "1"])
    ]
    assert all(FloorPlan(given_, 9, [], 1).texts)
