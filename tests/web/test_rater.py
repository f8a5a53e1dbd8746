"""A rater's way over HTTP: the link, the packet, answers saved, the packet finished; and everything that is refused."""

import asyncio
import json
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from anyio.to_thread import current_default_thread_limiter

from hosted_studies import Visitor, answers_to, invited
from ringtrue.store import Access
from ringtrue.study import Study
from ringtrue.web import Site
from ringtrue.web.app import application
from web_requests import answer


def standing(study: Study, rater: str) -> dict[tuple[str, str], Any]:
    with study.records() as records:
        return {
            (one.given.card, one.given.question): one.given.value for one in records.answers() if one.rater == rater
        }


def post(visitor: Visitor, answers: Any, name: str | None = None) -> Any:
    return visitor.send("/api/answers", {"name": name or visitor.packet()["document"]["name"], "answers": answers})


def test_looking_at_a_link_does_not_use_it_up_and_sending_the_form_does(hosted: Any) -> None:
    hosted.study.deal(["looker"])
    path = urlsplit(invited(hosted.study, ["looker"], hosted.server.url)["looker"]).path
    for _ in range(3):
        assert hosted.server.visitor().get(path).status == 200
    first, second = hosted.server.visitor(), hosted.server.visitor()
    first.get(path)
    second.get(path)
    reply = first.fill(path, path)
    assert (reply.status, reply.header("location")) == (303, "/rate")
    cookie = next(value for name, value in reply.headers if name == "set-cookie" and "rater" in value)
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie  # plain HTTP on this machine
    again = second.submit(path, form_token=second.cookies["ringtrue-form"])
    assert again.status == 410
    assert "This link has been used." in again.text
    assert second.get("/rate").status == 401


def test_a_link_that_nobody_was_given(hosted: Any) -> None:
    visitor = hosted.server.visitor()
    assert visitor.get("/r/not-a-link").status == 404
    assert visitor.get("/r/" + "x" * 5000).status == 404
    assert visitor.get("/r/a/b").status == 404


def test_expired_and_revoked_links_say_so(hosted: Any) -> None:
    hosted.study.deal(["late", "shut"])
    with hosted.study.records() as records:
        access = Access(records)
        late, shut = access.invite("late", hours=-1), access.invite("shut")
        access.revoke("shut")
    for token in (late, shut):
        reply = hosted.server.visitor().get(f"/r/{token}")
        assert reply.status == 410
        assert "no longer valid" in reply.text


def test_the_packet_comes_with_what_was_answered_so_far(hosted: Any) -> None:
    rater = hosted.rater("anna")
    packet = rater.packet()
    assert packet["answers"] == []
    assert packet["document"]["hosted"] is True
    assert packet["document"]["packet"] is None
    answers = answers_to(packet["document"], slice(0, 2))
    assert post(rater, answers).document == {"saved": len(answers)}
    assert rater.packet()["answers"] == answers
    assert standing(hosted.study, "anna") == {(one["card"], one["question"]): one["value"] for one in answers}


def test_the_newest_answer_stands_and_none_takes_it_back(hosted: Any) -> None:
    rater = hosted.rater("changes")
    [first, second, *_] = answers_to(rater.packet()["document"], slice(0, 1))
    post(rater, [first, second])
    post(rater, [first | {"value": 1}, second | {"value": None}])
    kept = standing(hosted.study, "changes")
    assert kept[first["card"], first["question"]] == 1
    assert kept.get((second["card"], second["question"])) is None


def test_steps_of_the_sitting_are_remembered(hosted: Any) -> None:
    rater = hosted.rater("sits")
    packet = rater.packet()
    assert packet["sitting"] == {"consent": False, "qualification": False, "comprehension": None, "practice": False}
    name, consent = packet["document"]["name"], packet["document"]["consent"]
    for kind, body in {
        "consent": {"version": consent["version"], "hash": consent["hash"], "statements": {"adult": True}},
        "qualification": {"reading": 2},
        "comprehension": {"attempts": 1, "passed": True},
        "practice": {"voice": -1},
    }.items():
        assert rater.send("/api/sitting", {"name": name, "kind": kind, "body": body}).document == {"saved": 1}
    told = rater.packet()["sitting"]
    assert told == {
        "consent": True,
        "qualification": True,
        "comprehension": {"attempts": 1, "passed": True},
        "practice": True,
    }


