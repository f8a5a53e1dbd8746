"""`ringtrue judge`: by whom is decided by name, first by the table, then by study.yaml."""

from pathlib import Path

from ringtrue.cli.judge import JUDGES


def test_a_name_nobody_knows_says_who_there_is(here, tmp_path: Path) -> None:
    here("new", tmp_path / "s", "--protocol", "scenarios")
    done = here("judge", tmp_path / "s", "--judge", "panel")
    assert done.exit_code == 2
    assert "none yet" in done.stderr
    assert "panel" not in JUDGES
