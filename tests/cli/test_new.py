"""`ringtrue new` with the forms of a pair study."""

import json
from pathlib import Path


def test_preset_design_and_grading_are_written_and_told(here, tmp_path: Path) -> None:
    chosen = ("--preset", "3x10", "--design", "discrimination", "--grade", "both")
    done = here("new", tmp_path / "s", "--protocol", "lite", *chosen)
    assert done.exit_code == 0
    assert "Form: 3 pairs x 10 raters (3x10), discrimination, both texts graded" in done.output
    text = (tmp_path / "s" / "study.yaml").read_text(encoding="utf-8")
    assert [line for line in ('preset: "3x10"', 'design: "discrimination"', 'grade: "both"') if line not in text] == []


def test_without_a_choice_the_first_of_each_is_told_and_nothing_written(here, tmp_path: Path) -> None:
    done = here("new", tmp_path / "s", "--protocol", "pairs")
    assert "Form: 5 pairs x 7 raters (5x7), equivalence, the preferred text graded" in done.output
    assert "preset" not in (tmp_path / "s" / "study.yaml").read_text(encoding="utf-8")


def test_other_protocols_have_no_form(here, tmp_path: Path) -> None:
    assert "Form:" not in here("new", tmp_path / "a", "--protocol", "blind").output
    refused = here("new", tmp_path / "b", "--protocol", "blind", "--preset", "5x7", "--json")
    assert refused.exit_code == 2
    (problem,) = json.loads(refused.stdout)["problems"]
    assert (problem["place"], problem["what"]) == ("--preset", "no such preset")
    assert not (tmp_path / "b").exists()


def test_every_wrong_choice_is_listed(here, tmp_path: Path) -> None:
    refused = here("new", tmp_path / "s", "--protocol", "pairs", "--preset", "7x5", "--design", "x", "--grade", "y")
    assert refused.exit_code == 2
    assert all(place in refused.output for place in ("--preset", "--design", "--grade"))
