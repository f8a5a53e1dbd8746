"""`ringtrue cause`: a person confirms or corrects a cause."""

import json
from pathlib import Path

from recorded_run import GAP, GOOD, finished, names


def test_a_cause_is_corrected_and_shown(here, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, {**dict.fromkeys(names(6), GOOD), "STR-001": GAP})
    done = here("cause", study.folder, "STR-001", "prompt_issue", "--why", "it is in the kb", "--who", "ana", "--json")
    assert done.exit_code == 0, done.stderr
    assert {Path(path).name for path in json.loads(done.stdout)["files"]} >= {"report.md", "test_results.yaml"}
    assert 'failure_classification: "prompt_issue"' in (study.folder / "test_results.yaml").read_text()
    refused = here("cause", study.folder, "STR-001", "bad_luck", "--why", "x")
    assert refused.exit_code == 2
    assert "prompt_issue, kb_gap" in refused.stderr
