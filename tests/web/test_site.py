"""What all routes share: sessions by cookie, pages from templates, and who stands in the audit log."""

import asyncio
from dataclasses import replace

import pytest
from jinja2 import UndefinedError

from ringtrue.terms import Problem
from ringtrue.web import Hosting, Site
from ringtrue.web.limits import Limits, Rate
from ringtrue.web.refusal import Refused
from ringtrue.web.site import asks_for_json, refused_page, site_of
from ringtrue.web.visitor import Kind, Recent
from web_requests import request_to

RATES = {"failed": Rate(2, 1.0), "session": Rate(3, 1.0), "address": Rate(100, 1.0)}


@pytest.fixture
def session(site: Site) -> str:
    """A rater's session."""
    site.study.deal(["anna"])
    site.limits = Limits(RATES, clock=lambda: 0.0)
    found = site.desk.access.claim(site.desk.access.invite("anna"))
    assert found is not None
    return found


def who(site: Site, cookie: str, kind: Kind = "rater", client: str = "127.0.0.1") -> str:
    request = request_to(site, headers={"cookie": cookie}, client=client)
    return asyncio.run(site.visitor(request, kind)).name


def status(site: Site, cookie: str, kind: Kind = "rater", client: str = "127.0.0.1") -> int:
    with pytest.raises(Refused) as refused:
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
    site.recent = Recent(clock=lambda: 0.0)
    assert who(site, cookie) == "anna"
    site.desk.access.revoke("anna")
    assert who(site, cookie) == "anna"  # for some seconds, so that not every answer asks the database
    site.recent.forget()
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
    problem = Problem("/secret/path", "place", "It is <wrong>.", "the value", "Mend it.")
    page = refused_page(site, Refused(429, "Too fast.", "Wait.", problems=[problem], headers={"Retry-After": "7"}))
    body = bytes(page.body).decode()
    assert (page.status_code, page.headers["retry-after"]) == (429, "7")
    for shown in ("Too fast.", "Wait.", "It is &lt;wrong&gt;.", "Mend it."):
        assert shown in body
    assert "secret" not in body
    assert "the value" not in body


def test_what_an_organiser_does_stands_under_his_name(site: Site) -> None:
    site.study_as("Ines Vogel").deal(["bert"])
    assert "Ines Vogel" in {one.who for one in site.records.audit_entries()}
    assert site.study_as("x").folder == site.study.folder


@pytest.mark.parametrize(("path", "json"), [("/api/packet", True), ("/api/", True), ("/api", False), ("/rate", False)])
def test_scripts_hear_of_refusals_as_json(site: Site, path: str, json: bool) -> None:
    request = request_to(site, path)
    assert asks_for_json(request) is json
    assert site_of(request) is site


def test_forgetting_a_rater_forgets_where_he_is_at_and_nobody_else(site: Site) -> None:
    site.at |= {"anna": None, "bert": None}
    site.forget("anna")
    site.forget("nobody")
    assert site.at == {"bert": None}


def test_cookies_follow_from_how_the_site_is_reached(site: Site) -> None:
    proxied = Hosting(behind_proxy=True, public_url="https://rate.example.org")
    assert site.cookies.name("rater") == "ringtrue-rater"
    assert replace(site, hosting=proxied).cookies.name("rater") == "__Host-ringtrue-rater"


def test_an_address_is_where_the_request_comes_from(site: Site) -> None:
    headers = {"x-forwarded-for": "6.6.6.6"}
    assert site.address(request_to(site, headers=headers, client="1.2.3.4")) == "1.2.3.4"
