"""What scoring needs is loaded beforehand, all of it and no more."""

import subprocess
import sys
from pathlib import Path

from ringtrue.store import JudgmentRecord
from ringtrue.study import Study
from scenario_files import FIVE, scenario_data, write_lines_file

SCORED = """
import sys
import ringtrue.study.scenario_run
from ringtrue.study.warming import warm_scoring
warm_scoring()
from ringtrue.study import Study
study = Study.open(sys.argv[1])
before = set(sys.modules)
study.score()
print(sorted(name for name in set(sys.modules) - before if name.startswith(("ringtrue", "numpy"))))
print("scipy" in sys.modules)
"""


def test_scoring_scenarios_loads_nothing_more_and_no_scipy(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "s", protocol="scenarios")
    (study.folder / "items.yaml").unlink()
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, 5)]
    write_lines_file(study.folder / "items.jsonl", rows)
    given = [
        JudgmentRecord("j", row["id"], question, 60.0 + place, "clone", judge_kind="model")
        for place, row in enumerate(rows)
        for question in FIVE
    ]
    with study.records() as records:
        records.record_judgments(given, who="ana")
    done = subprocess.run([sys.executable, "-c", SCORED, str(study.folder)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "False"]
