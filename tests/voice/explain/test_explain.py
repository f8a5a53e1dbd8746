"""Planted habits are found, with their rates and examples."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ringtrue.voice.explain import Explanation, Usage, explain

Make = Callable[..., Any]


def row(explanation: Explanation, name: str, direction: str) -> Usage:
    found = [one for one in explanation.rows if one.name == name and one.direction == direction]
    assert found, [(one.name, one.direction) for one in explanation.rows]
    return found[0]


def test_an_overused_word(speaker: Make) -> None:
    found = explain(speaker(1).texts(40), speaker(2, frankly=0.3).texts(15))
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
    frankly = row(explain(own, replies), "frankly", "over")
    assert frankly.unit == "per 1,000 words"
    assert (frankly.own, frankly.replies) == pytest.approx(
        tuple(1000 * n / of for n, of in zip(said, words, strict=True))
    )


def test_an_underused_opener(speaker: Make) -> None:
    found = explain(speaker(1, look=0.2).texts(40), speaker(2).texts(20))
    look = row(found, "Look", "under")
    assert (look.kind, look.place, look.unit) == ("opener", "sentence start", "of 100 sentences")
    assert look.replies == 0
    assert look.own == pytest.approx(20, abs=5)
    assert look.own_examples[0].excerpt.startswith("Look,")


def test_semicolons_the_person_never_uses(speaker: Make) -> None:
    found = explain(speaker(1).texts(40), speaker(2, semicolon=0.2).texts(15))
    semicolons = row(found, "semicolons", "over")
    assert (semicolons.kind, semicolons.habit, semicolons.own) == ("punctuation", "semicolons", 0)
    assert ";" in semicolons.reply_examples[0].excerpt


def test_sentences_twice_as_long(speaker: Make) -> None:
    found = explain(speaker(1, length=10).texts(40), speaker(2, length=20).texts(15))
    words = row(found, "words per sentence", "over")
    assert words.ratio == pytest.approx(2, abs=0.2)
    assert words.kind == "rhythm"


def test_boilerplate_at_the_start_at_the_end_and_between(speaker: Make) -> None:
    replies = [
        f"Great question. {body} As an AI model I must be careful here. {tail} I hope this helps you."
        for body, tail in zip(speaker(2).texts(15, 6), speaker(3).texts(15, 6), strict=True)
    ]
    found = explain(speaker(1).texts(30), replies)
    pieces = {(one.place, one.name) for one in found.rows if one.kind == "boilerplate" and one.direction == "over"}
    assert ("text start", "Great question") in pieces
    assert ("text end", "I hope this helps you") in pieces
    assert ("anywhere", "As an AI model I must be careful here") in pieces


def test_the_persons_own_set_pieces_are_not_held_against_the_replies(speaker: Make) -> None:
    def signed(texts: Sequence[str]) -> list[str]:
        return [f"{text} Yours truly and always." for text in texts]

    found = explain(signed(speaker(1).texts(30)), signed(speaker(2).texts(15)))
    assert not [one for one in found.rows if one.kind == "boilerplate"]


def test_names_are_topics(speaker: Make) -> None:
    replies = [text.replace(" it ", " Wellington ") for text in speaker(2).texts(20)]
    assert row(explain(speaker(1).texts(40), replies), "Wellington", "over").topic_bound


def test_at_most_so_many_of_each_direction(speaker: Make) -> None:
    one = speaker(1, look=0.3, semicolon=0.3).texts(30)
    other = speaker(2, frankly=0.4, length=22).texts(30)
    found = explain(one, other, most=2)
    assert len(found.of("over")) == len(found.of("under")) == 2
    everything = explain(one, other, most=50)
    assert found.of("over") == everything.of("over")[:2]


def test_others_are_shown_beside(speaker: Make) -> None:
    others = {"ann": speaker(7, frankly=0.3).texts(10), "bob": speaker(8).texts(10)}
    frankly = row(explain(speaker(1).texts(40), speaker(2, frankly=0.3).texts(15), others), "frankly", "over")
    assert frankly.others is not None
    assert frankly.own < frankly.others < frankly.replies
