"""The organisers' door: set up once, no default password, guessing is slow, sessions end."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hosted_studies import ORGANISER, PASSWORD, Server, lite_study, serving

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
    assert "The present password is wrong." in wrong.text
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
