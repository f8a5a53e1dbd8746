"""Addresses and cookies: a proxy is believed only where there is one, and cookies are as strict as the transport."""

from pathlib import Path
from time import time

import pytest
from starlette.requests import Request
from starlette.responses import Response

from ringtrue.store.access import Session
from ringtrue.web.addresses import Hosting
from ringtrue.web.sessions import Cookies, SessionCache, address_of

PLAIN = Hosting()
PROXY = Hosting(behind_proxy=True, public_url="https://rate.example.org")


def request(client: str = "10.0.0.1", **headers: str) -> Request:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": given, "client": (client, 1)})


@pytest.mark.parametrize(
    ("hosting", "forwarded", "address"),
    [
        (PLAIN, "203.0.113.9", "10.0.0.1"),
        (PROXY, "203.0.113.9", "203.0.113.9"),
        (PROXY, "198.51.100.1, 203.0.113.9", "203.0.113.9"),  # only the last was written by the proxy
        (PROXY, "forged", "10.0.0.1"),
        (PROXY, "", "10.0.0.1"),
        (PROXY, "2001:db8::1", "2001:0db8:0000:0000"),
    ],
)
def test_whose_word_is_taken(hosting: Hosting, forwarded: str, address: str) -> None:
    assert address_of(request(x_forwarded_for=forwarded), hosting) == address


def test_cookies_over_tls_and_over_plain_http() -> None:
    given = Response()
    secure = Hosting(certificate=Path("c"), key=Path("k"))
    Cookies(secure).give(given, "rater", "value", time() + 60)
    Cookies(PLAIN).give(given, "rater", "value")
    over_tls, plain = given.headers.getlist("set-cookie")
    assert over_tls.startswith("__Host-ringtrue-rater=value;")
    assert "Secure" in over_tls
    assert "Domain" not in over_tls
    assert "Max-Age=59" in over_tls or "Max-Age=60" in over_tls
    assert plain.startswith("ringtrue-rater=value;")
    assert "Secure" not in plain
    assert "Max-Age" not in plain  # until the browser is closed
    for cookie in (over_tls, plain):
        assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))


def test_a_cookie_is_read_by_its_own_name_alone() -> None:
    asked = request(cookie="ringtrue-rater=mine; __Host-ringtrue-rater=other")
    assert Cookies(PLAIN).read(asked, "rater") == "mine"
    assert Cookies(PROXY).read(asked, "rater") == "other"
    assert Cookies(PLAIN).read(asked, "organiser") is None


def test_sessions_are_remembered_for_a_moment_and_not_beyond_their_end() -> None:
    now = [100.0]
    recent = SessionCache(clock=lambda: now[0])
    lasting, ended = Session("rater", "anna", time() + 60), Session("rater", "bert", time() - 1)
    recent.keep("a", lasting)
    recent.keep("b", ended)
    assert recent.find("a") is lasting
    assert recent.find("b") is None
    assert recent.find("c") is None
    now[0] += 2.4  # half of five seconds at least
    assert recent.find("a") is lasting
    now[0] += 2.6
    assert recent.find("a") is None
    recent.keep("a", lasting)
    recent.forget()
    assert recent.find("a") is None
