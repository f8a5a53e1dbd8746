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


def test_without_a_choice_the_form_of_the_protocol_is_told_and_nothing_written(here, tmp_path: Path) -> None:
    done = here("new", tmp_path / "s", "--protocol", "pairs")
    assert "Form: 5 pairs x 7 raters (5x7), equivalence, both texts graded" in done.output
    lite = here("new", tmp_path / "lite", "--protocol", "lite")
    assert "Form: 5 pairs x 7 raters (5x7), equivalence, the preferred text graded" in lite.output
    assert "preset" not in (tmp_path / "s" / "study.yaml").read_text(encoding="utf-8")


def test_other_protocols_have_no_form(here, tmp_path: Path) -> None:
    assert "Form:" not in here("new", tmp_path / "a", "--protocol", "blind").output
    refused = here("new", tmp_path / "b", "--protocol", "blind", "--preset", "5x7", "--json")
    assert refused.exit_code == 2
    (problem,) = json.loads(refused.stdout)["problems"]
    assert (problem["place"], problem["what"]) == ("--preset", "unknown preset '5x7'")
    assert not (tmp_path / "b").exists()


def test_every_wrong_choice_is_listed(here, tmp_path: Path) -> None:
    refused = here("new", tmp_path / "s", "--protocol", "pairs", "--preset", "7x5", "--design", "x", "--grade", "y")
    assert refused.exit_code == 2
    assert all(place in refused.output for place in ("--preset", "--design", "--grade"))


def test_hints_name_the_speakers_of_the_protocol_and_the_folder_names_nobody(here, tmp_path: Path) -> None:
    here("new", tmp_path / "clone-3", "--protocol", "pairs")
    text = (tmp_path / "clone-3" / "study.yaml").read_text(encoding="utf-8")
    hints = [line.removeprefix("#   ").partition(":")[0] for line in text.splitlines() if line.startswith("#   ")]
    assert hints == ["full", "compressed", "control"]
    assert 'name: ""' in text  # cards show the name: a folder's would tell raters what they are not to know
    here("new", tmp_path / "b", "--protocol", "blind")
    text = (tmp_path / "b" / "study.yaml").read_text(encoding="utf-8")
    assert "#   real: {kind: documented}" in text
    assert "#   generic: {kind: local}" in text
    assert "#   self:" not in text  # items quote it
