"""Fixes: grouped by where to work and what failed, in order of urgency and gain."""

from typing import Any

from ringtrue.protocols.loader import load
from ringtrue.remedy.fixes import Fix, RemedyMarks, fixes_for

MARKS = RemedyMarks.of(load("scenarios"))
FIVE = tuple(MARKS.weights)  # decision, reasoning, voice, values, persona


def fixes(rows: list[dict[str, Any]]) -> list[Fix]:
    return fixes_for(rows, MARKS)


def row(name: str, score: float | None, five: tuple[float, ...] = (), **more: Any) -> dict[str, Any]:
    return {"id": name, "weighted_score": score, **dict(zip(FIVE, five, strict=False)), **more}


def test_a_good_round_has_nothing_to_fix() -> None:
    assert fixes([row("A", 95.0), row("B", 93.0)]) == []
    assert fixes([]) == []


def test_priorities_and_gains() -> None:
    rows = [
        row("ERR", None, cause="execution_error"),
        row("VAL", 74.0, (80, 80, 80, 40, 80), cause="both", primary="value_preservation"),
        row("DEC", 71.0, (50, 80, 80, 80, 80), cause="kb_gap", primary="decision_alignment"),
        row("DE2", 65.0, (30, 80, 80, 80, 80), cause="kb_gap", primary="decision_alignment"),
        row("VOI", 74.0, (80, 80, 50, 80, 80), cause="prompt_issue", primary="voice_accuracy"),
        row("NEA", 90.0, (93, 93, 78, 93, 93)),
        row("TOP", 99.0, (99, 99, 99, 99, 99)),
        row("TO2", 93.0, (93, 93, 93, 93, 93)),
    ]
    found = fixes(rows)
    # Weight x (100 - score), over 8 scenarios: values .15 x 60 / 8 = 1.125; decisions .30 x (50 + 70) / 8 = 4.5; voice
    # .20 x 50 / 8 = 1.25; near .20 x 22 / 8 = .55.
    assert [(fix.priority, fix.where, fix.dimension, fix.items, fix.gain) for fix in found] == [
        ("P0", "prompt and knowledge base", "value_preservation", ("VAL",), 1.125),
        ("P0", "run", "", ("ERR",), None),
        ("P1", "knowledge base", "decision_alignment", ("DE2", "DEC"), 4.5),
        ("P1", "prompt", "voice_accuracy", ("VOI",), 1.25),
        ("P2", "prompt", "voice_accuracy", ("NEA",), 0.55),
    ]
    assert all(fix.action for fix in found)


def test_a_cause_a_person_confirmed_goes_before_the_rules() -> None:
    (fix,) = fixes([row("A", 71.0, (50, 80, 80, 80, 80), cause="kb_gap", primary="decision_alignment",
                        cause_confirmed="prompt_issue")])  # fmt: skip
    assert fix.where == "prompt"


def test_an_unknown_cause_means_both_places() -> None:
    (fix,) = fixes([row("A", 71.0, (50, 80, 80, 80, 80), cause="inconclusive")])
    assert (fix.where, fix.dimension) == ("prompt and knowledge base", "decision_alignment")


def test_no_gain_is_more_than_the_dimension_can_give() -> None:
    # Everything is at 44.74, and values alone are to be fixed: at best .15 x (100 - 44.74) = 8.289 points.
    (fix,) = fixes([row(f"S{n}", 44.74, (44.74,) * 5, cause="both", primary="value_preservation") for n in range(50)])
    assert (fix.priority, fix.dimension, fix.gain) == ("P0", "value_preservation", 8.289)


def test_the_cause_says_where_a_hurt_value_is_fixed_and_a_person_says_it_above_all() -> None:
    low = (40, 50, 80, 30, 80)
    gap = row("GAP", 53.0, low, cause="kb_gap", primary="decision_alignment")
    told = row("TOLD", 53.0, low, cause="kb_gap", cause_confirmed="prompt_issue", primary="decision_alignment")
    both = row("BOTH", 53.0, low, cause="both", primary="decision_alignment")
    assert {(fix.priority, fix.where, fix.items) for fix in fixes([gap, told, both])} == {
        ("P0", "knowledge base", ("GAP",)),
        ("P0", "prompt", ("TOLD",)),
        ("P0", "prompt and knowledge base", ("BOTH",)),
    }


def test_a_confirmed_cause_counts_for_a_scenario_that_passed_too() -> None:
    (fix,) = fixes([row("NEA", 90.0, (93, 93, 78, 93, 93), cause_confirmed="kb_gap")])
    assert (fix.priority, fix.where) == ("P2", "knowledge base")
