"""`ringtrue admit`, as a user types it."""

import json
from pathlib import Path

from hosted_studies import lite_study


def test_a_failed_check_is_overruled_with_a_reason(here, tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["jo"], controls=0, force=True, why="a small study")
    done = here("admit", study.folder, "jo", "--why", "misprint", "--json")
    assert json.loads(done.stdout) == {"rater": "jo", "admitted": True, "why": "misprint"}
    again = here("admit", study.folder, "jo", "--why", "misprint")
    assert again.exit_code == 2
    assert "overruled before" in " ".join(again.stderr.split())
    assert here("admit", study.folder, "jo").exit_code == 2  # no reason
