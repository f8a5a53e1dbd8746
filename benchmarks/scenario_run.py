"""What a whole run of scenarios costs, from the file to the report: `python benchmarks/scenario_run.py`.

The clone and the judge are a stand-in server in a process of its own, with 50 ms latency; so is every measurement.
*asking* is everything until the last judgment is recorded, *whole* is `ringtrue run`. `--large` adds
10,000 and 100,000 scenarios, asking only, to see that memory stays flat.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
CONCURRENCY = 64
LATENCY = 0.05


def serve() -> None:
    """Answer until killed."""
    from model_server import ModelServer
    from scenario_files import clone_and_judge

    with ModelServer(answer=clone_and_judge, latency=LATENCY, keep=False) as server:
        print(server.url, flush=True)
        time.sleep(1e9)


def write_files(folder: Path, count: int) -> tuple[Path, Path]:
    """Scenarios one a line, and a prompt."""
    from scenario_files import PROMPT, scenario_data, write_lines_file

    prompt = folder / "prompt.md"
    prompt.write_text(PROMPT, encoding="utf-8")
    return write_lines_file(folder / "s.jsonl", (scenario_data(n) for n in range(1, count + 1))), prompt


def ask(url: str, scenarios: Path, prompt: Path) -> None:
    """Ask and record everything in this process; prints what it took."""
    from ringtrue.calls import Limits
    from ringtrue.study.scenario_begin import begun
    from ringtrue.study.scenario_inputs import RunGiven, read_inputs
    from ringtrue.study.scenario_run import ScenarioRun

    run = ScenarioRun(read_inputs(RunGiven(scenarios, prompt, f"openai:c@{url}", (f"openai:j@{url}",))))
    study, _, _ = begun(prompt.parent / "run", run.inputs, after=None, who="benchmark")
    ran = run.go(study, limits=Limits(concurrency=CONCURRENCY))
    assert ran.scored == ran.scenarios, ran


def measured(way: str, url: str, count: int) -> dict[str, float]:
    """Wall, processor time and peak memory of one run in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as folder:
        scenarios, prompt = write_files(Path(folder), count)
        who = ["--prompt", prompt, "--speaker", f"openai:c@{url}", "--judge", f"openai:j@{url}"]
        more = ["--out", Path(folder) / "run", "--concurrency", CONCURRENCY, "--json"]
        whole = ["-m", "ringtrue", "run", scenarios, *who, *more]
        asking = [__file__, "--ask", url, "--files", scenarios, prompt]
        command = [sys.executable, *map(str, asking if way == "asking" else whole)]
        began = time.monotonic()
        settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=settings)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, 1), process.returncode
        wall = time.monotonic() - began
    return {"wall_s": wall, "cpu_s": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}


def compared(url: str) -> dict[str, Any]:
    """Asking and the whole of it at 200 and 1,000 scenarios, and what one more scenario costs."""
    found: dict[str, Any] = {}
    for way in ("asking", "whole"):
        few, many = (measured(way, url, count) for count in (200, 1000))
        found[way] = {"200": few, "1000": many, "cpu_ms_per_scenario": (many["cpu_s"] - few["cpu_s"]) / 800 * 1000}
    return found


def main() -> None:
    """Measure and print one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="also ask 10,000 and 100,000 scenarios")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
    elif given.ask:
        ask(given.ask, *given.files)
    else:
        server = subprocess.Popen([sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            result = compared(url)
            if given.large:
                result["large"] = {str(count): measured("asking", url, count) for count in (10_000, 100_000)}
        finally:
            server.kill()
            server.wait()
        print(json.dumps(result, indent=1, default=float))


if __name__ == "__main__":
    main()
