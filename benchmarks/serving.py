"""Many raters on one hosted study: how long a save takes, and what a kill in the middle costs.

`python benchmarks/serving.py [RATERS [CARDS [PAUSE]]]`: every rater fetches his packet and sends his answers one by
one, each PAUSE seconds (1) after the one before was acknowledged, which is faster than anybody reads; with 0 as fast as
they are acknowledged. All begin within that pause. In the middle the server is killed with -9 and started again on the
same address. Printed: the time of a save as a browser sees it, saves a second, and how many acknowledged answers
are missing afterwards. Beside it a bare file is written to, so that a slow disk can be told from a slow server.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import random
from threading import Event, Thread
from time import perf_counter
from typing import Any

import aiohttp
import numpy as np

from held import Held, print_held
from ringtrue.store.access import Access
from ringtrue.study.study import Study

_TEXT = "{0} would go and look before anybody writes about number {1}. Most of what we fear is a door left open."
Told = dict[tuple[str, str, str], float]


def made(folder: Path, raters: int, cards: int) -> tuple[Study, dict[str, str]]:
    """A study dealt to so many raters, and a session for each."""
    Study.create(folder, protocol="lite")
    speakers = ("full", "compressed")
    items = [
        {
            "id": f"pair-{number}",
            "kind": "pair",
            "prompt": f"What would you do about number {number}?",
            "status": "accepted",
            "domain": "TECH",
            "responses": {name: _TEXT.format("Anna" if name == "full" else "Bert", number) for name in speakers},
        }
        for number in range(cards)
    ]
    (folder / "items.yaml").write_text(json.dumps(items), encoding="utf-8")
    study = Study.open(folder)
    names = [f"r{number}" for number in range(raters)]
    study.deal(names, controls=0, attention=(), force=True, why="a benchmark")
    with study.records() as records, records.together():
        access = Access(records)
        for packet in records.packet_standings():
            records.note_about_rater(packet.rater, "consent", agreed(study, packet.token), who="raters")
        return study, {name: access.claim(access.invite(name)) or "" for name in names}


def agreed(study: Study, token: str) -> dict[str, Any]:
    """The consent of a rater who ticked every statement: the server takes no answers without it."""
    asked = study.packet_document(token, hosted=True)["consent"]
    return {"hash": asked["hash"], "statements": {one["id"]: True for one in asked["statements"]}}


class Server:
    """The program, in a process of its own."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "-m", "ringtrue", "serve", str(folder), "--port", str(port), "--json", "--quiet"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        lines = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            lines.append(line)
            if line.rstrip() == "}":
                break
        self.url: str = json.loads("".join(lines))["url"]
        self.port = int(self.url.rpartition(":")[2])

    def end(self, how: signal.Signals) -> None:
        """Send a signal and wait."""
        self.process.send_signal(how)
        self.process.wait()


async def rate(url: str, name: str, cookie: str, told: Told, took: list[float], pause: float) -> None:
    """One rater, from where he stands to the end, or until nobody answers."""
    cookies = {"ringtrue-rater": cookie}
    async with aiohttp.ClientSession(url, cookies=cookies, headers={"X-Ringtrue": "1"}) as session:
        await asyncio.sleep(pause * random())  # noqa: S311
        try:
            async with session.get("/api/packet") as reply:
                packet = await reply.json()
            there = {(one["card"], one["question"]) for one in packet["answers"]}
            for answer in answers(packet["document"], there):
                await asyncio.sleep(pause)
                body = {"name": packet["document"]["name"], "answers": [answer]}
                began = perf_counter()
                async with session.post("/api/answers", json=body) as reply:
                    if reply.status == 429:
                        await asyncio.sleep(int(reply.headers["Retry-After"]))
                        continue
                    await reply.json()
                    assert reply.status == 200, reply.status
                took.append(perf_counter() - began)
                told[name, answer["card"], answer["question"]] = answer["value"]
        except aiohttp.ClientError:
            return


def answers(document: Mapping[str, Any], there: set[tuple[str, str]]) -> list[dict[str, Any]]:
    """One answer to every required question that has none yet."""
    return [
        {"card": card["id"], "question": question["name"], "value": question["high"], "seconds": 8.5, "comment": ""}
        for card in document["cards"]
        for question in document["kinds"][card["kind"]]["questions"]
        if question["required"] and (card["id"], question["name"]) not in there
    ]


async def crowd(
    server: Server, sessions: Mapping[str, str], told: Told, took: list[float], pause: float, kill_at: int | None
) -> float:
    """Everybody at once; seconds until the last one is through, or until the server is dead."""

    async def killer() -> None:
        while kill_at is not None and len(told) < kill_at:
            await asyncio.sleep(0.002)
        if kill_at is not None:
            server.process.kill()

    began = perf_counter()
    await asyncio.gather(killer(), *(rate(server.url, *one, told, took, pause) for one in sessions.items()))
    return perf_counter() - began


def missing(study: Study, told: Told) -> int:
    """Acknowledged answers that are not there."""
    with study.records() as records:
        kept = {(one.rater, one.given.card, one.given.question): one.given.value for one in records.answers()}
    return sum(kept.get(key) != value for key, value in told.items())


class BareDisk(Thread):
    """Writes as much as a commit does twenty times a second, and notes what the disk alone takes for it."""

    def __init__(self, file: Path) -> None:
        """Begin."""
        super().__init__(daemon=True)
        self._file, self._end = file, Event()
        self.took: list[float] = []
        self.start()

    def run(self) -> None:
        """Write until told to end."""
        with self._file.open("wb", buffering=0) as file:
            while not self._end.wait(0.05):
                began = perf_counter()
                file.write(bytes(20_000))
                os.fdatasync(file.fileno())
                self.took.append(perf_counter() - began)

    def end(self) -> str:
        """What was seen."""
        self._end.set()
        self.join()
        high, worst = 1000 * np.quantile(self.took, [0.99, 1])
        return f"the disk alone meanwhile: 99 of 100 writes below {high:.0f} ms, slowest {worst:.0f} ms"


def main(raters: int, cards: int, pause: float) -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as scratch:
        study, sessions = made(Path(scratch) / "study", raters, cards)
        told: Told = {}
        took: list[float] = []
        server, disk = Server(study.folder), BareDisk(Path(scratch) / "bare")
        whole = raters * cards * 4
        seconds = asyncio.run(crowd(server, sessions, told, took, pause, whole // 2))
        server.end(signal.SIGKILL)
        print(f"{raters} raters at once, {cards} cards each, a pause of {pause:g} s between answers")
        print(f"killed with -9 after {len(told)} of {whole} answers")
        print(f"acknowledged answers missing after the kill: {missing(study, told)}")
        server = Server(study.folder, server.port)
        seconds += asyncio.run(crowd(server, sessions, told, took, pause, None))
        server.end(signal.SIGTERM)
        print(f"acknowledged answers missing at the end: {missing(study, told)} of {len(told)}")
        middle, high, worst = 1000 * np.quantile(took, [0.5, 0.99, 1])
        print(f"a save: median {middle:.0f} ms, 99 of 100 below {high:.0f} ms, slowest {worst:.0f} ms")
        print(f"{len(took) / seconds:.0f} saves a second, packets fetched twice included")
        print(disk.end())
        print_held([Held("99 of 100 saves, kill and new start included", high, 250, "ms")])


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:4]]
    count, each, seconds = (*given, *(200, 10, 1)[len(given) :])
    main(int(count), int(each), seconds)
