"""The application as a whole: what is unknown, refused or broken is told in one sentence, to people and to scripts."""

import asyncio
import json
from typing import Any

import pytest
from anyio.to_thread import current_default_thread_limiter
from starlette.requests import Request
from starlette.responses import Response

from hosted_studies import Visitor
from ringtrue.web.app import application, routes
from ringtrue.web.errors import HttpError
from ringtrue.web.saver import Saver
from ringtrue.web.state import Site
from web_requests import ask


@pytest.fixture(scope="module")
def visitor(hosted: Any) -> Visitor:
    found: Visitor = hosted.server.visitor()
    return found


@pytest.mark.parametrize("path", ["/nothing", "/r", "/organiser/", "/rate/", "/docs", "/openapi.json", "/%00", "/a%ff"])
def test_what_is_not_there_is_a_page_that_says_so(visitor: Visitor, path: str) -> None:
    reply = visitor.get(path)
    assert reply.status == 404
    assert reply.header("content-type") == "text/html; charset=utf-8"
    assert "Page not found." in reply.text


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/packet/"])
def test_and_for_scripts_a_document(visitor: Visitor, path: str) -> None:
    reply = visitor.get(path)
    assert reply.status == 404
    assert reply.document == {"error": "Page not found.", "remedy": "Check the address."}


@pytest.mark.parametrize(
    ("method", "path", "allowed"), [("DELETE", "/", "GET"), ("PUT", "/api/answers", "POST"), ("PATCH", "/rate", "GET")]
)
def test_what_cannot_be_done_is_refused_with_what_can(visitor: Visitor, method: str, path: str, allowed: str) -> None:
    reply = visitor.ask(method, path, headers={"X-Ringtrue": "1"})
    assert reply.status == 405
    assert allowed in reply.header("allow")
    assert "This method is not allowed here." in reply.text


def broken(site: Site) -> Any:
    """The site's routes, and some that fail."""
    app = routes(site)

    async def fail(request: Request) -> Response:
        raise RuntimeError("the password is 1234, in /home/ines/study.db")

    async def refuse(request: Request) -> Response:
        raise HttpError(409, "Not <now>.", "Later.", headers={"X-Why": "told"})

    for prefix in ("", "/api"):
        app.router.add_route(f"{prefix}/broken", fail)
        app.router.add_route(f"{prefix}/refused", refuse)
    return app


@pytest.mark.parametrize(("path", "kind"), [("/broken", "text/html"), ("/api/broken", "application/json")])
def test_a_fault_of_ours_is_one_sentence_to_the_visitor_and_whole_in_the_log(site: Site, path: str, kind: str) -> None:
    told = ask(broken(site), "GET", path)
    assert told.status == 500
    assert told.headers["content-type"].startswith(kind)
    assert b"Something went wrong on the server." in told.body
    assert b"Your saved answers are safe." in told.body
    assert b"1234" not in told.body
    assert b"study.db" not in told.body
    assert "1234" in told.fault


def test_a_refusal_is_told_in_the_form_that_was_asked_for(site: Site) -> None:
    page, document = (ask(broken(site), "GET", path) for path in ("/refused", "/api/refused"))
    assert page.status == document.status == 409
    assert page.headers["x-why"] == document.headers["x-why"] == "told"
    assert b"Not &lt;now&gt;." in page.body
    assert json.loads(document.body) == {"error": "Not <now>.", "remedy": "Later."}


def test_a_client_that_goes_away_before_all_was_sent_is_no_error(site: Site) -> None:
    site.study.deal(["anna"], force=True, why="a small study")
    session = site.rating.access.claim(site.rating.access.invite("anna"))
    saves = {"x-ringtrue": "1", "content-type": "application/json", "cookie": f"ringtrue-rater={session}"}
    logs_in = {"content-type": "application/x-www-form-urlencoded"}
    for path, headers in (("/api/answers", saves), ("/organiser/log-in", logs_in)):
        found = ask(application(site), "POST", path, headers, body=None)
        assert (found.status, found.fault) == (400, "")  # nobody is there to read it


def test_the_guards_stand_before_everything(site: Site) -> None:
    app = application(site)
    fine, stranger = ask(app, "GET", "/nothing"), ask(app, "GET", "/", {"host": "evil.example"})
    assert (fine.status, stranger.status) == (404, 421)
    for told in (fine, stranger):
        assert "default-src" in told.headers["content-security-policy"]


def test_at_its_end_what_waits_is_written_and_the_writer_stops(site: Site) -> None:
    written: list[Any] = []

    def keep(saves: Any) -> list[None]:
        written.extend(saves)
        return [None] * len(saves)

    site.saver.close()
    site.saver = saver = Saver(keep)
    app = routes(site)

    async def life() -> float:
        async with app.router.lifespan_context(app):
            readers = current_default_thread_limiter().total_tokens
            await saver.save("token", [])
        return readers

    assert asyncio.run(life()) == 8  # readers at once
    assert written == [("token", [])]
    assert not saver._thread.is_alive()
    site.saver = Saver(keep)
