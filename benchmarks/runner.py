"""What the runner costs beside a bare aiohttp loop on the same server, in one run: `python benchmarks/runner.py`.

A sample is a call to a clone and a call to a judge. The server is a process of its own, and so is every measurement, so
that processor time and memory are those of the client alone. `--memory` adds 10,000 scenarios.
"""

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from held import Held, print_held

ROOT = Path(__file__).parent.parent
CONCURRENCY = 64
LATENCY = 0.05
SYSTEM = "You are Ada. " + "You speak plainly, you distrust fashion, and you answer with an example. " * 30
JUDGE = "You judge answers. Reply with one JSON object. " + "Each dimension has a score, a reason and a quote. " * 30


def scenarios(path: Path, count: int) -> None:
    """Write scenarios as JSONL, as a large set has them."""
    with path.open("w", encoding="utf-8") as lines:
        for n in range(count):
            context = f"Case {n}: a supplier is late, the customer is angry, and the team is tired. " * 4
            lines.write(json.dumps({"id": f"STR-{n:06}", "context": context, "prompt": "What do you do?"}) + "\n")


def streamed(path: Path) -> Iterator[dict[str, str]]:
    """The scenarios, one at a time."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def clone_messages(scenario: dict[str, str]) -> list[dict[str, str]]:
    """What the clone is asked."""
    asked = f"{scenario['context']}\n\n{scenario['prompt']}"
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": asked}]


def judge_messages(scenario: dict[str, str], answer: str) -> list[dict[str, str]]:
    """What the judge is asked."""
    asked = f"{scenario['context']}\n\n<response>\n{answer}\n</response>"
    return [{"role": "system", "content": JUDGE}, {"role": "user", "content": asked}]


def scores(text: str) -> int:
    """The sum of the five scores in a judge's answer; ValueError where it is none."""
    found = [one["score"] for one in json.loads(text).values()]
    if len(found) != 5 or not all(0 <= one <= 100 for one in found):
        raise ValueError("five scores from 0 to 100 were wanted")
    return sum(found)


async def bare(url: str, path: Path) -> int:
    """The least anybody can do: a session, workers, two posts a scenario; nothing is kept, nothing is tried again."""
    import aiohttp

    stream, total = streamed(path), 0

    async def ask(session: aiohttp.ClientSession, model: str, messages: list[dict[str, str]]) -> str:
        async with session.post(f"{url}/chat/completions", json={"model": model, "messages": messages}) as response:
            return (await response.json())["choices"][0]["message"]["content"]

    async def worker(session: aiohttp.ClientSession) -> None:
        nonlocal total
        for scenario in stream:
            answer = await ask(session, "clone", clone_messages(scenario))
            judged = await ask(session, "judge", judge_messages(scenario, answer))
            total += scores(judged)

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=CONCURRENCY)) as session:
        await asyncio.gather(*(worker(session) for _ in range(CONCURRENCY)))
    return total


async def ours(url: str, path: Path) -> int:
    """The same through the runner: journaled, durable, resumable."""
    from ringtrue.calls.adapter import adapter_for
    from ringtrue.calls.journal import Journal
    from ringtrue.calls.limits import Limits
    from ringtrue.calls.runner import Runner
    from ringtrue.store.store import Store
    from ringtrue.terms.call import Call
    from ringtrue.terms.item import Speaker

    clone = adapter_for(Speaker("clone", "openai", {"model": "clone", "url": url}), folder=path.parent)
    judge = adapter_for(Speaker("judge", "openai", {"model": "judge", "url": url}), folder=path.parent)
    total = 0

    with Store.open(path.parent / "study.db", create=True) as store:
        known = store.studies()
        protocol = {"name": "scenarios", "version": "1", "hash": "h"}
        study = store.study(known[0].id) if known else store.create_study("speed", protocol=protocol, who="benchmark")
        limits = Limits(concurrency=CONCURRENCY, timeout=2.0, backoff=0.02)
        async with Runner(Journal(study, who="benchmark"), limits=limits) as runner:

            async def work(scenario: dict[str, str]) -> None:
                nonlocal total
                name, read = scenario["id"], []

                def malformed(text: str) -> str | None:
                    try:
                        read.append(scores(text))
                    except ValueError as error:
                        return str(error)
                    return None

                said = await runner.ask(clone, Call(f"clone {name}", tuple(clone_messages(scenario)), name))
                asked = tuple(judge_messages(scenario, said.text or ""))
                await runner.ask(judge, Call(f"judge {name}", asked, name), check=malformed)
                total += read[-1]

            await runner.each(streamed(path), work)
    return total


