"""Lists of abbreviations: told apart from each other, and minded where sentences end."""

from itertools import combinations

import pytest

from ringtrue.voice.habits.abbreviations import BEFORE_NUMBERS, NEVER_LAST, OPENERS, SELDOM_LAST
from ringtrue.voice.habits.sentences import sentences

LISTS = {"never last": NEVER_LAST, "before numbers": BEFORE_NUMBERS, "seldom last": SELDOM_LAST}


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(("one", "other"), [*combinations(LISTS, 2)])
def test_no_abbreviation_is_on_two_lists_of_which_only_one_would_count(one: str, other: str) -> None:
    assert LISTS[one] & LISTS[other] == set()


def test_the_usual_ones_are_listed() -> None:
    assert {"mr", "mrs", "dr", "prof", "gen", "sen", "gov", "e.g", "i.e", "vs", "sr", "sra", "dra"} <= NEVER_LAST
    assert {"no", "fig", "vol", "p", "pp", "art"} <= BEFORE_NUMBERS
    assert {"etc", "inc", "ltd", "jr", "u.s", "d.c", "a.m", "p.m", "ltda"} <= SELDOM_LAST


@pytest.mark.parametrize("listed", [*LISTS.values(), OPENERS])
def test_entries_are_written_as_they_are_looked_up(listed: frozenset[str]) -> None:
    assert all(word == word.lower().strip("*_'. ") for word in listed)


@pytest.mark.parametrize("word", sorted(NEVER_LAST))
def test_titles_and_particles_end_no_sentence(word: str) -> None:
    assert len(split(f"We met {word}. Tamm there.")) == 1
    assert len(split(f"We met {word}. The end.")) == 1


@pytest.mark.parametrize("word", sorted(BEFORE_NUMBERS))
def test_some_are_abbreviations_only_before_a_number(word: str) -> None:
    assert len(split(f"It says so in {word}. 5 of the book.")) == 1
    assert len(split(f"It says so in {word}. Never mind.")) == 2


@pytest.mark.parametrize("word", sorted(SELDOM_LAST))
def test_some_end_a_sentence_only_before_an_ordinary_opener(word: str) -> None:
    assert len(split(f"They left {word}. Tamm behind.")) == 1
    assert split(f"They left {word}. The rest stayed.") == [f"They left {word}.", "The rest stayed."]
