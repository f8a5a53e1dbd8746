"""Fixes: grouped by where to work and what failed, in order of urgency and gain."""

from typing import Any

from ringtrue.formats.test_results_rows import WEIGHTS
from ringtrue.remedy import fixes

FIVE = tuple(WEIGHTS)  # decision, reasoning, voice, values, persona


def row(name: str, score: float | None, five: tuple[float, ...] = (), **more: Any) -> dict[str, Any]:
    return {"id": name, "weighted_score": score, **dict(zip(FIVE, five, strict=False)), **more}


def test_a_good_round_has_nothing_to_mend() -> None:
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
    # Gains over 8 scenarios: values (80 - 74) / 8 = .75; decisions (9 + 15) / 8 = 3; voice 6 / 8; near (93 - 90) / 8.
    assert [(fix.priority, fix.where, fix.dimension, fix.scenarios, fix.gain) for fix in found] == [
        ("P0", "prompt and knowledge base", "value_preservation", ("VAL",), 0.75),
        ("P0", "run", "", ("ERR",), None),
        ("P1", "knowledge base", "decision_alignment", ("DE2", "DEC"), 3.0),
        ("P1", "prompt", "voice_accuracy", ("VOI",), 0.75),
        ("P2", "prompt", "voice_accuracy", ("NEA",), 0.375),
    ]
    assert all(fix.action for fix in found)


def test_a_cause_a_person_confirmed_goes_before_the_rules() -> None:
    (fix,) = fixes([row("A", 71.0, (50, 80, 80, 80, 80), cause="kb_gap", primary="decision_alignment",
                        cause_confirmed="prompt_issue")])  # fmt: skip
    assert fix.where == "prompt"


def test_an_unknown_cause_means_both_places() -> None:
    (fix,) = fixes([row("A", 71.0, (50, 80, 80, 80, 80), cause="cannot be told")])
    assert (fix.where, fix.dimension) == ("prompt and knowledge base", "decision_alignment")