def measured(way: str, url: str, count: int) -> dict[str, Any]:
    """Run one way in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scenarios.jsonl"
        scenarios(path, count)
        command = [sys.executable, __file__, "--way", way, "--url", url, "--file", str(path)]
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(ran.stdout)


def run_here(way: str, url: str, path: Path) -> None:
    """Do it, and print what it took."""
    import aiohttp  # noqa: F401 - loaded by both before the clock starts

    if way == "ours":
        import ringtrue.calls
        import ringtrue.calls.adapters.openai
        import ringtrue.store.migration  # noqa: F401 - likewise
    before = resource.getrusage(resource.RUSAGE_SELF)
    began = time.perf_counter()
    total = asyncio.run(ours(url, path) if way == "ours" else bare(url, path))
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps({"wall": wall, "cpu": cpu, "mb": after.ru_maxrss / 1024, "total": total}))


def serving(*arguments: str) -> subprocess.Popen[str]:
    """The model server, in a process of its own; its first line is its address."""
    command = [sys.executable, str(ROOT / "tests" / "model_server.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def compared(url: str, repeats: int) -> dict[str, Any]:
    """Both ways in turn, so that whatever else the machine does meets both; the medians."""
    runs: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for _ in range(repeats):
        for count in (200, 1000):
            for way in ("bare", "ours"):
                runs.setdefault((way, count), []).append(measured(way, url, count))
    assert len({run["total"] for (_, count), some in runs.items() if count == 1000 for run in some}) == 1

    def middle(way: str, count: int, name: str) -> float:
        return statistics.median(run[name] for run in runs[way, count])

    def slower(count: int) -> float:
        pairs = zip(runs["ours", count], runs["bare", count], strict=True)
        return statistics.median(ours["wall"] / bare["wall"] for ours, bare in pairs)

    marginal = {way: (middle(way, 1000, "cpu") - middle(way, 200, "cpu")) / 800 * 1000 for way in ("bare", "ours")}
    return {
        "cpu_ms_per_sample": marginal,
        "cpu_ratio": marginal["ours"] / marginal["bare"],
        "wall_s_1000": {way: middle(way, 1000, "wall") for way in ("bare", "ours")},
        "wall_ratio_200": slower(200),
        "wall_ratio_1000": slower(1000),
        "memory_mb_1000": {way: middle(way, 1000, "mb") for way in ("bare", "ours")},
    }


def held(result: dict[str, Any]) -> list[Held]:
    """The figures that have a limit."""
    figures = [Held("wall at 1,000 beside the bare loop", result["wall_ratio_1000"], 2.0, "times")]
    if "memory_mb_10000" in result:
        figures.append(Held("peak memory at 10,000", result["memory_mb_10000"], 300, "MB"))
    return figures


def rounded(value: Any) -> Any:
    """Three digits are enough."""
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return round(value, 3)


def main() -> None:
    """Measure, print one JSON document, and hold the figures to their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--memory", action="store_true", help="also 10,000 scenarios")
    for hidden in ("--way", "--url", "--file", "--most-bytes"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.way:
        if int(given.most_bytes or 0):  # as if the disk were full
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(given.most_bytes), int(given.most_bytes)))
        run_here(given.way, given.url, Path(given.file))
        return
    server = serving("--latency", str(LATENCY))
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        result = compared(url, given.repeats)
        if given.memory:
            result["memory_mb_10000"] = measured("ours", url, 10_000)["mb"]
    finally:
        server.kill()
        server.wait()
    print(json.dumps(rounded(result), indent=1))
    print_held(held(result))


if __name__ == "__main__":
    main()
