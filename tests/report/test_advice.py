"""The advice after a round, as a page."""

from typing import Any

from ringtrue.report import advice_markdown

FIX = {"priority": "P1", "where": "knowledge base", "dimension": "decision_alignment", "action": "Add decisions.",
       "scenarios": ["STR-005", "EDG-2"], "gain": 1.25}  # fmt: skip


def advice(**more: Any) -> dict[str, Any]:
    return {"iteration": 2, "aggregate_fidelity": 90.5, "needed": True, "escalate": False, "why": "below 93",
            "fixes": [FIX], "earlier": [], "change": None, **more}  # fmt: skip


def test_fixes_stand_under_their_priority_with_scenarios_and_gain() -> None:
    text = advice_markdown(advice(), "Nora")
    assert text.startswith("# Round 2: what to do next for Nora\n\nbelow 93\n")
    assert "## P1: what failed" in text
    assert "P0" not in text
    told = "(2 scenarios; at 100 there it would add 1.25 points to the aggregate)"
    assert f"**decision_alignment, knowledge base** {told}. Add decisions." in text
    assert "  `STR-005`, `EDG-2`" in text


def test_rounds_and_the_change_are_told() -> None:
    change = {"value": 2.5, "low": -0.5, "high": 5.5, "n": 50, "method": "", "reason": None, "kind": "statistic",
              "level": 0.95, "outcome": "not worse"}  # fmt: skip
    text = advice_markdown(advice(earlier=[{"folder": "run-1", "aggregate": 88.0}], change=change, escalate=True), "N")
    assert "- Round 1: 88.00 (run-1)\n- Round 2: 90.50\n" in text
    assert "2.50 points (95 % interval -0.50 to 5.50), 50 scenarios" in text
    assert "**Escalate.**" in text
    none = {**change, "value": None, "low": None, "high": None, "reason": "no scenario was scored in both rounds"}
    text = advice_markdown(advice(earlier=[{"folder": "run-1", "aggregate": 88.0}], change=none), "N")
    assert "no scenario was scored in both rounds" in text


def test_nothing_to_mend_and_what_has_no_score() -> None:
    assert "Nothing to mend" in advice_markdown(advice(fixes=[]), "N")
    run = {"priority": "P0", "where": "run", "dimension": "", "action": "Again.", "scenarios": ["A"], "gain": None}
    assert "**no score** (1 scenario). Again." in advice_markdown(advice(fixes=[run]), "N")


def test_many_scenarios_are_named_in_part() -> None:
    text = advice_markdown(advice(fixes=[{**FIX, "scenarios": [f"S{n}" for n in range(40)]}]), "N")
    assert "and 10 more" in text
