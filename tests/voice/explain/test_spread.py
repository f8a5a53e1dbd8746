"""Habits are spread over texts, topics are bound to few."""

import numpy as np
import pytest

from ringtrue.voice.explain.corpus import OWN, REPLIES, Corpus
from ringtrue.voice.explain.passages import cut, readings
from ringtrue.voice.explain.spread import topic_bound

PLAIN = "they went on and did not stop at all "


def corpus(replies: list[str]) -> Corpus:
    own = [f"{PLAIN} {number}." for number in range(6)]
    return Corpus([[cut(number, read, 60, "en") for number, read in readings(side)] for side in (own, replies)])


def bound(replies: list[str], word: str, side: int = REPLIES) -> bool:
    everything = corpus(replies)
    at = np.flatnonzero(everything.word == everything.vocabulary.index(word))
    return topic_bound(everything, at, 1, side)


def texts(*times: int, word: str = "lava") -> list[str]:
    return [PLAIN * 4 + f"{word} " * count + f"{number}." for number, count in enumerate(times)]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((1, 1, 1, 1, 1, 1, 1, 1), False),
        ((2, 1, 0, 1, 2, 1, 0, 1), False),
        ((8, 0, 0, 0, 0, 0, 0, 0), True),  # one text
        ((4, 4, 0, 0, 0, 0, 0, 0), True),  # two texts
        ((3, 3, 2, 0, 0, 0, 0, 0), True),  # evenly, eight would reach 8 (1 - 1/e) = 5 of eight texts
        ((9, 1, 1, 1, 1, 1, 1, 1), True),  # more than half in one
    ],
)
def test_few_texts_make_a_topic(times: tuple[int, ...], expected: bool) -> None:
    assert bound(texts(*times), "lava") is expected


def test_a_name_is_a_topic_however_widespread() -> None:
    assert bound(texts(1, 1, 1, 1, 1, 1, word="so Anna"), "anna")
    assert not bound(texts(1, 1, 1, 1, 1, 1, word="so AI"), "ai")


def test_the_side_asked_about_counts() -> None:
    assert not bound(texts(8, 0, 0, 0, 0, 0), "went", OWN)
