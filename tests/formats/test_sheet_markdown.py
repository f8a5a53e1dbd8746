"""A conversation protocol in Markdown becomes a sheet to the letter; what is missing is listed, all of it."""

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ringtrue.cli.protocols import command
from ringtrue.files.yaml_file import write_yaml
from ringtrue.formats.sheet_markdown import read_sheet_markdown
from ringtrue.protocols.loader import load
from ringtrue.protocols.sheet import giveaways
from ringtrue.terms.problem import BadInput
from ringtrue.terms.sheet import Sheet

SMALL = """# WATCH | a sheet for tests (v2.1)

Version: v2.1

## Opening

PROMPT T0-A (Anchor Lines)
"Say what you keep,
  in “four” lines: no more."

### TRIAL 1 (Recall)
PROMPT W-1
> "Once more, please."

Goal:
Is it what was said at first?

### TRIAL 2 (After a pause)
Instruction:
Wait for at least 2 minutes.

PROMPT W-2
“Whose [insert a name] is it now?”

Goal: Does it last?

## Scores
- R1 primary: W-1, W-2, W-9
- R7 primary: W-1
"""


def written(tmp_path: Path, text: str = SMALL) -> Path:
    path = tmp_path / "sheet.md"
    path.write_text(text, encoding="utf-8")
    return path


def sheet_in(tmp_path: Path, text: str = SMALL) -> Sheet:
    out = tmp_path / "sheet.yaml"
    write_yaml(out, read_sheet_markdown(written(tmp_path, text), "recognition").data)
    sheet = load(out).sheet
    assert sheet is not None
    return sheet


def test_prompts_goals_gap_and_slots_are_those_of_the_document(tmp_path: Path) -> None:
    sheet = sheet_in(tmp_path)
    assert sheet.version == "v2.1"
    assert [one.text for one in sheet.opening] == ["Say what you keep,\n  in “four” lines: no more."]
    assert [one.text for one in sheet.trials] == ["Once more, please.", "Whose [insert a name] is it now?"]
    assert [one.id for one in sheet.prompts] == ["T0-A", "W-1", "W-2"]
    assert [one.goal for one in sheet.trials] == ["Is it what was said at first?", "Does it last?"]
    assert [one.gap for one in sheet.trials] == [False, True]
    assert sheet.gap.seconds == 120
    assert {slot.mark: slot.usual for slot in sheet.slots.values()} == {"[insert a name]": ""}


def test_primary_trials_are_taken_over_and_what_cannot_be_is_listed(tmp_path: Path) -> None:
    found = read_sheet_markdown(written(tmp_path), "recognition")
    assert found.primary == {"r1": (1, 2), "r7": (1,)}
    unread = "\n".join(found.unread)
    for words in ("no trial W-9", "R7 primary", "primary trials of R2", "primary trials of R3", "λ"):
        assert words in unread


def test_what_keeps_a_document_from_being_run_is_told_all_together(tmp_path: Path) -> None:
    text = "# X\n### TRIAL 1 (a)\nPROMPT W-1\nno quotes\n\n### TRIAL 3 (b)\nGoal: g\n"
    with pytest.raises(BadInput) as refused:
        read_sheet_markdown(written(tmp_path, text), "recognition")
    said = " ".join(problem.what for problem in refused.value.problems)
    for words in ("no opening prompt", "W-1 has no prompt", "W-1 has no goal", "Trial 3 has no PROMPT", "numbered"):
        assert words in said


def test_the_command_writes_a_file_that_is_clean_and_does_not_overwrite(tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    arguments = ["import", str(written(tmp_path)), "--out", str(out), "--json"]
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["trials"] == ["W-1", "W-2"]
    assert told["hash"] == load(out).hash
    checked = CliRunner().invoke(command, ["check", str(out), "--json"])
    assert (checked.exit_code, json.loads(checked.stdout)["problems"]) == (0, [])
    again = CliRunner().invoke(command, arguments)
    assert again.exit_code == 2
    assert "already" in again.stdout


# The document itself, where it lies beside the project.


BESIDE = Path(__file__).resolve().parents[3] / "shared" / "seeds"
DOCUMENTS = Path(os.environ.get("RINGTRUE_DOCUMENTS", BESIDE))
FOUND = sorted(DOCUMENTS.glob("003*.txt")) if DOCUMENTS.is_dir() else []
with_document = pytest.mark.skipif(not FOUND, reason="document 003 is not here: set RINGTRUE_DOCUMENTS to its folder")


def quoted(text: str) -> list[str]:
    """Every line in straight quotes that follows a PROMPT line: read here by other means than the importer does."""
    lines = text.splitlines()
    return [lines[place + 1].strip()[1:-1] for place, line in enumerate(lines) if line.startswith("PROMPT ")]


@with_document
def test_all_twelve_prompts_of_the_document_stand_in_the_sheet_letter_by_letter(tmp_path: Path) -> None:
    text = FOUND[0].read_text(encoding="utf-8")
    sheet = sheet_in(tmp_path, text)
    assert len(quoted(text)) == 12
    assert [one.text for one in sheet.prompts] == quoted(text)
    assert all(f'"{one.text}"' in text for one in sheet.prompts)
    assert (sheet.version, sheet.gap.seconds) == ("v1.0", 600)
    assert [one.place for one in sheet.trials if one.gap] == [9]
    (slot,) = sheet.slots.values()
    assert (slot.mark, slot.usual) == ("[insert a short conflicting set of commitments]", "")


@with_document
def test_its_primary_trials_count_and_its_third_trial_is_flagged(tmp_path: Path) -> None:
    text = FOUND[0].read_text(encoding="utf-8")
    found = read_sheet_markdown(written(tmp_path, text), "recognition")
    listed = re.findall(r"(R\d) primary: (.*)", text)
    assert found.primary == {
        name.lower(): tuple(int(number) for number in re.findall(r"R-(\d+)", trials)) for name, trials in listed
    }
    assert found.primary == {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}
    assert {one.id for one, _, _ in giveaways(sheet_in(tmp_path, text))} == {"R-3"}
