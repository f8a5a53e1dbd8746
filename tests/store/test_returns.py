"""Packets that come back: their standing answers become judgments, at once and once."""

import pytest

from ringtrue.store import Source, StudyStore
from ringtrue.store.keys import open_keys, seal_keys
from ringtrue.terms import BadInput, Card, Given, Packet

CARDS = tuple(Card(f"c{n}", "pair", "Which?", ("left", "right")) for n in range(3))


@pytest.fixture
def dealt(study: StudyStore) -> StudyStore:
    seal_keys(study, {"t": {"c0": "x"}}, who="lab")
    study.issue_packets([Packet("t", "Jo", CARDS)], who="lab")
    return study


def judged(study: StudyStore) -> list[tuple[object, ...]]:
    return [(row.rater, row.item, row.card, row.question, row.value, row.comment) for row in study.judgments()]


def test_standing_answers_become_blind_judgments(dealt: StudyStore) -> None:
    dealt.save_answers("t", [Given("c0", "voice", 1.0), Given("c1", "voice", 1.0)], who="raters")
    dealt.save_answers(
        "t", [Given("c0", "voice", -1.0, seconds=4.5, comment="hm"), Given("c1", "voice", None)], who="r"
    )
    assert dealt.return_packet("t", who="raters") == 1
    assert judged(dealt) == [("Jo", None, "c0", "voice", -1.0, "hm")]
    (row,) = dealt.judgments()
    assert (row.seconds, row.judge_kind, row.as_judgment().card) == (4.5, "person", "c0")
    assert dealt.packets("t")[0].state == "returned"
    entry = list(dealt.audit_entries())[-1]
    assert (entry.act, entry.detail["answers"], entry.detail["partial"]) == ("packet returned", 1, False)
    assert dealt.verify_audit() == []


def test_a_packet_comes_back_once(dealt: StudyStore) -> None:
    dealt.save_answers("t", [Given("c0", "voice", 1.0)], who="raters")
    dealt.return_packet("t", who="raters")
    with pytest.raises(BadInput, match="returned already"):
        dealt.return_packet("t", who="raters")
    with pytest.raises(BadInput, match="returned already"):
        dealt.return_packet("t", who="raters", partial=True)
    with pytest.raises(BadInput, match="no such packet"):
        dealt.return_packet("u", who="raters")


def test_a_partial_one_is_completed_and_the_earlier_judgment_stays_stored(dealt: StudyStore) -> None:
    dealt.save_answers("t", [Given("c0", "voice", 1.0, seconds=3.0), Given("c1", "voice", 2.0)], who="raters")
    assert dealt.return_packet("t", who="raters", partial=True, source=Source("one.json", "0" * 64)) == 2
    assert dealt.packets("t")[0].state == "partial"
    later = [Given("c0", "voice", 1.0, seconds=3.0), Given("c1", "voice", -2.0), Given("c2", "voice", 0.0)]
    dealt.save_answers("t", later, who="raters", completing=True)
    assert dealt.return_packet("t", who="raters", source=Source("two.json", "1" * 64)) == 2  # one changed, one new
    assert {(row.card, row.value) for row in dealt.judgments()} == {("c0", 1.0), ("c1", -2.0), ("c2", 0.0)}
    every = [(row.card, row.value) for row in dealt.judgments(superseded=True)]
    assert every == [("c0", 1.0), ("c1", 2.0), ("c1", -2.0), ("c2", 0.0)]
    assert [state for state, _, _ in dealt.packets("t")[0].history] == ["out", "partial", "returned"]
    sources = [row.provenance.source.name for row in dealt.judgments() if row.provenance and row.provenance.source]
    assert sources == ["one.json", "two.json", "two.json"]
    assert dealt.verify_audit() == []


def test_nothing_answered_is_no_return_and_changes_nothing(dealt: StudyStore) -> None:
    for partial in (False, True):
        with pytest.raises(BadInput, match="Nothing was answered"):
            dealt.return_packet("t", who="raters", partial=partial)
    assert dealt.packets("t")[0].state == "out"


def test_after_the_opening_nothing_comes_back(dealt: StudyStore) -> None:
    dealt.save_answers("t", [Given("c0", "voice", 1.0)], who="raters")
    open_keys(dealt, who="lab", why="early")
    with pytest.raises(BadInput, match="too late"):
        dealt.return_packet("t", who="raters")
    assert list(dealt.judgments()) == []
