"""Minutes, seconds a card, haste, and time with the page hidden."""

import pytest

from ringtrue.judge.quality import Seen
from ringtrue.judge.quality.seen import cards_in_order
from ringtrue.judge.quality.timing import timing


def answer(card: str, question: str, seconds: float | None, visible: float | None = None, words: int = 0) -> Seen:
    return Seen("ann", card, question, "steps", 2.0, seconds=seconds, visible_seconds=visible, words=words)


def test_a_card_takes_as_long_as_its_last_answer() -> None:
    answers = [
        answer("c1", "voice", 20),
        answer("c1", "vibe", 30),
        answer("c2", "voice", 60),
        answer("c3", "voice", 90),
    ]
    found = timing(cards_in_order(answers))
    assert found.minutes == pytest.approx(3.0)  # 30 + 60 + 90 seconds
    assert found.seconds_a_card == 60
    assert found.timed == 3
    assert found.out_of_sight is None


def test_faster_than_reading() -> None:
    # 200 words in 19 seconds are more than ten a second; in 20 they are just ten.
    answers = [answer("c1", "voice", 19, words=200), answer("c2", "voice", 20, words=200), answer("c3", "voice", 1)]
    assert timing(cards_in_order(answers)).hasty == 1


def test_time_out_of_sight() -> None:
    found = timing(cards_in_order([answer("c1", "voice", 40, 30), answer("c2", "voice", 60, 45)]))
    assert found.out_of_sight == pytest.approx(0.25)


def test_no_times() -> None:
    found = timing(cards_in_order([answer("c1", "voice", None)]))
    assert (found.minutes, found.seconds_a_card, found.timed, found.hasty) == (None, None, 0, 0)
