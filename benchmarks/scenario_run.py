"""What a whole run of scenarios costs, from the file to the report: `python benchmarks/scenario_run.py`.

The clone and the judge are a stand-in server in a process of its own; so is every measurement. *bare* is a loop of
aiohttp posts that puts the same questions to the same server and keeps nothing; *whole* is `ringtrue run`, start,
journal, scoring and reports included. `--large` adds a whole run of 10,000 scenarios and its peak memory; `--deepeval
PYTHON` names a Python that has DeepEval installed, which then does the same work (it is no dependency of ours). What
else the machine does meets all of them, so only ratios are held to a limit, and the load is printed.
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
from typing import Any, NamedTuple

from held import Held, print_held

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
ASKED = "asked.json"


class Load(NamedTuple):
    """So many scenarios, two calls each, of so many seconds, so many at once."""

    scenarios: int
    latency: float
    at_once: int

    @property
    def ideal(self) -> float:
        """Seconds it takes where only the endpoint takes time."""
        return 2 * self.scenarios * self.latency / self.at_once


USUAL = Load(200, 0.3, 8)
QUICK = Load(1000, 0.05, 64)
LARGE = Load(10_000, 0.05, 64)


def serve(latency: float) -> None:
    """Answer until killed."""
    from model_server import ModelServer
    from scenario_files import clone_and_judge

    with ModelServer(answer=clone_and_judge, latency=latency, keep=False) as server:
        print(server.url, flush=True)
        time.sleep(1e9)


def write_files(folder: Path, count: int) -> tuple[Path, Path]:
    """Scenarios one a line, and a prompt; and for the bare loop what a clone and a judge are told with every call."""
    from ringtrue.judge.model.prompt import instructions, response_format
    from ringtrue.protocols.loader import load
    from scenario_files import PROMPT, scenario_data, write_lines_file

    prompt = folder / "prompt.md"
    prompt.write_text(PROMPT, encoding="utf-8")
    protocol = load("scenarios")
    told = {"clone": PROMPT, "judge": instructions(protocol, "scenario", "en")}
    asked = {"told": told, "response_format": response_format(protocol, "scenario")}
    (folder / ASKED).write_text(json.dumps(asked), encoding="utf-8")
    return write_lines_file(folder / "s.jsonl", (scenario_data(n) for n in range(1, count + 1))), prompt


async def bare(url: str, scenarios: Path, at_once: int) -> None:
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
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once)) as session:
            await asyncio.gather(*(worker(session, lines) for _ in range(at_once)))


def peer(url: str, scenarios: Path, at_once: int) -> None:
    """The same work by DeepEval: the clone's answers by a bare loop, then one GEval metric with given steps a case."""
    import aiohttp
    from deepeval import evaluate
    from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
    from deepeval.metrics import GEval
    from deepeval.models import DeepEvalBaseLLM
    from deepeval.test_case import LLMTestCase, LLMTestCaseParams

    async def said(session: aiohttp.ClientSession, who: str, text: str) -> str:
        body = {"model": who, "messages": [{"role": "user", "content": text}]}
        async with session.post(f"{url}/chat/completions", json=body) as response:
            return (await response.json())["choices"][0]["message"]["content"]

    class Judge(DeepEvalBaseLLM):
        """Posts the prompt to the stand-in server, and gives a score whatever it says."""

        session: aiohttp.ClientSession | None = None

        def load_model(self) -> "Judge":
            return self

        def get_model_name(self) -> str:
            return "stand-in"

        def generate(self, prompt: str, schema: Any = None) -> Any:
            raise NotImplementedError

        async def a_generate(self, prompt: str, schema: Any = None) -> Any:
            if self.session is None:
                self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once))
            await said(self.session, "j", prompt)
            return schema(score=8, reason="plain") if schema else '{"score": 8, "reason": "plain"}'

    async def answered() -> list[LLMTestCase]:
        cases = []

        async def worker(session: aiohttp.ClientSession, lines: Any) -> None:
            for line in lines:
                one = json.loads(line)
                asked = f"{one['context']}\n\n{one['prompt']}"
                answer = await said(session, "c", asked)
                cases.append(LLMTestCase(input=asked, actual_output=answer, expected_output=one["expected_decision"]))

        with scenarios.open(encoding="utf-8") as lines:
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=at_once)) as session:
                await asyncio.gather(*(worker(session, lines) for _ in range(at_once)))
        return cases

    params = [LLMTestCaseParams.INPUT, LLMTestCaseParams.ACTUAL_OUTPUT, LLMTestCaseParams.EXPECTED_OUTPUT]
    steps = ["Compare the actual output with the expected output."]
    metric = GEval(name="fidelity", evaluation_steps=steps, evaluation_params=params, model=Judge())
    evaluate(
        test_cases=asyncio.run(answered()),
        metrics=[metric],
        async_config=AsyncConfig(run_async=True, max_concurrent=at_once, throttle_value=0),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        cache_config=CacheConfig(write_cache=False),
    )


