"""Findings are called as they are most often written."""

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.naming import name_of
from ringtrue.voice.explain.passages import cut
from ringtrue.voice.habits import HABITS, Habit, Reading


def corpus(*texts: str) -> Corpus:
    return Corpus([[cut(number, Reading(text), 300, "en") for number, text in enumerate(texts)], []])


def named(found: Corpus, *words: str, place: str = "anywhere") -> str:
    """The name of the phrase at all places where it stands."""
    size = len(words)
    at = [start for start in range(found.word.size - size + 1) if found.spelling(start, size) == words]
    return name_of(found, _finding(words, np.array(at), place=place))


def _finding(
    words: tuple[str, ...], at: np.ndarray | None, place: str = "anywhere", habit: Habit | None = None
) -> Finding:
    return Finding("word", words, "", 1.0, 2.0, None, 2.0, 2.0, 0.01, 1.0, place, False, at, habit)  # type: ignore[arg-type]


def test_the_most_frequent_spelling_is_taken() -> None:
    assert named(corpus("we saw NASA, then NASA, then Nasa"), "nasa") == "NASA"


def test_of_equally_frequent_spellings_the_one_with_fewer_capitals_is_taken() -> None:
    assert named(corpus("we saw IT, then it, then It"), "it") == "it"


def test_a_capital_at_the_start_of_sentences_is_not_its_spelling() -> None:
    assert named(corpus("Frankly, no. Frankly, yes. And frankly we left."), "frankly") == "frankly"
    assert named(corpus("Frankly, no. Frankly, yes."), "frankly") == "Frankly"


def test_an_opener_keeps_its_capital() -> None:
    assert named(corpus("Look, no. Look, yes."), "look", place="sentence start") == "Look"


def test_phrases_are_written_with_single_blanks_and_straight_apostrophes() -> None:
    assert named(corpus("now I  don\u2019t\nknow"), "don't", "know") == "don't know"


def test_what_would_act_on_a_terminal_does_not_reach_a_name() -> None:
    assert "\x1b" not in named(corpus("we say so\x1bon"), "so", "on")


def test_a_long_phrase_is_shortened() -> None:
    long = "a" * 40
    assert named(corpus(f"so {long} {long}"), long, long) == f"{long} {'a' * 19}\u2026"
    assert named(corpus(f"so {'b' * 60}"), "b" * 60) == "b" * 60


@pytest.mark.parametrize("habit", HABITS[:3], ids=lambda habit: habit.name)
def test_a_habit_has_its_title(habit: Habit) -> None:
    assert name_of(corpus("so"), _finding((), None, habit=habit)) == habit.title


def test_words_without_places_are_called_by_themselves() -> None:
    assert name_of(corpus("so"), _finding(("so", "on"), None)) == "so on"
