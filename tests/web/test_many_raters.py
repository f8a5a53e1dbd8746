"""Two hundred raters at once, and a server killed in the middle: every answer that was acknowledged is there."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from hosted_studies import Server, Visitor, answers_to, everybody_ready, invited, lite_study, serving
from ringtrue.store.access import Access
from ringtrue.study.study import Study

RATERS = 200
HEADERS = {"X-Ringtrue": "1"}

Acknowledged = dict[tuple[str, str, str], Any]  # rater, card, question -> value


@pytest.fixture
def crowd(tmp_path: Path) -> tuple[Study, dict[str, str]]:
    """A study dealt to many raters, and a session for each."""
    study = lite_study(tmp_path / "study", rating="rating: {attention: none}\n")
    names = [f"r{number}" for number in range(1, RATERS + 1)]
    study.deal(names, controls=0, force=True, why="a small study")
    everybody_ready(study)
    with study.records() as records, records.together():
        access = Access(records)
        return study, {name: access.claim(access.invite(name)) or "" for name in names}


async def rate(url: str, rater: str, cookie: str, told: Acknowledged, dice: random.Random) -> bool:
    """One rater: fetch the packet, send each answer alone, note what was acknowledged; False once nobody answers."""
    async with aiohttp.ClientSession(url, cookies={"ringtrue-rater": cookie}, headers=HEADERS) as session:
        try:
            async with session.get("/api/packet") as reply:
                if reply.status == 204:
                    return True
                assert reply.status == 200
                packet = await reply.json()
            name = packet["document"]["name"]
            there = {(one["card"], one["question"]) for one in packet["answers"]}
            for answer in answers_to(packet["document"]):
                if (answer["card"], answer["question"]) in there:
                    continue
                answer["value"] = dice.randint(1, 2)
                async with session.post("/api/answers", json={"name": name, "answers": [answer]}) as reply:
                    assert await reply.json() == {"saved": 1}
                told[rater, answer["card"], answer["question"]] = answer["value"]
            async with session.post("/api/finish", json={"name": name}) as reply:
                assert await reply.json() == {"more": False}
        except aiohttp.ClientError:
            return False
    return True


def everybody(
    server: Server, sessions: dict[str, str], told: Acknowledged, *, kill_after: int | None = None
) -> list[bool]:
    """All raters at once; the server is killed once so many answers were acknowledged."""

    async def killer() -> None:
        while kill_after is not None and len(told) < kill_after:
            await asyncio.sleep(0.005)
        server.kill()

    async def go() -> list[bool]:
        dice = random.Random(len(told))
        raters = [rate(server.url, name, cookie, told, dice) for name, cookie in sessions.items()]
        if kill_after is None:
            return list(await asyncio.gather(*raters))
        _, *ended = await asyncio.gather(killer(), *raters)
        return [bool(one) for one in ended]

    return asyncio.run(go())


def stored(study: Study) -> Acknowledged:
    with study.records() as records:
        return {(one.rater, one.given.card, one.given.question): one.given.value for one in records.answers()}


def test_killed_in_the_middle_and_started_again_nothing_that_was_acknowledged_is_lost(crowd: Any) -> None:
    study, sessions = crowd
    told: Acknowledged = {}
    server = Server(study.folder, "--quiet")
    ended = everybody(server, sessions, told, kill_after=700)
    assert not all(ended)
    assert len(told) >= 700
    after = stored(study)
    assert told.items() <= after.items()

    # The raters go on in their browsers, on the same address.
    with serving(study.folder, "--quiet", port=server.port) as again:
        assert all(everybody(again, sessions, told))
    kept = stored(study)
    assert told.items() <= kept.items()
    # 3 cards x 4 required questions each; what was in flight when it was killed may stand though nobody heard of it.
    assert Counter(rater for rater, *_ in kept) == dict.fromkeys(sessions, 12)
    with study.records() as records:
        assert Counter(one.state for one in records.packets()) == {"returned": RATERS}
        assert sum(1 for _ in records.judgments()) == RATERS * 12
        assert records.verify_audit() == []


def test_a_restart_keeps_sessions_and_the_page_goes_on(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"], force=True, why="a small study")
    everybody_ready(study)
    first = Server(study.folder)
    rater: Visitor = first.visitor().claim(invited(study, ["anna"], first.url)["anna"])
    document = rater.packet()["document"]
    answers = answers_to(document)
    assert rater.send("/api/answers", {"name": document["name"], "answers": answers[:5]}).status == 200
    first.kill()
    with serving(study.folder, port=first.port):
        packet = rater.packet()
        assert packet["document"] == document
        assert packet["answers"] == answers[:5]
        assert rater.send("/api/answers", {"name": document["name"], "answers": answers[5:]}).status == 200
        assert rater.send("/api/finish", {"name": document["name"]}).document == {"more": False}


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[tuple[Study, Server]]:
    study = lite_study(tmp_path / "study")
    study.deal(["anna"], force=True, why="a small study")
    everybody_ready(study)
    with serving(study.folder) as server:
        yield study, server


def test_the_same_answer_sent_by_many_windows_at_once_stands_once(endless: tuple[Study, Server]) -> None:
    study, server = endless
    rater = server.visitor().claim(invited(study, ["anna"], server.url)["anna"])
    document = rater.packet()["document"]
    body = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}

    async def go() -> list[Any]:
        cookies = {"ringtrue-rater": rater.cookies["ringtrue-rater"]}
        async with aiohttp.ClientSession(server.url, cookies=cookies, headers=HEADERS) as session:

            async def once() -> Any:
                async with session.post("/api/answers", json=body) as reply:
                    return await reply.json()

            return await asyncio.gather(*(once() for _ in range(50)))

    assert asyncio.run(go()) == [{"saved": 4}] * 50
    assert len(stored(study)) == 4


def test_a_link_claimed_by_many_at_once_lets_one_in(endless: tuple[Study, Server]) -> None:
    study, server = endless
    path = invited(study, ["anna"], server.url)["anna"].removeprefix(server.url)

    async def go() -> Counter[int]:
        async def once() -> int:
            form = "x" * 32
            async with (
                aiohttp.ClientSession(server.url, cookies={"ringtrue-form": form}) as session,
                session.post(path, data={"form_token": form}, allow_redirects=False) as reply,
            ):
                return reply.status

        return Counter(await asyncio.gather(*(once() for _ in range(20))))

    assert asyncio.run(go()) == {303: 1, 410: 19}


def test_once_the_key_is_opened_by_another_program_nothing_is_taken(endless: tuple[Study, Server]) -> None:
    study, server = endless
    rater = server.visitor().claim(invited(study, ["anna"], server.url)["anna"])
    document = rater.packet()["document"]
    body = {"name": document["name"], "answers": answers_to(document, slice(0, 1))}
    assert rater.send("/api/answers", body).status == 200
    study.unblind(early=True, why="the test wants it")
    assert rater.send("/api/answers", body).status == 409
    late = rater.get("/api/packet")
    assert late.status == 409
    assert set(late.document) == {"error", "remedy"}
    assert "key opened" in server.organiser().get("/organiser").text