def test_a_packet_is_finished_once_all_is_answered(hosted: Any) -> None:
    rater = hosted.rater("ends")
    document = rater.packet()["document"]
    name = document["name"]
    answers = answers_to(document)
    post(rater, answers[:-1])
    early = rater.send("/api/finish", {"name": name})
    assert early.status == 422
    assert [one["what"] for one in early.document["problems"]] == ["It is not answered yet."]
    post(rater, answers[-1:])
    assert rater.send("/api/finish", {"name": name}).document == {"more": False}
    # The page may not have heard the answer: asked again, it is the same.
    assert rater.send("/api/finish", {"name": name}).document == {"more": False}
    assert rater.get("/api/packet").status == 204
    late = post(rater, answers[:1], name)
    assert late.status == 409
    assert late.document["remedy"]


def test_further_sessions_follow_one_another(hosted: Any) -> None:
    hosted.study.deal(["twice"], session=2)
    rater = hosted.rater("twice")
    seen = []
    more = True
    while more:
        document = rater.packet()["document"]
        seen.append((document["session"]["number"], document["session"]["of"], document["name"]))
        post(rater, answers_to(document))
        more = rater.send("/api/finish", {"name": document["name"]}).document["more"]
    assert [(number, of) for number, of, _ in seen] == [(1, 2), (2, 2)]
    assert len({name for *_, name in seen}) == 2
    assert rater.get("/api/packet").status == 204


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"value": 7}, "answer 1, voice"),
        ({"value": 0.5}, "answer 1, voice"),
        ({"value": "2"}, "answer 1, voice"),
        ({"value": True}, "answer 1, voice"),
        ({"question": "vice"}, "answer 1, question"),
        ({"card": "nobody's"}, "answer 1, card"),
        ({"speaker": "compressed"}, "answer 1, speaker"),
        ({"shown": ["xyz"]}, "answer 1, shown"),
        ({"seconds": -1}, "answer 1, seconds"),
        ({"comment": "x" * 20_001}, "answer 1, comment"),
    ],
)
def test_wrong_values_are_refused_with_their_place_and_nothing_is_saved(hosted: Any, change: Any, place: str) -> None:
    rater = hosted.rater("wrong")
    [good, *_] = answers_to(rater.packet()["document"], slice(0, 1))
    assert good["question"] == "voice"
    reply = post(rater, [good | change, good])
    assert reply.status == 422
    assert [one["place"] for one in reply.document["problems"]] == [place]
    assert standing(hosted.study, "wrong") == {}


def test_all_wrong_values_are_listed_together(hosted: Any) -> None:
    rater = hosted.rater("wrong")
    [good, *_] = answers_to(rater.packet()["document"], slice(0, 1))
    reply = post(rater, [good | {"value": 9}, good, good | {"question": 3, "seconds": "x"}, 17])
    assert [one["place"] for one in reply.document["problems"]] == ["answer 1, voice", "answer 3, question", "answer 4"]


@pytest.mark.parametrize("path", ["/api/answers", "/api/sitting", "/api/finish"])
def test_writing_needs_a_session_the_header_and_the_packet_one_is_at(hosted: Any, path: str) -> None:
    rater = hosted.rater("anna")
    name = rater.packet()["document"]["name"]
    body = {"name": name, "answers": []} | ({"kind": "practice", "body": {}} if "sitting" in path else {})
    if "answers" not in path:
        del body["answers"]
    assert hosted.server.visitor().send(path, body).status == 401
    assert rater.send(path, body, **{"X-Ringtrue": "0"}).status == 403
    other = rater.send(path, body | {"name": "0" * 16})
    assert other.status == 409
    assert set(other.document) == {"error", "remedy"}


def test_no_rater_reaches_anything_of_another(hosted: Any) -> None:
    anna, bert = hosted.rater("anna2"), hosted.rater("bert2")
    mine, his = anna.packet()["document"], bert.packet()["document"]
    assert mine["name"] != his["name"]
    assert not {card["id"] for card in mine["cards"]} & {card["id"] for card in his["cards"]}
    answers = answers_to(his, slice(0, 1))
    assert post(anna, answers, his["name"]).status == 409  # the other's packet by its name
    assert post(anna, answers, mine["name"]).status == 422  # the other's cards in one's own packet
    assert anna.send("/api/finish", {"name": his["name"]}).status == 409
    assert anna.send("/api/sitting", {"name": his["name"], "kind": "practice", "body": {}}).status == 409
    assert standing(hosted.study, "bert2") == {}
    assert bert.packet()["answers"] == []


