"""The section on how it was dealt."""

from typing import Any

from ringtrue.report.dealing import TITLE, dealing_section

ACCOUNT: dict[str, Any] = {
    "deals": [
        {"at": "2026-01-02T03:04:05.6+00:00", "raters": 2, "seed": "7.1", "controls": 6, "notes": ["a | note", "b"],
         "seal": "ab" * 32, "plan": "cd" * 32},
        {"at": "2026-01-03T03:04:05.6+00:00", "raters": None, "seed": None, "controls": None, "notes": ["b"],
         "seal": "", "plan": "ef" * 32},
    ],
    "packets": {"returned": 2, "out": 1},
    "cards": 30, "largest": 10, "raters": 3,
    "waivers": [{"rule": "length", "item": None, "reason": "<b>both</b> ramble", "leaks": 4},
                {"rule": "name", "item": "P1", "reason": "in the prompt", "leaks": 1}],
    "opened": None,
}  # fmt: skip


def test_deals_notes_waivers_and_the_key() -> None:
    title, lines = dealing_section(ACCOUNT)
    text = "\n".join(lines)
    assert title == TITLE
    assert "30 cards for 3 raters, at most 10 in a sitting. Packets: 2 returned, 1 not returned." in text
    assert "| 2026-01-02 03:04 UTC | 2 | 6 | `7.1` | `abababababababab` | `cdcdcdcdcdcdcdcd` |" in lines
    assert "| 2026-01-03 03:04 UTC | – | – | – | – | `efefefefefefefef` |" in lines
    assert sum(line.startswith("- b") for line in lines) == 1  # told once
    assert "4 leaks of the rule length on all items were let pass" in text
    assert "1 leaks of the rule name on P1" in text
    assert "<b>" not in text
    assert lines[-1] == "- The key is sealed."


def test_an_opened_key_says_when_by_whom_and_why() -> None:
    opened = {"at": "2026-02-02T03:04:05+00:00", "who": "ada", "why": "all are back"}
    _, lines = dealing_section(ACCOUNT | {"opened": opened})
    assert lines[-1] == "- The key was opened 2026-02-02 03:04 UTC by ada (all are back)."
    _, lines = dealing_section(ACCOUNT | {"opened": opened | {"why": ""}})
    assert lines[-1].endswith("by ada.")
