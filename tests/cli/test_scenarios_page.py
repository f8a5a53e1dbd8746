"""The tutorial on the page about scenarios runs as it stands."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocols" / "scenarios.md"


def test_every_command_on_the_page_runs(tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL))
    scripts = tmp_path / "bin"
    scripts.mkdir()
    program = scripts / "ringtrue"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -W error -m ringtrue "$@"\n')
    program.chmod(0o755)
    settings = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=tmp_path, capture_output=True, text=True, env=settings, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "PEO-001" in done.stdout
    first, second = (json.loads((tmp_path / run / "result.json").read_text()) for run in ("run-1", "run-2"))
    assert first["verdict"]["label"] == "FAIL"
    assert second["verdict"]["label"] == "PASS"
    blamed = next(row for row in first["items"] if row["id"] == "PEO-001")
    assert (blamed["cause"], blamed["cause_confirmed"]) == ("kb_gap", "prompt_issue")
    assert "Change on the same scenarios" in (tmp_path / "run-2" / "iteration.md").read_text()
