"""Hedges and boosters: every entry of the lists is found, and none is both."""

from collections.abc import Callable
from typing import Any

import pytest

from ringtrue.voice.habits import Language
from ringtrue.voice.habits.hedges import _BOOSTERS, _HEDGES, HABITS
from ringtrue.voice.habits.wordlists import WordList

Count = Callable[..., tuple[float, float, list[Any]]]


def entries(listed: WordList) -> list[str]:
    return sorted([*listed.words, *map(" ".join, listed.pairs)])


EVERY = [
    (name, language, entry)
    for name, lists in (("hedges", _HEDGES), ("boosters", _BOOSTERS))
    for language, listed in lists.items()
    for entry in entries(listed)
]


@pytest.mark.parametrize(("name", "language", "entry"), EVERY)
def test_every_entry_is_counted_once_and_shown_where_it_stands(
    count: Count, name: str, language: Language, entry: str
) -> None:
    amount, base, spots = count(name, f"{entry.capitalize()}, nono.", language)
    assert (amount, base) == (1, len(entry.split()) + 1)
    assert spots == [entry.capitalize()]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_nothing_softens_and_presses_at_once(language: Language) -> None:
    assert set(entries(_HEDGES[language])) & set(entries(_BOOSTERS[language])) == set()


@pytest.mark.parametrize("lists", [_HEDGES, _BOOSTERS])
def test_no_pair_holds_a_word_that_counts_by_itself(lists: dict[Language, WordList]) -> None:
    twice = {pair for listed in lists.values() for pair in listed.pairs if set(pair) & listed.words}
    assert twice == set()


def test_both_are_of_the_family_of_hedges() -> None:
    assert [(habit.name, habit.family, habit.unit) for habit in HABITS] == [
        ("hedges", "hedge", "per 1,000 words"),
        ("boosters", "hedge", "per 1,000 words"),
    ]


def test_words_that_only_contain_an_entry_are_none(count: Count) -> None:
    assert count("hedges", "The mighty suppository is oftentimes unlikely.")[0] == 0
    assert count("boosters", "Every neverending story.")[0] == 0
