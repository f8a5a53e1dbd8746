"""How far packets are, without texts and values."""

import pytest

from ringtrue.store.keys import open_keys, seal_keys
from ringtrue.store.overview import AnswerMark
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Card, Packet

CARDS = tuple(Card(f"c{n}", "pair", "Which?", ("left", "right")) for n in range(2))
PACKETS = [Packet("t1", "Jo", CARDS), Packet("t2", "Kim", CARDS[:1]), Packet("t3", "Jo", CARDS[1:])]


@pytest.fixture
def dealt(study: StudyStore) -> StudyStore:
    seal_keys(study, {"t1": {"c0": "x"}}, who="lab")
    study.issue_packets(PACKETS, who="lab")
    return study


def test_packets_are_told_in_the_order_issued_with_their_state(dealt: StudyStore) -> None:
    dealt.save_answers("t1", [Given("c0", "q", 1.0)], who="raters")
    dealt.return_packet("t1", who="raters", partial=True)
    dealt.change_packet("t3", "withdrawn", who="lab")
    dealt.withdraw_rater("Kim", who="lab", why="asked")
    told = [(one.token, one.rater, one.state, one.rater_state, set(one.cards)) for one in dealt.packet_standings()]
    assert told == [
        ("t1", "Jo", "partial", "active", {"c0", "c1"}),
        ("t2", "Kim", "out", "withdrawn", {"c0"}),
        ("t3", "Jo", "withdrawn", "active", {"c1"}),
    ]


def test_whose_packet_it_is_by_the_present_name(dealt: StudyStore) -> None:
    assert [dealt.rater_of(token) for token in ("t1", "t2", "t3", "t4")] == ["Jo", "Kim", "Jo", None]
    name = dealt.anonymise_rater("Kim", who="lab")
    assert dealt.rater_of("t2") == name != "Kim"


def test_a_study_without_packets_has_none(study: StudyStore) -> None:
    assert study.packet_standings() == []
    assert list(study.answer_marks()) == []
    assert not study.is_opened


def test_marks_go_on_from_a_number_and_tell_no_value(dealt: StudyStore) -> None:
    dealt.save_answers("t1", [Given("c0", "q", 1.0, seconds=2.0), Given("c1", "q", "secret")], who="raters")
    first = list(dealt.answer_marks())
    dealt.save_answers("t2", [Given("c0", "q", None)], who="raters")
    later = list(dealt.answer_marks(first[-1].seq))
    assert [(one.token, one.card, one.is_there, one.seconds) for one in first] == [
        ("t1", "c0", True, 2.0),
        ("t1", "c1", True, None),
    ]
    assert [(one.token, one.is_there) for one in later] == [("t2", False)]
    assert "value" not in AnswerMark._fields
    assert "secret" not in str(first)


def test_whether_the_key_is_open(dealt: StudyStore) -> None:
    assert not dealt.is_opened
    open_keys(dealt, who="lab")
    assert dealt.is_opened
