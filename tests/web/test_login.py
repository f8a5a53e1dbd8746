"""The organisers' door: set up once, no default password, guessing is slow, sessions end."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hosted_studies import ORGANISER, PASSWORD, Server, lite_study, serving
from ringtrue.web.errors import HttpError
from ringtrue.web.login import FIELD, form_page, read_form
from ringtrue.web.state import Site
from web_requests import request_to

LOG_IN = "/organiser/log-in"
SHORT, NEW = "short", "a new long one"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    lite_study(tmp_path / "study")
    with serving(tmp_path / "study") as started:
        yield started


def test_from_the_first_start_to_another_password(server: Server) -> None:
    path = urlsplit(server.said["set_up"]).path
    visitor = server.visitor()

    # Nobody is let in before, by whatever password.
    for name, password in (("admin", "admin"), ("", ""), ("organiser", "ringtrue")):
        assert visitor.fill(LOG_IN, LOG_IN, name=name, password=password).status == 403
    assert visitor.get("/set-up/guess").status == 404

    short = visitor.fill(path, path, name="", password=SHORT, again="other")
    assert short.status == 422
    assert short.text.count("<li>") == 3
    done = visitor.fill(path, path, name=ORGANISER, password=PASSWORD, again=PASSWORD)
    assert (done.status, done.header("location")) == (303, "/organiser")
    cookie = next(value for name, value in done.headers if name == "set-cookie" and "organiser" in value)
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert visitor.get("/organiser").status == 200

    # The link opens nothing any more.
    assert server.visitor().get(path).status == 404
    server.said["set_up"] = None
    second = server.organiser()

    # Another password ends every session begun with the old one.
    page = "/organiser/password"
    wrong = visitor.fill(page, page, present="not this one", password=NEW, again=NEW)
    assert wrong.status == 422
    assert "The current password is wrong." in wrong.text
    assert visitor.fill(page, page, present=PASSWORD, password=NEW, again=NEW).status == 303
    assert visitor.get("/organiser").status == 200
    assert second.get("/organiser").status == 303

    # Log out: the cookie opens nothing any more, wherever it is kept.
    kept = visitor.cookies["ringtrue-organiser"]
    assert visitor.fill("/organiser", "/organiser/log-out").header("location") == LOG_IN
    assert "ringtrue-organiser" not in visitor.cookies
    thief = server.visitor()
    thief.cookies["ringtrue-organiser"] = kept
    assert thief.get("/organiser").status == 303


def test_guessing_is_slowed_down(server: Server) -> None:
    server.organiser()
    guesser = server.visitor()
    statuses = [guesser.fill(LOG_IN, LOG_IN, name=ORGANISER, password=f"guess {n}").status for n in range(12)]
    assert statuses[:8] == [403] * 8
    assert statuses[-1] == 429
    told = guesser.fill(LOG_IN, LOG_IN, name=ORGANISER, password=PASSWORD)
    assert told.status == 429  # the right one too, for a while
    assert 1 <= int(told.header("retry-after")) <= 20


def test_guessed_links_and_sessions_are_slowed_down_and_true_ones_are_not(server: Server) -> None:
    organiser, guesser = server.organiser(), server.visitor()
    statuses = [guesser.get(f"/r/guess-{number}").status for number in range(80)]
    assert statuses[0] == 404
    assert 429 in statuses
    guesser.cookies["ringtrue-rater"] = "guess"
    assert guesser.get("/rate").status in (401, 429)
    assert organiser.get("/organiser").status == 200  # from the same address


def test_a_form_that_is_not_ours_is_refused(server: Server) -> None:
    organiser = server.organiser()
    for fields in ({}, {"form_token": "x"}, {"form_token": ""}):
        reply = organiser.submit("/organiser/pause", **fields)
        assert reply.status == 403
        assert "out of date" in reply.text
    bare = server.visitor()
    bare.cookies["ringtrue-organiser"] = organiser.cookies["ringtrue-organiser"]
    bare.cookies["ringtrue-form"] = SHORT
    assert bare.submit("/organiser/pause", form_token=SHORT).status == 403
    assert organiser.send("/organiser/pause", {}).status == 415
    assert organiser.get("/organiser/audit.jsonl").text.count("rating paused") == 0


def test_what_is_typed_into_a_form_is_text(server: Server) -> None:
    name = '"><script>alert(1)</script>'
    reply = server.visitor().fill(LOG_IN, LOG_IN, name=name, password=NEW)
    assert "<script>alert" not in reply.text
    assert "&lt;script&gt;alert(1)" in reply.text


def test_the_set_up_link_changes_with_every_start_until_it_is_used(tmp_path: Path) -> None:
    lite_study(tmp_path / "study")
    with serving(tmp_path / "study") as first:
        link = first.said["set_up"]
    with serving(tmp_path / "study") as second:
        assert second.said["set_up"] not in (None, link)
        second.organiser()
    with serving(tmp_path / "study") as third:
        assert third.said["set_up"] is None
        assert third.organiser().get("/organiser").status == 200


# Forms are read only where the page that held them was ours, and within limits.


TOKEN = "a1-_" * 8
FORM = "application/x-www-form-urlencoded"


def sent(site: Site, body: bytes | str, kind: str = FORM, cookie: str = f"ringtrue-form={TOKEN}") -> dict[str, str]:
    headers = {"content-type": kind, "cookie": cookie}
    raw = body.encode() if isinstance(body, str) else body
    return asyncio.run(read_form(site, request_to(site, method="POST", headers=headers, body=raw)))


def refusal(site: Site, body: bytes | str, kind: str = FORM, cookie: str = f"ringtrue-form={TOKEN}") -> HttpError:
    with pytest.raises(HttpError) as refused:
        sent(site, body, kind, cookie)
    assert refused.value.remedy
    return refused.value


@pytest.mark.parametrize("kind", [FORM, f"{FORM}; charset=utf-8", FORM.upper()])
def test_the_fields_of_our_own_form_come_back_the_last_of_a_name(shared_site: Site, kind: str) -> None:
    body = f"{FIELD}={TOKEN}&name=Zo%C3%AB+%C3%85&name=Ines&empty=&html=%3Cb%3E"
    assert sent(shared_site, body, kind) == {FIELD: TOKEN, "name": "Ines", "empty": "", "html": "<b>"}


@pytest.mark.parametrize("kind", ["", "application/json", "multipart/form-data; boundary=x", "text/plain"])
def test_what_is_no_form_is_told_so(shared_site: Site, kind: str) -> None:
    assert refusal(shared_site, f"{FIELD}={TOKEN}", kind).status == 415


@pytest.mark.parametrize(
    ("cookie", "field"),
    [
        ("", TOKEN),
        ("", ""),
        ("ringtrue-form=", ""),
        (f"ringtrue-form={TOKEN}", ""),
        (f"ringtrue-form={TOKEN}", TOKEN[:-1]),
        (f"ringtrue-form={TOKEN}", TOKEN[:-1] + "x"),
        (f"ringtrue-form={TOKEN}", "é" * 32),
        ("ringtrue-form=short", "short"),
        (f"ringtrue-form={'!' * 32}", "!" * 32),
        (f"other-form={TOKEN}", TOKEN),
    ],
)
def test_a_form_that_was_not_on_our_page_is_refused(shared_site: Site, cookie: str, field: str) -> None:
    found = refusal(shared_site, urlencode({FIELD: field}), cookie=cookie)
    assert (found.status, found.error) == (403, "This form is out of date.")


def test_the_limits_are_where_they_are_said_to_be(shared_site: Site) -> None:
    start = f"{FIELD}={TOKEN}&x="
    assert len(sent(shared_site, start + "y" * (65536 - len(start)))["x"]) == 65536 - len(start)
    large = refusal(shared_site, start + "y" * (65537 - len(start)))
    assert (large.status, large.remedy) == (413, "Send at most 64 KB.")
    fields = "".join(f"&f{n}=1" for n in range(49))
    assert len(sent(shared_site, f"{FIELD}={TOKEN}{fields}")) == 50
    assert refusal(shared_site, f"{FIELD}={TOKEN}{fields}&one=more").status == 422


@pytest.mark.parametrize("body", [b"\xff\xfe", f"{FIELD}={TOKEN}&name=a%00b".encode()])
def test_what_cannot_be_read_or_stored_is_refused(shared_site: Site, body: bytes) -> None:
    assert refusal(shared_site, body).status == 422


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(max_size=20), junk=st.binary(max_size=30))
def test_what_was_typed_arrives_and_junk_is_refused(shared_site: Site, name: str, junk: bytes) -> None:
    text = name.encode("utf-8", "replace").decode().replace("\0", "")
    assert sent(shared_site, f"name={quote(text)}&{FIELD}={TOKEN}")["name"] == text
    assert refusal(shared_site, junk).status in (403, 422)


def test_a_page_repeats_in_its_form_what_the_cookie_holds(shared_site: Site) -> None:
    fresh = form_page(shared_site, request_to(shared_site), "log_in.html", name="", problems=[])
    (token,) = re.findall(rf'name="{FIELD}" value="([^"]+)"', bytes(fresh.body).decode())
    assert f"ringtrue-form={token};" in fresh.headers["set-cookie"]
    assert sent(shared_site, urlencode({FIELD: token}), cookie=f"ringtrue-form={token}") == {FIELD: token}
    held = request_to(shared_site, headers={"cookie": f"ringtrue-form={token}"})
    again = form_page(shared_site, held, "log_in.html", 403, name="", problems=[])
    assert token in bytes(again.body).decode()  # a second window of the same browser keeps the first one's form alive
    assert again.status_code == 403


@pytest.mark.parametrize("held", ["short", "!" * 32, '"' * 32, "x" * 33])
def test_a_cookie_we_did_not_give_is_replaced(shared_site: Site, held: str) -> None:
    request = request_to(shared_site, headers={"cookie": f"ringtrue-form={held}"})
    page = form_page(shared_site, request, "log_in.html", name="", problems=[])
    (token,) = re.findall(rf'name="{FIELD}" value="([^"]+)"', bytes(page.body).decode())
    assert token != held
    assert len(token) == 32
