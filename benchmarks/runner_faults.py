"""What the runner does when everything goes wrong: `python benchmarks/runner_faults.py [SCENARIOS]`.

A sample is a call to a clone and one to a judge, as in `benchmarks/runner.py`. The clean run gives the answers that all
others must give too: under faults of every kind, killed at half and started again, and after the disk was full.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from held import Held, print_held
from runner import CONCURRENCY, ROOT, scenarios

sys.path.insert(0, str(ROOT / "tests"))
from model_server import Asked, ModelServer, by_share, clone_and_judge, never
from ringtrue.store.store import Store

FAULTS = {"429": 0.10, "500": 0.10, "hang": 0.03, "malformed": 0.03, "out_of_range": 0.02, "drop": 0.02}
SHOWN = 400  # characters of what a program said


@contextmanager
def study(count: int) -> Iterator[Path]:
    """A folder with scenarios; the program makes its database there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scenarios.jsonl"
        scenarios(path, count)
        yield path


def started(server: ModelServer, path: Path, most_bytes: int | None = None) -> subprocess.Popen[str]:
    """The program of `benchmarks/runner.py` on these scenarios; `most_bytes` is how long a file may grow."""
    command = [sys.executable, str(ROOT / "benchmarks" / "runner.py"), "--way", "ours", "--url", server.url]
    command += ["--file", str(path), "--most-bytes", str(most_bytes or 0)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, what it printed, what it complained about."""
    out, complaint = program.communicate()
    return program.returncode, out, complaint


def total_of(server: ModelServer, path: Path) -> int:
    """The sum of all scores, by a run that must succeed."""
    code, out, complaint = ended(started(server, path))
    assert code == 0, complaint
    return int(json.loads(out)["total"])


def stored(path: Path) -> dict[str, Any]:
    """What the journal holds: answers, attempts, and whether it verifies."""
    with Store.open(path.parent / "study.db") as store:
        records = store.study(store.studies()[0].id)
        rows = [row.error is None for row in records.calls()]
        return {"answers": sum(rows), "attempts": len(rows), "problems": len(records.verify_audit())}


def clean(count: int) -> dict[str, Any]:
    """Nothing goes wrong."""
    with ModelServer(clone_and_judge, never, 0.02, keep=False) as server, study(count) as path:
        total = total_of(server, path)
        return {"total": total, "requests": server.count, **stored(path)}


def under_fire(count: int) -> dict[str, Any]:
    """A third of all requests goes wrong."""
    with ModelServer(clone_and_judge, by_share(FAULTS), 0.02, keep=False) as server, study(count) as path:
        total = total_of(server, path)
        return {"total": total, "requests": server.count, **stored(path)}


def killed(count: int) -> dict[str, Any]:
    """Killed without warning at half, and started again."""
    programs: list[subprocess.Popen[str]] = []

    def kill(asked: Asked) -> None:
        if asked.number == count:  # of two a scenario
            os.kill(programs[0].pid, signal.SIGKILL)

    server = ModelServer(clone_and_judge, never, 0.02, keep=False, on_request=kill)
    with server, study(count) as path:
        programs.append(started(server, path))
        code, _, _ = ended(programs[0])
        assert code == -signal.SIGKILL
        before = stored(path)["answers"]
        total = total_of(server, path)
        return {"total": total, "answers_before": before, "repeated": server.count - 2 * count, **stored(path)}


def out_of_disk(count: int) -> dict[str, Any]:
    """No file may grow beyond half of what the journal needs; then there is room again."""
    with ModelServer(clone_and_judge, never, 0.02, keep=False) as server, study(count) as path:
        code, _, complaint = ended(started(server, path, most_bytes=max(400_000, count * 500)))
        before = stored(path)
        said = complaint.strip().splitlines()[-1][:SHOWN]
        total = total_of(server, path)
        return {"total": total, "exit": code, "said": said, "answers_before": before["answers"], **stored(path)}


def main(count: int) -> None:
    """Run all of it, print one JSON document and hold it to the clean run; an answer that differs is an error."""
    found = {"clean": clean(count)}
    for name, run in (("under_fire", under_fire), ("killed", killed), ("out_of_disk", out_of_disk)):
        found[name] = run(count)
    print(json.dumps({"scenarios": count, "concurrency": CONCURRENCY, **found}, indent=1))
    figures = held(found, count)
    print_held(figures)
    if not all(one.holds for one in figures):
        sys.exit("something was lost")


def held(found: dict[str, dict[str, Any]], count: int) -> list[Held]:
    """What must be the same whatever goes wrong, and how much may be asked twice."""
    figures = [Held("killed: calls asked twice", found["killed"]["repeated"], CONCURRENCY)]
    for name, one in found.items():
        figures += [
            Held(f"{name}: the sum of scores beside the clean run", abs(one["total"] - found["clean"]["total"]), 0),
            Held(f"{name}: calls without an answer", 2 * count - one["answers"], 0),
            Held(f"{name}: problems in the journal", one["problems"], 0),
        ]
    return figures


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
