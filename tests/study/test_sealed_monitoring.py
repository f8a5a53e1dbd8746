"""What an organiser may see while the key is sealed: counts and one coefficient, and no side of any card."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

from hosted_studies import lite_study
from ringtrue.blind.key import KeyEntry
from ringtrue.protocols.loader import load
from ringtrue.store.keys import sealed_keys
from ringtrue.study.sealed_monitoring import Monitoring, Watched, monitoring, watched
from ringtrue.terms.answer import Given

LITE, BLIND = load("lite"), load("blind")
Answers = list[tuple[str, Given]]


def control(item: str, *, turned: bool = False) -> KeyEntry:
    speakers = ("control", "full") if turned else ("full", "control")
    return KeyEntry(item, speakers, "control", "control")


def suite(item: str, *, turned: bool = False) -> KeyEntry:
    speakers = ("compressed", "full") if turned else ("full", "compressed")
    return KeyEntry(item, speakers, "compressed", "item")


def voices(rater: str, values: dict[str, float]) -> Answers:
    return [(rater, Given(card, "voice", value)) for card, value in values.items()]


def six(rater: str, values: list[float], flipped: bool = False) -> tuple[Answers, dict[str, KeyEntry]]:
    """Control cards of a rater with answers toward the control, given while the cards lie one way or the other."""
    cards = {f"{rater}{n}": control(f"item{n}", turned=flipped) for n in range(len(values))}
    sign = -1 if flipped else 1
    return voices(rater, {card: sign * value for card, value in zip(cards, values, strict=True)}), cards


def both(first: list[float], second: list[float], *, flipped: bool = False) -> Monitoring:
    """Two raters on the same six items; the second one's cards may lie the other way round."""
    a, a_cards = six("a", first)
    b, b_cards = six("b", second, flipped)
    return watched(a + b, a_cards | b_cards, LITE)


def test_attention_cards_are_counted_by_card() -> None:
    placed = {
        "x": KeyEntry("attention 1", (), "", "attention", {"voice": -2, "vibe": 3}),
        "y": KeyEntry("attention 2", (), "", "attention", {"voice": 2}),
    }
    answers: Answers = [
        ("a", Given("x", "voice", -2.0)),
        ("a", Given("x", "vibe", 1.0)),  # one wrong answer is a wrong card
        ("a", Given("y", "voice", 2)),
        ("a", Given("y", "logic", 1.0)),  # nothing was expected here
        ("b", Given("y", "voice", None)),  # taken back
    ]
    assert watched(answers, placed, LITE).raters == (Watched("a", 1, 2, 0),)


def test_a_checklist_may_be_expected_too() -> None:
    placed = {"x": KeyEntry("attention", (), "", "attention", {"criteria": [True, False]})}
    answers: Answers = [("a", Given("x", "criteria", (True, False)))]
    assert watched(answers, placed, BLIND).raters == (Watched("a", 1, 1, 0),)


def test_control_cards_are_counted_and_not_what_was_said() -> None:
    answers, cards = six("a", [2, 1, 0, -1, -2, 2])
    found = watched([*answers, ("a", Given("a0", "vibe", 1.0))], cards, LITE)
    assert found.raters == (Watched("a", 0, 0, 6),)
    assert set(Watched.__dataclass_fields__) == {"rater", "attention_right", "attention_asked", "controls"}
    assert set(Monitoring.__dataclass_fields__) == {"raters", "agreement"}


def test_two_raters_who_say_the_same_of_the_same_items_agree_however_the_cards_lie() -> None:
    values = [2.0, 1.0, 0.0, -1.0, -2.0, 1.0]
    for flipped in (False, True):
        agreement = both(values, values, flipped=flipped).agreement
        assert agreement.value == pytest.approx(1.0)
        assert agreement.n == 6


