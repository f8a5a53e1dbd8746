"""Conditions of rating: consents that count, checks that were passed, cards that are finished, sessions in order."""

from typing import Any

import pytest

from ringtrue.store.overview import PacketStatus
from ringtrue.study.rating_conditions import (
    CardFinished,
    CardOrder,
    changed_after_finish,
    earlier_out,
    failed_for_good,
    fault_of_consent,
    unmet_conditions,
)
from ringtrue.terms.answer import Given

QUESTIONS = [{"name": "voice", "required": True}, {"name": "comment", "required": False}]
DOCUMENT: dict[str, Any] = {
    "consent": {
        "hash": "aa",
        "statements": [{"id": "adult", "text": "I am 18."}, {"id": "free", "text": "I may stop."}],
    },
    "gold": {"text": "A sample.", "check": [{"id": "g1"}], "attempts": 2},
    "kinds": {"pair": {"questions": QUESTIONS}},
    "cards": [{"id": name, "kind": "pair"} for name in ("c1", "c2", "c3")],
}
AGREED = {"hash": "aa", "statements": {"adult": True, "free": True}}
PASSED = {"attempts": 1, "passed": True}


def unmet(document: dict[str, Any], **told: Any) -> list[str]:
    return [problem.place for problem in unmet_conditions(document, told, file="packet")]


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (AGREED, None),
        (AGREED | {"version": "1", "at": "2026"}, None),
        (None, "missing"),
        ({}, "missing"),
        ("yes", "missing"),
        (AGREED | {"hash": "bb"}, "another text"),
        ({"statements": AGREED["statements"]}, "another text"),
        (AGREED | {"statements": {"adult": True, "free": False}}, "refused"),
        (AGREED | {"statements": {"adult": True}}, "refused"),
        (AGREED | {"statements": {"adult": 1, "free": "yes"}}, "refused"),
        (AGREED | {"statements": ["adult", "free"]}, "refused"),
        ({"hash": "aa"}, "refused"),
    ],
)
def test_a_consent_is_to_this_text_and_to_every_statement(given: Any, what: str | None) -> None:
    fault = fault_of_consent(DOCUMENT["consent"], given)
    assert (fault is None) if what is None else (fault is not None and what in fault[0])


def test_all_that_is_unmet_is_told_together() -> None:
    assert unmet(DOCUMENT) == ["consent", "comprehension"]
    assert unmet(DOCUMENT, consent=AGREED, comprehension=PASSED) == []
    assert unmet(DOCUMENT, consent=AGREED, comprehension={"attempts": 1, "passed": "true"}) == ["comprehension"]


def test_nothing_is_asked_for_that_the_packet_does_not_ask() -> None:
    assert unmet(DOCUMENT | {"consent": None, "gold": None}) == []
    assert unmet(DOCUMENT | {"consent": None, "gold": {"text": "x", "check": [], "attempts": 2}}) == []


@pytest.mark.parametrize(
    ("given", "failed"),
    [
        (None, False),
        ({"attempts": 1, "passed": False}, False),
        ({"attempts": 2, "passed": False}, True),
        ({"attempts": 2, "passed": True}, False),
        ({"attempts": "2", "passed": False}, False),
    ],
)
def test_a_check_is_failed_for_good_at_its_last_attempt(given: Any, failed: bool) -> None:
    assert failed_for_good(DOCUMENT, given) is failed
    assert not failed_for_good(DOCUMENT | {"gold": None}, given)


def said(card: str, value: Any = 1.0, question: str = "voice", **more: Any) -> Given:
    return Given(card, question, value, **more)


def test_a_card_is_open_until_a_later_one_is_answered() -> None:
    order = CardOrder(DOCUMENT)
    for given in (said("c1"), said("c1", 2.0), said("c1", None), said("c1"), said("c1", "hm", "comment"), said("c2")):
        assert order.take([given]) == [given]
    for late in (said("c1", 3.0), said("c1", None, seconds=9.0), said("c1", "other", "comment")):
        with pytest.raises(CardFinished) as refused:
            order.take([said("c2", 2.0), late])
        assert refused.value.late == (late,)
        assert refused.value.problems[0].place == f"card 1, {late.question}"
    assert order.take([said("c2", 2.0)]) == [said("c2", 2.0)]  # what was refused with it was not noted


def test_answers_sent_again_to_a_finished_card_are_left_out() -> None:
    first, second, third = said("c1", 1.0), said("c1", 2.0), said("c2")
    order = CardOrder(DOCUMENT)
    queue = [first, second, third]
    assert order.take(queue) == queue
    assert order.take([*queue, said("c3")]) == [third, said("c3")]  # an older answer must not come back as the newest
    assert CardOrder(DOCUMENT, [*queue, said("c3")]).take(queue) == []


def test_order_counts_within_one_post_too() -> None:
    order = CardOrder(DOCUMENT)
    with pytest.raises(CardFinished):
        order.take([said("c1"), said("c2"), said("c1", 2.0)])
    assert order.take([said("c1"), said("c2"), said("c1")]) == [said("c1"), said("c2")]


def test_a_required_answer_that_is_missing_can_still_be_given_once() -> None:
    order = CardOrder(DOCUMENT, [said("c1", None), said("c2")])
    assert order.take([said("c1")]) == [said("c1")]
    with pytest.raises(CardFinished):
        order.take([said("c1", 2.0)])


def test_a_fuller_result_may_change_the_last_card_it_had_and_none_before() -> None:
    there = {("c1", "voice"): said("c1"), ("c2", "voice"): said("c2")}
    same = [said("c1", seconds=9.0), said("c2", 2.0), said("c3")]
    assert changed_after_finish(DOCUMENT, there, same, file="r.json") == ()
    (problem,) = changed_after_finish(DOCUMENT, there, [said("c1", 2.0), *same[1:]], file="r.json")
    assert (problem.file, problem.place) == ("r.json", "card 1, voice")


def test_earlier_packets_of_the_same_rater_come_first() -> None:
    rows = [
        ("a1", "jo", "returned"),
        ("b1", "kim", "out"),
        ("a2", "jo", "out"),
        ("a3", "jo", "out"),
        ("b2", "kim", "out"),
    ]
    packets = [PacketStatus(token, rater, "active", state, frozenset()) for token, rater, state in rows]  # type: ignore[arg-type]
    assert earlier_out(packets, "a2") == []
    assert earlier_out(packets, "a3") == ["a2"]
    assert earlier_out(packets, "a3", {"a2"}) == []
    assert earlier_out(packets, "b2") == ["b1"]
