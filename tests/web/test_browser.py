"""A rater in a real Chromium on the hosted page: by keyboard alone, through reloads, a killed server and a pause."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from hosted_studies import Server, invited, lite_study, serving
from page.rater import Rater, through_lite
from rating_pages import PATIENCE, wait_for_state
from ringtrue.study.study import Study

VALUES = {"voice": -1, "vibe": 3, "logic": 2, "continuity": 1}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh profile; whatever the page logs as an error, or the policy refuses, fails the test."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    opened.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    yield opened
    context.close()
    assert faults == []


def begin(study: Study, server: Server, page: Page, name: str) -> Rater:
    """From the personal link to the welcome, by keyboard; the rater's document is looked up beside."""
    study.deal([name], force=True, why="a small study")
    page.goto(invited(study, [name], server.url)[name])
    page.wait_for_function("() => document.activeElement.tagName === 'BUTTON'")
    with page.expect_response("**/api/packet") as waiting:
        page.keyboard.press("Enter")
    assert page.url == f"{server.url}/rate"
    return Rater(page, waiting.value.json()["document"])


def answers(study: Study, name: str) -> dict[tuple[str, str], Any]:
    with study.records() as records:
        return {(one.given.card, one.given.question): one.given.value for one in records.answers() if one.rater == name}


def expected(rater: Rater, cards: int) -> dict[tuple[str, str], Any]:
    shown = rater.document["cards"][:cards]
    return {(card["id"], question): value for card in shown for question, value in VALUES.items()}


def state(study: Study, name: str) -> str:
    with study.records() as records:
        return next(one.state for one in records.packets() if one.packet.rater == name)


def test_a_lite_packet_by_keyboard_alone_with_a_reload_in_the_middle(hosted: Any, page: Page) -> None:
    rater = through_lite(begin(hosted.study, hosted.server, page, "keys"))
    of = len(rater.document["cards"])
    rater.rate(1, VALUES).on_card(2).saved()
    page.reload()
    rater.on_card(2)
    assert answers(hosted.study, "keys") == expected(rater, 1)
    for number in range(2, of + 1):
        rater.rate(number, VALUES)
    rater.sees("thanks.title")
    assert answers(hosted.study, "keys") == expected(rater, of)
    assert state(hosted.study, "keys") == "returned"
    with hosted.study.records() as records:
        notes = {kind for one in records.raters() if one.name == "keys" for kind, _ in one.notes}
        given = [one.given for one in records.answers() if one.rater == "keys"]
    assert notes == {"consent", "qualification", "comprehension", "practice", "sitting"}
    assert all(one.seconds is not None and one.position for one in given)
    assert all(len(one.shown) == 2 for one in given)
    page.reload()
    rater.sees("thanks.title")


def test_what_the_browser_holds_is_no_key_and_no_link(hosted: Any, page: Page) -> None:
    begin(hosted.study, hosted.server, page, "holds").consent()
    [session] = [cookie for cookie in page.context.cookies() if cookie["name"] == "ringtrue-rater"]
    assert (session["httpOnly"], session["sameSite"]) == (True, "Strict")
    assert page.evaluate("() => document.cookie") == ""
    assert page.evaluate("() => document.referrer") == ""
    kept = page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})")
    assert not any(word in kept for word in ("compressed", "holds", session["value"]))


def test_a_paused_study_holds_the_answers_until_it_goes_on(hosted: Any, organiser: Any, page: Page) -> None:
    rater = through_lite(begin(hosted.study, hosted.server, page, "waits"))
    organiser.fill("/organiser", "/organiser/pause")
    try:
        with page.expect_response(lambda reply: reply.status == 503):
            rater.rate(1, VALUES)
        wait_for_state(page, "paused")  # kept on the device: until then a reload may lose what was just pressed
        assert answers(hosted.study, "waits") == {}
    finally:
        organiser.fill("/organiser", "/organiser/open")
    page.reload()
    rater.saved()
    assert answers(hosted.study, "waits") == expected(rater, 1)


def test_a_server_killed_in_the_middle_loses_nothing_and_the_page_goes_on(
    browser: Browser, page: Page, tmp_path: Any
) -> None:
    study = lite_study(tmp_path / "study")
    server = Server(study.folder)
    rater = through_lite(begin(study, server, page, "killed"))
    of = len(rater.document["cards"])
    rater.rate(1, VALUES).on_card(2).saved()
    server.kill()
    assert answers(study, "killed") == expected(rater, 1)
    rater.rate(2, VALUES)  # nobody there: the browser keeps it
    assert answers(study, "killed") == expected(rater, 1)
    with serving(study.folder, port=server.port):
        if of > 2:
            rater.on_card(3)
        page.reload()
        for number in range(3, of + 1):
            rater.rate(number, VALUES)
        rater.sees("thanks.title")
        assert answers(study, "killed") == expected(rater, of)
        assert state(study, "killed") == "returned"


def test_who_comes_back_to_a_closed_study_is_told_so(browser: Browser, page: Page, tmp_path: Any) -> None:
    study = lite_study(tmp_path / "study")
    with serving(study.folder) as server:
        rater = through_lite(begin(study, server, page, "late"))
        rater.rate(1, VALUES).on_card(2).saved()
        server.organiser().fill("/organiser/close", "/organiser/close", untouched="leave")
        page.reload()
        rater.sees("problem.closed.title")
    assert state(study, "late") == "partial"
    assert answers(study, "late") == expected(rater, 1)
