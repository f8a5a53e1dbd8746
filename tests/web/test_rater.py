"""A rater's way over HTTP: the link, the packet, answers saved, the packet finished; and everything that is refused."""

import asyncio
import json
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import pytest
from anyio.to_thread import current_default_thread_limiter
from starlette.requests import Request
from starlette.types import Message

from hosted_studies import Visitor, answers_to, conditions_met, invited, make_ready
from ringtrue.page.packet_document import packet_name
from ringtrue.store.access import Access
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from ringtrue.web.app import application
from ringtrue.web.errors import HttpError
from ringtrue.web.rater import (
    AnswersMessage,
    FinishMessage,
    SittingMessage,
    body_of,
    check_body,
    current_packet,
    cut_short,
    is_submitted,
    left_for,
    named_packet,
    read_message,
    words_of,
)
from ringtrue.web.state import Site
from web_requests import answer


def standing(study: Study, rater: str) -> dict[tuple[str, str], Any]:
    with study.records() as records:
        return {
            (one.given.card, one.given.question): one.given.value for one in records.answers() if one.rater == rater
        }


def post(visitor: Visitor, answers: Any, name: str | None = None) -> Any:
    return visitor.send("/api/answers", {"name": name or visitor.packet()["document"]["name"], "answers": answers})


def test_looking_at_a_link_does_not_use_it_up_and_sending_the_form_does(hosted: Any) -> None:
    hosted.study.deal(["looker"], force=True, why="a small study")
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
    hosted.study.deal(["late", "shut"], force=True, why="a small study")
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
    rater = hosted.rater("sits", ready=False)
    packet = rater.packet()
    assert packet["sitting"] == {"consent": False, "qualification": False, "comprehension": None, "practice": False}
    name = packet["document"]["name"]
    for kind, body in {
        "consent": conditions_met(packet["document"])["consent"],
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
    assert [one["what"] for one in early.document["problems"]] == ["Not answered yet."]
    post(rater, answers[-1:])
    assert rater.send("/api/finish", {"name": name}).document == {"more": False}
    # The page may not have heard the answer: asked again, it is the same.
    assert rater.send("/api/finish", {"name": name}).document == {"more": False}
    assert rater.get("/api/packet").status == 204
    late = post(rater, answers[:1], name)
    assert late.status == 409
    assert late.document["remedy"]


def test_further_sessions_follow_one_another(hosted: Any) -> None:
    hosted.study.deal(["twice"], session=2, force=True, why="a small study")
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


def told(visitor: Visitor, kind: str, body: Any) -> Any:
    name = visitor.packet()["document"]["name"]
    return visitor.send("/api/sitting", {"name": name, "kind": kind, "body": body})


def test_answers_without_consent_or_check_are_refused_by_the_server(hosted: Any) -> None:
    rater = hosted.rater("bypass", ready=False)
    document = rater.packet()["document"]
    met, answers = conditions_met(document), answers_to(document, slice(0, 1))
    ticks = met["consent"]["statements"]
    steps = [
        (None, None, "The consent is missing."),
        ("consent", met["consent"] | {"hash": "0" * 64}, "The consent was given to another text."),
        ("consent", met["consent"] | {"statements": ticks | {next(iter(ticks)): False}}, "The consent was refused"),
        ("consent", met["consent"], "The check on the sample was not passed."),
        ("comprehension", {"attempts": 1, "passed": False}, "The check on the sample was not passed."),
    ]
    for kind, body, sentence in steps:
        if kind:
            assert told(rater, kind, body).status == 200
        reply = post(rater, answers)
        assert reply.status == 422
        assert reply.document["error"].startswith(sentence)
        assert reply.document["remedy"]
        assert rater.send("/api/finish", {"name": document["name"]}).status == 422
        assert standing(hosted.study, "bypass") == {}
    told(rater, "comprehension", met["comprehension"])
    assert post(rater, answers).document == {"saved": len(answers)}


def test_after_the_last_failed_check_no_further_one_counts(hosted: Any) -> None:
    rater = hosted.rater("fails", ready=False)
    document = rater.packet()["document"]
    told(rater, "consent", conditions_met(document)["consent"])
    told(rater, "comprehension", {"attempts": 2, "passed": False})
    again = told(rater, "comprehension", {"attempts": 1, "passed": True})
    assert (again.status, again.document["remedy"]) == (422, "Ask the organiser.")
    assert post(rater, answers_to(document, slice(0, 1))).status == 422
    assert standing(hosted.study, "fails") == {}


def test_there_is_no_way_back_to_a_finished_card(hosted: Any) -> None:
    rater = hosted.rater("back")
    document = rater.packet()["document"]
    answers = answers_to(document, slice(0, 2))
    first, last = answers[0], answers[-1]
    post(rater, answers)
    kept = standing(hosted.study, "back")
    reply = post(rater, [last | {"value": 1}, first | {"value": -1}])
    assert reply.status == 422
    assert reply.document["error"] == "The card is finished: a later one was answered since."
    assert [one["place"] for one in reply.document["problems"]] == [f"card 1, {first['question']}"]
    assert reply.document["finished"] == [{"card": first["card"], "question": first["question"]}]
    assert standing(hosted.study, "back") == kept
    # A device that missed the answer sends everything again, and goes on.
    further = answers_to(document, slice(2, 3))
    assert post(rater, [*answers, *further]).document == {"saved": len(answers) + len(further)}
    assert standing(hosted.study, "back").items() >= kept.items()


def test_a_later_session_takes_nothing_while_an_earlier_one_is_out(hosted: Any) -> None:
    hosted.study.deal(["ahead"], session=2, force=True, why="a small study")
    rater = hosted.rater("ahead")
    with hosted.study.records() as records:
        _, later = (one.packet.token for one in records.packets() if one.packet.rater == "ahead")
    second = hosted.study.packet_document(later, hosted=True)
    reply = post(rater, answers_to(second, slice(0, 1)), second["name"])
    assert (reply.status, reply.document["error"]) == (409, "This is not your current packet.")
    assert standing(hosted.study, "ahead") == {}


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
    site.study.deal(["writes", "reads"], force=True, why="a small study")
    held = {}
    for name in ("writes", "reads"):
        session = site.rating.access.claim(site.rating.access.invite(name))
        held[name] = {"cookie": f"ringtrue-rater={session}", "x-ringtrue": "1", "content-type": "application/json"}
    app, begun, free = application(site), Event(), Event()

    def wait(*_given: Any) -> None:
        begun.set()
        free.wait(60)

    async def both() -> tuple[int, int]:
        current_default_thread_limiter().total_tokens = 1  # one who waited in it would be enough
        packet = await answer(app, "GET", "/api/packet", held["writes"])
        body = json.dumps({"name": json.loads(packet.body)["document"]["name"], **more}).encode()
        monkeypatch.setattr(site.rating, act, wait)
        writing = asyncio.create_task(answer(app, "POST", path, held["writes"], body))
        while not begun.is_set():
            await asyncio.sleep(0)
        try:
            reading = await asyncio.wait_for(answer(app, "GET", "/api/packet", held["reads"]), 30)
        finally:
            free.set()
        return (await writing).status, reading.status

    assert asyncio.run(both()) == (200, 200)


# Which packet a rater is at, what is left for him, and that nobody reaches another's.


@pytest.fixture
def dealt(site: Site) -> Site:
    """Two raters with two packets each."""
    site.study.deal(["anna", "bert"], session=2, controls=0, force=True, why="a small study")
    return site


def tokens(site: Site, rater: str) -> list[str]:
    return [one.token for one in site.rating.packets() if one.rater == rater]


def hand_in(site: Site, token: str, *, partial: bool = True) -> None:
    card = site.rating.document(token)["cards"][0]["id"]
    make_ready(site.rating, token)
    site.rating.save(token, [Given(card, "voice", 1.0)])
    site.records.return_packet(token, who="raters", partial=partial)


def test_a_rater_is_at_his_packets_one_after_another(dealt: Site) -> None:
    first, second = tokens(dealt, "anna")
    seen = []
    for token in (first, second):
        found = asyncio.run(current_packet(dealt, "anna"))
        assert found is not None
        assert found == dealt.current["anna"]
        seen.append(found[0])
        assert found[1]["name"] == packet_name(token)
        hand_in(dealt, token)
        dealt.forget("anna")
    assert seen == [first, second]
    assert asyncio.run(current_packet(dealt, "anna")) is None
    assert dealt.current["anna"] is None
    assert left_for(dealt, "anna") == 0
    assert left_for(dealt, "bert") == 2


def test_the_packet_one_is_at_is_found_by_its_name(dealt: Site) -> None:
    first = tokens(dealt, "anna")[0]
    for _ in range(2):  # looked up, then remembered
        token, document = asyncio.run(named_packet(dealt, "anna", packet_name(first)))
        assert (token, document["name"]) == (first, packet_name(first))


def test_a_later_packet_another_raters_and_one_that_does_not_exist_cannot_be_named(dealt: Site) -> None:
    later, others = tokens(dealt, "anna")[1], tokens(dealt, "bert")[0]
    for name in (packet_name(later), packet_name(others), "", "nothing", others):
        with pytest.raises(HttpError) as refused:
            asyncio.run(named_packet(dealt, "anna", name))
        assert (refused.value.status, refused.value.remedy) == (409, "Reload the page.")
    with pytest.raises(HttpError):
        asyncio.run(named_packet(dealt, "nobody", packet_name(others)))


def test_after_handing_in_the_next_packet_can_be_named_and_the_last_no_more(dealt: Site) -> None:
    first, second = tokens(dealt, "anna")
    asyncio.run(named_packet(dealt, "anna", packet_name(first)))
    hand_in(dealt, first, partial=False)
    dealt.forget("anna")
    assert asyncio.run(named_packet(dealt, "anna", packet_name(second)))[0] == second
    with pytest.raises(HttpError):
        asyncio.run(named_packet(dealt, "anna", packet_name(first)))
    assert is_submitted(dealt, "anna", packet_name(first))
    assert not is_submitted(dealt, "anna", packet_name(second))
    assert not is_submitted(dealt, "bert", packet_name(first))


def test_who_had_something_left_when_it_closed_was_cut_short(dealt: Site) -> None:
    assert not cut_short(dealt, "anna")
    for token in tokens(dealt, "bert"):
        hand_in(dealt, token, partial=False)
    dealt.intake.set("paused", who="Ines")
    assert not cut_short(dealt, "anna")  # it may go on
    dealt.intake.set("closed", who="Ines")
    assert cut_short(dealt, "anna")
    assert not cut_short(dealt, "bert")
    assert not cut_short(dealt, "nobody")


def test_who_had_something_left_when_the_key_was_opened_too(dealt: Site) -> None:
    dealt.study.unblind(early=True, why="a rehearsal")
    assert dealt.intake.state == "open"
    assert cut_short(dealt, "anna")


# The words around the rating page.


def document(**changes: Any) -> dict[str, Any]:
    return {"language": "en", "study": {"title": "Letters", "contact": "ines@example.org"}, "minutes": 9, **changes}


def test_what_the_study_says_of_itself() -> None:
    words = words_of(document())
    assert (words["title"], words["language"]) == ("Letters", "en")
    assert "about 9 minutes" in words["minutes"]
    assert words["contact"] == "Questions: ines@example.org"


def test_portuguese_has_every_word() -> None:
    assert set(words_of(document(language="pt"))) == set(words_of(document()))
    assert "9 minutos" in words_of(document(language="pt"))["minutes"]


@pytest.mark.parametrize("given", [None, document(language="xx", minutes=None, study={"title": "", "contact": ""})])
def test_what_is_not_known_is_not_said(given: dict[str, Any] | None) -> None:
    words = words_of(given)
    assert (words["language"], words["title"], words["minutes"], words["contact"]) == ("en", "ringtrue", "", "")


def test_a_contact_with_braces_is_only_text() -> None:
    assert (
        words_of(document(study={"title": "{x}", "contact": "{0} {minutes}"}))["contact"] == "Questions: {0} {minutes}"
    )


# What the page sends is read strictly: every fault listed, nothing converted, nothing deep or large.


NAME = "0123456789abcdef"


def request(body: bytes, content_type: str = "application/json") -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", content_type.encode())]}
    return Request(scope, receive)


def read(shape: Any, document: Any, content_type: str = "application/json") -> Any:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return asyncio.run(read_message(request(body, content_type), shape))


def refusal(shape: Any, document: Any, content_type: str = "application/json") -> HttpError:
    with pytest.raises(HttpError) as refused:
        read(shape, document, content_type)
    return refused.value


def test_messages_as_the_page_sends_them() -> None:
    assert read(FinishMessage, {"name": NAME}).name == NAME
    assert read(AnswersMessage, {"name": NAME, "answers": [{"card": "c"}]}).answers == [{"card": "c"}]
    told = read(
        SittingMessage, {"name": NAME, "kind": "consent", "body": {"version": "1"}}, "application/json; charset=utf-8"
    )
    assert (told.kind, told.body) == ("consent", {"version": "1"})


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"name": NaN}', b'{"name": ' + b"9" * 5000 + b"}", b"null x"],
)
def test_what_is_not_json_is_said_to_be_not_json(body: bytes) -> None:
    assert refusal(FinishMessage, body).status == 422