def measured(way: str, url: str, load: Load, python: str = sys.executable) -> dict[str, float]:
    """Wall, processor time and peak memory of one run in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as folder:
        scenarios, prompt = write_files(Path(folder), load.scenarios)
        who = ["--prompt", prompt, "--speaker", f"openai:c@{url}", "--judge", f"openai:j@{url}"]
        more = ["--out", Path(folder) / "run", "--concurrency", load.at_once, "--json"]
        commands = {
            "whole": ["-m", "ringtrue", "run", scenarios, *who, *more],
            "bare": [__file__, "--bare", url, "--file", scenarios, "--at-once", load.at_once],
            "deepeval": [__file__, "--peer", url, "--file", scenarios, "--at-once", load.at_once],
        }
        command = [python, *map(str, commands[way])]
        began = time.monotonic()
        settings = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DEEPEVAL_TELEMETRY_OPT_OUT": "YES"}
        unheard = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=folder, env=settings, **unheard)  # DeepEval writes where it is
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode in (0, 1), process.returncode
        wall = time.monotonic() - began
    return {"wall_s": wall, "cpu_s": used.ru_utime + used.ru_stime, "mb": used.ru_maxrss / 1024}


def compared(load: Load, ways: dict[str, str], repeats: int) -> dict[str, dict[str, float]]:
    """All ways (and the Python of each) in turn, so that whatever else the machine does meets them all; the medians."""
    runs: dict[str, list[dict[str, float]]] = {way: [] for way in ways}
    command = [sys.executable, __file__, "--serve", str(load.latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        try:
            for _ in range(repeats):
                for way, python in ways.items():
                    runs[way].append(measured(way, url, load, python))
        finally:
            server.kill()
    return {way: {name: statistics.median(run[name] for run in some) for name in some[0]} for way, some in runs.items()}


def held(found: dict[str, dict[str, dict[str, float]]]) -> list[Held]:
    """The figures that have a limit."""
    usual, quick = found["usual"]["whole"], found["quick"]
    wall = quick["whole"]["wall_s"]
    figures = [
        Held("200 scenarios, 300 ms, 8 at once: wall beside the ideal", usual["wall_s"] / USUAL.ideal, 1.10, "times"),
        Held("1,000, 50 ms, 64 at once: wall beside the bare loop", wall / quick["bare"]["wall_s"], 2.0, "times"),
    ]
    if "deepeval" in quick:
        figures.append(Held("the same beside DeepEval", wall / quick["deepeval"]["wall_s"], 1.0, "times"))
    if "large" in found:
        figures.append(Held("10,000 scenarios: peak memory", found["large"]["whole"]["mb"], 300, "MB"))
    return figures


def main() -> None:
    """Measure, print one JSON document, and hold the figures to their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--large", action="store_true", help="also run 10,000 scenarios")
    parser.add_argument("--deepeval", metavar="PYTHON", help="a Python that has DeepEval installed")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--bare", help=argparse.SUPPRESS)
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--at-once", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.serve)
    elif given.bare:
        asyncio.run(bare(given.bare, given.file, given.at_once))
    elif given.peer:
        peer(given.peer, given.file, given.at_once)
    else:
        compare(given.repeats, large=given.large, deepeval=given.deepeval)


def compare(repeats: int, *, large: bool, deepeval: str | None) -> None:
    """Measure and print."""
    compileall.compile_dir(ROOT / "src", quiet=2)  # as an installed package is, and aiohttp
    ways = {"bare": sys.executable, "whole": sys.executable}
    found = {
        "usual": compared(USUAL, {"whole": sys.executable}, repeats),
        "quick": compared(QUICK, ways | ({"deepeval": deepeval} if deepeval else {}), repeats),
    }
    if large:
        found["large"] = compared(LARGE, {"whole": sys.executable}, 1)
    print(json.dumps(found, indent=1, default=float))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print_held(held(found))
    if not deepeval:
        print("DeepEval was not measured: name a Python that has it by --deepeval PYTHON")


if __name__ == "__main__":
    main()
