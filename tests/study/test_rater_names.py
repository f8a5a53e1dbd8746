"""Names of raters to deal to."""

from pathlib import Path

import pytest

from dealt_studies import pair_study
from ringtrue.study.rater_names import rater_names
from ringtrue.terms import BadInput


def test_new_names_are_the_next_that_are_free(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", judges={"r1": {"kind": "local"}})
    with study.records() as records:
        records.note_about_rater("r3", "consent", {}, who="tester")
        assert rater_names(3, study, records, ()) == ["r2", "r4", "r5"]


def test_names_in_any_writing_are_taken_as_they_are(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    names = ["Zoë", "日本", "o'Brien 2", "x" * 80]
    with study.records() as records:
        assert rater_names(names, study, records, ()) == names


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x00", "\u202eevil", "x" * 81])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    study = pair_study(tmp_path / "s")
    with study.records() as records, pytest.raises(BadInput, match="one line of at most 80"):
        rater_names([name], study, records, ())
