"""Advice for a prompt."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from ringtrue.voice.explain.differences import explain_differences
from ringtrue.voice.explain.prompt_advice import GRAMMAR, LESS_MORE, advice
from ringtrue.voice.explain.usage import Example, Explanation, Usage
from ringtrue.voice.habits.parsed_text import ParsedText
from ringtrue.voice.habits.profile import HABITS

WORD = Usage("word", "delve", "per 1,000 words", 0.0, 3.0, 9.0, 4.0, 0.01)
SHORT = Usage("rhythm", "words per sentence", "words", 11.2, 23.4, 2.1, 6.0, 0.001, habit="words_per_sentence")
LOOK = Usage(
    "opener", "Look", "of 100 sentences", 6.0, 0.0, 0.1, -5.0, 0.001, place="sentence start",
    own_examples=(Example(3, "Look, I *know* it."),),
)  # fmt: skip


def explained(*rows: Usage) -> Explanation:
    return Explanation(rows, (), 10, 1000, 10, 1000, "en", 99, "by hand")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (SHORT, "Use shorter sentences: the person averages 11 words, the replies 23."),
        (replace(SHORT, sureness=-6.0), "Use longer sentences: the person averages 11 words, the replies 23."),
        (WORD, "Drop “delve”: the person never uses it, the replies 3.0 times per 1,000 words."),
        (replace(WORD, own=0.5), "Say “delve” less: the person 0.5 times per 1,000 words, the replies 3.0."),
        (replace(WORD, own=6.0, sureness=-4.0), "Say “delve” about twice as often."),
        (replace(WORD, own=2.0, replies=0.0, sureness=-4.0), "Say “delve” now and then (2.0 per 1,000 words)."),
        (
            LOOK,
            (
                "Begin sentences with “Look” more often: the person 6.0 of 100 sentences, the replies 0, "
                "as in “Look, I \\*know\\* it”."
            ),
        ),
        (
            replace(WORD, kind="boilerplate", name="As an AI", place="text start", unit="of 100 texts", replies=80.0),
            "Never begin with “As an AI”: the replies 80 of 100 texts, the person 0.",
        ),
        (
            replace(WORD, kind="punctuation", name="semicolons", habit="semicolons"),
            "Use fewer semicolons: the person never does it, the replies 3.0 per 1,000 words.",
        ),
    ],
)
def test_sentences(row: Usage, sentence: str) -> None:
    assert advice(explained(row)) == [sentence]


def test_the_weightiest_comes_first() -> None:
    lines = advice(explained(WORD, SHORT, LOOK))
    assert [line.split()[0] for line in lines] == ["Begin", "Use", "Drop"]


def test_topics_and_grammar_give_no_advice() -> None:
    rows = (replace(WORD, name="volcano", topic_bound=True), replace(WORD, name="of the", kind="phrase"))
    assert advice(explained(*rows)) == []


def test_a_dozen_at_most_and_further_words_share_a_line() -> None:
    words = [replace(WORD, name=f"word{n}", sureness=9 - n / 10) for n in range(9)]
    habits = [replace(SHORT, sureness=8 - n / 10) for n in range(15)]
    lines = advice(explained(*words, *habits))
    assert len(lines) == 12
    assert lines[-1].startswith("Also avoid what the person never says: “word3”, “word4”")


def test_a_word_and_its_habit_are_said_once() -> None:
    hedges = Usage("hedge", "hedges", "per 1,000 words", 2.0, 12.0, 4.0, 5.0, 0.01, habit="hedges")
    maybe = replace(WORD, name="maybe", own=1.0, replies=3.0)
    assert len(advice(explained(hedges, maybe))) == 1
    assert advice(explained(hedges, maybe))[0].startswith("Hedge less")
    most_of_it = replace(maybe, replies=9.0)
    assert advice(explained(hedges, most_of_it))[0].startswith("Say “maybe” less")


def test_english_examples_are_for_english_only() -> None:
    hedges = Usage("hedge", "hedges", "per 1,000 words", 2.0, 12.0, 4.0, 5.0, 0.01, habit="hedges")
    other = replace(explained(hedges), language="pt")
    assert advice(other) == ["Hedge less: the person 2.0 per 1,000 words, the replies 12."]


def test_nothing_to_say() -> None:
    assert advice(explained()) == []


def test_planted_habits_are_advised_against(speaker: Callable[..., Any]) -> None:
    own, replies = speaker(1, look=0.2).texts(40), speaker(2, length=22, frankly=0.3, semicolon=0.2).texts(15)
    text = "\n".join(advice(explain_differences(own, replies)))
    assert "Use shorter sentences" in text
    assert "Drop “frankly”" in text
    assert "Use fewer semicolons" in text
    assert "“Look”" in text


def test_other_peoples_words_are_escaped() -> None:
    hostile = replace(WORD, name="<b>|`x`[y](z)")
    assert advice(explained(hostile))[0].startswith(r"Drop “&lt;b>\|\`x\`\[y\](z)”")


# Every habit has its advice in both directions, and grammar is nothing to advise on.


def test_every_habit_has_advice_and_every_advice_a_habit() -> None:
    assert set(LESS_MORE) == {habit.name for habit in HABITS}


def test_no_advice_is_given_twice_or_ends_in_a_mark_that_would_be_doubled() -> None:
    advice = [said for both in LESS_MORE.values() for said in both]
    assert len(set(advice)) == len(advice)
    assert all(said[0].isupper() and said[-1] not in ".!?" and said == said.strip() for said in advice)


@pytest.mark.parametrize("word", sorted(GRAMMAR))
def test_words_of_grammar_are_single_words_as_texts_are_read(word: str) -> None:
    assert ParsedText(word).words == [word]


def test_words_that_say_something_are_not_grammar() -> None:
    assert not GRAMMAR & {"maybe", "frankly", "really", "well", "look", "think", "talvez", "realmente"}
