"""Planted habits are found, with their rates and examples."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import Corpus, cut
from ringtrue.voice.explain.differences import explain_differences, name_of, once, select
from ringtrue.voice.explain.usage import Explanation, Usage, UsageFinding
from ringtrue.voice.habits.habit import Habit
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS

Make = Callable[..., Any]


def row(explanation: Explanation, name: str, direction: str) -> Usage:
    found = [one for one in explanation.rows if one.name == name and one.direction == direction]
    assert found, [(one.name, one.direction) for one in explanation.rows]
    return found[0]


def test_an_overused_word(speaker: Make) -> None:
    found = explain_differences(speaker(1).texts(40), speaker(2, frankly=0.3).texts(15))
    frankly = row(found, "frankly", "over")
    assert frankly.kind == "word"
    assert frankly.own == 0
    assert frankly.sureness > 3
    assert frankly.false_discovery < 0.01
    assert not frankly.topic_bound
    assert len(frankly.reply_examples) == 3
    assert all("frankly" in example.excerpt for example in frankly.reply_examples)
    assert frankly.own_examples == ()


def test_rates_are_as_counted(speaker: Make) -> None:
    own, replies = speaker(1, frankly=0.05).texts(40), speaker(2, frankly=0.3).texts(15)
    words = [len(" ".join(texts).split()) for texts in (own, replies)]
    said = [" ".join(texts).count("frankly") for texts in (own, replies)]
    frankly = row(explain_differences(own, replies), "frankly", "over")
    assert frankly.unit == "per 1,000 words"
    assert (frankly.own, frankly.replies) == pytest.approx(
        tuple(1000 * n / of for n, of in zip(said, words, strict=True))
    )


def test_an_underused_opener(speaker: Make) -> None:
    found = explain_differences(speaker(1, look=0.2).texts(40), speaker(2).texts(20))
    look = row(found, "Look", "under")
    assert (look.kind, look.place, look.unit) == ("opener", "sentence start", "of 100 sentences")
    assert look.replies == 0
    assert look.own == pytest.approx(20, abs=5)
    assert look.own_examples[0].excerpt.startswith("Look,")


def test_semicolons_the_person_never_uses(speaker: Make) -> None:
    found = explain_differences(speaker(1).texts(40), speaker(2, semicolon=0.2).texts(15))
    semicolons = row(found, "semicolons", "over")
    assert (semicolons.kind, semicolons.habit, semicolons.own) == ("punctuation", "semicolons", 0)
    assert ";" in semicolons.reply_examples[0].excerpt


def test_sentences_twice_as_long(speaker: Make) -> None:
    found = explain_differences(speaker(1, length=10).texts(40), speaker(2, length=20).texts(15))
    words = row(found, "words per sentence", "over")
    assert words.ratio == pytest.approx(2, abs=0.2)
    assert words.kind == "rhythm"


def test_boilerplate_at_the_start_at_the_end_and_between(speaker: Make) -> None:
    replies = [
        f"Great question. {body} As an AI model I must be careful here. {tail} I hope this helps you."
        for body, tail in zip(speaker(2).texts(15, 6), speaker(3).texts(15, 6), strict=True)
    ]
    found = explain_differences(speaker(1).texts(30), replies)
    pieces = {(one.place, one.name) for one in found.rows if one.kind == "boilerplate" and one.direction == "over"}
    assert ("text start", "Great question") in pieces
    assert ("text end", "I hope this helps you") in pieces
    assert ("anywhere", "As an AI model I must be careful here") in pieces


def test_the_persons_own_set_pieces_are_not_held_against_the_replies(speaker: Make) -> None:
    def signed(texts: Sequence[str]) -> list[str]:
        return [f"{text} Yours truly and always." for text in texts]

    found = explain_differences(signed(speaker(1).texts(30)), signed(speaker(2).texts(15)))
    assert not [one for one in found.rows if one.kind == "boilerplate"]


def test_names_are_topics(speaker: Make) -> None:
    replies = [text.replace(" it ", " Wellington ") for text in speaker(2).texts(20)]
    assert row(explain_differences(speaker(1).texts(40), replies), "Wellington", "over").topic_bound


def test_at_most_so_many_of_each_direction(speaker: Make) -> None:
    one = speaker(1, look=0.3, semicolon=0.3).texts(30)
    other = speaker(2, frankly=0.4, length=22).texts(30)
    found = explain_differences(one, other, most=2)
    assert len(found.of("over")) == len(found.of("under")) == 2
    everything = explain_differences(one, other, most=50)
    assert found.of("over") == everything.of("over")[:2]


def test_others_are_shown_beside(speaker: Make) -> None:
    others = {"ann": speaker(7, frankly=0.3).texts(10), "bob": speaker(8).texts(10)}
    frankly = row(
        explain_differences(speaker(1).texts(40), speaker(2, frankly=0.3).texts(15), others), "frankly", "over"
    )
    assert frankly.others is not None
    assert frankly.own < frankly.others < frankly.replies


# Which findings become rows.


DELVE = UsageFinding("word", ("delve",), "per 1,000 words", 0, 4, None, 5.0, 4.0, 0.01, 4.0)


def names(*findings: UsageFinding, most: int = 9) -> list[str]:
    return [" ".join(one.words) for one in select(findings, most)]


def phrase(words: str, z: float, excess: float, ratio: float = 5.0) -> UsageFinding:
    return replace(DELVE, kind="phrase", words=tuple(words.split()), z=z, excess=excess, ratio=ratio)


def test_a_phrase_that_is_the_whole_story_replaces_its_word() -> None:
    assert names(DELVE, phrase("delve into", 3.0, 3.6)) == ["delve into"]


def test_a_phrase_that_is_half_of_it_is_left_out() -> None:
    assert names(DELVE, phrase("delve into", 3.0, 2.4)) == ["delve"]


def test_a_small_part_is_told_only_if_it_differs_by_much_more() -> None:
    frequent = replace(DELVE, words=("of",), excess=10.0, ratio=1.5)
    assert names(frequent, phrase("of course", 3.0, 2.0, ratio=1.7)) == ["of"]
    assert names(frequent, phrase("of course", 3.0, 2.0, ratio=6.0)) == ["of", "of course"]


def test_pieces_of_one_phrase_that_meet_are_told_once() -> None:
    assert names(phrase("be happy", 4.0, 2.0), phrase("happy to", 3.0, 2.0)) == ["be happy"]


def test_directions_do_not_hide_each_other() -> None:
    under = replace(DELVE, words=("delve", "deep"), z=-3.0, excess=-1.0)
    assert names(DELVE, under) == ["delve", "delve deep"]


def test_topics_come_last_and_the_surest_first() -> None:
    topic = replace(DELVE, words=("volcano",), z=9.0, topic_bound=True)
    sure = replace(DELVE, words=("look",), z=-6.0)
    assert names(DELVE, topic, sure) == ["look", "delve", "volcano"]
    assert names(DELVE, topic, most=1) == ["delve"]


# Findings are called as they are most often written.


def corpus(*texts: str) -> Corpus:
    return Corpus([[cut(number, ParsedText(text), 300, "en") for number, text in enumerate(texts)], []])


def named(found: Corpus, *words: str, place: str = "anywhere") -> str:
    """The name of the phrase at all places where it stands."""
    size = len(words)
    at = [start for start in range(found.word.size - size + 1) if found.spelling(start, size) == words]
    return name_of(found, _finding(words, np.array(at), place=place))


def _finding(
    words: tuple[str, ...], at: np.ndarray | None, place: str = "anywhere", habit: Habit | None = None
) -> UsageFinding:
    return UsageFinding("word", words, "", 1.0, 2.0, None, 2.0, 2.0, 0.01, 1.0, place, False, at, habit)  # type: ignore[arg-type]


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


# A word and the habit it belongs to are told once.


def row_covering(kind: str, name: str, own: float, replies: float, **changed: Any) -> Usage:
    sureness = 3.0 if replies > own else -3.0
    return Usage(kind, name, "per 1,000 words", own, replies, 2.0, sureness, 0.01, **changed)  # type: ignore[arg-type]


def hedges(own: float, replies: float) -> Usage:
    return row_covering("hedge", "hedges", own, replies, habit="hedges")


def names_covering(*rows: Usage) -> list[str]:
    return [found.name for found in once(rows, "en")]


def test_a_word_that_is_six_tenths_of_the_habit_is_told_instead() -> None:
    assert names_covering(hedges(10, 20), row_covering("word", "maybe", 2, 8)) == ["maybe"]
    assert names_covering(hedges(10, 20), row_covering("word", "maybe", 2, 7.9)) == ["hedges"]


def test_phrases_on_the_list_are_covered_too() -> None:
    assert names_covering(row_covering("phrase", "I think", 1, 2), hedges(10, 20)) == ["hedges"]


def test_a_word_of_the_other_direction_is_told_beside() -> None:
    assert names_covering(hedges(10, 20), row_covering("word", "maybe", 5, 2)) == ["hedges", "maybe"]


def test_a_word_that_is_on_no_list_is_told_beside() -> None:
    assert names_covering(hedges(10, 20), row_covering("word", "river", 1, 9)) == ["hedges", "river"]


def test_openers_are_covered_by_habits_of_openers_only() -> None:
    joining = row_covering("opener", "joining openers", 10, 20, habit="joining_openers")
    begins = row_covering("opener", "And", 1, 2, place="sentence start")
    assert names_covering(joining, begins) == ["joining openers"]
    assert names_covering(joining, row_covering("word", "and", 1, 2)) == ["joining openers", "and"]
    assert names_covering(hedges(10, 20), row_covering("opener", "Maybe", 1, 9, place="sentence start")) == [
        "hedges",
        "Maybe",
    ]


def test_contractions_cover_their_words_however_much_they_make() -> None:
    contractions = row_covering("contraction", "contractions", 10, 20, habit="contractions")
    assert names_covering(contractions, row_covering("word", "don't", 0, 10)) == ["contractions"]


def test_marks_cover_nothing() -> None:
    commas = row_covering("punctuation", "commas", 50, 90, habit="commas")
    assert names_covering(commas, row_covering("word", "maybe", 1, 30)) == ["commas", "maybe"]


@pytest.mark.parametrize("language", ["en", "pt", None])
def test_rows_without_habits_stay_as_they_are(language: Any) -> None:
    rows = [row_covering("word", "maybe", 1, 2), row_covering("phrase", "so on", 2, 1)]
    assert once(rows, language) == rows
    assert once([], language) == []


# What the person is known by and the replies lack comes before everything else.


def test_a_missing_word_the_person_is_known_by_comes_first_and_one_everybody_uses_does_not(speaker: Make) -> None:
    others = {str(number): speaker(50 + number, frankly=0.3).texts(10) for number in range(4)}
    own, replies = speaker(1, frankly=0.3, look=0.3).texts(40), speaker(2).texts(20)
    found = explain_differences(own, replies, others)
    assert not row(found, "frankly", "under").signature
    known_by = {one.name.lower() for one in found.rows if one.signature}
    assert known_by == {"look"}
    assert found.rows[0].name.lower() == "look"
    from ringtrue.voice.explain.prompt_advice import advice
    from ringtrue.voice.explain.render import table

    assert table(found)[0][0] == "missing"
    assert "Look" in advice(found)[0]
    alone = explain_differences(own, replies)
    assert not any(one.signature for one in alone.rows)
