"""A program that asks a model server through the runner, to be killed or starved by a test or a benchmark.

`python asker.py STORE URL COUNT CONCURRENCY [MOST_BYTES]`: prints the key of every call as it is acknowledged, then the
reason where the run was stopped, with exit code 3. With MOST_BYTES no file may grow beyond it: a full disk.
"""

import asyncio
import resource
import sys

from callers import calls, openai
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.runner import Runner
from ringtrue.store.store import Store
from ringtrue.terms.call import Call, Stop


async def ask(place: str, url: str, count: int, concurrency: int) -> None:
    with Store.open(place) as store:
        study = store.study(store.studies()[0].id)
        limits = Limits(concurrency=concurrency, timeout=30.0, backoff=0.01)
        adapter = openai(url)
        async with Runner(Journal(study, who="asker"), limits=limits) as runner:

            async def work(call: Call) -> None:
                outcome = await runner.ask(adapter, call)
                print(outcome.key, flush=True)  # noqa: T201 - what the test reads

            await runner.each(calls(count), work)


def main(place: str, url: str, count: str, concurrency: str, most_bytes: str = "") -> int:
    if most_bytes:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most_bytes), int(most_bytes)))
    try:
        asyncio.run(ask(place, url, int(count), int(concurrency)))
    except Stop as stop:
        print(f"stopped: {stop}", flush=True)  # noqa: T201 - likewise
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
