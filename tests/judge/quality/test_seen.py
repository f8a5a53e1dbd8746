"""Answers by card, cards in the order they were first answered."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.quality.seen import Seen, cards_in_order

ANSWERS = st.lists(
    st.tuples(st.sampled_from(["c1", "c2", "Ω", ""]), st.sampled_from(["voice", "vibe"])).map(
        lambda two: Seen("ann", two[0], two[1], "flag", True)
    )
)


def answer(card: str, question: str) -> Seen:
    return Seen("ann", card, question, "steps", 2.0)


def test_cards_come_in_the_order_they_were_first_answered() -> None:
    answers = [answer("c2", "voice"), answer("c1", "voice"), answer("c2", "vibe")]
    assert list(cards_in_order(answers)) == ["c2", "c1"]
    assert cards_in_order(answers)["c2"] == [answers[0], answers[2]]


def test_nothing_answered_is_no_card() -> None:
    assert cards_in_order(iter([])) == {}


@given(ANSWERS)
def test_every_answer_is_kept_once_under_its_card_and_in_its_order(answers: list[Seen]) -> None:
    cards = cards_in_order(iter(answers))
    assert list(cards) == list(dict.fromkeys(one.card for one in answers))
    for card, shown in cards.items():
        assert shown == [one for one in answers if one.card == card]


def test_what_is_not_known_of_an_answer_is_left_open() -> None:
    plain = answer("c1", "voice")
    assert (plain.role, plain.right, plain.seconds, plain.visible_seconds) == ("item", None, None, None)
    assert (plain.words, plain.comment, plain.recognised) == (0, "", False)
