"""Packets: issued once, back once, every change of state recorded."""

import pytest

from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput

CARDS = (Card("c1", "quote", "Which?", ("left", "right \0")), Card("c2", "style", "How?", ("text",)))
PACKETS = [Packet("token-a", "Jo", CARDS), Packet("token-b", "Kim", CARDS[:1])]


def test_packets_come_back_as_issued(study: StudyStore) -> None:
    study.issue_packets(PACKETS, who="lab")
    assert [record.packet for record in study.packets()] == PACKETS
    assert [record.state for record in study.packets()] == ["out", "out"]
    assert study.packets("token-b")[0].packet.rater == "Kim"
    assert study.packets("token-x") == []


def test_states_have_a_history(study: StudyStore) -> None:
    study.issue_packets(PACKETS, who="lab")
    study.change_packet("token-a", "returned", who="mail")
    study.change_packet("token-a", "withdrawn", who="lab", why="rater asked")
    (record,) = study.packets("token-a")
    assert record.state == "withdrawn"
    assert [(state, who) for state, _, who in record.history] == [
        ("out", "lab"),
        ("returned", "mail"),
        ("withdrawn", "lab"),
    ]
    assert study.verify_audit() == []


@pytest.mark.parametrize("states", [["returned", "returned"], ["withdrawn", "returned"], ["withdrawn", "withdrawn"]])
def test_a_packet_does_not_come_back_twice(study: StudyStore, states: list[str]) -> None:
    study.issue_packets(PACKETS, who="lab")
    study.change_packet("token-a", states[0], who="lab")
    with pytest.raises(BadInput, match="already"):
        study.change_packet("token-a", states[1], who="lab")


def test_a_packet_and_its_answers_are_one_act(study: StudyStore) -> None:
    study.issue_packets(PACKETS, who="lab")
    answers = [Rating("Jo", "i", "q", 1.0)]
    with pytest.raises(BadInput):
        study.record_judgments([*answers, *answers], who="lab", packet="token-a")
    assert study.packets("token-a")[0].state == "out"
    study.record_judgments(answers, who="lab", packet="token-a")
    assert study.packets("token-a")[0].state == "returned"
    with pytest.raises(BadInput, match="returned already"):
        study.record_judgments([Rating("Jo", "other", "q", 1.0)], who="lab", packet="token-a")


def test_a_token_is_used_once_and_a_foreign_one_refused(study: StudyStore) -> None:
    study.issue_packets(PACKETS[:1], who="lab")
    with pytest.raises(BadInput, match="issued already"):
        study.issue_packets(PACKETS, who="lab")
    with pytest.raises(BadInput, match="no such packet"):
        study.change_packet("token-b", "returned", who="lab")
    assert len(study.packets()) == 1


def test_the_log_does_not_tell_a_token(study: StudyStore) -> None:
    study.issue_packets(PACKETS, who="lab")
    study.change_packet("token-a", "returned", who="lab")
    assert "token-" not in str(list(study.audit_entries()))
