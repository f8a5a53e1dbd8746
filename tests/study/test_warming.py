"""What scoring needs is loaded beforehand, all of it and no more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


STARTED = """
import os
from ringtrue.study import warming
before = dict(os.environ)
with warming._without_threads_of_numpy():
    meanwhile = dict(os.environ)  # what a speaker's program is given
warming.warm_scoring()
print(len(os.listdir("/proc/self/task")), meanwhile == before == dict(os.environ))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc, which Linux alone has")
@pytest.mark.parametrize("wanted", [None, "2"])
def test_numpy_starts_no_threads_unless_told_to(wanted: str | None) -> None:
    settings = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if wanted is not None:
        settings["OPENBLAS_NUM_THREADS"] = wanted
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True, env=settings)
    threads, unchanged = done.stdout.split()
    assert unchanged == "True"
    if wanted is None:
        assert threads == "1"
