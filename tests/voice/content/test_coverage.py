"""Planted facts are found, absent ones are not, and the cut is measured, not made up."""

import numpy as np
import pytest

from ringtrue.stats import wilson
from ringtrue.terms import BadInput
from ringtrue.voice.content import Fact, coverage
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
    found = coverage(FACTS, REPLIES, Tfidf(), others=others)
    marks = {match.fact.id: match.mark for match in found.matches}
    assert [marks[f"P{i}"] for i in range(4)] == ["covered"] * 4
    assert "covered" not in [marks[f"A{i}"] for i in range(4)]
    assert [match.reply for match in found.matches[:4]] == [0, 1, 2, 3]
    for match, (_, said) in zip(found.matches[:4], PLANTED, strict=True):
        assert match.excerpt in said or said in match.excerpt


def test_the_share_is_k_of_n_with_the_wilson_interval_and_names_the_backend() -> None:
    share = coverage(FACTS, REPLIES, Tfidf(), others=talk(40, 3)).share
    expected = wilson(4, 8)
    assert (share.value, share.low, share.high, share.n) == (0.5, expected.low, expected.high, 8)
    assert share.kind == "statistic"
    assert "tfidf (runs of 4 characters" in share.method
    assert "passages of other people's replies" in share.method


def test_without_others_the_facts_are_shuffled_and_it_says_so() -> None:
    found = coverage(FACTS, REPLIES, Tfidf())
    assert "200 facts shuffled from the words of these" in found.share.method
    assert found.matches[0].elsewhere.value is None
    assert found.cut.value is not None
    assert found.usual.value is not None
    assert found.cut.value > found.usual.value > 0


def test_too_few_foreign_passages_are_not_taken_for_a_floor() -> None:
    assert "shuffled" in coverage(FACTS, REPLIES, Tfidf(), others=talk(2, 3)).share.method


def test_what_everybody_says_is_at_most_weakly_the_persons() -> None:
    # A fact that other people's replies state in the same words lies no higher than it does elsewhere.
    said = "Quartz sleeps beneath violet rain."
    replies, others = [*talk(4, 1), said], [f"{reply} {said}" for reply in talk(80, 3)]
    match = coverage([*FACTS, Fact("common", said)], replies, Tfidf(), others=others).matches[-1]
    assert match.mark == "weak"
    assert match.similarity.value == pytest.approx(1.0)
    assert match.elsewhere.value == pytest.approx(1.0)


def test_the_cut_is_exceeded_by_a_twentieth_of_facts_nobody_speaks_of() -> None:
    rng = np.random.default_rng(5)
    words = " ".join(talk(20, 8)).split()
    facts = [Fact(str(i), " ".join(rng.choice(words, 6))) for i in range(150)]
    share = coverage(facts, talk(20, 6), Tfidf(), others=talk(200, 7)).share
    assert share.value is not None
    assert share.value <= 0.1


def test_the_answer_does_not_depend_on_the_order_of_facts() -> None:
    one, other = (coverage(facts, REPLIES, Tfidf(), others=talk(40, 3)) for facts in (FACTS, FACTS[::-1]))
    assert {m.fact.id: m.mark for m in one.matches} == {m.fact.id: m.mark for m in other.matches}
    assert one.cut.value == pytest.approx(other.cut.value)


def test_no_replies_no_facts_or_no_floor_give_a_reason_and_no_number() -> None:
    silent = coverage(FACTS, ["", "..."], Tfidf())
    assert silent.share.reason == "no reply contains a word"
    assert {match.mark for match in silent.matches} == {"cannot be told"}
    assert coverage([], REPLIES, Tfidf()).share.reason == "no facts were given"
    few = coverage(FACTS[:2], REPLIES, Tfidf())
    assert few.share.value is None
    assert "at least 5 facts" in (few.share.reason or "")
    assert few.matches[0].similarity.value is not None
    assert few.matches[0].mark == "cannot be told"


def test_facts_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(BadInput):
        coverage([Fact("A", "one"), Fact("A", "two")], REPLIES, Tfidf())


def test_one_reply_instead_of_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="list of texts"):
        coverage(FACTS, "reply", Tfidf())
