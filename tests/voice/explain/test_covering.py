"""A word and the habit it belongs to are told once."""

from typing import Any

import pytest

from ringtrue.voice.explain.covering import once
from ringtrue.voice.explain.usage import Usage


def row(kind: str, name: str, own: float, replies: float, **changed: Any) -> Usage:
    sureness = 3.0 if replies > own else -3.0
    return Usage(kind, name, "per 1,000 words", own, replies, 2.0, sureness, 0.01, **changed)  # type: ignore[arg-type]


def hedges(own: float, replies: float) -> Usage:
    return row("hedge", "hedges", own, replies, habit="hedges")


def names(*rows: Usage) -> list[str]:
    return [found.name for found in once(rows, "en")]


def test_a_word_that_is_six_tenths_of_the_habit_is_told_instead() -> None:
    assert names(hedges(10, 20), row("word", "maybe", 2, 8)) == ["maybe"]
    assert names(hedges(10, 20), row("word", "maybe", 2, 7.9)) == ["hedges"]


def test_phrases_on_the_list_are_covered_too() -> None:
    assert names(row("phrase", "I think", 1, 2), hedges(10, 20)) == ["hedges"]


def test_a_word_of_the_other_direction_is_told_beside() -> None:
    assert names(hedges(10, 20), row("word", "maybe", 5, 2)) == ["hedges", "maybe"]


def test_a_word_that_is_on_no_list_is_told_beside() -> None:
    assert names(hedges(10, 20), row("word", "river", 1, 9)) == ["hedges", "river"]


def test_openers_are_covered_by_habits_of_openers_only() -> None:
    joining = row("opener", "joining openers", 10, 20, habit="joining_openers")
    begins = row("opener", "And", 1, 2, place="sentence start")
    assert names(joining, begins) == ["joining openers"]
    assert names(joining, row("word", "and", 1, 2)) == ["joining openers", "and"]
    assert names(hedges(10, 20), row("opener", "Maybe", 1, 9, place="sentence start")) == ["hedges", "Maybe"]


def test_contractions_cover_their_words_however_much_they_make() -> None:
    contractions = row("contraction", "contractions", 10, 20, habit="contractions")
    assert names(contractions, row("word", "don't", 0, 10)) == ["contractions"]


def test_marks_cover_nothing() -> None:
    commas = row("punctuation", "commas", 50, 90, habit="commas")
    assert names(commas, row("word", "maybe", 1, 30)) == ["commas", "maybe"]


@pytest.mark.parametrize("language", ["en", "pt", None])
def test_rows_without_habits_stay_as_they_are(language: Any) -> None:
    rows = [row("word", "maybe", 1, 2), row("phrase", "so on", 2, 1)]
    assert once(rows, language) == rows
    assert once([], language) == []
