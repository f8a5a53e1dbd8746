"""Review: passages in their place, rules broken, decisions and edits recorded."""

from pathlib import Path

import pytest

from ringtrue.study.review import EDITED, REVIEWED, Review
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput

ITEMS = """
# mine
- id: Q1
  kind: quote
  prompt: What of bells?  # as asked
  citation: ["^[RAIZ:/talk [1] $.txt:L3]"]
  tags: {difficulty: hard, domain: casting}
  topic: bells
  real: I cast the bell.
- id: E1
  kind: edge
  prompt: And now?
  citation: ["^[RAIZ:/nowhere.txt:L1]"]
  subtype: nuance
  expected: Yes.
  trap: Perhaps so.
  criteria: [a, b]
  responses: {generic: Perhaps it depends.}
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    folder = tmp_path / "ada"
    folder.mkdir()
    (folder / "talk [1] $.txt").write_text("One.\nTwo.\nI cast the bell.\nFour.\nFive.\nSix.\n", encoding="utf-8")
    study = Study.create(tmp_path / "study", protocol="blind", subject=folder)
    study.items_file.write_text(ITEMS, encoding="utf-8")
    return study


def test_the_cited_lines_stand_in_their_place(study: Study) -> None:
    card = Review(study).card("Q1")
    assert [(line.number, line.cited) for line in card.passages[0].lines] == [(n, n == 3) for n in range(1, 6)]
    assert card.breaks == ()


def test_rules_broken_and_the_generic_answer_are_shown(study: Study) -> None:
    card = Review(study).card("E1")
    assert card.passages == ()
    assert any("There is no such file" in one for one in card.breaks)
    assert any("5 are required" in one for one in card.breaks)
    assert card.generic == "Perhaps it depends."


def test_decisions_are_recorded_with_their_reason(study: Study) -> None:
    desk = Review(study)
    desk.accept("Q1")
    desk.reject("E1", "the source is gone")
    assert {item.id: item.status for item in study.items()} == {"Q1": "accepted", "E1": "rejected"}
    with study.records() as records:
        notes = [entry.detail["note"] for entry in records.audit_entries(f"noted: {REVIEWED}")]
    assert notes[1] == {"item": "E1", "status": "rejected", "why": "the source is gone"}


def test_an_edit_changes_what_was_rewritten_and_keeps_comments(study: Study) -> None:
    desk = Review(study)
    text = desk.text("Q1").replace("What of bells?", "What of large bells?").replace("domain: casting", "domain: trade")
    desk.edit("Q1", text)
    item = next(one for one in study.items() if one.id == "Q1")
    assert (item.prompt, item.tags["domain"], item.tags["difficulty"]) == ("What of large bells?", "trade", "hard")
    written = study.items_file.read_text(encoding="utf-8")
    assert "# mine" in written
    with study.records() as records:
        assert len(list(records.audit_entries(f"noted: {EDITED}"))) == 1


@pytest.mark.parametrize("text", ["id: Q2\nkind: quote\n", "- a\n", "id: Q1\nkind: quote\nprompt: x\n"])
def test_what_is_no_item_any_more_is_refused(study: Study, text: str) -> None:
    before = study.items_file.read_text(encoding="utf-8")
    with pytest.raises(BadInput):
        Review(study).edit("Q1", text)
    assert study.items_file.read_text(encoding="utf-8") == before


def test_an_unknown_item_is_said_to_be_one(study: Study) -> None:
    with pytest.raises(BadInput, match="no such item"):
        Review(study).accept("Q9")
