"""Every habit has its advice in both directions, and grammar is nothing to advise on."""

import pytest

from ringtrue.voice.explain.phrasing import GRAMMAR, LESS_MORE
from ringtrue.voice.habits import HABITS, Reading


def test_every_habit_has_advice_and_every_advice_a_habit() -> None:
    assert set(LESS_MORE) == {habit.name for habit in HABITS}


def test_no_advice_is_given_twice_or_ends_in_a_mark_that_would_be_doubled() -> None:
    advice = [said for both in LESS_MORE.values() for said in both]
    assert len(set(advice)) == len(advice)
    assert all(said[0].isupper() and said[-1] not in ".!?" and said == said.strip() for said in advice)


@pytest.mark.parametrize("word", sorted(GRAMMAR))
def test_words_of_grammar_are_single_words_as_texts_are_read(word: str) -> None:
    assert Reading(word).words == [word]


def test_words_that_say_something_are_not_grammar() -> None:
    assert not GRAMMAR & {"maybe", "frankly", "really", "well", "look", "think", "talvez", "realmente"}
