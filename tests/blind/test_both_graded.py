"""Where both texts of a pair are graded: a grade of a side becomes one about whoever stood there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.blind.dealing import deal
from ringtrue.blind.key import cards_of
from ringtrue.blind.unblinding import opened, unblind
from ringtrue.protocols.loader import designed, graded_both, load
from ringtrue.terms.answer import Judgment
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput

PROTOCOL = graded_both(load("pairs"))
TEXTS = {"full": "one two three", "compressed": "four five six", "control": "seven eight nine"}


def items(count: int) -> list[Item]:
    return [Item(f"P{n}", "pair", "?", fields=fields(n), status="accepted") for n in range(count)]


def fields(number: int) -> dict[str, object]:
    """A pair's own three texts."""
    return {"domain": "TECH", "responses": {name: f"{text} {number}" for name, text in TEXTS.items()}}


@given(st.integers(1, 6), st.integers(0, 99))
def test_each_speaker_gets_his_own_grade_whichever_way_round(count: int, seed: int) -> None:
    dealt = deal(items(count), [], PROTOCOL, ["r"], seed, controls=0)
    placed = cards_of(dealt.key)
    grade = {"full": 3.0, "compressed": 2.0}
    judgments = [
        Judgment("r", card, f"vibe_{letter}", grade[speaker])
        for card, entry in placed.items()
        for letter, speaker in zip("ab", entry.speakers, strict=True)
    ]
    ratings = unblind(judgments, dealt.key, PROTOCOL)
    assert len(ratings) == 2 * count
    assert all(rating.question == "vibe" and rating.value == grade[rating.speaker] for rating in ratings)


def test_what_is_not_about_a_side_is_about_the_candidate() -> None:
    dealt = deal(items(1), [], PROTOCOL, ["r"], 1, controls=0)
    ((card, placed),) = cards_of(dealt.key).items()
    (one,) = opened([Judgment("r", card, "voice", 2.0)], cards_of(dealt.key), PROTOCOL)
    assert (one.rating.question, one.rating.speaker) == ("voice", "compressed")
    assert one.rating.value == (2.0 if placed.speakers[1] == "compressed" else -2.0)


def test_on_a_control_card_both_are_graded() -> None:
    suite, outside = items(5)[:3], [replace(item, tags={"control": True}) for item in items(5)[3:]]
    dealt = deal([*suite, *outside], [], PROTOCOL, ["r"], 1, controls=2)
    controls = {card: placed for card, placed in cards_of(dealt.key).items() if placed.role == "control"}
    assert len(controls) == 2
    judgments = [Judgment("r", card, name, 1.0) for card in controls for name in ("logic_a", "logic_b")]
    ratings = unblind(judgments, dealt.key, PROTOCOL)
    assert sorted(rating.speaker for rating in ratings) == ["control", "control", "full", "full"]


def test_a_whole_rater_never_answers_the_same_thing_twice() -> None:
    for protocol in (PROTOCOL, graded_both(designed(load("lite"), "discrimination"))):
        dealt = deal(items(5), [], protocol, ["r"], 7)
        asked = [question.name for question in protocol.kinds["pair"].questions if question.name != "comment"]
        judgments = [Judgment("r", card.id, name, 1.0) for card in dealt.cards for name in asked]
        ratings = unblind(judgments, dealt.key, protocol)
        keys = [(rating.item, rating.question, rating.speaker) for rating in ratings]
        assert len(keys) == len(set(keys))


def test_the_plain_name_is_not_asked_then() -> None:
    dealt = deal(items(1), [], PROTOCOL, ["r"], 1, controls=0)
    with pytest.raises(BadInput, match="no such question"):
        unblind([Judgment("r", dealt.cards[0].id, "vibe", 1.0)], dealt.key, PROTOCOL)


def test_in_discrimination_voice_is_turned_toward_the_compressed_speaker() -> None:
    protocol = designed(load("pairs"), "discrimination")
    dealt = deal(items(4), [], protocol, ["r"], 3, controls=0)
    for card, placed in cards_of(dealt.key).items():
        assert set(placed.speakers) == {"control", "compressed"}
        side = 2.0 if placed.speakers[1] == "compressed" else -2.0
        (rating,) = unblind([Judgment("r", card, "voice", side)], dealt.key, protocol)
        assert (rating.value, rating.speaker) == (2.0, "compressed")
