"""Openers, contractions, hedges and person, counted by hand and entry by entry."""

from collections.abc import Callable
from typing import Any

import pytest

from ringtrue.voice.habits.parsed_text import Language, ParsedText, WordList
from ringtrue.voice.habits.words import _FIRST, _PLURAL, _SECOND, _SOFTENING, _STRESSING, HEDGES, PERSON

Count = Callable[..., tuple[float, float, list[Any]]]


# Sentence openers, counted by hand.


def test_and_but_so(count: Count) -> None:
    assert count("joining_openers", "And so on. But why? It is so. So be it.") == (3, 4, ["And", "But", "So"])


def test_openers_of_talk_and_of_essays(count: Count) -> None:
    assert count("speaking_openers", "Look, it works. I mean it. You know why. It is so.")[:2] == (3, 4)
    assert count("linking_openers", "However, it works. In addition, it runs. It is so.")[:2] == (2, 3)


def test_portuguese_has_its_own(count: Count) -> None:
    assert count("speaking_openers", "Olha, funciona. Quer dizer, quase. É isso.", "pt")[:2] == (2, 3)


def test_sentences_that_begin_like_the_one_before(count: Count) -> None:
    assert count("repeated_openers", "We go. We stay. They go. We. Yes. Yes.") == (2, 6, ["We", "Yes"])


def test_a_pair_is_not_looked_for_past_the_end(count: Count) -> None:
    assert count("linking_openers", "In")[:2] == (0, 1)


# Contractions, counted by hand.


def test_contracted_of_all_places_that_allow_it(count: Count) -> None:
    # Contracted: don't, Im, They're. In full: it is, cannot, do not.
    text = "I don't know, it is fine; Im sure we cannot go. They're here and I do not care."
    assert count("contractions", text) == (3, 6, ["don't", "Im", "They're"])


@pytest.mark.parametrize("word", ["its", "were", "well", "ill", "id"])
def test_words_that_only_look_contracted(count: Count, word: str) -> None:
    assert count("contractions", word)[0] == 0


def test_portuguese(count: Count) -> None:
    # Contracted: tá, pra, né. In full: está, para.
    assert count("contractions", "Tá bom pra mim, né? Está para sair.", "pt")[:2] == (3, 5)


# Hedges and boosters: every entry of the lists is found, and none is both.


def entries(listed: WordList) -> list[str]:
    return sorted([*listed.words, *map(" ".join, listed.pairs)])


EVERY = [
    (name, language, entry)
    for name, lists in (("hedges", _SOFTENING), ("boosters", _STRESSING))
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
    assert set(entries(_SOFTENING[language])) & set(entries(_STRESSING[language])) == set()


@pytest.mark.parametrize("lists", [_SOFTENING, _STRESSING])
def test_no_pair_holds_a_word_that_counts_by_itself(lists: dict[Language, WordList]) -> None:
    twice = {pair for listed in lists.values() for pair in listed.pairs if set(pair) & listed.words}
    assert twice == set()


def test_both_are_of_the_family_of_hedges() -> None:
    assert [(habit.name, habit.family, habit.unit) for habit in HEDGES] == [
        ("hedges", "hedge", "per 1,000 words"),
        ("boosters", "hedge", "per 1,000 words"),
    ]


def test_words_that_only_contain_an_entry_are_none(count: Count) -> None:
    assert count("hedges", "The mighty suppository is oftentimes unlikely.")[0] == 0
    assert count("boosters", "Every neverending story.")[0] == 0


# I, we and you: every entry of the lists is found in its own habit and in no other.


LISTS = {"first_person": _FIRST, "first_person_plural": _PLURAL, "second_person": _SECOND}


PERSON_EVERY = [
    (name, language, entry)
    for name, lists in LISTS.items()
    for language, listed in lists.items()
    for entry in sorted([*listed.words, *map(" ".join, listed.pairs)])
]


@pytest.mark.parametrize(("name", "language", "entry"), PERSON_EVERY)
def test_every_entry_counts_for_one_person_only(count: Count, name: str, language: Language, entry: str) -> None:
    found = {habit.name: count(habit.name, f"{entry} nono", language)[0] for habit in PERSON}
    assert found == {habit.name: float(habit.name == name) for habit in PERSON}


def test_a_curled_apostrophe_is_an_apostrophe(count: Count) -> None:
    assert count("first_person", "I\u2019m here and I\u2019ve won")[::2] == (2, ["I\u2019m", "I\u2019ve"])


def test_words_that_look_like_one_without_its_apostrophe_are_not_counted(count: Count) -> None:
    assert count("first_person_plural", "Were they ill? Well, wed on the shed.")[0] == 0
    assert count("first_person", "The id is ill.")[0] == 0


@pytest.mark.parametrize("name", LISTS)
def test_other_languages_have_no_list(name: str) -> None:
    habit = next(habit for habit in PERSON if habit.name == name)
    assert habit.tally(ParsedText("Ich habe dich und uns nicht in der Stadt gesehen und das ist gut so.")) is None
