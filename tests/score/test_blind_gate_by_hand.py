"""The quote category by sound numbers: the gate on picks with a generic control (SPEC B13, A4, STATISTICS)."""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from studies import item, picks

BLIND = load("blind")

# The gate: 30 quotes, 8 raters, rater j finds quote i where i + j is odd: every rater 15 of 30, every quote 4 of 8, so
# neither shows an effect. All 240 x .25 = 60 pooled over 239 df: variance .25105 / 240, root .032343; t(239) = 1.6513:
# .5 -+ .0534, well inside .35 to .65. The generic bot is found by all on 6 cards each: 48 of 48, lower bound .94.
GATE_ITEMS = [item("quote", f"q{i:02}") for i in range(30)]
GUESSED = [rating for i in range(30) for rating in picks(f"q{i:02}", "".join(str((i + j) % 2) for j in range(8)))]
CAUGHT = [rating for i in range(30) for rating in picks(f"q{i:02}", "1" * 7 + str(i % 2))]


def generic(cards: int, answers: str = "1" * 8) -> list[Rating]:
    return [rating for i in range(cards) for rating in picks(f"q{i:02}", answers, speaker="generic")]


def test_guessing_raters_who_find_the_bot_make_the_sound_quote_category_pass() -> None:
    result = score(BLIND, GATE_ITEMS, [*GUESSED, *generic(6)], replicates=40)
    gate = result.estimates["gate"]
    assert (gate.low, gate.high) == pytest.approx((0.4466, 0.5534), abs=1e-4)
    assert result.status["quote_sound"] == "pass"


@pytest.mark.parametrize(
    "controls", [[], generic(5), generic(6, "10" * 4)], ids=["none", "five cards", "bot not found"]
)
def test_without_a_control_that_shows_they_can_tell_the_sound_quote_category_is_conditional(
    controls: list[Rating],
) -> None:
    result = score(BLIND, GATE_ITEMS, [*GUESSED, *controls], replicates=40)
    assert result.status["quote_sound"] == "conditional"
    assert any(note.startswith("gate: inconclusive") for note in result.notes)


def test_a_clone_that_is_found_makes_the_sound_quote_category_fail() -> None:
    # 225 of 240 picks find the person.
    result = score(BLIND, GATE_ITEMS, [*CAUGHT, *generic(6)], replicates=40)
    assert result.estimates["found_share"].value == 0.9375
    assert result.status["quote_sound"] == "fail"


def test_a_caricature_preferred_over_the_person_passes_literally_and_fails_soundly() -> None:
    # 15 of 240 picks find the person: identified 0, but the picks are far from guessing.
    turned = [picks(r.item, "0" if r.value else "1", first=int(r.rater[1:]))[0] for r in CAUGHT]
    result = score(BLIND, GATE_ITEMS, [*turned, *generic(6)], replicates=40)
    assert result.estimates["identified"].value == 0
    assert (result.status["quote"], result.status["quote_sound"]) == ("pass", "fail")