def test_a_made_up_session_is_none(hosted: Any) -> None:
    forger = hosted.server.visitor()
    forger.cookies["ringtrue-rater"] = "cYNwVnmJX-zXtYNv2TWHoY0DfZTfdhqr8FUVGaSDEcI"
    assert forger.get("/api/packet").status == 401
    forger.cookies["ringtrue-rater"] = "%00"
    assert forger.get("/api/packet").status == 401


def test_an_organiser_is_no_rater_and_a_rater_no_organiser(hosted: Any, organiser: Visitor) -> None:
    assert organiser.get("/api/packet").status == 401
    rater = hosted.rater("anna")
    assert rater.get("/organiser").status == 303
    for path in ("/organiser/audit.jsonl", "/organiser/progress.csv", "/organiser/openapi.json", "/organiser/close"):
        assert rater.get(path).status == 401
    rater.cookies["ringtrue-organiser"] = rater.cookies["ringtrue-rater"]
    assert rater.get("/organiser/audit.jsonl").status == 401


def test_a_rater_who_sends_too_much_at_once_is_told_to_wait_and_others_are_not(hosted: Any) -> None:
    rater, other = hosted.rater("storm"), hosted.rater("calm")
    cookies = {"ringtrue-rater": rater.cookies["ringtrue-rater"]}

    async def storm() -> list[tuple[int, str]]:
        async with aiohttp.ClientSession(cookies=cookies, headers={"X-Ringtrue": "1"}) as session:

            async def once() -> tuple[int, str]:
                async with session.post(f"{hosted.server.url}/api/finish") as reply:
                    return reply.status, reply.headers.get("Retry-After", "")

            return await asyncio.gather(*(once() for _ in range(400)))

    told = asyncio.run(storm())
    assert {status for status, _ in told} == {415, 429}  # no JSON, as far as it was looked at
    assert all(after.isdecimal() for status, after in told if status == 429)
    assert other.get("/api/packet").status == 200


def test_nobody_fills_the_disk(hosted: Any) -> None:
    rater = hosted.rater("fills")
    name = rater.packet()["document"]["name"]
    body = {"name": name, "kind": "sitting", "body": {"breaks": []}, "padding": "x" * 900_000}
    statuses = [rater.send("/api/sitting", body).status for _ in range(6)]
    assert statuses[0] == 422  # there is no such part; but it was sent and read
    assert statuses[-1] == 429
    assert hosted.rater("anna").get("/api/packet").status == 200


@pytest.mark.parametrize(
    ("path", "act", "more"), [("/api/sitting", "note", {"kind": "practice", "body": {}}), ("/api/finish", "finish", {})]
)
def test_who_waits_to_write_keeps_nobody_from_reading(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str, act: str, more: dict[str, Any]
) -> None:
    site.study.deal(["writes", "reads"])
    held = {}
    for name in ("writes", "reads"):
        session = site.desk.access.claim(site.desk.access.invite(name))
        held[name] = {"cookie": f"ringtrue-rater={session}", "x-ringtrue": "1", "content-type": "application/json"}
    app, begun, free = application(site), Event(), Event()

    def wait(*_given: Any) -> None:
        begun.set()
        free.wait(60)

    async def both() -> tuple[int, int]:
        current_default_thread_limiter().total_tokens = 1  # one who waited in it would be enough
        packet = await answer(app, "GET", "/api/packet", held["writes"])
        body = json.dumps({"name": json.loads(packet.body)["document"]["name"], **more}).encode()
        monkeypatch.setattr(site.desk, act, wait)
        writing = asyncio.create_task(answer(app, "POST", path, held["writes"], body))
        while not begun.is_set():
            await asyncio.sleep(0)
        try:
            reading = await asyncio.wait_for(answer(app, "GET", "/api/packet", held["reads"]), 30)
        finally:
            free.set()
        return (await writing).status, reading.status

    assert asyncio.run(both()) == (200, 200)
