"""What a whole run of scenarios costs, from the file to the report: `python benchmarks/scenario_run.py`.

The clone and the judge are a stand-in server in a process of its own, with 50 ms latency; so is every measurement.
*bare* is a loop of aiohttp posts that puts the same questions to the same server and keeps nothing; *asking* is
everything until the last judgment is recorded; *whole* is `ringtrue run`, scoring and reports included. `--large` adds
whole runs of 10,000 and 100,000 scenarios, to see that memory stays flat.
"""

import argparse
import asyncio
import compileall
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from held import Held, print_held

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
CONCURRENCY = 64
LATENCY = 0.05
FEW, MANY = 200, 1000
ASKED = "asked.json"


def serve() -> None:
    """Answer until killed."""
    from model_server import ModelServer
    from scenario_files import clone_and_judge

    with ModelServer(answer=clone_and_judge, latency=LATENCY, keep=False) as server:
        print(server.url, flush=True)
        time.sleep(1e9)


def write_files(folder: Path, count: int) -> tuple[Path, Path]:
    """Scenarios one a line, and a prompt; and for the bare loop what a clone and a judge are told with every call."""
    from ringtrue.judge.model import response_format
    from ringtrue.judge.model.instructions import instructions
    from ringtrue.protocols import load
    from scenario_files import PROMPT, scenario_data, write_lines_file

    prompt = folder / "prompt.md"
    prompt.write_text(PROMPT, encoding="utf-8")
    protocol = load("scenarios")
    told = {"clone": PROMPT, "judge": instructions(protocol, "scenario", "en")}
    asked = {"told": told, "response_format": response_format(protocol, "scenario")}
    (folder / ASKED).write_text(json.dumps(asked), encoding="utf-8")
    return write_lines_file(folder / "s.jsonl", (scenario_data(n) for n in range(1, count + 1))), prompt


async def bare(url: str, scenarios: Path) -> None:
    """The least anybody can do: two posts a scenario, the judge's JSON read; nothing is kept or tried again."""
    import aiohttp

    asked = json.loads((scenarios.parent / ASKED).read_text(encoding="utf-8"))
    told, form = asked["told"], {"response_format": asked["response_format"]}

    async def said(session: aiohttp.ClientSession, who: str, user: str, **more: Any) -> str:
        messages = [{"role": "system", "content": told[who]}, {"role": "user", "content": user}]
        body = {"model": who[0], "messages": messages, **more}
        async with session.post(f"{url}/chat/completions", json=body) as response:
            return (await response.json())["choices"][0]["message"]["content"]

    async def worker(session: aiohttp.ClientSession, lines: Any) -> None:
        for line in lines:
            one = json.loads(line)
            answer = await said(session, "clone", f"{one['context']}\n\n{one['prompt']}")
            judged = json.loads(await said(session, "judge", f"{line}\n\n{answer}", **form))
            assert len([entry["score"] for entry in judged.values()]) == 5

    with scenarios.open(encoding="utf-8") as lines:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=CONCURRENCY)) as session:
            await asyncio.gather(*(worker(session, lines) for _ in range(CONCURRENCY)))


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
        loop = [__file__, "--bare", url, "--files", scenarios, prompt]
        command = [sys.executable, *map(str, {"bare": loop, "asking": asking, "whole": whole}[way])]
        began = time.monotonic()
        settings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=settings)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, 1), process.returncode
        wall = time.monotonic() - began
    return {"wall_s": wall, "cpu_s": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}


def compared(url: str, repeats: int) -> dict[str, Any]:
    """All three ways in turn, so that whatever else the machine does meets them all; the medians."""
    ways = ("bare", "asking", "whole")
    runs: dict[tuple[str, int], list[dict[str, float]]] = {}
    for _ in range(repeats):
        for count in (FEW, MANY):
            for way in ways:
                runs.setdefault((way, count), []).append(measured(way, url, count))

    def middle(way: str, count: int) -> dict[str, float]:
        return {name: statistics.median(run[name] for run in runs[way, count]) for name in runs[way, count][0]}

    found: dict[str, Any] = {}
    for way in ways:
        pairs = zip(runs[way, FEW], runs[way, MANY], strict=True)
        marginal = statistics.median((many["cpu_s"] - few["cpu_s"]) / (MANY - FEW) * 1000 for few, many in pairs)
        found[way] = {str(FEW): middle(way, FEW), str(MANY): middle(way, MANY), "cpu_ms_per_scenario": marginal}
    return found


def held(found: dict[str, Any]) -> list[Held]:
    """The figures that have a limit."""
    bare = found["bare"]
    figures = []
    for way in ("asking", "whole"):
        mine = found[way]
        marginal = mine["cpu_ms_per_scenario"]
        figures += [
            Held(f"{way}: CPU of one more scenario", marginal, 1.2, "ms"),
            Held(f"{way}: the same beside the bare loop", marginal / bare["cpu_ms_per_scenario"], 1.5, "times"),
            Held(f"{way}: peak memory at {MANY}", mine[str(MANY)]["mb"], 120, "MiB"),
            Held(f"{way}: wall at {MANY}, start included", mine[str(MANY)]["wall_s"] / bare[str(MANY)]["wall_s"], 1.35),
        ]
    if "large" in found:
        few, many = (found["large"][count]["mb"] for count in ("10000", "100000"))
        figures.append(Held("whole: peak memory, 100,000 beside 10,000 scenarios", many / few, 1.25, "times"))
    return figures


def main() -> None:
    """Measure, print one JSON document, and hold the figures to their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="also run 10,000 and 100,000 scenarios")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    parser.add_argument("--bare", help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve()
    elif given.bare:
        asyncio.run(bare(given.bare, given.files[0]))
    elif given.ask:
        ask(given.ask, *given.files)
    else:
        compare(given.repeats, large=given.large)


def compare(repeats: int, *, large: bool) -> None:
    """Start a server, measure, print."""
    compileall.compile_dir(ROOT / "src", quiet=2)  # as an installed package is, and aiohttp
    server = subprocess.Popen([sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        found = compared(url, repeats)
        if large:
            found["large"] = {str(count): measured("whole", url, count) for count in (10_000, 100_000)}
    finally:
        server.kill()
        server.wait()
    print(json.dumps(found, indent=1, default=float))
    print_held(held(found))


if __name__ == "__main__":
    main()
