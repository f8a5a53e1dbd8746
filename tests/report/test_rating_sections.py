"""The sections of a report on the rating: how it was dealt, and how raters answered."""

from typing import Any

from report.conftest import lines_of
from ringtrue.judge.quality.rater import RaterAnswer
from ringtrue.judge.quality.screening import panel_quality
from ringtrue.report.rating_sections import DEALING, RATERS, dealing_section, quality_section
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.terms.result import Estimate

ACCOUNT: dict[str, Any] = {
    "deals": [
        {"at": "2026-01-02T03:04:05.6+00:00", "raters": 2, "seed": "7.1", "controls": 6, "notes": ["a | note", "b"],
         "seal": "ab" * 32, "plan": "cd" * 32},
        {"at": "2026-01-03T03:04:05.6+00:00", "raters": None, "seed": None, "controls": None, "notes": ["b"],
         "seal": "", "plan": "ef" * 32},
    ],
    "packets": {"returned": 2, "out": 1},
    "cards": 30, "largest": 10, "raters": 3,
    "findings": ["suite, 30 pairs: no artefact stands out"],
    "waivers": [{"rule": "length", "item": None, "reason": "<b>both</b> ramble", "leaks": 4},
                {"rule": "name", "item": "P1", "reason": "in the prompt", "leaks": 1}],
    "forced": ["Dealt by force: <b>too few people</b>."], "pilots": 1,
    "opened": None,
}  # fmt: skip


def test_deals_notes_waivers_and_the_key() -> None:
    section = dealing_section(ACCOUNT)
    lines = lines_of(section)
    text = "\n".join(lines)
    assert section.title == DEALING
    assert "30 cards for 3 raters, at most 10 in a sitting. Packets: 2 returned, 1 not returned." in text
    assert "| 2026-01-02 03:04 UTC | 2 | 6 | `7.1` | `abababababababab` | `cdcdcdcdcdcdcdcd` |" in lines
    assert "| 2026-01-03 03:04 UTC | – | – | – | – | `efefefefefefefef` |" in lines
    assert sum(line.startswith("- b") for line in lines) == 1  # told once
    assert "4 leaks of the rule length on all items were waived" in text
    assert "1 leaks of the rule name on P1" in text
    assert "- Suite, 30 pairs: no artefact stands out." in lines
    assert any(line.startswith("- Dealt by force:") for line in lines)
    assert "- Pilot raters, whose answers count nowhere: 1." in lines
    assert "<b>" not in text
    assert lines[-1] == "- The key is sealed."


def test_an_opened_key_says_when_by_whom_and_why() -> None:
    opened = {"at": "2026-02-02T03:04:05+00:00", "who": "ada", "why": "all are back"}
    lines = lines_of(dealing_section(ACCOUNT | {"opened": opened}))
    assert lines[-1] == "- The key was opened 2026-02-02 03:04 UTC by ada (all are back)."
    lines = lines_of(dealing_section(ACCOUNT | {"opened": opened | {"why": ""}}))
    assert lines[-1].endswith("by ada.")


# How raters answered.


def document(**more: object) -> dict[str, object]:
    answers = [
        RaterAnswer("ann", f"c{n}", "found", "pick", "AB"[n % 2], right=1.0, seconds=30.0, words=90) for n in range(4)
    ] + [RaterAnswer("b|ob", f"c{n}", "found", "pick", "A", "generic", 0.0) for n in range(6)]
    panel = panel_quality(answers, {"ann": 5, "b|ob": 6})
    return panel.as_dict() | {"compared": [], "notes": ["No times were recorded."]} | more


def test_a_row_for_each_rater() -> None:
    section = quality_section(document())
    lines = lines_of(section)
    assert section.title == RATERS
    assert lines[2] == "| ann | 4 of 5 | 2.0 | 30 | – | – | – | 4 of 4 | – |"
    # A pipe in a rater's name must not open a column.
    assert lines[3].replace("\\|", "").count("|") == 10


def test_remarks_and_the_rule_are_listed() -> None:
    text = "\n".join(lines_of(quality_section(document())))
    assert "- ann answered 4 of 5 cards" in text
    assert "would leave" in text
    assert "right on 0 of 6 generic cards" in text
    assert "No times were recorded" in text
    assert "never applied" in text


def test_numbers_with_and_without() -> None:
    whole, part = Estimate(0.5, 0.4, 0.6, 30).as_dict(), Estimate(0.25, n=27, reason="too few").as_dict()
    row = {
        "estimate": "found_share",
        "all": whole | {"outcome": "inconclusive"},  # as a gate has it
        "without_tired_tenths": part,
        "without_screened_raters": None,
    }
    lines = lines_of(quality_section(document(compared=[row])))
    assert lines[-1].startswith("| `found_share` | 0.5")
    assert lines[-1].endswith("| – |")
    assert "0.25" in lines[-1]


def test_the_gate_s_number_is_shown_like_any_other() -> None:
    gate = Gate(0.5, 0.4, 0.6, 30, outcome="indistinguishable").as_dict()
    row = {"estimate": "gate", "all": gate, "without_tired_tenths": gate, "without_screened_raters": None}
    assert lines_of(quality_section(document(compared=[row])))[-1].startswith("| `gate` | 0.5")


def test_no_comparison_no_table() -> None:
    assert "| estimate |" not in "\n".join(lines_of(quality_section(document())))