def test_alpha_by_hand() -> None:
    # Interval alpha of the pairs (2,1) (1,1) (0,0) (-1,-1) (-2,-1) (1,2), N = 12, mean .25.
    # Do = sum over items of 2 (x-y)² / (2-1) = 2 (1+0+0+0+1+1) = 6.
    # De = sum over all ordered pairs (x-y)² = 2 N sum (x-mean)²; sum x² = 4+1+0+1+4+1 + 1+1+0+1+1+4 = 19,
    # sum x = 1 + 2 = 3, so sum (x-mean)² = 19 - 9/12 = 18.25 and De = 2 x 12 x 18.25 = 438.
    # alpha = 1 - (N-1) Do / De = 1 - 11 x 6 / 438.
    found = both([2, 1, 0, -1, -2, 1], [1, 1, 0, -1, -1, 2]).agreement
    assert found.value == pytest.approx(1 - 66 / 438)


def test_nothing_is_said_of_agreement_before_two_raters_have_six() -> None:
    found = both([2, 1, 0, -1, -2, 1], [2, 1, 0, -1, -2]).agreement
    assert found.value is None
    assert found.reason == "fewer than two raters have answered 6 control cards"
    assert watched([], {"c": suite("i")}, LITE).agreement.reason == "no control cards were dealt"


def test_a_rater_with_fewer_is_left_out_and_changes_nothing() -> None:
    a, a_cards = six("a", [2, 1, 0, -1, -2, 1])
    b, b_cards = six("b", [1, 1, 0, -1, -1, 2])
    c, c_cards = six("c", [-2, -2, 2, 2, 2])
    with_c = watched(a + b + c, a_cards | b_cards | c_cards, LITE)
    assert with_c.agreement == watched(a + b, a_cards | b_cards, LITE).agreement
    assert with_c.raters[-1] == Watched("c", 0, 0, 5)


@tried(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 11), st.integers(-2, 2)), max_size=40),
    st.lists(st.booleans(), min_size=24, max_size=24),
)
def test_what_is_told_depends_on_no_side_and_no_answer_of_the_suite(given: Any, flips: list[bool]) -> None:
    control_answers, cards = six("a", [2, 1, 0, -1, -2, 1])
    more_answers, more_cards = six("b", [1, 1, 0, -1, -1, 2])
    places = [f"{rater}s{number}" for rater in "ab" for number in range(12)]
    straight = {card: suite(f"item{number}") for number, card in enumerate(places)}
    turned = {
        card: replace(one, speakers=one.speakers[::-1]) if flip else one
        for (card, one), flip in zip(straight.items(), flips, strict=True)
    }
    said = [(rater, Given(f"{rater}s{number}", "voice", float(value))) for rater, number, value in given]
    opposite = [(rater, replace(one, value=-one.value)) for rater, one in said]  # type: ignore[operator]
    answers = control_answers + more_answers
    first = watched([*answers, *said], cards | more_cards | straight, LITE)
    assert watched([*answers, *said], cards | more_cards | turned, LITE) == first
    assert watched([*answers, *opposite], cards | more_cards | turned, LITE) == first


def test_picks_are_compared_as_names() -> None:
    cards = {
        f"{rater}{n}": KeyEntry(f"q{n}", ("real", "bot") if (n + turn) % 2 else ("bot", "real"), "bot", "control")
        for turn, rater in enumerate("ab")
        for n in range(6)
    }
    # Both find the person on the same four items and not on the other two, on cards that lie the other way round.
    answers: Answers = []
    for card, placed in cards.items():
        found = int(card[1:]) < 4
        answers.append((card[0], Given(card, "found", "A" if (placed.speakers[0] == "real") is found else "B")))
    agreement = watched(answers, cards, BLIND).agreement
    assert agreement.value == pytest.approx(1.0)
    assert "nominal" in agreement.method


def test_a_study_is_read_without_opening_its_key(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study", controls=6)
    study.deal(["a", "b", "gone"], controls=6, force=True, why="a small study")
    with study.records() as records:
        keys = sealed_keys(records)
        for packet in records.packets():
            entries = keys[packet.packet.token]
            givens = [Given(card, "voice", 1.0) for card, entry in entries.items() if entry["role"] != "attention"]
            records.save_answers(packet.packet.token, givens, who="raters")
        records.withdraw_rater("gone", who="Ines", why="asked")
        before = records.audit_head()
        found = monitoring(records, study.settings.protocol)
        assert records.audit_head() == before
        assert not records.is_opened
    assert [(one.rater, one.controls) for one in found.raters] == [("a", 6), ("b", 6)]
    assert found.agreement.n > 0