def test_another_content_type_is_refused() -> None:
    for other in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert refusal(FinishMessage, {"name": NAME}, other).status == 415


@pytest.mark.parametrize(
    ("shape", "document", "places"),
    [
        (FinishMessage, [], ["message"]),
        (FinishMessage, {}, ["name"]),
        (FinishMessage, {"name": NAME.upper()}, ["name"]),
        (FinishMessage, {"name": 5}, ["name"]),
        (FinishMessage, {"name": NAME, "more": 1}, ["more"]),
        (AnswersMessage, {"name": "x", "answers": {}}, ["name", "answers"]),
        (AnswersMessage, {"name": NAME, "answers": [0] * 2001}, ["answers"]),
        (SittingMessage, {"name": NAME, "kind": "attestation", "body": []}, ["kind", "body"]),
    ],
)
def test_every_fault_is_listed(shape: Any, document: Any, places: list[str]) -> None:
    refused = refusal(shape, document)
    assert refused.status == 422
    assert [problem.place for problem in refused.problems] == places


def test_nothing_is_nested_deeply_and_no_note_is_large() -> None:
    deep: Any = 0
    for _ in range(400):
        deep = [deep]
    assert (
        refusal(SittingMessage, {"name": NAME, "kind": "sitting", "body": {"x": deep}}).error
        == "This is nested too deeply."
    )
    check_body({"x": "y" * 60_000})
    with pytest.raises(HttpError):
        check_body({"x": "y" * 70_000})


def test_a_refusal_repeats_nothing_of_what_was_sent() -> None:
    refused = refusal(FinishMessage, {"name": "<script>alert(1)</script>"})
    assert "script" not in json.dumps(refused.as_document())


def test_the_description_is_made_of_the_same_shapes() -> None:
    schema = body_of(AnswersMessage)["requestBody"]["content"]["application/json"]["schema"]
    assert schema["properties"]["answers"]["items"]["required"] == ["card", "question", "value"]
    assert schema["additionalProperties"] is False


def test_the_landing_names_the_host() -> None:
    hosted_by = {"title": "Reading", "contact": "", "host": "Mara Lind of {x}"}
    assert words_of(document(study=hosted_by))["invited"] == "Mara Lind of {x} invites you to rate."
    assert words_of(document(language="pt", study=hosted_by))["invited"].startswith("Mara Lind of {x} convida")
    assert words_of(document())["invited"] == "You are invited to rate."
