"""Planted facts are found, absent ones are not, and the cut is measured, not made up."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.detection.proportion import wilson
from ringtrue.terms.problem import BadInput
from ringtrue.voice.content.coverage import Floor, FloorPlan, measure_coverage
from ringtrue.voice.content.facts import Fact
from ringtrue.voice.embedding.backend import of_length_one
from ringtrue.voice.embedding.tfidf import Tfidf

PLANTED = [
    ("Refuses to borrow money for growth.", "Borrowing money to grow is something I refuse."),
    ("Keeps bees behind the workshop.", "There are bees behind my workshop, and I keep them myself."),
    (
        "Donates a tenth of the profit to the town library.",
        "The town library gets a tenth of our profit as a donation.",
    ),
    ("Acorda às cinco da manhã para escrever.", "Escrevo cedo: acordo sempre às cinco da manhã."),
]
ABSENT = [
    "Grew up in a fishing village on the coast.",
    "Plays the cello in a quartet every Thursday.",
    "Walked across the Alps with a donkey.",
    "Collects stamps from former colonies.",
]
SUBJECTS = [
    "my neighbour",
    "the committee",
    "a good engineer",
    "our town",
    "the old bridge",
    "every winter",
    "the market",
]
MIDDLES = [
    "of the harbour is",
    "from the valley has been",
    "with a lantern was",
    "in the end behind us seems",
    "to me looks",
]
ENDS = [
    "something I think about.",
    "as loud as an engine.",
    "for sale again.",
    "cut in two.",
    "never the same on a Monday.",
]


def talk(number: int, seed: int) -> list[str]:
    """Replies about nothing in particular, in ordinary words."""
    rng = np.random.default_rng(seed)
    said = [[" ".join(map(str, map(rng.choice, (SUBJECTS, MIDDLES, ENDS)))) for _ in range(6)] for _ in range(number)]
    return [" ".join(reply) for reply in said]


FACTS = [Fact(f"P{i}", fact) for i, (fact, _) in enumerate(PLANTED)] + [
    Fact(f"A{i}", text) for i, text in enumerate(ABSENT)
]
REPLIES = [f"{reply} {said}" for reply, (_, said) in zip(talk(4, 1), PLANTED, strict=True)] + talk(4, 2)


@pytest.mark.parametrize("others", [talk(40, 3), []], ids=["foreign replies", "shuffled facts"])
def test_planted_facts_are_covered_and_absent_ones_are_not(others: list[str]) -> None:
    found = measure_coverage(FACTS, REPLIES, Tfidf(), others=others)
    marks = {match.fact.id: match.mark for match in found.matches}
    assert [marks[f"P{i}"] for i in range(4)] == ["covered"] * 4
    assert "covered" not in [marks[f"A{i}"] for i in range(4)]
    assert [match.reply for match in found.matches[:4]] == [0, 1, 2, 3]
    for match, (_, said) in zip(found.matches[:4], PLANTED, strict=True):
        assert match.excerpt in said or said in match.excerpt


def test_the_share_is_k_of_n_with_the_wilson_interval_and_names_the_backend() -> None:
    share = measure_coverage(FACTS, REPLIES, Tfidf(), others=talk(40, 3)).share
    expected = wilson(4, 8)
    assert (share.value, share.low, share.high, share.n) == (0.5, expected.low, expected.high, 8)
    assert share.kind == "statistic"
    assert "tfidf (runs of 4 characters" in share.method
    assert "passages of other people's replies" in share.method


def test_without_others_the_facts_are_shuffled_and_it_says_so() -> None:
    found = measure_coverage(FACTS, REPLIES, Tfidf())
    assert "200 facts shuffled from the words of these" in found.share.method
    assert found.matches[0].elsewhere.value is None
    assert found.cut.value is not None
    assert found.usual.value is not None
    assert found.cut.value > found.usual.value > 0


def test_too_few_foreign_passages_are_not_taken_for_a_floor() -> None:
    assert "shuffled" in measure_coverage(FACTS, REPLIES, Tfidf(), others=talk(2, 3)).share.method


def test_what_everybody_says_is_at_most_weakly_the_persons() -> None:
    # A fact that other people's replies state in the same words lies no higher than it does elsewhere.
    said = "Quartz sleeps beneath violet rain."
    replies, others = [*talk(4, 1), said], [f"{reply} {said}" for reply in talk(80, 3)]
    match = measure_coverage([*FACTS, Fact("common", said)], replies, Tfidf(), others=others).matches[-1]
    assert match.mark == "weak"
    assert match.similarity.value == pytest.approx(1.0)
    assert match.elsewhere.value == pytest.approx(1.0)


def test_the_cut_is_exceeded_by_a_twentieth_of_facts_nobody_speaks_of() -> None:
    rng = np.random.default_rng(5)
    words = " ".join(talk(20, 8)).split()
    facts = [Fact(str(i), " ".join(rng.choice(words, 6))) for i in range(150)]
    share = measure_coverage(facts, talk(20, 6), Tfidf(), others=talk(200, 7)).share
    assert share.value is not None
    assert share.value <= 0.1


def test_the_answer_does_not_depend_on_the_order_of_facts() -> None:
    one, other = (measure_coverage(facts, REPLIES, Tfidf(), others=talk(40, 3)) for facts in (FACTS, FACTS[::-1]))
    assert {m.fact.id: m.mark for m in one.matches} == {m.fact.id: m.mark for m in other.matches}
    assert one.cut.value == pytest.approx(other.cut.value)


def test_no_replies_no_facts_or_no_floor_give_a_reason_and_no_number() -> None:
    silent = measure_coverage(FACTS, ["", "..."], Tfidf())
    assert silent.share.reason == "no reply contains a word"
    assert {match.mark for match in silent.matches} == {"inconclusive"}
    assert measure_coverage([], REPLIES, Tfidf()).share.reason == "no facts were given"
    few = measure_coverage(FACTS[:2], REPLIES, Tfidf())
    assert few.share.value is None
    assert "at least 5 facts" in (few.share.reason or "")
    assert few.matches[0].similarity.value is not None
    assert few.matches[0].mark == "inconclusive"


def test_facts_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(BadInput):
        measure_coverage([Fact("A", "one"), Fact("A", "two")], REPLIES, Tfidf())


def test_one_reply_instead_of_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="list of texts"):
        measure_coverage(FACTS, "reply", Tfidf())


# The floor of coverage: foreign passages in equal numbers, shuffled facts, or a plain refusal.


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
