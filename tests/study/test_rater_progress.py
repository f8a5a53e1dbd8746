"""Progress counted from marks: cards wholly answered, times, states."""

import pytest

from ringtrue.store import AnswerMark, PacketStanding
from ringtrue.study.rater_progress import Marks

REQUIRED = {"t1": {"c1": frozenset({"voice", "vibe"}), "c2": frozenset({"voice", "vibe"})}, "t2": {"c3": frozenset()}}


def packet(token: str, state: str = "out", rater_state: str = "active") -> PacketStanding:
    return PacketStanding(token, "Jo", rater_state, state, frozenset(REQUIRED[token]))  # type: ignore[arg-type]


def mark(seq: int, card: str, question: str, is_there: bool = True, seconds: float | None = None) -> AnswerMark:
    token = "t2" if card == "c3" else "t1"
    return AnswerMark(seq, token, card, question, is_there, seconds, f"2026-01-01T00:00:{seq:02d}")


def test_a_card_is_done_once_everything_required_is_answered() -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice", seconds=3.0)])
    assert marks.of_rater("Jo", [packet("t1")], REQUIRED).done == 0
    marks.add([mark(2, "c1", "vibe", seconds=5.0), mark(3, "c3", "anything", seconds=9.0)])
    told = marks.of_rater("Jo", [packet("t1"), packet("t2")], REQUIRED, breaks=1)
    assert (told.done, told.cards, told.last_seen, told.breaks) == (2, 3, "2026-01-01T00:00:03", 1)
    assert (told.seconds, told.pace) == (14.0, 7.0)  # 5 s and 9 s on the two cards
    assert marks.last == 3


def test_an_answer_taken_back_counts_no_more() -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice"), mark(2, "c1", "vibe"), mark(3, "c1", "vibe", is_there=False)])
    assert marks.of_rater("Jo", [packet("t1")], REQUIRED).done == 0
    marks.add([mark(4, "c3", "x"), mark(5, "c3", "x", is_there=False)])
    told = marks.of_rater("Jo", [packet("t2")], REQUIRED)
    assert (told.done, told.pace, told.seconds) == (0, None, 0)


@pytest.mark.parametrize(
    ("packets", "begun", "state"),
    [
        ([packet("t1")], False, "waiting"),
        ([packet("t1")], True, "rating"),
        ([packet("t1", "returned"), packet("t2")], True, "rating"),
        ([packet("t1", "returned"), packet("t2", "partial")], True, "done"),
        ([packet("t1", "withdrawn")], True, "withdrawn"),
        ([packet("t1", "out", "withdrawn")], True, "withdrawn"),
    ],
)
def test_states_of_a_rater(packets: list[PacketStanding], begun: bool, state: str) -> None:
    marks = Marks()
    marks.add([mark(1, "c1", "voice")] if begun else [])
    assert marks.of_rater("Jo", packets, REQUIRED).state == state


def test_a_withdrawn_packet_is_not_counted() -> None:
    told = Marks().of_rater("Jo", [packet("t1", "withdrawn"), packet("t2")], REQUIRED)
    assert (told.cards, told.state) == (1, "waiting")
