"""Reasons why two sentences disagree, one rule at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.clash import clashes
from ringtrue.voice.content.reading import read_sentence

said = """
I never not sell buy cheap expensive trains planes than before rather prefer to 3 two % $ and , . children no
"""
words = st.sampled_from(said.split())
sentences = st.lists(words, max_size=10).map(" ".join) | st.text(max_size=30)


def kind_of(reason: str) -> str:
    return reason.partition(":")[0]


def reasons(position: str, sentence: str) -> tuple[str, ...]:
    return clashes(read_sentence(position), read_sentence(sentence))


CASES = {  # position, sentence, and the reasons to be found
    "words": ("Tools are cheap.", "Tools are expensive.", 'opposite words: "cheap" against "expensive"'),
    "verbs": ("He sold bread.", "He bought bread.", 'opposite verbs: "sold" against "bought"'),
    "direction": ("Prices rise.", "Prices fall.", 'opposite direction: "rise" against "fall"'),
    "not the opposite": ("Tools are cheap.", "Tools are not expensive."),
    "both denied": ("Tools are not cheap.", "Tools are not expensive.", 'opposite words: "cheap" against "expensive"'),
    "one sentence holds both": ("Cheap beats expensive.", "Expensive things break."),
    "denied by the position": (
        "Never plants trees.",
        "I plant trees.",
        'negation: the position denies "plants", the reply does not',
    ),
    "denied by the reply": (
        "Plants trees.",
        "I do not plant trees.",
        'negation: the reply denies "plants", the position does not',
    ),
    "denied by both": ("Never plants trees.", "I never plant trees."),
    "numbers": ("Has 3 dogs.", "I have 2 dogs.", "number: 3 against 2 dogs"),
    "the same number of the same thing": ("Has 3 dogs.", "I have three dogs and 2 cats."),
    "numbers of different things": ("Has 3 dogs.", "I have 2 cats."),
    "numbers that overlap": ("Has 3 or 4 dogs.", "I have 4 or 5 dogs."),
    "order": (
        "Prefers bread to cake.",
        "I prefer cake to bread.",
        'order turned round: "bread" and "cake" have changed places',
    ),
    "the same order": ("Bread rather than cake.", "Bread rather than cake."),
}


@pytest.mark.parametrize("case", CASES)
def test_each_rule_finds_what_it_is_for(case: str) -> None:
    position, sentence, *found = CASES[case]
    assert reasons(position, sentence) == tuple(found)


def test_several_numbers_are_listed_in_order() -> None:
    assert reasons("Between 9 dogs and 5 dogs.", "I have 1.5 dogs.") == ("number: 5, 9 against 1.5 dogs",)


def test_a_direction_in_a_sentence_turned_round_agrees() -> None:
    assert reasons("Tests machines before shipping machines.", "Ships machines after testing machines.") == ()


@given(sentences)
def test_no_sentence_clashes_with_itself(text: str) -> None:
    assert not [reason for reason in reasons(text, text) if reason.startswith(("negation", "number", "order"))]


@given(sentences, sentences)
def test_whatever_is_said_the_reasons_are_different_and_of_known_kinds(one: str, two: str) -> None:
    found = reasons(one, two)
    assert len(set(found)) == len(found)
    kinds = {"opposite words", "opposite verbs", "opposite direction", "negation", "order turned round", "number"}
    assert set(map(kind_of, found)) <= kinds


@given(sentences, sentences)
def test_it_does_not_matter_for_opposites_and_numbers_who_said_which(one: str, two: str) -> None:
    def kinds(found: tuple[str, ...]) -> list[str]:
        return sorted(kind for kind in map(kind_of, found) if kind == "number" or kind.startswith("opposite"))

    assert kinds(reasons(one, two)) == kinds(reasons(two, one))
