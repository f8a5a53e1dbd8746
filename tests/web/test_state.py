"""What all routes share: sessions by cookie, pages from templates, and who stands in the audit log."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import APIRouter
from jinja2 import UndefinedError

from hosted_studies import lite_study
from ringtrue.terms.problem import Problem
from ringtrue.web.addresses import Hosting
from ringtrue.web.errors import HttpError
from ringtrue.web.login import router as login
from ringtrue.web.organiser import router as organiser
from ringtrue.web.rate_limit import Rate, RateLimits
from ringtrue.web.rater import router as rater
from ringtrue.web.sessions import Kind, SessionCache
from ringtrue.web.state import Intake, Site, asks_for_json, count_request, error_page, site_of
from web_requests import request_to

RATES = {"failed": Rate(2, 1.0), "session": Rate(3, 1.0), "address": Rate(100, 1.0)}


@pytest.fixture
def session(site: Site) -> str:
    """A rater's session."""
    site.study.deal(["anna"], force=True, why="a small study")
    site.limits = RateLimits(RATES, clock=lambda: 0.0)
    found = site.rating.access.claim(site.rating.access.invite("anna"))
    assert found is not None
    return found


def who(site: Site, cookie: str, kind: Kind = "rater", client: str = "127.0.0.1") -> str:
    request = request_to(site, headers={"cookie": cookie}, client=client)
    return asyncio.run(site.visitor(request, kind)).name


def status(site: Site, cookie: str, kind: Kind = "rater", client: str = "127.0.0.1") -> int:
    with pytest.raises(HttpError) as refused:
        who(site, cookie, kind, client)
    return refused.value.status


def test_a_rater_is_known_by_the_cookie_of_his_session_alone(site: Site, session: str) -> None:
    assert who(site, f"ringtrue-rater={session}") == "anna"
    assert status(site, f"ringtrue-organiser={session}") == 401
    assert status(site, f"ringtrue-organiser={session}", "organiser") == 401  # a rater's token opens no dashboard
    assert status(site, f"ringtrue-rater={session}x") == 401


def test_guessed_sessions_are_counted_and_no_session_at_all_is_not(site: Site, session: str) -> None:
    for _ in range(9):
        assert status(site, "") == 401
    assert [status(site, f"ringtrue-rater=guess{n}") for n in range(3)] == [401, 401, 429]
    assert status(site, "ringtrue-rater=guess", client="9.9.9.9") == 401
    assert who(site, f"ringtrue-rater={session}") == "anna"  # a true one from the address of a guesser


def test_a_session_that_asks_too_often_is_told_to_wait(site: Site, session: str) -> None:
    cookie = f"ringtrue-rater={session}"
    assert [who(site, cookie) for _ in range(3)] == ["anna"] * 3
    assert status(site, cookie) == 429


def test_a_session_is_remembered_until_the_site_is_told_to_forget(site: Site, session: str) -> None:
    cookie = f"ringtrue-rater={session}"
    site.sessions = SessionCache(clock=lambda: 0.0)
    assert who(site, cookie) == "anna"
    site.rating.access.revoke("anna")
    assert who(site, cookie) == "anna"  # for some seconds, so that not every answer asks the database
    site.sessions.forget()
    assert status(site, cookie) == 401


def test_every_value_on_a_page_is_escaped_and_none_may_be_missing(site: Site) -> None:
    page = site.page("message.html", 418, title="<script>&", text='"quoted"', way=None, problems=())
    body = bytes(page.body).decode()
    assert page.status_code == 418
    assert "<script>&" not in body
    assert "&lt;script&gt;&amp;" in body
    with pytest.raises(UndefinedError):
        site.page("message.html", title="only this")


def test_a_refusal_is_a_page_with_its_status_headers_and_problems(site: Site) -> None:
    problem = Problem("/secret/path", "place", "It is <wrong>.", "the value", "Fix it.")
    page = error_page(site, HttpError(429, "Too fast.", "Wait.", problems=[problem], headers={"Retry-After": "7"}))
    body = bytes(page.body).decode()
    assert (page.status_code, page.headers["retry-after"]) == (429, "7")
    for shown in ("Too fast.", "Wait.", "It is &lt;wrong&gt;.", "Fix it."):
        assert shown in body
    assert "secret" not in body
    assert "the value" not in body


def test_what_an_organiser_does_stands_under_his_name(site: Site) -> None:
    site.study_as("Ines Vogel").deal(["bert"], force=True, why="a small study")
    assert "Ines Vogel" in {one.who for one in site.records.audit_entries()}
    assert site.study_as("x").folder == site.study.folder


@pytest.mark.parametrize(("path", "json"), [("/api/packet", True), ("/api/", True), ("/api", False), ("/rate", False)])
def test_scripts_hear_of_refusals_as_json(site: Site, path: str, json: bool) -> None:
    request = request_to(site, path)
    assert asks_for_json(request) is json
    assert site_of(request) is site


def test_forgetting_a_rater_forgets_where_he_is_at_and_nobody_else(site: Site) -> None:
    site.current |= {"anna": None, "bert": None}
    site.forget("anna")
    site.forget("nobody")
    assert site.current == {"bert": None}


def test_cookies_follow_from_how_the_site_is_reached(site: Site) -> None:
    proxied = Hosting(behind_proxy=True, public_url="https://rate.example.org")
    assert site.cookies.name("rater") == "ringtrue-rater"
    assert replace(site, hosting=proxied).cookies.name("rater") == "__Host-ringtrue-rater"


def test_an_address_is_where_the_request_comes_from(site: Site) -> None:
    headers = {"x-forwarded-for": "6.6.6.6"}
    assert site.address(request_to(site, headers=headers, client="1.2.3.4")) == "1.2.3.4"


def test_requests_are_counted_by_address_and_refused_beyond_the_rate_limit(site: Site) -> None:
    site.limits = RateLimits({"address": Rate(2, 1.0)}, clock=lambda: 0.0)
    for client in ("1.1.1.1", "1.1.1.1", "2.2.2.2"):
        asyncio.run(count_request(request_to(site, "/x", client=client)))
    with pytest.raises(HttpError) as refused:
        asyncio.run(count_request(request_to(site, "/x", client="1.1.1.1")))
    assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "1"})


@pytest.mark.parametrize("router", [login, organiser, rater], ids=["login", "organiser", "rater"])
def test_the_rate_limit_counts_every_page_of_ours(router: APIRouter) -> None:
    assert len(router.routes) >= 5
    assert [one.dependency for one in router.dependencies] == [count_request]


# Open, paused, closed: kept in the audit log, and each change logged once.


def test_the_last_change_holds_also_for_the_next_server(tmp_path: Path) -> None:
    study = lite_study(tmp_path / "study")
    with study.records() as records:
        intake = Intake(records)
        intake.check_open()
        intake.set("opened", who="Ines")  # it is: nothing happens
        intake.set("paused", who="Ines")
        intake.set("paused", who="Ines")
        with pytest.raises(HttpError) as refused:
            intake.check_open()
        assert refused.value.status == 503
        intake.set("opened", who="Ines")
        intake.set("closed", who="Ines")
        with pytest.raises(HttpError) as refused:
            intake.check_open()
        assert refused.value.status == 409
        acts = [(one.act, one.who) for one in records.audit_entries() if "rating" in one.act]
        assert acts == [(f"noted: rating {act}", "Ines") for act in ("paused", "opened", "closed")]
    with study.records() as records:
        assert Intake(records).state == "closed"
        records.note("rating nonsense", {}, who="somebody")
        assert Intake(records).state == "closed"
