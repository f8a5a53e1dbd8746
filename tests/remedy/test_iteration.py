"""Rounds: when another is needed, when to stop and ask somebody, and what changed on the same scenarios."""

import pytest

from ringtrue.protocols.loader import load
from ringtrue.remedy.iteration import Round, advise

PROTOCOL = load("scenarios")


def rounds(*values: float) -> list[Round]:
    return [Round(f"run-{place}", value) for place, value in enumerate(values, 1)]


@pytest.mark.parametrize(
    ("earlier", "now", "number", "needed", "escalate"),
    [
        ((), 92.9, 1, True, False),
        ((), 93.0, 1, False, False),
        ((90.0,), 92.0, 2, True, False),
        ((90.0, 91.0), 92.0, 3, True, True),
        ((90.0, 91.0, 92.0), 92.5, 4, True, True),
        ((90.0, 94.0), 92.0, 3, True, False),  # a round that reached the target begins a new count
        ((90.0, 91.0), 94.0, 3, False, False),
    ],
)
def test_the_third_round_below_93_is_one_too_many(
    earlier: tuple[float, ...], now: float, number: int, needed: bool, escalate: bool
) -> None:
    advice = advise(PROTOCOL, [], now, earlier=rounds(*earlier))
    assert (advice.number, advice.needed, advice.escalate) == (number, needed, escalate)


def test_it_says_why() -> None:
    assert "another round" in advise(PROTOCOL, [], 80.0).why
    assert "no further round" in advise(PROTOCOL, [], 97.0).why
    assert "memorised" in advise(PROTOCOL, [], 97.01).why
    assert "(91.0, 92.0, 92.5)" in advise(PROTOCOL, [], 92.5, earlier=rounds(95.0, 91.0, 92.0)).why


def test_the_change_is_measured_on_scenarios_both_rounds_scored() -> None:
    before = [{"id": "A", "weighted_score": 70.0}, {"id": "B", "weighted_score": 80.0}, {"id": "C"}]
    after = [
        {"id": "B", "weighted_score": 84.0},
        {"id": "A", "weighted_score": 72.0},
        {"id": "D", "weighted_score": 1.0},
    ]
    advice = advise(PROTOCOL, after, 78.0, earlier=rounds(75.0), before=before)
    assert advice.change is not None
    assert advice.change.value == pytest.approx(3.0)  # (2 + 4) / 2
    assert advice.as_dict()["change"]["value"] == pytest.approx(3.0)
    alone = advise(PROTOCOL, after, 78.0, earlier=rounds(75.0), before=[{"id": "Z", "weighted_score": 1.0}])
    assert alone.change is not None
    assert alone.change.value is None
